// Which lines does a batch have, and what became of each?

import type { ReactNode } from 'react';
import type { Read } from '../../api/index.ts';
import type { RouteAnswer } from '@jokko/contract/portal';
import { useFormat, useTexts } from '../../language/index.ts';
import { filterParam, Link, textParam, useSearch } from '../../router/index.ts';
import { DataTable, type Column } from '../../ui/data-table.tsx';
import { FilterBar, FilterSelect, FilterText } from '../../ui/filter-bar.tsx';
import { Money } from '../../ui/money.tsx';
import { Pager } from '../../ui/pager.tsx';
import { EmptyState, Loaded } from '../../ui/states.tsx';
import { Remarks, type Line } from './remarks.tsx';
import { LineBadge } from './state-badge.tsx';
import { payoutTexts } from './texts.ts';

const shows = ['wrong', 'doubtful', 'waiting', 'sent', 'succeeded', 'failed', 'canceled'] as const;
export const lineFilters = { show: filterParam(shows), q: textParam(), after: textParam() };
type LinesAnswer = RouteAnswer<'GET payouts/:id/lines'>;

/** @param transactionBase where a transaction's page is. */
export function Lines({
  read,
  currency,
  base,
  transactionBase,
  actions,
}: {
  read: Read<LinesAnswer>;
  currency: string | null;
  base: string;
  transactionBase: string;
  actions?: ReactNode;
}) {
  const { table: words, lineStates } = useTexts(payoutTexts);
  const [{ show, q, after }, change] = useSearch(lineFilters);
  const columns = useColumns(currency, base, transactionBase);
  const nameOf = (value: (typeof shows)[number]): string =>
    value === 'wrong' ? words.wrong : value === 'doubtful' ? words.doubtful : lineStates[value];
  return (
    <>
      <FilterBar active={show !== '' || q !== ''} onClear={() => change({ show: '', q: '', after: '' })}>
        <FilterText label={words.search} value={q} onChange={(next) => change({ q: next, after: '' })} />
        <FilterSelect
          label={words.show}
          all={words.all}
          value={show}
          options={shows.map((value) => ({ value, label: nameOf(value) }))}
          onChange={(next) => change({ show: next, after: '' })}
        />
      </FilterBar>
      <Loaded read={read}>
        {({ items, next }) => (
          <DataTable
            id="payout-lines"
            caption={words.caption}
            rows={items}
            rowKey={({ number }) => String(number)}
            columns={columns}
            actions={actions}
            empty={<EmptyState icon="list" title={words.none} />}
            pager={<Pager after={after} next={next} onChange={(to) => change({ after: to }, { push: true })} />}
          />
        )}
      </Loaded>
    </>
  );
}

function useColumns(currency: string | null, base: string, transactionBase: string): Column<Line>[] {
  const { table: words, amount: amountWord, fees, state: stateWord } = useTexts(payoutTexts);
  const { number } = useFormat();
  const money = (amount: string | null, given: string): ReactNode =>
    amount === null || currency === null ? given || '–' : <Money amount={amount} currency={currency} />;
  return [
    { key: 'line', header: words.line, cell: ({ fileLine }) => number(fileLine) },
    { key: 'phone', header: words.phone, cell: ({ phone }) => <span className="number">{phone || '–'}</span> },
    { key: 'person', header: words.person, cell: ({ name }) => name || '–' },
    { key: 'amount', header: amountWord, align: 'end', cell: ({ amount, amountGiven }) => money(amount, amountGiven) },
    { key: 'fee', header: fees, align: 'end', extra: true, cell: ({ fee }) => money(fee, '') },
    { key: 'state', header: stateWord, cell: ({ state, problems }) => <LineBadge state={state} wrong={problems.length > 0} /> },
    { key: 'remarks', header: words.remarks, cell: (line) => <Remarks line={line} base={base} /> },
    {
      key: 'transaction',
      header: words.transaction,
      cell: ({ transactionId }) => (transactionId === null ? '–' : <Link to={`${transactionBase}/${transactionId}`}>{transactionId}</Link>),
    },
    { key: 'service', header: words.service, extra: true, cell: ({ service }) => service || '–' },
    { key: 'externalId', header: words.externalId, extra: true, cell: ({ externalId }) => externalId },
    { key: 'note', header: words.note, extra: true, cell: ({ note }) => note || '–' },
    { key: 'attempt', header: words.attempt, align: 'end', extra: true, cell: ({ attempt }) => number(attempt) },
  ];
}
