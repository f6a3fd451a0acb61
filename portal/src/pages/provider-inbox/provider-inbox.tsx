// Page of providers' notices that lead to no transaction, and of ignoring one with a reason.

import type { RouteAnswer } from '@jokko/contract/portal';
import { useMay } from '../../api/index.ts';
import { type InLanguage, useMessages } from '../../language/index.ts';
import { ListPage } from '../../layout/list-page.tsx';
import { Action } from '../../ui/action.tsx';
import type { Column } from '../../ui/data-table.tsx';
import { optionsOf } from '../../ui/list-filter.ts';
import { Money } from '../../ui/money.tsx';
import { useList } from '../../ui/use-list.ts';
import { When } from '../../ui/when.tsx';
import { providerInboxMessages } from './messages.ts';

type Item = RouteAnswer<'GET operator/provider-inbox'>['items'][number];
type Messages = InLanguage<typeof providerInboxMessages>;

const lists = ['waiting', 'decided'] as const;
const everyMs = 15_000;

export default function ProviderInbox() {
  const messages = useMessages(providerInboxMessages);
  const may = useMay('POST operator/provider-inbox/ignore');
  const list = useList('GET operator/provider-inbox', {
    filters: [
      {
        name: 'of',
        label: messages.which,
        options: optionsOf(lists, messages.lists),
        fallback: 'waiting',
      },
    ],
    everyMs,
  });
  const { of } = list.search;
  const ignore: Column<Item> = {
    key: 'action',
    header: messages.action,
    align: 'end',
    cell: (item) => <Ignore item={item} />,
  };
  return (
    <ListPage
      title={messages.title}
      lead={messages.lead}
      list={list}
      id="provider-inbox"
      caption={messages.lists[of]}
      rowKey={({ id }) => id}
      rowName={nameOf}
      columns={[
        ...columnsOf(messages),
        ...(of === 'decided' ? [resultOf(messages)] : may ? [ignore] : []),
      ]}
      empty={{ icon: 'bell', title: messages.none, hint: messages.noneHint }}
    />
  );
}

const nameOf = ({ ours, theirs, id }: Item): string => ours ?? theirs ?? id;

const columnsOf = (messages: Messages): Column<Item>[] => [
  { key: 'route', header: messages.route, primary: true, cell: ({ route }) => route },
  {
    key: 'received',
    header: messages.received,
    cell: ({ receivedAt }) => <When at={receivedAt} />,
  },
  { key: 'ours', header: messages.ours, cell: ({ ours }) => <code>{ours ?? '–'}</code> },
  { key: 'theirs', header: messages.theirs, cell: ({ theirs }) => <code>{theirs ?? '–'}</code> },
  {
    key: 'outcome',
    header: messages.outcome,
    cell: ({ outcome }) =>
      (messages.outcomes as Record<string, string>)[outcome ?? ''] ?? outcome ?? '–',
  },
  {
    key: 'amount',
    header: messages.amount,
    align: 'end',
    cell: ({ amount, currency }) =>
      amount === null || currency === null ? '–' : <Money amount={amount} currency={currency} />,
  },
  { key: 'repeats', header: messages.repeats, extra: true, cell: ({ repeats }) => repeats },
];

const resultOf = (messages: Messages): Column<Item> => ({
  key: 'result',
  header: messages.result,
  cell: ({ transactionId, reason }) =>
    transactionId === null ? messages.ignored(reason ?? '') : messages.matched(transactionId),
});

function Ignore({ item }: { item: Item }) {
  const messages = useMessages(providerInboxMessages);
  return (
    <Action
      route="POST operator/provider-inbox/ignore"
      body={({ reason = '' }) => ({ id: item.id, reason: reason.trim() })}
      changes={['GET operator/provider-inbox']}
      label={messages.ignore}
      name={messages.ignoreOne(nameOf(item))}
      small
      variant="quiet"
      ask={{
        title: messages.ignoreTitle,
        children: <p>{messages.ignoreBody}</p>,
        note: { name: 'reason', label: messages.reason },
      }}
      done={messages.done}
    />
  );
}
