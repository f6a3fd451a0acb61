// Shows a first command to try: a curl call with the account's own key, a service that it may use,
// and the address filled in.

import { useState } from 'react';
import type { RouteAnswer } from '@jokko/contract/portal';
import { useMe, useRead } from '../../api/index.ts';
import { useMessages } from '../../language/index.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { CodeBlock } from '../../ui/copy.tsx';
import { Field } from '../../ui/field.tsx';
import { Notice } from '../../ui/notice.tsx';
import { EmptyState, Loaded } from '../../ui/states.tsx';
import { curlOf } from '../reference/curl.ts';
import { homeMessages } from './messages.ts';

/** `called`: another call needs another identifier, else it is answered as a repeat of the first. */
export function FirstCall({ called }: { called: boolean }) {
  const messages = useMessages(homeMessages.call);
  const first = useRead('GET home/first-call', {}, { freshMs: 60_000 });
  return (
    <Loaded read={first}>
      {({ apiKey, order }) =>
        order === null ? (
          <Card title={messages.title}>
            <EmptyState icon="code" title={messages.noOrder} />
          </Card>
        ) : (
          <Command apiKey={apiKey} order={order} called={called} />
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
}: {
  apiKey: string | null;
  order: NonNullable<RouteAnswer<'GET home/first-call'>['order']>;
  called: boolean;
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
    ...(good ? { callbackUrl: typed } : {}),
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
          hint={messages.callbackUrlHint}
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
        {called ? (
          <p>
            <Button small icon="refresh" onClick={() => setId(newId())}>
              {messages.another}
            </Button>
          </p>
        ) : null}
      </div>
    </Card>
  );
}
