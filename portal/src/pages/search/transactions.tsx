// Table of the transactions that a search found.

import type { RouteAnswer } from '@jokko/contract/portal';
import { useMessages } from '../../language/index.ts';
import { Link } from '../../router/index.ts';
import { Badge } from '../../ui/badge.tsx';
import { DataTable, type Column } from '../../ui/data-table.tsx';
import { Money } from '../../ui/money.tsx';
import { stateTones } from '../../ui/state-tones.ts';
import { When } from '../../ui/when.tsx';
import { searchMessages } from './messages.ts';

type Row = Pick<
  RouteAnswer<'GET operator/search'>['transactions'][number],
  'id' | 'status' | 'externalId' | 'phone' | 'amount' | 'currency' | 'createdAt'
>;

/** `more`: columns behind the status. */
export function FoundTransactions<Found extends Row>({
  rows,
  pathOf,
  more = [],
}: {
  rows: readonly Found[];
  pathOf(row: Found): string;
  more?: readonly Column<Found>[];
}) {
  const messages = useMessages(searchMessages);
  return (
    <DataTable
      id="found-transactions"
      caption={messages.transactions}
      rows={rows}
      rowKey={({ id }) => id}
      empty={null}
      columns={[
        {
          key: 'id',
          header: messages.id,
          cell: (row) => <Link to={pathOf(row)}>{row.id}</Link>,
        },
        {
          key: 'status',
          phone: 'first',
          header: messages.status,
          cell: ({ status }) => (
            <Badge tone={stateTones.transaction[status]}>{messages.statuses[status]}</Badge>
          ),
        },
        ...more,
        {
          key: 'external',
          header: messages.externalId,
          phone: 'second',
          cell: ({ externalId }) => <code>{externalId}</code>,
        },
        { key: 'phone', header: messages.phone, phone: 'none', cell: ({ phone }) => phone },
        {
          key: 'amount',
          header: messages.amount,
          align: 'end',
          phone: 'second',
          cell: ({ amount, currency }) => <Money amount={amount} currency={currency} />,
        },
        {
          key: 'created',
          header: messages.created,
          phone: 'second',
          cell: ({ createdAt }) => <When at={createdAt} />,
        },
      ]}
    />
  );
}
