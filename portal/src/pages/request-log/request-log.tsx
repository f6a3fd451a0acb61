// Lists the rejected requests of the account, with the reasons.

import type { RouteAnswer } from '@jokko/contract/portal';
import { useMay } from '../../api/index.ts';
import { type InLanguage, useFormat, useMessages } from '../../language/index.ts';
import { ListPage } from '../../layout/list-page.tsx';
import { Link } from '../../router/index.ts';
import { Badge } from '../../ui/badge.tsx';
import type { Column } from '../../ui/data-table.tsx';
import { Notice } from '../../ui/notice.tsx';
import { useList } from '../../ui/use-list.ts';
import { When } from '../../ui/when.tsx';
import { requestMessages } from './messages.ts';
import { RequestPanel } from './request-panel.tsx';

const codes = ['4000', '4001', '4003', '4004', '4009', '4022', '4029', '5000', '400'] as const;
/** Nobody is told of a refused call by an event: who tries looks again soon. */
const everyMs = 5_000;

type Item = RouteAnswer<'GET request-log'>['items'][number];

export default function Requests() {
  const messages = useMessages(requestMessages);
  const { duration } = useFormat();
  const mayList = useMay('GET transactions');
  const list = useList('GET request-log', {
    filters: [
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
      { name: 'key', label: messages.key, placeholder: messages.keyHint },
      { name: 'requestId', label: messages.requestId, placeholder: messages.requestIdHint },
      { days: true },
    ],
    everyMs,
  });
  return (
    <ListPage
      title={messages.title}
      lead={messages.lead}
      list={list}
      id="requests"
      rowKey={({ id }) => id}
      rowName={({ endpoint }) => endpoint}
      panel={({ id, onClose }) => <RequestPanel id={id} onClose={onClose} />}
      columns={columnsOf(messages, duration)}
      empty={{ icon: 'check-circle', title: messages.none, hint: messages.noneHint }}
    >
      {mayList ? (
        <Notice icon="arrows">
          {messages.accepted} <Link to="/transactions">{messages.transactions}</Link>
        </Notice>
      ) : null}
    </ListPage>
  );
}

const columnsOf = (
  messages: InLanguage<typeof requestMessages>,
  duration: (ms: number) => string,
): Column<Item>[] => [
  {
    key: 'endpoint',
    header: messages.endpoint,
    primary: true,
    cell: ({ endpoint }) => <code>{endpoint}</code>,
  },
  { key: 'time', header: messages.time, cell: ({ at }) => <When at={at} /> },
  {
    key: 'code',
    header: messages.code,
    cell: ({ code }) => (
      <Badge tone={code >= 5_000 ? 'bad' : 'warn'} icon="alert">
        {code}
      </Badge>
    ),
  },
  { key: 'error', header: messages.error, extra: true, cell: ({ error }) => error ?? '–' },
  { key: 'service', header: messages.service, extra: true, cell: ({ service }) => service ?? '–' },
  {
    key: 'key',
    header: messages.key,
    cell: ({ keyName }) => <code className="unbroken">{keyName}</code>,
  },
  {
    key: 'message',
    header: messages.message,
    sentence: true,
    cell: ({ message }) => <span lang="">{message}</span>,
  },
  {
    key: 'requestId',
    header: messages.requestId,
    extra: true,
    cell: ({ requestId }) => <code>{requestId}</code>,
  },
  {
    key: 'duration',
    header: messages.duration,
    align: 'end',
    extra: true,
    cell: ({ durationMs }) => duration(durationMs),
  },
];
