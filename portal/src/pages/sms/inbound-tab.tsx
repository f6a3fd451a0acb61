// What did people write to an application's numbers?

import type { RouteAnswer } from '@jokko/contract/portal';
import { useRead } from '../../api/index.ts';
import { useTexts } from '../../language/index.ts';
import { Badge } from '../../ui/badge.tsx';
import { DataTable, type Column } from '../../ui/data-table.tsx';
import { Pager } from '../../ui/pager.tsx';
import { EmptyState, Loaded } from '../../ui/states.tsx';
import { When } from '../../ui/when.tsx';
import type { TabPlace } from './sms.tsx';
import { smsTexts } from './texts.ts';
import { AppChoice, WithApp, type SmsApp } from './use-app.tsx';

type Inbound = RouteAnswer<'GET sms/inbound'>['items'][number];

export function InboundTab({ place }: { place: TabPlace }) {
  return (
    <WithApp chosen={place.app}>
      {(app, live) => (
        <div className="stack">
          <AppChoice app={app} live={live} onChange={place.onApp} />
          <InboundList app={app} place={place} />
        </div>
      )}
    </WithApp>
  );
}

function InboundList({ app, place: { after, onPage } }: { app: SmsApp; place: TabPlace }) {
  const { inbound: words } = useTexts(smsTexts);
  const messages = useRead('GET sms/inbound', { query: { app: String(app.id), after } });
  const columns: Column<Inbound>[] = [
    { key: 'from', header: words.from, cell: ({ from }) => <span className="number">{from}</span> },
    { key: 'text', header: words.text, cell: (message) => <InboundText message={message} /> },
    { key: 'to', header: words.to, cell: ({ to }) => <span className="number">{to}</span> },
    { key: 'at', header: words.at, cell: ({ receivedAt }) => <When at={receivedAt} /> },
  ];
  return (
    <Loaded read={messages}>
      {({ items, next }) => (
        <DataTable
          id="sms-inbound"
          caption={words.caption}
          rows={items}
          rowKey={({ id }) => id}
          columns={columns}
          loading={messages.loading}
          empty={
            <EmptyState icon="chat" title={words.none}>
              {words.noneHint}
            </EmptyState>
          }
          pager={<Pager after={after} next={next} onChange={onPage} />}
        />
      )}
    </Loaded>
  );
}

function InboundText({ message: { text, consent, complete } }: { message: Inbound }) {
  const { inbound: words, batches } = useTexts(smsTexts);
  return (
    <span className="sms-text">
      {text ?? batches.textForgotten}{' '}
      {consent === null ? null : <Badge tone={consent === 'stop' ? 'warn' : 'good'}>{words[consent]}</Badge>}
      {complete ? null : <Badge tone="warn">{words.incomplete}</Badge>}
    </span>
  );
}
