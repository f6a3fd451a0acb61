// Switches a route off for new operations, or on again. Asks for a reason, and for what developers
// and the public shall read, and takes effect at once.

import { useMessages } from '../../language/index.ts';
import { Action } from '../../ui/action.tsx';
import { Field } from '../../ui/field.tsx';
import { PublishIncident } from '../incidents/text-fields.tsx';
import { connectorsMessages } from './messages.ts';

/** @param off switches it off. @param used services use it: they are told. */
export function SwitchRoute({ name, off, used }: { name: string; off: boolean; used: boolean }) {
  const messages = useMessages(connectorsMessages);
  return (
    <Action
      route="POST operator/connectors/switch"
      body={({ reason = '', textFr, textEn }) => ({
        name,
        off,
        reason: reason.trim(),
        ...(textFr !== undefined && textEn !== undefined && { incident: { textFr, textEn } }),
      })}
      changes={[
        'GET operator/connectors',
        'GET operator/documents/:kind',
        'GET operator/documents/:kind/versions',
        'GET operator/incidents',
        'GET status/history',
      ]}
      label={off ? messages.switchOff : messages.switchOn}
      variant={off ? 'danger' : 'primary'}
      icon={off ? 'pause' : 'play'}
      ask={{
        title: off ? messages.offTitle(name) : messages.onTitle(name),
        children: <p>{off ? messages.offBody : messages.onBody}</p>,
        fields: (wrong) => (
          <>
            <Field
              name="reason"
              label={messages.reason}
              hint={messages.reasonHint}
              maxLength={500}
              error={wrong('reason')}
            />
            {off && used ? <PublishIncident wrong={(field) => wrong(`incident.${field}`)} /> : null}
          </>
        ),
        danger: off,
      }}
      done={off ? messages.offDone : messages.onDone}
    />
  );
}
