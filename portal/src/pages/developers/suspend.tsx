// Suspends an account, so that it starts nothing new, or reactivates it. Asks for a reason for the
// audit log.

import { useMessages } from '../../language/index.ts';
import { Action } from '../../ui/action.tsx';
import { Field } from '../../ui/field.tsx';
import type { Developer } from './answers.ts';
import { developersMessages } from './messages.ts';

export function Suspend({ developer: { id, name, suspended } }: { developer: Developer }) {
  const messages = useMessages(developersMessages);
  return (
    <Action
      route="POST operator/developers/suspend"
      body={({ reason = '' }) => ({ id, suspended: !suspended, reason: reason.trim() })}
      changes={['GET operator/developers', 'GET operator/developers/:id']}
      label={suspended ? messages.resume : messages.suspend}
      variant={suspended ? 'primary' : 'plain'}
      icon={suspended ? 'play' : 'pause'}
      ask={{
        title: suspended ? messages.resumeTitle(name) : messages.suspendTitle(name),
        children: <p>{suspended ? messages.resumeBody : messages.suspendBody}</p>,
        fields: (wrong) => (
          <Field
            name="reason"
            label={messages.reason}
            hint={messages.reasonHint}
            maxLength={500}
            error={wrong('reason')}
          />
        ),
        danger: !suspended,
      }}
      done={suspended ? messages.resumeDone : messages.suspendDone}
    />
  );
}
