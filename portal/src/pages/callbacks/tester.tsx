// Callback tester: sends a genuine sample and two forged ones to a server, and shows which checks
// the server makes.

import { defined } from '@jokko/contract/defined';
import { useState } from 'react';
import type { RouteAnswer } from '@jokko/contract/portal';
import { useChange, useErrorMessages, useMe, useRead } from '../../api/index.ts';
import { useMessages } from '../../language/index.ts';
import { Page } from '../../layout/page.tsx';
import { Button } from '../../ui/button.tsx';
import { Card, KeyValues } from '../../ui/card.tsx';
import { Code, CodeBlock } from '../../ui/copy.tsx';
import { Field, Select } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { Notice } from '../../ui/notice.tsx';
import { shownId } from '../keys/key.ts';
import { Exchange, useOutcome } from './exchange.tsx';
import { callbackMessages } from './messages.ts';

export default function CallbackTester() {
  const messages = useMessages(callbackMessages);
  const { fieldMessageOf } = useErrorMessages();
  const { run, pending, error } = useChange('POST callbacks/test');
  const [tested, setTested] = useState<RouteAnswer<'POST callbacks/test'> | null>(null);
  const sandbox = useMe().mode === 'sandbox';
  const keys =
    useRead('GET keys', sandbox ? {} : null).answer?.items.filter(
      ({ state }) => state === 'active' || state === 'ending',
    ) ?? [];
  const send = async (url: string, key: string | undefined): Promise<void> => {
    setTested(null);
    setTested(
      await run({
        body: {
          url,
          ...defined({ keyId: key === undefined || key === '' ? undefined : Number(key) }),
        },
      }),
    );
  };
  return (
    <Page
      title={messages.testerTitle}
      lead={messages.testerLead}
      back={{ to: '/callbacks', label: messages.title }}
      narrow
    >
      <Card>
        <Form
          error={error}
          onSend={(values) => void send((values['url'] ?? '').trim(), values['key'])}
        >
          <Field
            name="url"
            type="url"
            label={messages.testerUrl}
            hint={messages.testerUrlHint}
            placeholder="https://"
            error={fieldMessageOf(error, 'url')}
            required
            autoFocus
          />
          {keys.length < 2 ? null : (
            <Select
              name="key"
              label={messages.testerKey}
              hint={messages.testerKeyHint}
              error={fieldMessageOf(error, 'keyId')}
              options={keys.map((key) => ({
                value: String(key.id),
                label: key.name === '' ? shownId(key) : `${shownId(key)} · ${key.name}`,
              }))}
            />
          )}
          {sandbox ? null : <Notice tone="info">{messages.noHashSoon}</Notice>}
          <div className="buttons">
            <Button type="submit" variant="primary" icon="send" pending={pending}>
              {messages.send}
            </Button>
          </div>
        </Form>
      </Card>
      {tested === null ? null : <Result of={tested} />}
    </Page>
  );
}

type Checks = NonNullable<RouteAnswer<'POST callbacks/test'>['checks']>;

/** Which checks the receiver makes. Ready is who makes all of them. */
function Verdict({ checks }: { checks: Checks }) {
  const messages = useMessages(callbackMessages);
  const ready = checks.every(({ made }) => made === true);
  const open = checks.some(({ made }) => made === false);
  return (
    <>
      <Notice tone={ready ? 'good' : open ? 'bad' : 'warn'} live>
        {ready ? messages.ok : open ? messages.acceptsForgeries : messages.unanswered}
      </Notice>
      <KeyValues
        items={[
          { label: messages.genuine, value: `${messages.accepted} (HTTP 200)` },
          ...checks.map(({ check, made, httpStatus }) => ({
            label: messages.checks[check],
            value:
              made === null
                ? messages.noAnswer
                : `${made ? messages.refused : messages.wronglyAccepted} (HTTP ${httpStatus})`,
          })),
        ]}
      />
    </>
  );
}

/** What came back, and what was sent. */
function Result({ of: tested }: { of: RouteAnswer<'POST callbacks/test'> }) {
  const messages = useMessages(callbackMessages);
  const outcome = useOutcome();
  return (
    <Card title={messages.result}>
      <div className="stack">
        {tested.checks === null ? (
          <Notice tone="bad" live title={outcome(tested)}>
            {messages.notForged}
          </Notice>
        ) : (
          <Verdict checks={tested.checks} />
        )}
        {tested.hashKey === null ? (
          <Notice tone="warn">{messages.noHash}</Notice>
        ) : (
          <p className="small">{messages.hashOf(tested.hashKey)}</p>
        )}
        <p className="small">
          {messages.webhookId} <Code>{tested.webhookId}</Code>
        </p>
        <Exchange of={tested} />
        <CodeBlock label={messages.sent} text={JSON.stringify(JSON.parse(tested.body), null, 2)} />
      </div>
    </Card>
  );
}
