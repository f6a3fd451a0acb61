// Lists the messages that were received on an application's numbers.

import type { RouteAnswer } from '@jokko/contract/portal';
import { useMessages } from '../../language/index.ts';
import { Badge } from '../../ui/badge.tsx';
import type { Column } from '../../ui/data-table.tsx';
import { ListTable } from '../../ui/list-table.tsx';
import { useList } from '../../ui/use-list.ts';
import { When } from '../../ui/when.tsx';
import { smsMessages } from './messages.ts';
import type { TabPlace } from './tab-place.ts';
import { AppChoice, WithApp, type SmsApp } from './use-app.tsx';

type Inbound = RouteAnswer<'GET sms/inbound'>['items'][number];

export function InboundTab({ place }: { place: TabPlace }) {
  return (
    <WithApp chosen={place.app}>
      {(app, live) => (
        <div className="stack">
          <AppChoice app={app} live={live} onChange={place.onApp} />
          <InboundList app={app} />
        </div>
      )}
    </WithApp>
  );
}

function InboundList({ app }: { app: SmsApp }) {
  const messages = useMessages(smsMessages.inbound);
  const list = useList('GET sms/inbound', { query: { app: String(app.id) } });
  const columns: Column<Inbound>[] = [
    {
      key: 'from',
      header: messages.from,
      cell: ({ from }) => <span className="number">{from}</span>,
    },
    { key: 'text', header: messages.text, cell: (message) => <InboundText message={message} /> },
    { key: 'to', header: messages.to, cell: ({ to }) => <span className="number">{to}</span> },
    { key: 'at', header: messages.at, cell: ({ receivedAt }) => <When at={receivedAt} /> },
  ];
  return (
    <ListTable
      list={list}
      id="sms-inbound"
      caption={messages.caption}
      rowKey={({ id }) => id}
      columns={columns}
      empty={{ icon: 'chat', title: messages.none, hint: messages.noneHint }}
    />
  );
}

function InboundText({ message: { text, consent, complete } }: { message: Inbound }) {
  const { inbound: messages, batches } = useMessages(smsMessages);
  return (
    <span className="sms-text">
      {text ?? batches.textForgotten}{' '}
      {consent === null ? null : (
        <Badge tone={consent === 'stop' ? 'warn' : 'good'}>{messages[consent]}</Badge>
      )}
      {complete ? null : <Badge tone="warn">{messages.incomplete}</Badge>}
    </span>
  );
}
