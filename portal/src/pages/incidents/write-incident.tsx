// Dialogs that open an incident, add a text to it, and resolve it.

import type { RouteAnswer } from '@jokko/contract/portal';
import { useFormat, useLanguage, useMessages } from '../../language/index.ts';
import { Action } from '../../ui/action.tsx';
import { Field, Select } from '../../ui/field.tsx';
import { incidentsMessages } from './messages.ts';
import { IncidentTextFields } from './text-fields.tsx';

type Answer = RouteAnswer<'GET operator/incidents'>;

const changes = ['GET operator/incidents', 'GET status/history'] as const;
const titleCharactersMax = 120;

/** `proposal`: about this route, whose services it concerns; null: the user chooses them among `groups`. */
export function OpenIncident({
  groups,
  proposal,
}: {
  groups: Answer['groups'];
  proposal: Answer['proposals'][number] | null;
}) {
  const messages = useMessages(incidentsMessages);
  const { country } = useFormat();
  const all = groups.flatMap(({ services }) => services);
  const servicesOf = (chosen: string): string[] =>
    proposal?.services ?? (chosen === 'all' ? all : (groups[Number(chosen)]?.services ?? []));
  return (
    <Action
      route="POST operator/incidents"
      body={({ titleFr = '', titleEn = '', textFr = '', textEn = '', concerns = '' }) => ({
        ...{ titleFr, titleEn, textFr, textEn },
        route: proposal?.route ?? null,
        services: servicesOf(concerns),
        sms: proposal === null && (concerns === 'all' || concerns === 'sms'),
      })}
      changes={changes}
      label={messages.open}
      {...(proposal !== null && { name: messages.openFor(proposal.route) })}
      icon="alert"
      ask={{
        title: messages.openTitle,
        children: (
          <p>
            {messages.openBody} {proposal === null ? null : messages.ofRoute(proposal.route)}
          </p>
        ),
        fields: (wrong) => (
          <>
            {proposal === null ? (
              <Select
                name="concerns"
                label={messages.concerns}
                error={wrong('services')}
                options={[
                  { value: 'all', label: messages.everything },
                  { value: 'sms', label: messages.sms },
                  ...groups.map((group, index) => ({
                    value: String(index),
                    label: [group.provider, group.country === null ? '' : country(group.country)]
                      .filter(Boolean)
                      .join(' · '),
                  })),
                ]}
              />
            ) : null}
            {(['titleFr', 'titleEn'] as const).map((name) => (
              <Field
                key={name}
                name={name}
                label={messages[name]}
                lang={name === 'titleFr' ? 'fr' : 'en'}
                maxLength={titleCharactersMax}
                error={wrong(name)}
              />
            ))}
            <IncidentTextFields wrong={wrong} />
          </>
        ),
      }}
      done={messages.opened}
    />
  );
}

/** `resolve`: the text is the last one. */
export function UpdateIncident({
  incident: { id, title },
  resolve,
}: {
  incident: Answer['items'][number];
  resolve: boolean;
}) {
  const messages = useMessages(incidentsMessages);
  const { language } = useLanguage();
  const name = (resolve ? messages.resolveOne : messages.updateOne)(title[language]);
  return (
    <Action
      route="POST operator/incidents/update"
      body={({ textFr = '', textEn = '' }) => ({ id, textFr, textEn, resolve })}
      changes={changes}
      label={resolve ? messages.resolve : messages.update}
      name={name}
      small
      {...(resolve && { variant: 'primary' as const })}
      ask={{
        title: name,
        children: <p>{resolve ? messages.resolveBody : messages.updateBody}</p>,
        fields: (wrong) => <IncidentTextFields wrong={wrong} />,
      }}
      done={resolve ? messages.resolvedDone : messages.updated}
    />
  );
}
