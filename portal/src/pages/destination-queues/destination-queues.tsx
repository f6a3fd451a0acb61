// Lists the developers' servers that keep callbacks waiting: how many, since when, and why.

import { useMessages } from '../../language/index.ts';
import { ListPage } from '../../layout/list-page.tsx';
import type { Column } from '../../ui/data-table.tsx';
import { numberOrNone, optionsOf } from '../../ui/list-filter.ts';
import { useList } from '../../ui/use-list.ts';
import { When } from '../../ui/when.tsx';
import { callbackMessages } from '../callbacks/messages.ts';
import { DestinationPanel } from './destination-panel.tsx';
import { DestinationState, type DestinationQueue } from './destination-state.tsx';
import { destinationQueueMessages } from './messages.ts';

const lists = ['all', 'waiting', 'abandoned'] as const;
const everyMs = 10_000;
const keyOf = ({ accountId, destination }: DestinationQueue): string =>
  `${accountId} ${destination}`;

export default function DestinationQueues() {
  const messages = useMessages(destinationQueueMessages);
  const list = useList('GET operator/destination-queues', {
    filters: [
      {
        name: 'of',
        label: messages.which,
        options: optionsOf(lists, messages.lists),
        fallback: 'all',
      },
      { name: 'account', label: messages.accountNumber, toQuery: numberOrNone },
    ],
    everyMs,
  });
  return (
    <ListPage
      title={messages.title}
      lead={messages.lead}
      list={list}
      id="destination-queues"
      rowKey={keyOf}
      rowName={({ destination, accountName }) => messages.rowName(destination, accountName)}
      panel={({ row, onClose }) => row && <DestinationPanel destination={row} onClose={onClose} />}
      columns={useColumns()}
      empty={{ icon: 'send', title: messages.none, hint: messages.noneHint }}
    />
  );
}

function useColumns(): Column<DestinationQueue>[] {
  const messages = useMessages(destinationQueueMessages);
  const { errors } = useMessages(callbackMessages);
  return [
    { key: 'destination', header: messages.destination, cell: ({ destination }) => destination },
    { key: 'account', header: messages.account, cell: ({ accountName }) => accountName },
    {
      key: 'state',
      header: messages.state,
      cell: (destination) => <DestinationState destination={destination} />,
    },
    {
      key: 'fresh',
      header: messages.fresh,
      align: 'end',
      cell: ({ fresh }) => messages.many(fresh),
    },
    {
      key: 'retrying',
      header: messages.retrying,
      align: 'end',
      cell: ({ retrying }) => messages.many(retrying),
    },
    {
      key: 'abandoned',
      header: messages.abandoned,
      align: 'end',
      cell: ({ abandoned }) => messages.many(abandoned),
    },
    {
      key: 'oldest',
      header: messages.oldest,
      cell: ({ oldestAt }) => (oldestAt === null ? '–' : <When at={oldestAt} />),
    },
    {
      key: 'error',
      header: messages.lastError,
      cell: ({ lastErrorClass: error, lastHttpStatus: http }) =>
        error === null
          ? '–'
          : error === 'http_status' && http !== null
            ? `HTTP ${http}`
            : errors[error],
    },
  ];
}
