// Would this server take a callback? A sample is sent, and what came back is shown.

import { useState } from 'react';
import type { RouteAnswer } from '@jokko/contract/portal';
import { useChange, useErrorWords, useMe, useRead } from '../../api/index.ts';
import { useTexts } from '../../language/index.ts';
import { Page } from '../../layout/page.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Code, CodeBlock } from '../../ui/copy.tsx';
import { Field, Select } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { Notice } from '../../ui/notice.tsx';
import { shownId } from '../keys/key.ts';
import { Exchange, useOutcome } from './exchange.tsx';
import { callbackTexts } from './texts.ts';

export default function CallbackTester() {
  const words = useTexts(callbackTexts);
  const { sayField } = useErrorWords();
  const { run, pending, error } = useChange('POST callbacks/test');
  const [tested, setTested] = useState<RouteAnswer<'POST callbacks/test'> | null>(null);
  const sandbox = useMe().mode === 'sandbox';
  const keys = useRead('GET keys', sandbox ? {} : null).answer?.items.filter(({ state }) => state === 'active' || state === 'ending') ?? [];
  const send = async (url: string, key: string | undefined): Promise<void> => {
    setTested(null);
    setTested(await run({ body: { url, ...(key === undefined || key === '' ? {} : { keyId: Number(key) }) } }));
  };
  return (
    <Page title={words.testerTitle} lead={words.testerLead} back={{ to: '/callbacks', label: words.title }} narrow>
      <Card>
        <Form error={error} onSend={(values) => void send((values['url'] ?? '').trim(), values['key'])}>
          <Field
            name="url"
            type="url"
            label={words.testerUrl}
            hint={words.testerUrlHint}
            placeholder="https://"
            error={sayField(error, 'url')}
            required
            autoFocus
          />
          {keys.length < 2 ? null : (
            <Select
              name="key"
              label={words.testerKey}
              hint={words.testerKeyHint}
              error={sayField(error, 'keyId')}
              options={keys.map((key) => ({
                value: String(key.id),
                label: key.name === '' ? shownId(key) : `${shownId(key)} · ${key.name}`,
              }))}
            />
          )}
          {sandbox ? null : <Notice tone="info">{words.noHashSoon}</Notice>}
          <div className="buttons">
            <Button type="submit" look="primary" icon="send" pending={pending}>
              {words.send}
            </Button>
          </div>
        </Form>
      </Card>
      {tested === null ? null : <Result of={tested} />}
    </Page>
  );
}

/** What came back, and what was sent. */
function Result({ of: tested }: { of: RouteAnswer<'POST callbacks/test'> }) {
  const words = useTexts(callbackTexts);
  const outcome = useOutcome();
  return (
    <Card title={words.result}>
      <div className="stack">
        <Notice tone={tested.errorClass === null ? 'good' : 'bad'} live>
          {tested.errorClass === null ? words.ok : outcome(tested)}
        </Notice>
        {tested.hashKey === null ? <Notice tone="warn">{words.noHash}</Notice> : <p className="small">{words.hashOf(tested.hashKey)}</p>}
        <p className="small">
          {words.webhookId} <Code>{tested.webhookId}</Code>
        </p>
        <Exchange of={tested} />
        <CodeBlock label={words.sent} text={JSON.stringify(JSON.parse(tested.body), null, 2)} />
      </div>
    </Card>
  );
}
