// How do transactions stand in a list? The same columns for developers and operators, who see the account besides.

import type { ReactNode } from 'react';
import { useFormat, useTexts } from '../../language/index.ts';
import { Button } from '../../ui/button.tsx';
import { DataTable, type Column } from '../../ui/data-table.tsx';
import { Money } from '../../ui/money.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Pager } from '../../ui/pager.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { When } from '../../ui/when.tsx';
import type { TransactionSearch } from './search.ts';
import { StatusBadge, type Transaction } from './status-badge.tsx';
import { transactionTexts } from './texts.ts';

interface Props<Row extends Transaction> {
  page: { items: readonly Row[]; next: string | null; searchedUntil: string | null };
  loading: boolean;
  state: TransactionSearch;
  keyOf(row: Row): string;
  account?: Column<Row>;
  actions: ReactNode;
}

export function TransactionTable<Row extends Transaction>({ page, loading, state, keyOf, account, actions }: Props<Row>) {
  const words = useTexts(transactionTexts);
  const { moment } = useFormat();
  const { search, change } = state;
  const narrowed = Object.keys(state.filters).some((name) => state.filters[name as 'q'] !== '') || search.account !== '';
  const columns = useColumns<Row>();
  /** Old operations are searched a window at a time: none in this one says nothing of those before. */
  const isUnfinished = page.items.length === 0 && page.next !== null && page.searchedUntil !== null;
  return (
    <>
      {page.searchedUntil === null || isUnfinished ? null : <Notice tone="info">{words.searchedUntil(moment(page.searchedUntil))}</Notice>}
      <DataTable
        id={account === undefined ? 'transactions' : 'operator-transactions'}
        caption={words.title}
        rows={page.items}
        rowKey={keyOf}
        rowName={(row) => row.id}
        columns={account === undefined ? columns : [columns[0]!, account, ...columns.slice(1)]}
        openKey={search.open}
        onOpen={(row) => change({ open: keyOf(row) })}
        loading={loading}
        actions={actions}
        empty={
          isUnfinished ? (
            <EmptyState
              icon="search"
              title={words.noneYet}
              action={
                <Button icon="search" pending={loading} onClick={() => change({ after: page.next ?? '' }, { push: true })}>
                  {words.goOn}
                </Button>
              }
            >
              {words.noneYetHint(moment(page.searchedUntil ?? ''))}
            </EmptyState>
          ) : (
            <EmptyState icon="arrows" title={narrowed ? words.noneFound : words.none}>
              {narrowed ? words.noneFoundHint : words.noneHint}
            </EmptyState>
          )
        }
        pager={<Pager after={search.after} next={page.next} onChange={(after) => change({ after }, { push: true })} />}
      />
    </>
  );
}

function useColumns<Row extends Transaction>(): Column<Row>[] {
  const words = useTexts(transactionTexts);
  return [
    { key: 'id', header: words.id, primary: true, cell: (row) => row.id },
    { key: 'created', header: words.created, cell: (row) => <When at={row.createdAt} /> },
    { key: 'service', header: words.service, cell: (row) => row.serviceName },
    { key: 'phone', header: words.phone, cell: (row) => row.phone },
    { key: 'amount', header: words.amount, align: 'end', cell: (row) => <Money amount={row.amount} currency={row.currency} /> },
    { key: 'status', header: words.status, cell: (row) => <StatusBadge status={row.status} /> },
    { key: 'externalId', header: words.externalId, extra: true, cell: (row) => row.externalId },
    {
      key: 'commission',
      header: words.commission,
      align: 'end',
      extra: true,
      cell: (row) => <Money amount={row.commission} currency={row.currency} />,
    },
    { key: 'error', header: words.error, extra: true, cell: (row) => row.error },
    { key: 'providerReference', header: words.providerReference, extra: true, cell: (row) => row.providerReference },
    { key: 'updated', header: words.updated, extra: true, cell: (row) => <When at={row.updatedAt} /> },
  ];
}
