// Starts viewing the portal as this developer. Asks for a reason for the audit log; the portal then
// shows that account, read-only.

import { useSession } from '../../api/index.ts';
import { useMessages } from '../../language/index.ts';
import { navigate } from '../../router/index.ts';
import { Action } from '../../ui/action.tsx';
import { Field } from '../../ui/field.tsx';
import type { Developer } from './answers.ts';
import { developersMessages } from './messages.ts';

export function Variant({ developer: { id, name } }: { developer: Developer }) {
  const messages = useMessages(developersMessages);
  const { renew } = useSession();
  return (
    <Action
      route="POST operator/developers/view"
      body={({ reason = '' }) => ({ id, reason: reason.trim() })}
      label={messages.look}
      icon="eye"
      ask={{
        title: messages.lookTitle(name),
        children: <p>{messages.lookBody}</p>,
        fields: (wrong) => (
          <Field
            name="reason"
            label={messages.reason}
            hint={messages.reasonHint}
            maxLength={500}
            error={wrong('reason')}
          />
        ),
      }}
      done={() => void renew({ fresh: true }).then(() => navigate('/'))}
    />
  );
}
