// Lists past settlements, newest first. One that nobody has approved can be withdrawn.

import { useMay } from '../../api/index.ts';
import { useMessages } from '../../language/index.ts';
import { Link } from '../../router/index.ts';
import { Action } from '../../ui/action.tsx';
import { Card } from '../../ui/card.tsx';
import type { Column } from '../../ui/data-table.tsx';
import { ListTable } from '../../ui/list-table.tsx';
import { Money } from '../../ui/money.tsx';
import { useList } from '../../ui/use-list.ts';
import { When } from '../../ui/when.tsx';
import { settlementMessages } from './messages.ts';
import { shortName, StateBadge, type Settlement } from './labels.tsx';

export function History() {
  const messages = useMessages(settlementMessages);
  const list = useList('GET settlements', {
    live: ['operation'],
    liveReads: ['GET settlements/terms'],
  });
  const may = useMay('POST settlements/withdraw');
  const open = list.read.answer?.items.some(({ state }) => state === 'REQUESTED') ?? false;
  const columns: Column<Settlement>[] = [
    {
      key: 'number',
      header: messages.settlement,
      primary: true,
      cell: ({ id }) => (
        <Link to={`/settlements/${id}`} className="settlement-name">
          {messages.number(String(id))}
        </Link>
      ),
    },
    { key: 'state', header: messages.state, cell: ({ state }) => <StateBadge state={state} /> },
    {
      key: 'amount',
      header: messages.amount,
      align: 'end',
      cell: ({ amount, currency }) => <Money amount={amount} currency={currency} />,
    },
    {
      key: 'destination',
      header: messages.destination,
      cell: ({ destination }) => shortName(destination),
    },
    {
      key: 'requested',
      header: messages.requested,
      cell: ({ requestedAt }) => <When at={requestedAt} />,
    },
    {
      key: 'askedBy',
      header: messages.askedBy,
      extra: true,
      cell: ({ askedBy }) => askedBy ?? messages.bySchedule,
    },
    {
      key: 'fee',
      header: messages.fee,
      extra: true,
      align: 'end',
      cell: ({ fee, currency }) => <Money amount={fee} currency={currency} />,
    },
    {
      key: 'reference',
      header: messages.reference,
      cell: ({ reference, reason }) => reference ?? reason ?? '–',
    },
  ];
  if (may && open)
    columns.push({
      key: 'actions',
      header: messages.actions,
      align: 'end',
      cell: ({ id, state }) => (state === 'REQUESTED' ? <Withdraw id={id} /> : null),
    });
  return (
    <Card title={messages.history} flush>
      <ListTable
        list={list}
        id="settlements"
        caption={messages.history}
        rowKey={({ id }) => String(id)}
        columns={columns}
        empty={{ icon: 'wallet', title: messages.none, hint: messages.noneHint }}
      />
    </Card>
  );
}

function Withdraw({ id }: { id: number }) {
  const messages = useMessages(settlementMessages);
  const title = messages.withdrawOf(String(id));
  return (
    <Action
      route="POST settlements/withdraw"
      body={{ id }}
      changes={['GET settlements', 'GET settlements/terms']}
      label={messages.withdraw}
      name={title}
      small
      variant="quiet"
      ask={{ title, children: <p>{messages.withdrawBody}</p>, danger: true }}
      done={messages.withdrawn}
    />
  );
}
