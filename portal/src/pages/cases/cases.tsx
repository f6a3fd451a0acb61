// Page of cases: open cases, outcomes that are unknown for now, and earlier decisions.

import type { RouteAnswer } from '@jokko/contract/portal';
import { useMessages } from '../../language/index.ts';
import { ListPage } from '../../layout/list-page.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import { Badge } from '../../ui/badge.tsx';
import { numberOrNone, optionsOf } from '../../ui/list-filter.ts';
import { Money } from '../../ui/money.tsx';
import { useList } from '../../ui/use-list.ts';
import { When } from '../../ui/when.tsx';
import { storyMessages } from '../transactions/messages.ts';
import { agedMessages } from './aged-messages.ts';
import { caseMessages } from './messages.ts';

type Item = RouteAnswer<'GET operator/cases'>['items'][number];

const lists = ['open', 'unknown', 'closed'] as const;
const kinds = [
  'unknown_outcome',
  'overdue_result',
  'mismatched_result',
  'late_success',
  'late_failure',
  'reversal_without_cover',
] as const;
const everyMs = 15_000;

export default function Cases() {
  const messages = useMessages(caseMessages);
  const list = useList('GET operator/cases', {
    filters: [
      {
        name: 'of',
        label: messages.which,
        options: optionsOf(lists, messages.lists),
        fallback: 'open',
      },
      {
        name: 'kind',
        label: messages.kind,
        all: messages.anyKind,
        options: optionsOf(kinds, messages.kinds),
      },
      { name: 'account', label: messages.accountNumber, toQuery: numberOrNone },
    ],
    everyMs,
  });
  const { link: agedLink } = useMessages(agedMessages);
  const { of } = list.search;
  const none = { open: messages.none, unknown: messages.noneUnknown, closed: messages.noneClosed };
  return (
    <ListPage
      title={messages.title}
      lead={messages.lead}
      actions={
        <ButtonLink to="/aged-operations" small icon="clock">
          {agedLink}
        </ButtonLink>
      }
      list={list}
      id="cases"
      caption={messages.lists[of]}
      rowKey={({ caseId, accountId, transactionId }) =>
        `${accountId} ${transactionId} ${caseId ?? ''}`
      }
      rowName={({ transactionId }) => messages.rowName(transactionId)}
      rowPage={({ accountId, transactionId }) => `/cases/${accountId}/${transactionId}`}
      columns={useColumns(of)}
      empty={{ icon: 'scale', title: none[of], hint: messages.noneHint }}
    />
  );
}

function useColumns(of: (typeof lists)[number]) {
  const messages = useMessages(caseMessages);
  const { states } = useMessages(storyMessages);
  const nameOf = (state: string): string => (states as Record<string, string>)[state] ?? state;
  return [
    {
      key: 'transaction',
      header: messages.transaction,
      cell: ({ transactionId }: Item) => transactionId,
    },
    {
      key: 'kind',
      header: messages.kind,
      cell: ({ kind }: Item) => <Badge tone="warn">{messages.kinds[kind]}</Badge>,
    },
    { key: 'since', header: messages.since, cell: ({ openedAt }: Item) => <When at={openedAt} /> },
    { key: 'account', header: messages.account, cell: ({ accountName }: Item) => accountName },
    { key: 'service', header: messages.service, cell: ({ serviceName }: Item) => serviceName },
    {
      key: 'amount',
      header: messages.amount,
      align: 'end' as const,
      cell: ({ amount, currency }: Item) => <Money amount={amount} currency={currency} />,
    },
    { key: 'state', header: messages.state, cell: ({ state }: Item) => nameOf(state) },
    { key: 'route', header: messages.route, extra: true, cell: ({ route }: Item) => route },
    ...(of === 'closed'
      ? [
          {
            key: 'resolution',
            header: messages.resolution,
            cell: ({ resolution }: Item) =>
              resolution === null ? '–' : messages.resolutions[resolution],
          },
          {
            key: 'closed',
            header: messages.closed,
            cell: ({ closedAt }: Item) => (closedAt === null ? '–' : <When at={closedAt} />),
          },
        ]
      : []),
  ];
}
