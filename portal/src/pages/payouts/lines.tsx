// Lists the lines of a payout batch, with the outcome of each.

import type { ReactNode } from 'react';
import type { RouteAnswer } from '@jokko/contract/portal';
import { useFormat, useMessages } from '../../language/index.ts';
import { Link } from '../../router/index.ts';
import type { Column } from '../../ui/data-table.tsx';
import { optionsOf } from '../../ui/list-filter.ts';
import { ListTable } from '../../ui/list-table.tsx';
import { Money } from '../../ui/money.tsx';
import type { ListState } from '../../ui/use-list.ts';
import { payoutMessages } from './messages.ts';
import { Remarks, type Line } from './remarks.tsx';
import { LineBadge } from './state-badge.tsx';

const shows = [
  'wrong',
  'duplicated',
  'waiting',
  'sent',
  'succeeded',
  'failed',
  'canceled',
] as const;
type LinesAnswer = RouteAnswer<'GET payouts/:id/lines'>;

export function useLineFilters() {
  const { table: messages, lineStates } = useMessages(payoutMessages);
  return [
    { name: 'q', label: messages.search },
    {
      name: 'show',
      label: messages.show,
      all: messages.all,
      options: optionsOf(shows, {
        ...lineStates,
        wrong: messages.wrong,
        duplicated: messages.duplicated,
      }),
    },
  ] as const;
}

/** @param transactionBase where a transaction's page is. */
export function Lines({
  list,
  currency,
  base,
  transactionBase,
  actions,
}: {
  list: ListState<LinesAnswer>;
  currency: string | null;
  base: string;
  transactionBase: string;
  actions?: ReactNode;
}) {
  const { table: messages } = useMessages(payoutMessages);
  return (
    <ListTable
      list={list}
      id="payout-lines"
      caption={messages.caption}
      rowKey={({ number }) => String(number)}
      columns={useColumns(currency, base, transactionBase)}
      tools={actions}
      empty={{ title: messages.none }}
    />
  );
}

function useColumns(
  currency: string | null,
  base: string,
  transactionBase: string,
): Column<Line>[] {
  const {
    table: messages,
    amount: amountLabel,
    fees,
    state: stateLabel,
  } = useMessages(payoutMessages);
  const { number } = useFormat();
  const money = (amount: string | null, given: string): ReactNode =>
    amount === null || currency === null ? (
      given || '–'
    ) : (
      <Money amount={amount} currency={currency} />
    );
  return [
    { key: 'line', header: messages.line, cell: ({ fileLine }) => number(fileLine) },
    {
      key: 'phone',
      header: messages.phone,
      cell: ({ phone }) => <span className="number">{phone || '–'}</span>,
    },
    { key: 'user', header: messages.user, cell: ({ name }) => name || '–' },
    {
      key: 'amount',
      header: amountLabel,
      align: 'end',
      cell: ({ amount, amountGiven }) => money(amount, amountGiven),
    },
    { key: 'fee', header: fees, align: 'end', extra: true, cell: ({ fee }) => money(fee, '') },
    {
      key: 'state',
      header: stateLabel,
      cell: ({ state, problems }) => <LineBadge state={state} wrong={problems.length > 0} />,
    },
    {
      key: 'remarks',
      header: messages.remarks,
      cell: (line) => <Remarks line={line} base={base} />,
    },
    {
      key: 'transaction',
      header: messages.transaction,
      cell: ({ transactionId }) =>
        transactionId === null ? (
          '–'
        ) : (
          <Link to={`${transactionBase}/${transactionId}`}>{transactionId}</Link>
        ),
    },
    {
      key: 'service',
      header: messages.service,
      extra: true,
      cell: ({ service }) => service || '–',
    },
    {
      key: 'externalId',
      header: messages.externalId,
      extra: true,
      cell: ({ externalId }) => externalId,
    },
    { key: 'note', header: messages.note, extra: true, cell: ({ note }) => note || '–' },
    {
      key: 'attempt',
      header: messages.attempt,
      align: 'end',
      extra: true,
      cell: ({ attempt }) => number(attempt),
    },
  ];
}
