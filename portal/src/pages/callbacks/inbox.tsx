// The test inbox of the sandbox: its address, and the callbacks that it received, each with its
// signature checked.

import type { RouteAnswer } from '@jokko/contract/portal';
import { useRead, useRealtime } from '../../api/index.ts';
import { useLanguage, useMessages } from '../../language/index.ts';
import { Page } from '../../layout/page.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Card, KeyValues } from '../../ui/card.tsx';
import { Code, CodeBlock } from '../../ui/copy.tsx';
import { useFirstRows } from '../../ui/first-rows.tsx';
import { EmptyState, Loaded } from '../../ui/states.tsx';
import { When } from '../../ui/when.tsx';
import { inboxMessages } from './inbox-messages.ts';

type Delivery = RouteAnswer<'GET callbacks/inbox'>['items'][number];

export default function CallbackInbox() {
  const messages = useMessages(inboxMessages);
  const read = useRead('GET callbacks/inbox', {});
  useRealtime(['callback'], ['GET callbacks/inbox']);
  return (
    <Page
      title={messages.title}
      lead={messages.lead}
      back={{ to: '/callbacks', label: messages.callbacks }}
      narrow
    >
      <Loaded read={read}>
        {({ path, items }) => (
          <div className="stack">
            <Address address={`${location.origin}${path}`} />
            {items.length === 0 ? (
              <Card>
                <EmptyState icon="send" title={messages.none}>
                  {messages.noneHint}
                </EmptyState>
              </Card>
            ) : (
              <Deliveries items={items} />
            )}
          </div>
        )}
      </Loaded>
    </Page>
  );
}

function Address({ address }: { address: string }) {
  const messages = useMessages(inboxMessages);
  const { language } = useLanguage();
  const others = Object.entries(messages.others).map(([answer, what]) => ({
    label: what,
    value: <Code>{`${address}/${answer}`}</Code>,
  }));
  return (
    <Card title={messages.address} lead={messages.addressLead}>
      <div className="stack">
        <CodeBlock label={messages.address} text={address} />
        <KeyValues items={others} />
        <a href={`/docs/${language}/callbacks#verify`} target="_blank" rel="noopener">
          {messages.receivers}
        </a>
      </div>
    </Card>
  );
}

const shownAtOnce = 5;

function Deliveries({ items }: { items: readonly Delivery[] }) {
  const { first, more } = useFirstRows(items, shownAtOnce);
  return (
    <>
      {first.map((item) => (
        <Received key={item.id} of={item} />
      ))}
      {more}
    </>
  );
}

function Received({ of }: { of: Delivery }) {
  const messages = useMessages(inboxMessages);
  const { status, transaction } = readBody(of.body);
  const headers = Object.entries(of.headers).map(([name, value]) => `${name}: ${value}`);
  return (
    <Card title={transaction?.externalTransactionId ?? of.headers['webhook-id'] ?? of.id}>
      <div className="stack">
        <KeyValues
          items={[
            { label: messages.status, value: status ?? null },
            { label: messages.received, value: <When at={of.receivedAt} /> },
            {
              label: messages.answered,
              value: of.answered === null ? messages.silent : `HTTP ${of.answered}`,
            },
            {
              label: messages.signature,
              value: (
                <Badge tone={of.verified ? 'good' : 'warn'}>
                  {of.verified ? messages.verified : messages.wrong}
                </Badge>
              ),
            },
          ]}
        />
        <details>
          <summary>{messages.headers}</summary>
          <CodeBlock label={messages.headers} text={headers.join('\n')} />
        </details>
        <details>
          <summary>{messages.body}</summary>
          <CodeBlock label={messages.body} text={of.body} />
        </details>
      </div>
    </Card>
  );
}

interface Body {
  status?: string;
  transaction?: { externalTransactionId?: string };
}

/** Claims and inbound messages have other bodies. */
function readBody(text: string): Body {
  try {
    return Object(JSON.parse(text)) as Body;
  } catch {
    return {};
  }
}
