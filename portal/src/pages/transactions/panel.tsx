// Panel beside a transaction list: all about one transaction, and the link to its own page.

import { useRealtime, useRead } from '../../api/index.ts';
import { useMessages } from '../../language/index.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { SidePanel } from '../../ui/side-panel.tsx';
import { Loaded } from '../../ui/states.tsx';
import { TransactionDetails } from './facts.tsx';
import { Story } from './story.tsx';
import { transactionMessages } from './messages.ts';
import { RefundOrCancel } from './refund-or-cancel.tsx';

export function OwnPanel({ id, onClose }: { id: string; onClose(): void }) {
  const messages = useMessages(transactionMessages);
  const read = useRead('GET transactions/:id', { params: { id } });
  useRealtime(['operation', 'callback'], ['GET transactions/:id']);
  const actions = (
    <>
      <ButtonLink to={`/transactions/${id}`}>{messages.openPage}</ButtonLink>
      {read.answer === undefined ? null : <RefundOrCancel transaction={read.answer} />}
    </>
  );
  return (
    <SidePanel title={messages.oneTitle(id)} onClose={onClose} actions={actions}>
      <Loaded read={read} lines={10}>
        {(transaction) => (
          <div className="stack">
            <TransactionDetails transaction={transaction} />
            <h3>{messages.story}</h3>
            <Story transaction={transaction} />
          </div>
        )}
      </Loaded>
    </SidePanel>
  );
}

export function PanelOfAll({
  account,
  id,
  onClose,
}: {
  account: string;
  id: string;
  onClose(): void;
}) {
  const messages = useMessages(transactionMessages);
  const read = useRead('GET operator/transactions/:account/:id', { params: { account, id } });
  return (
    <SidePanel
      title={messages.oneTitle(id)}
      onClose={onClose}
      actions={<ButtonLink to={`/transactions/${account}/${id}`}>{messages.openPage}</ButtonLink>}
    >
      <Loaded read={read} lines={10}>
        {(transaction) => (
          <div className="stack">
            <TransactionDetails transaction={transaction} />
            <h3>{messages.story}</h3>
            <Story transaction={transaction} />
          </div>
        )}
      </Loaded>
    </SidePanel>
  );
}
