// Shows a first command to try: a curl call with the account's own key, a service that it may use,
// and the address filled in. In the sandbox a button makes the same call, and its callback goes to
// the test inbox unless another address is given.

import { defined } from '@jokko/contract/defined';
import { useState } from 'react';
import { curlOf } from '@jokko/contract/curl';
import type { RouteAnswer } from '@jokko/contract/portal';
import { useMe, useRead } from '../../api/index.ts';
import { runCall } from '../../api/run-call.ts';
import { useMessages } from '../../language/index.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { CodeBlock } from '../../ui/copy.tsx';
import { Field } from '../../ui/field.tsx';
import { Notice } from '../../ui/notice.tsx';
import { EmptyState, Loaded } from '../../ui/states.tsx';
import { homeMessages } from './messages.ts';

/**
 * `called`: another call needs another identifier, else it is answered as a repeat of the first.
 */
export function FirstCall({ called }: { called: boolean }) {
  const messages = useMessages(homeMessages.call);
  const sandbox = useMe().mode === 'sandbox';
  const first = useRead('GET home/first-call', {}, { freshMs: 60_000 });
  const { answer: inbox } = useRead('GET callbacks/inbox', sandbox ? {} : null);
  return (
    <Loaded read={first}>
      {({ apiKey, order }) =>
        order === null ? (
          <Card title={messages.title}>
            <EmptyState icon="code" title={messages.noOrder} />
          </Card>
        ) : (
          <Command
            apiKey={apiKey}
            order={order}
            called={called}
            inbox={inbox === undefined ? null : `${location.origin}${inbox.path}`}
          />
        )
      }
    </Loaded>
  );
}

const newId = (): string => `TEST-${Date.now().toString(36).toUpperCase()}`;

function Command({
  apiKey,
  order,
  called,
  inbox,
}: {
  apiKey: string | null;
  order: NonNullable<RouteAnswer<'GET home/first-call'>['order']>;
  called: boolean;
  /** The address of the test inbox; null: there is none. */
  inbox: string | null;
}) {
  const messages = useMessages(homeMessages.call);
  const { mode } = useMe();
  const [callbackUrl, setCallbackUrl] = useState('');
  const [externalTransactionId, setId] = useState(newId);
  const typed = callbackUrl.trim();
  const good = /^https?:\/\/[^\s/]+/.test(typed) && URL.canParse(typed);
  const { codeService, phone, amount } = order;
  const body = {
    apiKey: apiKey ?? messages.yourKey,
    phone,
    amount,
    codeService,
    externalTransactionId,
    ...defined({ callbackUrl: good ? typed : inbox }),
  };
  return (
    <Card
      title={messages.title}
      lead={mode === 'sandbox' ? messages.lead(order.name) : messages.liveLead(order.name)}
    >
      <div className="stack">
        <Field
          type="url"
          label={messages.callbackUrl}
          hint={inbox === null ? messages.callbackUrlHint : messages.inboxHint}
          optional={messages.optional}
          value={callbackUrl}
          error={typed === '' || good ? undefined : messages.callbackUrlBad}
          onChange={(event) => setCallbackUrl(event.target.value)}
          autoComplete="off"
          spellCheck={false}
        />
        {apiKey === null ? <Notice tone="info">{messages.keyOnce}</Notice> : null}
        <CodeBlock
          label={messages.line}
          text={curlOf({ address: `${location.origin}/api-services/operation`, body })}
        />
        <div className="buttons">
          {inbox === null ? null : <Run body={body} onDone={() => setId(newId())} />}
          {called ? (
            <Button small icon="refresh" onClick={() => setId(newId())}>
              {messages.another}
            </Button>
          ) : null}
        </div>
      </div>
    </Card>
  );
}

/** Makes the call that the line makes, from here. */
function Run({ body, onDone }: { body: object; onDone(): void }) {
  const messages = useMessages(homeMessages.call);
  const [state, setState] = useState<'idle' | 'pending' | { answer: string }>('idle');
  const run = async (): Promise<void> => {
    setState('pending');
    setState({ answer: await runCall({ path: '/api-services/operation', headers: {}, body }) });
    onDone();
  };
  return (
    <>
      <Button
        variant="primary"
        icon="send"
        pending={state === 'pending'}
        onClick={() => void run()}
      >
        {messages.run}
      </Button>
      <ButtonLink to="/callbacks/inbox">{messages.inbox}</ButtonLink>
      {typeof state === 'object' ? <CodeBlock label={messages.answer} text={state.answer} /> : null}
    </>
  );
}
