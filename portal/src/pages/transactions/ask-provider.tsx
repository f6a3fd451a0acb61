// Button that asks the provider what became of a transaction, and says what came of it.

import { useMessages } from '../../language/index.ts';
import { Action } from '../../ui/action.tsx';
import { toast } from '../../ui/toast.tsx';
import { workMessages } from './work-messages.ts';

export function AskProvider({ accountId, id }: { accountId: number; id: string }) {
  const messages = useMessages(workMessages);
  return (
    <Action
      route="POST operator/transactions/ask"
      body={{ accountId, id }}
      changes={['GET operator/transactions', 'GET operator/transactions/:account/:id']}
      label={messages.ask}
      icon="refresh"
      done={({ outcome }) =>
        toast(messages.askOutcomes[outcome], outcome === 'result' ? 'good' : 'info')
      }
    />
  );
}
