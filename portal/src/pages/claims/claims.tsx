// Lists the claims of this account, with their states.

import { useMay } from '../../api/index.ts';
import { useMessages } from '../../language/index.ts';
import { ListPage } from '../../layout/list-page.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import { optionsOf } from '../../ui/list-filter.ts';
import { Money } from '../../ui/money.tsx';
import { useList } from '../../ui/use-list.ts';
import { When } from '../../ui/when.tsx';
import { claimMessages, type ClaimStatus } from './messages.ts';
import { StatusBadge } from './status-badge.tsx';

export const claimStatuses = [
  'OPENED',
  'IN_PROGRESS',
  'RESOLVED',
  'REJECTED',
  'CLOSED',
] as const satisfies readonly ClaimStatus[];
/** No event tells of the operator's answers. */
const everyMs = 30_000;

export default function Claims() {
  const messages = useMessages(claimMessages);
  const list = useList('GET claims', {
    filters: [
      {
        name: 'status',
        label: messages.status,
        all: messages.all,
        options: optionsOf(claimStatuses, messages.statuses),
      },
    ],
    everyMs,
  });
  const may = useMay('POST claims');
  const open = (
    <ButtonLink variant="primary" icon="plus" to="/claims/new">
      {messages.open}
    </ButtonLink>
  );
  return (
    <ListPage
      title={messages.title}
      lead={messages.lead}
      actions={may ? open : null}
      list={list}
      id="claims"
      rowKey={({ reference }) => reference}
      rowName={({ subject, reference }) => `${subject} (${reference})`}
      rowPage={({ reference }) => `/claims/${reference}`}
      columns={[
        { key: 'subject', header: messages.subject, cell: ({ subject }) => subject },
        {
          key: 'status',
          header: messages.status,
          cell: (claim) => <StatusBadge status={claim.status} />,
        },
        {
          key: 'externalId',
          header: messages.externalId,
          cell: ({ externalId }) => externalId,
        },
        { key: 'service', header: messages.service, cell: ({ serviceName }) => serviceName },
        {
          key: 'amount',
          header: messages.amount,
          align: 'end',
          cell: ({ amount, currency }) => <Money amount={amount} currency={currency} />,
        },
        {
          key: 'opened',
          header: messages.opened,
          cell: ({ openedAt }) => <When at={openedAt} />,
        },
        {
          key: 'moved',
          header: messages.moved,
          extra: true,
          cell: ({ movedAt }) => (movedAt === null ? '–' : <When at={movedAt} />),
        },
        {
          key: 'reference',
          header: messages.reference,
          extra: true,
          cell: ({ reference }) => reference,
        },
      ]}

      empty={{ icon: 'flag', title: messages.none, hint: messages.noneHint }}
    />
  );
}
