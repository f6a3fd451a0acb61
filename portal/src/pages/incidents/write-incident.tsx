// Dialogs that open an incident, add a text to it, and resolve it.

import { useState } from 'react';
import type { RouteAnswer } from '@jokko/contract/portal';
import { formatCountry } from '../../language/format.ts';
import { inLanguage, useFormat, useLanguage, useMessages } from '../../language/index.ts';
import { Action } from '../../ui/action.tsx';
import { Select } from '../../ui/field.tsx';
import { incidentsMessages } from './messages.ts';
import { OpeningFields, UpdateFields } from './template-fields.tsx';
import { templateMessages } from './template-messages.ts';

type Answer = RouteAnswer<'GET operator/incidents'>;

const changes = ['GET operator/incidents', 'GET status/history'] as const;

const groupName = (
  { provider, country }: Answer['groups'][number],
  nameOf: (code: string) => string,
): string => [provider, country === null ? '' : nameOf(country)].filter(Boolean).join(' · ');

/**
 * `proposal`: about this route, whose services it concerns; null: the user chooses them among
 * `groups`.
 */
export function OpenIncident({
  groups,
  proposal,
}: {
  groups: Answer['groups'];
  proposal: Answer['proposals'][number] | null;
}) {
  const messages = useMessages(incidentsMessages);
  const { country } = useFormat();
  const [concerns, setConcerns] = useState('all');
  const whatIn = (language: 'fr' | 'en'): string => {
    const group =
      proposal === null
        ? groups[Number(concerns)]
        : groups.find(({ services }) =>
            services.some((service) => proposal.services.includes(service)),
          );
    if (proposal === null && concerns === 'sms') return 'SMS';
    return group === undefined
      ? inLanguage(templateMessages, language).everything
      : groupName(group, (code) => formatCountry({ language, timeZone: 'UTC' }, code));
  };
  const all = groups.flatMap(({ services }) => services);
  const servicesOf = (chosen: string): string[] =>
    proposal?.services ?? (chosen === 'all' ? all : (groups[Number(chosen)]?.services ?? []));
  return (
    <Action
      route="POST operator/incidents"
      body={({ titleFr = '', titleEn = '', textFr = '', textEn = '', concerns = '' }) => ({
        titleFr,
        titleEn,
        textFr,
        textEn,
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
                value={concerns}
                onChange={({ target }) => setConcerns(target.value)}
                options={[
                  { value: 'all', label: messages.everything },
                  { value: 'sms', label: messages.sms },
                  ...groups.map((group, index) => ({
                    value: String(index),
                    label: groupName(group, country),
                  })),
                ]}
              />
            ) : null}
            <OpeningFields what={{ fr: whatIn('fr'), en: whatIn('en') }} wrong={wrong} />
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
        fields: (wrong) => <UpdateFields resolve={resolve} wrong={wrong} />,
      }}
      done={resolve ? messages.resolvedDone : messages.updated}
    />
  );
}
