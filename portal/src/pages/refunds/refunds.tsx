// Lists the refunds of the account that wait for a second user, and earlier ones with their
// outcome.

import { useMessages } from '../../language/index.ts';
import { ListPage } from '../../layout/list-page.tsx';
import { Money } from '../../ui/money.tsx';
import { useList } from '../../ui/use-list.ts';
import { When } from '../../ui/when.tsx';
import { approvalRequestMessages } from '../approval-requests/messages.ts';
import { ApprovalRequestState } from '../approval-requests/approval-request-messages.tsx';
import { refundMessages } from './messages.ts';
import { RefundPanel } from './refund-panel.tsx';

const everyMs = 15_000;

export default function Refunds() {
  const messages = useMessages(refundMessages);
  const approvalRequest = useMessages(approvalRequestMessages);
  const list = useList('GET refunds', { everyMs });
  return (
    <ListPage
      title={messages.title}
      lead={messages.lead}
      list={list}
      id="refunds"
      rowKey={({ id }) => String(id)}
      rowName={({ id, transactionId }) => `${messages.number(id)} · ${transactionId}`}
      panel={({ row, onClose }) => row && <RefundPanel refund={row} onClose={onClose} />}
      columns={[
        {
          key: 'transaction',
          header: messages.transaction,
          cell: ({ transactionId }) => transactionId,
        },
        {
          key: 'state',
          header: approvalRequest.state,
          cell: ({ state }) => <ApprovalRequestState state={state} />,
        },
        {
          key: 'amount',
          header: approvalRequest.amount,
          align: 'end',
          cell: ({ amount, currency }) => <Money amount={amount} currency={currency} />,
        },
        { key: 'reason', header: approvalRequest.reason, cell: ({ reason }) => reason || '–' },
        { key: 'askedBy', header: approvalRequest.askedBy, cell: ({ askedBy }) => askedBy },
        {
          key: 'asked',
          header: approvalRequest.asked,
          cell: ({ askedAt }) => <When at={askedAt} />,
        },
        {
          key: 'decidedBy',
          header: approvalRequest.decidedBy,
          cell: ({ decidedBy }) => decidedBy ?? '–',
        },
      ]}

      empty={{ icon: 'undo', title: messages.none, hint: messages.noneHint }}
    />
  );
}
