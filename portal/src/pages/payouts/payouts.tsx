// Lists the payout batches of this account.

import { useMay } from '../../api/index.ts';
import { useFormat, useMessages } from '../../language/index.ts';
import { ListPage } from '../../layout/list-page.tsx';
import { Link } from '../../router/index.ts';
import { ButtonLink } from '../../ui/button.tsx';
import type { Column } from '../../ui/data-table.tsx';
import { Money } from '../../ui/money.tsx';
import { useList } from '../../ui/use-list.ts';
import { When } from '../../ui/when.tsx';
import { useBatchFilters } from './batch-filters.ts';
import { LimitRequests } from './limit-requests.tsx';
import { payoutMessages } from './messages.ts';
import { BatchBadge, LineCounts, type Batch } from './state-badge.tsx';
import './payouts.css';

export default function Payouts() {
  const messages = useMessages(payoutMessages);
  const list = useList('GET payouts', { filters: useBatchFilters(), live: ['payout'] });
  const may = useMay('POST payouts/upload');
  const make = may ? (
    <ButtonLink variant="primary" icon="upload" to="/payouts/new">
      {messages.new}
    </ButtonLink>
  ) : null;
  return (
    <ListPage
      title={messages.title}
      lead={messages.lead}
      actions={make}
      above={<LimitRequests />}
      list={list}
      id="payouts"
      rowKey={({ id }) => String(id)}
      columns={useBatchColumns<Batch>()}
      empty={{
        icon: 'users',
        title: messages.none,
        hint: messages.noneHint,
        action: make,
        noMatch: messages.noMatch,
      }}
    />
  );
}

/** What a list tells of each batch; the first column leads to it. */
export function useBatchColumns<Row extends Batch>(base = '/payouts'): Column<Row>[] {
  const messages = useMessages(payoutMessages);
  const { number } = useFormat();
  const money = (amount: string, currency: string | null) =>
    currency === null ? '–' : <Money amount={amount} currency={currency} />;
  return [
    {
      key: 'name',
      header: messages.name,
      cell: ({ id, name }) => <Link to={`${base}/${id}`}>{name}</Link>,
    },
    { key: 'state', header: messages.state, cell: ({ state }) => <BatchBadge state={state} /> },
    { key: 'lines', header: messages.lines, align: 'end', cell: ({ lines }) => number(lines) },
    {
      key: 'amount',
      header: messages.amount,
      align: 'end',
      cell: ({ amount, currency }) => money(amount, currency),
    },
    {
      key: 'paid',
      header: messages.paid,
      align: 'end',
      cell: ({ paid, currency }) => money(paid, currency),
    },
    {
      key: 'progress',
      header: messages.progress,
      cell: ({ counts }) => <LineCounts counts={counts} />,
    },
    {
      key: 'fees',
      header: messages.fees,
      align: 'end',
      extra: true,
      cell: ({ fees, currency }) => money(fees, currency),
    },
    {
      key: 'madeBy',
      header: messages.madeBy,
      cell: ({ madeBy, byApi }) => (byApi ? messages.byKey(madeBy) : madeBy),
    },
    { key: 'created', header: messages.created, cell: ({ createdAt }) => <When at={createdAt} /> },
  ];
}
