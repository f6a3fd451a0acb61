// Sends one callback again, whatever became of it; `accountId` is told by operators.

import { useMessages } from '../../language/index.ts';
import { Action } from '../../ui/action.tsx';
import { callbackMessages } from './messages.ts';

/** `label`: where nothing around it says what is sent. */
export function Replay({
  id,
  accountId,
  label,
}: {
  id: string;
  accountId?: number;
  label?: string;
}) {
  const messages = useMessages(callbackMessages);
  const common = {
    label: label ?? messages.replay,
    icon: 'refresh',
    done: messages.replayed,
  } as const;
  return accountId === undefined ? (
    <Action
      {...common}
      route="POST callbacks/replay"
      body={{ id }}
      changes={['GET callbacks', 'GET callbacks/:id', 'GET transactions/:id']}
    />
  ) : (
    <Action
      {...common}
      route="POST operator/callbacks/replay"
      body={{ accountId, id }}
      changes={[
        'GET operator/callbacks/:account',
        'GET operator/destination-queues',
        'GET operator/transactions/:account/:id',
      ]}
    />
  );
}
