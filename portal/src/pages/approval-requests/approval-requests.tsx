// Page of pending approvals: requests with requester and reason. They are approved, rejected or
// withdrawn beside the list.

import { useMessages } from '../../language/index.ts';
import { useMay } from '../../api/index.ts';
import { ListPage } from '../../layout/list-page.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import { optionsOf } from '../../ui/list-filter.ts';
import { useList } from '../../ui/use-list.ts';
import { When } from '../../ui/when.tsx';
import { approvalRequestMessages } from './messages.ts';
import { ApprovalRequestPanel } from './approval-request-panel.tsx';
import { ApprovalRequestAmount, ApprovalRequestState } from './approval-request-messages.tsx';

const states = ['open', 'approved', 'done', 'failed', 'refused', 'withdrawn'] as const;
const everyMs = 15_000;

export default function ApprovalRequests() {
  const messages = useMessages(approvalRequestMessages);
  const maySet = useMay('GET operator/refund-limit');
  const list = useList('GET operator/approval-requests', {
    filters: [
      {
        name: 'state',
        label: messages.state,
        all: messages.all,
        options: optionsOf(states, messages.states),
      },
    ],
    everyMs,
    closesWhenNarrowed: true,
  });
  return (
    <ListPage
      title={messages.title}
      lead={messages.lead}
      actions={
        maySet ? <ButtonLink to="/approvals/settings">{messages.settings}</ButtonLink> : null
      }
      list={list}
      id="approval-requests"
      rowKey={({ id }) => String(id)}
      rowName={({ id }) => messages.number(String(id))}
      panel={({ row, onClose }) =>
        row && <ApprovalRequestPanel approvalRequest={row} onClose={onClose} />
      }
      columns={[
        {
          key: 'number',
          header: messages.approvalRequest,
          cell: ({ id }) => messages.number(String(id)),
        },
        { key: 'what', header: messages.what, cell: ({ kind }) => messages.kinds[kind] },
        {
          key: 'state',
          header: messages.state,
          cell: (approvalRequest) => <ApprovalRequestState state={approvalRequest.state} />,
        },
        {
          key: 'account',
          header: messages.account,
          cell: ({ accountName }) => accountName ?? '–',
        },
        {
          key: 'amount',
          header: messages.amount,
          align: 'end',
          cell: (approvalRequest) => ApprovalRequestAmount({ approvalRequest }),
        },
        { key: 'askedBy', header: messages.askedBy, cell: ({ askedBy }) => askedBy },
        {
          key: 'asked',
          header: messages.asked,
          cell: ({ askedAt }) => <When at={askedAt} />,
        },
        {
          key: 'decidedBy',
          header: messages.decidedBy,
          cell: ({ decidedBy }) => decidedBy ?? '–',
        },
      ]}

      empty={{ icon: 'check-circle', title: messages.none, hint: messages.noneHint }}
    />
  );
}
