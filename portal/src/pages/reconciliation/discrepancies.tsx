// Lists the discrepancies of a statement. Filtered by class and state, opened beside the list,
// exported as CSV.

import { useState } from 'react';
import { addressOf, useMay } from '../../api/index.ts';
import { useFormat, useMessages, type InLanguage } from '../../language/index.ts';
import type { Column } from '../../ui/data-table.tsx';
import { optionsOf } from '../../ui/list-filter.ts';
import { ListTable } from '../../ui/list-table.tsx';
import { Money } from '../../ui/money.tsx';
import { useList } from '../../ui/use-list.ts';
import { ExportMenu } from '../statement/export-menu.tsx';
import { DiscrepancyStateBadge } from './badges.tsx';
import { CloseMany } from './close-many.tsx';
import { DiscrepancyPanel } from './discrepancy-panel.tsx';
import {
  discrepancyClasses,
  discrepancyStates,
  type Discrepancy,
  type reconciliationMessages,
  type WholeFile,
} from './messages.ts';
import { messagesOfParty } from './party-messages.ts';

export function Discrepancies({ id, file }: { id: string; file: Pick<WholeFile, 'route'> }) {
  const messages = useMessages(messagesOfParty(file));
  const { number } = useFormat();
  const list = useList('GET operator/reconciliation/:id/discrepancies', {
    params: { id },
    filters: [...filtersOf(messages)],
    closesWhenNarrowed: true,
  });
  const may = useMay('POST operator/reconciliation-discrepancies/close');
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  // The ids of those that are shown: what another page or filter has taken away is not closed
  // unseen.
  const ids = (list.read.answer?.items ?? [])
    .filter((each) => each.state === 'open' && selected.has(String(each.id)))
    .map((each) => String(each.id));
  const addressIn = (form: 'excel' | 'plain'): string =>
    addressOf('GET operator/reconciliation/:id/export', {
      params: { id },
      query: { ...list.query, form },
    });
  return (
    <ListTable
      list={list}
      id="discrepancies"
      caption={messages.discrepancies}
      rowKey={(discrepancy) => String(discrepancy.id)}
      rowName={(discrepancy) =>
        `${messages.discrepancyTitle(String(discrepancy.id))}, ${messages.classes[discrepancy.class]}`
      }
      panel={(opened) => <DiscrepancyPanel id={opened.id} onClose={opened.onClose} />}
      {...(may && {
        selection: {
          keys: new Set(ids),
          change: setSelected,
          can: ({ state }: Discrepancy) => state === 'open',
        },
      })}
      tools={
        <>
          <CloseMany ids={ids} onDone={() => setSelected(new Set())} />
          <ExportMenu address={addressIn} />
        </>
      }
      columns={columnsOf(messages, number)}
      empty={{
        icon: 'scale',
        title: messages.noDiscrepancies,
        hint: messages.noDiscrepanciesHint,
        noMatch: messages.noDiscrepanciesFilter,
      }}
    />
  );
}

type Messages = InLanguage<typeof reconciliationMessages>;

const columnsOf = (
  messages: Messages,
  number: ReturnType<typeof useFormat>['number'],
): Column<Discrepancy>[] => [
  {
    key: 'class',
    header: messages.class,
    cell: (discrepancy) => messages.classes[discrepancy.class],
  },
  {
    key: 'state',
    header: messages.state,
    cell: (discrepancy) => <DiscrepancyStateBadge state={discrepancy.state} />,
  },
  {
    key: 'line',
    header: messages.row,
    align: 'end',
    cell: ({ line }) => (line === null ? '–' : number(line)),
  },
  {
    key: 'transaction',
    header: messages.transaction,
    cell: ({ transactionId }) => transactionId ?? '–',
  },
  {
    key: 'developer',
    header: messages.developer,
    extra: true,
    cell: ({ accountName }) => accountName ?? '–',
  },
  ...amountColumns(messages),
  {
    key: 'reference',
    header: messages.providerReference,
    extra: true,
    cell: ({ evidence }) =>
      evidence.theirs?.providerReference ?? evidence.ours?.providerReference ?? '–',
  },
];

const amountColumns = (messages: Messages): Column<Discrepancy>[] => [
  {
    key: 'theirs',
    header: messages.theirs,
    align: 'end',
    cell: (discrepancy) => <Side discrepancy={discrepancy} of="theirs" />,
  },
  {
    key: 'ours',
    header: messages.ours,
    align: 'end',
    cell: (discrepancy) => <Side discrepancy={discrepancy} of="ours" />,
  },
  {
    key: 'difference',
    header: messages.difference,
    align: 'end',
    cell: (discrepancy) => <Side discrepancy={discrepancy} of="difference" />,
  },
  {
    key: 'fee',
    header: messages.feesDifference,
    align: 'end',
    cell: ({ feeDifference, currency }) =>
      feeDifference === null || currency === null ? (
        '–'
      ) : (
        <Money amount={feeDifference} currency={currency} signed />
      ),
  },
];

const filtersOf = (messages: Messages) =>
  [
    {
      name: 'class',
      label: messages.class,
      all: messages.all,
      options: optionsOf(discrepancyClasses, messages.classes),
    },
    {
      name: 'state',
      label: messages.state,
      all: messages.all,
      options: optionsOf(discrepancyStates, messages.discrepancyStates),
    },
  ] as const;

function Side({
  discrepancy,
  of,
}: {
  discrepancy: { currency: string | null; theirs: string; ours: string; difference: string };
  of: 'theirs' | 'ours' | 'difference';
}) {
  return discrepancy.currency === null ? (
    <>–</>
  ) : (
    <Money amount={discrepancy[of]} currency={discrepancy.currency} signed />
  );
}
