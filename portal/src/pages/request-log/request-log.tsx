// Lists the requests of the account: rejected ones with the reasons, those that became a
// transaction, and how many others there were.

import type { RouteAnswer } from '@jokko/contract/portal';
import { useMay, useRead } from '../../api/index.ts';
import { type InLanguage, useFormat, useMessages } from '../../language/index.ts';
import { ListPage } from '../../layout/list-page.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Chart } from '../../ui/chart.tsx';
import type { Column } from '../../ui/data-table.tsx';
import { optionsOf } from '../../ui/list-filter.ts';
import { Money } from '../../ui/money.tsx';
import { Notice } from '../../ui/notice.tsx';
import { useList } from '../../ui/use-list.ts';
import { When } from '../../ui/when.tsx';
import { StatusBadge } from '../transactions/status-badge.tsx';
import { requestMessages } from './messages.ts';
import { RequestPanel } from './request-panel.tsx';

const codes = ['2000', '4000', '4001', '4003', '4004', '4009', '4022', '4029', '5000', '400'];
const outcomes = ['rejected', 'transaction'] as const;
/** Nobody is told of a refused call by an event: who tries looks again soon. */
const everyMs = 5_000;

type Item = RouteAnswer<'GET request-log'>['items'][number];

function useRequests() {
  const messages = useMessages(requestMessages);
  return useList('GET request-log', {
    filters: [
      { name: 'q', label: messages.anyId, placeholder: messages.anyIdHint },
      {
        name: 'outcome',
        label: messages.outcome,
        all: messages.all,
        options: optionsOf(outcomes, messages.outcomes),
      },
      {
        name: 'endpoint',
        label: messages.endpoint,
        all: messages.all,
        offered: (answer) => (answer?.endpoints ?? []).map((value) => ({ value, label: value })),
      },
      {
        name: 'code',
        label: messages.code,
        all: messages.all,
        options: codes.map((value) => ({ value, label: value })),
      },
      { name: 'key', label: messages.key, placeholder: messages.keyHint, more: true },
      { days: true },
    ],
    everyMs,
    live: ['operation'],
  });
}

export default function Requests() {
  const messages = useMessages(requestMessages);
  const { moment } = useFormat();
  const list = useRequests();
  const mayCount = useMay('GET request-log/accepted');
  return (
    <ListPage
      title={messages.title}
      lead={messages.lead}
      list={list}
      id="requests"
      rowKey={({ id }) => id}
      rowName={(row) => nameOf(row, messages)}
      panel={({ id, onClose }) => <RequestPanel id={id} onClose={onClose} />}
      columns={columnsOf(messages)}
      summary={({ searchedUntil }) =>
        searchedUntil === null ? null : (
          <Notice tone="info">{messages.searchedUntil(moment(searchedUntil))}</Notice>
        )
      }
      empty={({ next }) => ({
        icon: 'check-circle',
        title: messages.none,
        hint: messages.noneHint,
        action:
          next === null ? undefined : (
            <Button icon="search" pending={list.loading} onClick={() => list.goTo(next)}>
              {messages.goOn}
            </Button>
          ),
      })}
    >
      {mayCount ? <Counted /> : null}
    </ListPage>
  );
}

const countEveryMs = 30_000;

/** What makes no transaction is counted alone. */
function Counted() {
  const messages = useMessages(requestMessages);
  const { moment, number } = useFormat();
  const { answer } = useRead('GET request-log/accepted', {}, { everyMs: countEveryMs });
  if (answer === undefined) return null;
  const { since, minutes, endpoints } = answer;
  return (
    <Card title={messages.counted} lead={messages.countedLead(moment(since, 'clock'))}>
      <Chart
        label={messages.counted}
        times={minutes}
        series={endpoints.map(({ endpoint, counts }, place) => ({
          label: endpoint,
          values: counts,
          tone: tones[place % tones.length]!,
          format: (value: number) => number(value),
        }))}
      />
    </Card>
  );
}

const tones = ['brand', 'info', 'warn'] as const;

function nameOf({ endpoint, origin }: Item, { origins }: InLanguage<typeof requestMessages>) {
  return endpoint ?? (origin === 'api' ? '–' : origins[origin]);
}

export const columnsOf = (messages: InLanguage<typeof requestMessages>): Column<Item>[] => [
  {
    key: 'endpoint',
    header: messages.endpoint,
    primary: true,
    cell: (row) =>
      row.endpoint === null ? (
        nameOf(row, messages)
      ) : (
        <code className="unbroken">{row.endpoint}</code>
      ),
  },
  {
    key: 'time',
    header: messages.time,
    phone: 'second',
    cell: ({ at }) => <When at={at} show="exact" />,
  },
  {
    key: 'code',
    header: messages.code,
    phone: 'first',
    cell: ({ code }) => (code === null ? '–' : <CodeBadge code={code} />),
  },
  {
    key: 'message',
    header: messages.message,
    sentence: true,
    cell: ({ message, transaction }) =>
      transaction === null ? (
        <span lang="">{message}</span>
      ) : (
        <>
          <StatusBadge status={transaction.status} />{' '}
          <Money amount={transaction.amount} currency={transaction.currency} />{' '}
          <code>{transaction.externalId}</code>
        </>
      ),
  },
  {
    key: 'service',
    header: messages.service,
    phone: 'second',
    cell: ({ service }) => service ?? '–',
  },
  ...extraColumns(messages),
];

const extraColumns = (messages: InLanguage<typeof requestMessages>): Column<Item>[] => [
  {
    key: 'key',
    header: messages.key,
    extra: true,
    cell: ({ keyName }) => (keyName === null ? '–' : <code className="unbroken">{keyName}</code>),
  },
  { key: 'error', header: messages.error, extra: true, cell: ({ error }) => error ?? '–' },
  {
    key: 'requestId',
    header: messages.requestId,
    extra: true,
    cell: ({ requestId }) => (requestId === null ? '–' : <code>{requestId}</code>),
  },
  {
    key: 'duration',
    header: messages.duration,
    align: 'end',
    extra: true,
    cell: ({ durationMs }) => (durationMs === null ? '–' : <Lasted ms={durationMs} />),
  },
];

const Lasted = ({ ms }: { ms: number }) => <>{useFormat().duration(ms)}</>;

const CodeBadge = ({ code }: { code: number }) =>
  code === 2_000 ? (
    <Badge tone="good" icon="check">
      {code}
    </Badge>
  ) : (
    <Badge tone={code >= 5_000 ? 'bad' : 'warn'} icon="alert">
      {code}
    </Badge>
  );
