// Gives up the callbacks that wait for a server, with a reason that the developer reads.

import { useMessages } from '../../language/index.ts';
import { Action } from '../../ui/action.tsx';
import { toast } from '../../ui/toast.tsx';
import { destinationQueueMessages } from './messages.ts';

const reasonCharactersMax = 200;

export function GiveUp({ accountId, destination }: { accountId: number; destination: string }) {
  const messages = useMessages(destinationQueueMessages);
  return (
    <Action
      route="POST operator/callbacks/give-up"
      body={({ reason = '' }) => ({ accountId, destination, reason: reason.trim() })}
      changes={['GET operator/destination-queues', 'GET operator/callbacks/:account']}
      label={messages.giveUp}
      variant="danger"
      icon="ban"
      ask={{
        title: messages.giveUpTitle,
        children: (
          <>
            <p>{destination}</p>
            <p>{messages.giveUpBody}</p>
          </>
        ),
        note: {
          name: 'reason',
          label: messages.reason,
          hint: messages.reasonHint,
          charactersMax: reasonCharactersMax,
        },
        danger: true,
      }}
      done={({ count }) => toast(messages.gaveUp(count))}
    />
  );
}
