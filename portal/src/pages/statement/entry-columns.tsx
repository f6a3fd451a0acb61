// Columns of a statement's entries.

import type { ReactNode } from 'react';
import type { RouteAnswer } from '@jokko/contract/portal';
import { useMessages } from '../../language/index.ts';
import { Link } from '../../router/index.ts';
import type { Column } from '../../ui/data-table.tsx';
import { Money } from '../../ui/money.tsx';
import { When } from '../../ui/when.tsx';
import { statementMessages } from './messages.ts';
import { verbMessages, verbLabel } from './verb-messages.ts';

type Row = RouteAnswer<'GET statement'>['items'][number];

export function useEntryColumns(currency: string): Column<Row>[] {
  const messages = useMessages(statementMessages);
  const verbs = useMessages(verbMessages);
  const change = (amount: string): ReactNode =>
    amount === '0' ? null : <Money amount={amount} currency={currency} signed />;
  return [
    {
      key: 'date',
      header: messages.date,
      primary: true,
      cell: (row) => <When at={row.at} show="exact" />,
    },
    { key: 'kind', header: messages.kind, cell: (row) => verbLabel(verbs, row.kind) },
    {
      key: 'transaction',
      header: messages.transaction,
      cell: (row) => <About row={row} />,
    },
    {
      key: 'change',
      header: messages.change,
      align: 'end',
      cell: (row) => change(row.available),
    },
    { key: 'held', header: messages.heldChange, align: 'end', cell: (row) => change(row.held) },
    {
      key: 'after',
      header: messages.after,
      align: 'end',
      cell: (row) => <Money amount={row.availableAfter} currency={currency} />,
    },
    { key: 'note', header: messages.note, extra: true, cell: (row) => row.note },
    { key: 'entry', header: messages.entry, extra: true, cell: (row) => row.id },
  ];
}

/** What an entry is of. */
function About({ row: { transactionId, smsBatchId, settlementId } }: { row: Row }) {
  const messages = useMessages(statementMessages);
  if (transactionId !== null)
    return <Link to={`/transactions/${transactionId}`}>{transactionId}</Link>;
  if (settlementId !== null)
    return (
      <Link to={`/settlements/${settlementId}`}>{messages.settlement(String(settlementId))}</Link>
    );
  return smsBatchId === null ? null : messages.smsBatch(smsBatchId);
}
