// Table of transactions. The same columns for developers and operators, who also see the account.

import { useFormat, useMessages } from '../../language/index.ts';
import { Button } from '../../ui/button.tsx';
import type { Column } from '../../ui/data-table.tsx';
import type { Empty } from '../../ui/list-table.tsx';
import { Money } from '../../ui/money.tsx';
import { Notice } from '../../ui/notice.tsx';
import type { ListState } from '../../ui/use-list.ts';
import { When } from '../../ui/when.tsx';
import { useErrorTexts } from './filters.ts';
import { transactionMessages } from './messages.ts';
import { StatusBadge, type Transaction } from './status-badge.tsx';

interface Answer<Row extends Transaction> {
  items: Row[];
  next: string | null;
  searchedUntil: string | null;
}

/** What both lists have in common. */
export function useTransactionTable<Row extends Transaction>(list: ListState<Answer<Row>>) {
  const messages = useMessages(transactionMessages);
  const { moment } = useFormat();
  /**
   * Old operations are searched a window at a time: none in this one says nothing of those before.
   */
  const isUnfinished = ({ items, next, searchedUntil }: Answer<Row>): boolean =>
    items.length === 0 && next !== null && searchedUntil !== null;
  const empty = (answer: Answer<Row>): Empty => {
    if (!isUnfinished(answer))
      return {
        icon: 'arrows',
        title: list.narrowed ? messages.noneFound : messages.none,
        hint: list.narrowed ? messages.noneFoundHint : messages.noneHint,
      };
    return {
      icon: 'search',
      title: messages.noneYet,
      hint: messages.noneYetHint(moment(answer.searchedUntil ?? '')),
      action: (
        <Button icon="search" pending={list.loading} onClick={() => list.goTo(answer.next ?? '')}>
          {messages.goOn}
        </Button>
      ),
    };
  };
  const summary = (answer: Answer<Row>) =>
    answer.searchedUntil === null || isUnfinished(answer) ? null : (
      <Notice tone="info">{messages.searchedUntil(moment(answer.searchedUntil))}</Notice>
    );
  return { columns: useColumns<Row>(), empty, summary };
}

function useColumns<Row extends Transaction>(): Column<Row>[] {
  const messages = useMessages(transactionMessages);
  const reasons = useErrorTexts();
  return [
    { key: 'id', header: messages.id, primary: true, cell: (row) => row.id },
    {
      key: 'externalId',
      header: messages.externalId,
      phone: 'second',
      cell: (row) => row.externalId,
    },
    {
      key: 'created',
      header: messages.created,
      phone: 'second',
      cell: (row) => <When at={row.createdAt} show="exact" />,
    },
    { key: 'service', header: messages.service, phone: 'none', cell: (row) => row.serviceName },
    { key: 'phone', header: messages.phone, phone: 'none', cell: (row) => row.phone },
    {
      key: 'amount',
      header: messages.amount,
      align: 'end',
      phone: 'second',
      cell: (row) => <Money amount={row.amount} currency={row.currency} />,
    },
    {
      key: 'status',
      header: messages.status,
      phone: 'first',
      cell: (row) => <StatusBadge status={row.status} />,
    },
    {
      key: 'error',
      header: messages.reason,
      phone: 'second',
      cell: ({ error }) => (error === null ? '–' : `${error} · ${reasons(error)}`),
    },
    {
      key: 'commission',
      header: messages.commission,
      align: 'end',
      extra: true,
      cell: (row) => <Money amount={row.commission} currency={row.currency} />,
    },
    {
      key: 'providerReference',
      header: messages.providerReference,
      extra: true,
      cell: (row) => row.providerReference,
    },
    {
      key: 'updated',
      header: messages.updated,
      extra: true,
      cell: (row) => <When at={row.updatedAt} />,
    },
  ];
}
