// Lists the claims that wait for the operator's answer, and since when.

import { useMessages } from '../../language/index.ts';
import { ListPage } from '../../layout/list-page.tsx';
import { optionsOf } from '../../ui/list-filter.ts';
import { Money } from '../../ui/money.tsx';
import { useList } from '../../ui/use-list.ts';
import { When } from '../../ui/when.tsx';
import { Age } from './age.tsx';
import { claimMessages, type ClaimStatus } from './messages.ts';
import { StatusBadge } from './status-badge.tsx';

const states = [
  'waiting',
  'OPENED',
  'IN_PROGRESS',
  'RESOLVED',
  'REJECTED',
  'CLOSED',
] as const satisfies readonly (ClaimStatus | 'waiting')[];
const everyMs = 15_000;

export default function ClaimQueue() {
  const messages = useMessages(claimMessages);
  const list = useList('GET operator/claims', {
    filters: [
      {
        name: 'status',
        label: messages.status,
        options: optionsOf(states, { waiting: messages.waiting, ...messages.statuses }),
        fallback: 'waiting',
      },
    ],
    everyMs,
  });
  return (
    <ListPage
      title={messages.title}
      lead={messages.queueLead}
      list={list}
      id="operator-claims"
      rowKey={({ reference }) => reference}
      rowName={({ subject, reference }) => `${subject} (${reference})`}
      rowPage={({ reference }) => `/claim-queue/${reference}`}
      columns={[
        { key: 'subject', header: messages.subject, cell: ({ subject }) => subject },
        { key: 'account', header: messages.account, cell: ({ accountName }) => accountName },
        {
          key: 'status',
          header: messages.status,
          cell: (claim) => <StatusBadge status={claim.status} />,
        },
        {
          key: 'age',
          header: messages.age,
          cell: (claim) => <Age claim={claim} />,
        },
        {
          key: 'opened',
          header: messages.opened,
          extra: true,
          cell: ({ openedAt }) => <When at={openedAt} />,
        },
        {
          key: 'moved',
          header: messages.moved,
          cell: ({ movedAt }) => (movedAt === null ? '–' : <When at={movedAt} />),
        },
        { key: 'service', header: messages.service, cell: ({ serviceName }) => serviceName },
        {
          key: 'amount',
          header: messages.amount,
          align: 'end',
          cell: ({ amount, currency }) => <Money amount={amount} currency={currency} />,
        },
        {
          key: 'transaction',
          header: messages.transaction,
          extra: true,
          cell: ({ transactionId }) => transactionId,
        },
        {
          key: 'reference',
          header: messages.reference,
          extra: true,
          cell: ({ reference }) => reference,
        },
      ]}

      empty={{
        icon: 'flag',
        title: list.narrowed ? messages.none : messages.noneQueue,
        hint: messages.noneQueueHint,
      }}
    />
  );
}
