// How do the entries of a statement stand in a list?

import type { ReactNode } from 'react';
import type { RouteAnswer } from '@jokko/contract/portal';
import { useTexts } from '../../language/index.ts';
import { Link } from '../../router/index.ts';
import { DataTable } from '../../ui/data-table.tsx';
import { Money } from '../../ui/money.tsx';
import { Pager } from '../../ui/pager.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { When } from '../../ui/when.tsx';
import { statementTexts } from './texts.ts';
import { verbTexts, verbWord } from './verbs.ts';

type Row = RouteAnswer<'GET statement'>['items'][number];

interface Props {
  page: RouteAnswer<'GET statement'>;
  loading: boolean;
  after: string;
  onPage(after: string): void;
  actions: ReactNode;
}

export function EntryTable({ page: { items, currency, next }, loading, after, onPage, actions }: Props) {
  const words = useTexts(statementTexts);
  const verbs = useTexts(verbTexts);
  const change = (amount: string): ReactNode => (amount === '0' ? null : <Money amount={amount} currency={currency} signed />);
  return (
    <DataTable
      id="statement"
      caption={words.statement}
      rows={items}
      rowKey={(row) => row.id}
      columns={[
        { key: 'date', header: words.date, primary: true, cell: (row) => <When at={row.at} show="exact" /> },
        { key: 'kind', header: words.kind, cell: (row) => verbWord(verbs, row.kind) },
        {
          key: 'transaction',
          header: words.transaction,
          cell: (row) => <About row={row} />,
        },
        { key: 'change', header: words.change, align: 'end', cell: (row) => change(row.available) },
        { key: 'held', header: words.heldChange, align: 'end', cell: (row) => change(row.held) },
        { key: 'after', header: words.after, align: 'end', cell: (row) => <Money amount={row.availableAfter} currency={currency} /> },
        { key: 'note', header: words.note, extra: true, cell: (row) => row.note },
        { key: 'entry', header: words.entry, extra: true, cell: (row) => row.id },
      ]}
      loading={loading}
      actions={actions}
      empty={
        <EmptyState icon="wallet" title={words.none}>
          {words.noneHint}
        </EmptyState>
      }
      pager={<Pager after={after} next={next} onChange={onPage} />}
    />
  );
}

/** What an entry is of. */
function About({ row: { transactionId, smsBatchId, settlementId } }: { row: Row }) {
  const words = useTexts(statementTexts);
  if (transactionId !== null) return <Link to={`/transactions/${transactionId}`}>{transactionId}</Link>;
  if (settlementId !== null) return <Link to={`/settlements/${settlementId}`}>{words.settlement(String(settlementId))}</Link>;
  return smsBatchId === null ? null : words.smsBatch(smsBatchId);
}
