// Panel of a request that became a transaction: the transaction, and the call to repeat as far as
// it is stored.

import type { RouteAnswer } from '@jokko/contract/portal';
import { useRealtime, useRead } from '../../api/index.ts';
import { useMessages } from '../../language/index.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { SidePanel } from '../../ui/side-panel.tsx';
import { Loaded } from '../../ui/states.tsx';
import { TransactionDetails } from '../transactions/facts.tsx';
import type { Asked } from './again.ts';
import { Again } from './edit-and-run.tsx';
import { requestMessages } from './messages.ts';

type Transaction = RouteAnswer<'GET transactions/:id'>;

export function TransactionPanel({ id, onClose }: { id: string; onClose(): void }) {
  const messages = useMessages(requestMessages);
  const read = useRead('GET transactions/:id', { params: { id } });
  useRealtime(['operation'], ['GET transactions/:id']);
  return (
    <SidePanel
      title={messages.transactionTitle(id)}
      onClose={onClose}
      actions={<ButtonLink to={`/transactions/${id}`}>{messages.transactionPage}</ButtonLink>}
    >
      <Loaded read={read} lines={10}>
        {(transaction) => (
          <div className="stack stack-l">
            <TransactionDetails transaction={transaction} />
            <section className="stack">
              <h3>{messages.request}</h3>
              <p className="soft small">{messages.requestLead}</p>
              <Again of={askedOf(transaction)} />
            </section>
          </div>
        )}
      </Loaded>
    </SidePanel>
  );
}

/** With an identifier of its own: the same one again would be answered with this transaction. */
function askedOf({ id, service, phone, amount, externalId, clientData }: Transaction): Asked {
  const data: Asked['members'] =
    clientData === null ? [] : [{ name: 'data', value: clientData, type: 'string' }];
  return {
    endpoint: 'POST /api-services/operation',
    keyName: null,
    members: [
      { name: 'apiKey', value: null, type: 'string' },
      { name: 'codeService', value: service, type: 'string' },
      { name: 'phone', value: phone.startsWith('+') ? phone : null, type: 'string' },
      { name: 'amount', value: amount, type: 'number' },
      { name: 'externalTransactionId', value: `${externalId}-${id.slice(-4)}`, type: 'string' },
      ...data,
    ],
  };
}
