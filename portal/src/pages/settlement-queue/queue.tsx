// Lists the settlements that wait for the operator, and the others with their outcome.

import { useChange, useErrorMessages, useMay } from '../../api/index.ts';
import { useMessages } from '../../language/index.ts';
import { ListPage } from '../../layout/list-page.tsx';
import { Button } from '../../ui/button.tsx';
import type { Column } from '../../ui/data-table.tsx';
import { optionsOf } from '../../ui/list-filter.ts';
import { Money } from '../../ui/money.tsx';
import { toast } from '../../ui/toast.tsx';
import { useList } from '../../ui/use-list.ts';
import { When } from '../../ui/when.tsx';
import { settlementMessages } from '../settlements/messages.ts';
import { shortName, StateBadge } from '../settlements/labels.tsx';
import type { Queued } from './answers.ts';
import { queueMessages } from './messages.ts';
import { SettlementPanel } from './settlement-panel.tsx';
import { takeFile } from './take-file.ts';
import { Unconfirmed } from './unconfirmed.tsx';
import { WeeksCard } from './weeks-card.tsx';
import '../settlements/settlements.css';

const states = ['REQUESTED', 'APPROVED', 'PAID', 'REFUSED', 'WITHDRAWN', 'RETURNED'] as const;
const everyMs = 15_000;

export default function SettlementQueue() {
  const messages = useMessages(queueMessages);
  const common = useMessages(settlementMessages);
  const list = useList('GET operator/settlements', {
    filters: [
      {
        name: 'state',
        label: common.state,
        all: messages.all,
        options: optionsOf(states, common.states),
      },
    ],
    everyMs,
    closesWhenNarrowed: true,
  });
  return (
    <ListPage
      title={messages.title}
      lead={messages.lead}
      above={<WeeksCard weeks={list.read.answer?.weeks ?? []} />}
      list={list}
      id="settlement-queue"
      rowKey={({ id }) => String(id)}
      rowName={({ id }) => common.number(String(id))}
      panel={({ row, onClose }) => row && <SettlementPanel settlement={row} onClose={onClose} />}
      tools={<Files />}
      columns={useColumns()}
      empty={{ icon: 'wallet', title: messages.none, hint: messages.noneHint }}
    >
      <Unconfirmed />
    </ListPage>
  );
}

function useColumns(): Column<Queued>[] {
  const messages = useMessages(queueMessages);
  const common = useMessages(settlementMessages);
  return [
    { key: 'number', header: common.settlement, cell: ({ id }) => common.number(String(id)) },
    { key: 'state', header: common.state, cell: (row) => <StateBadge state={row.state} /> },
    { key: 'next', header: messages.next, cell: (row) => <ToDo row={row} /> },
    { key: 'account', header: messages.account, cell: ({ accountName }) => accountName },
    {
      key: 'amount',
      header: common.amount,
      align: 'end',
      cell: ({ amount, currency }) => <Money amount={amount} currency={currency} />,
    },
    {
      key: 'destination',
      header: common.destination,
      cell: ({ destination }) => shortName(destination),
    },
    {
      key: 'requested',
      header: common.requested,
      cell: ({ requestedAt }) => <When at={requestedAt} />,
    },
    {
      key: 'reference',
      header: common.reference,
      extra: true,
      cell: ({ reference }) => reference ?? '–',
    },
  ];
}

/** What the operator's people have to do about it. */
function ToDo({ row: { state, approvalRequest, file } }: { row: Queued }) {
  const messages = useMessages(queueMessages);
  if (approvalRequest !== null) return messages.waits[approvalRequest.kind];
  if (state === 'APPROVED' && file !== null) return messages.atBank(String(file));
  return state === 'REQUESTED' || state === 'APPROVED' ? messages.todo[state] : '–';
}

/** A new payment file of all that is in none yet. */
function Files() {
  const messages = useMessages(queueMessages);
  const { messageOf } = useErrorMessages();
  const may = useMay('POST operator/settlements/files');
  const { run, pending, error } = useChange('POST operator/settlements/files', {
    changes: ['GET operator/settlements'],
  });
  const make = async (form: 'excel' | 'plain'): Promise<void> => {
    const made = await run({ body: {} });
    if (made === null) return;
    if (made.file === null) toast(messages.nothingToPay, 'info');
    else takeFile(made.file, form);
  };
  if (!may) return null;
  return (
    <>
      {error === null ? null : <span role="alert">{messageOf(error)}</span>}
      <Button
        small
        icon="download"
        title={messages.fileHint}
        pending={pending}
        onClick={() => void make('excel')}
      >
        {messages.excel}
      </Button>
      <Button
        small
        icon="download"
        title={messages.fileHint}
        pending={pending}
        onClick={() => void make('plain')}
      >
        {messages.plain}
      </Button>
    </>
  );
}
