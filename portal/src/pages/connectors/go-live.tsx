// Says what is missing before a payment route carries real money: each item with what was seen or
// what to do, the address for the provider's notices, and a user's word for what no program sees.

import { useState } from 'react';
import type { RouteAnswer } from '@jokko/contract/portal';
import { useChange, useErrorMessages } from '../../api/index.ts';
import { useLanguage, useMessages } from '../../language/index.ts';
import { Action } from '../../ui/action.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { CodeBlock } from '../../ui/copy.tsx';
import { Notice } from '../../ui/notice.tsx';
import { connectorsMessages } from './messages.ts';

type Checked = RouteAnswer<'POST operator/golive'>;

export function GoLive({ name }: { name: string }) {
  const messages = useMessages(connectorsMessages.goLive);
  const { messageOf } = useErrorMessages();
  const { run, pending, error } = useChange('POST operator/golive');
  const [checked, setChecked] = useState<Checked | null>(null);
  const check = async (): Promise<void> => {
    const answer = await run({ body: { name } });
    if (answer !== null) setChecked(answer);
  };
  return (
    <div className="stack">
      <div>
        <Button icon="check-circle" pending={pending} onClick={() => void check()}>
          {messages.check}
        </Button>
      </div>
      <p className="soft small">{messages.hint}</p>
      {error === null ? null : (
        <Notice tone="bad" live>
          {messageOf(error)}
        </Notice>
      )}
      <div aria-live="polite" className="stack">
        {checked === null ? null : <Items name={name} checked={checked} again={check} />}
      </div>
    </div>
  );
}

function Items({
  name,
  checked: { ready, noticeUrl, items },
  again,
}: {
  name: string;
  checked: Checked;
  again(): Promise<void>;
}) {
  const messages = useMessages(connectorsMessages.goLive);
  const { language } = useLanguage();
  const missing = items.filter(({ done }) => !done).length;
  return (
    <>
      <Notice tone={ready ? 'good' : 'warn'}>
        {ready ? messages.ready : messages.missing(missing)}
      </Notice>
      {noticeUrl === null ? null : <CodeBlock label={messages.noticeUrl} text={noticeUrl} />}
      <ol className="trial" aria-label={messages.items}>
        {items.map(({ id, text, done, detail, confirmable }) => (
          <li key={id} className="trial-step">
            <p className="trial-head">
              <strong>{text[language]}</strong>
              <Badge tone={done ? 'good' : 'warn'}>{done ? messages.done : messages.notDone}</Badge>
            </p>
            {detail[language] === '' ? null : <p className="trial-said">{detail[language]}</p>}
            {!done && confirmable ? <Confirm name={name} item={id} again={again} /> : null}
          </li>
        ))}
      </ol>
    </>
  );
}

function Confirm({ name, item, again }: { name: string; item: string; again(): Promise<void> }) {
  const messages = useMessages(connectorsMessages.goLive);
  return (
    <Action
      route="POST operator/golive/confirm"
      body={({ word = '' }) => ({ name, item, word })}
      label={messages.confirm}
      small
      ask={{
        title: messages.confirmTitle,
        children: <p>{messages.confirmBody}</p>,
        note: { name: 'word', label: messages.word, hint: messages.wordHint },
      }}
      done={() => void again()}
    />
  );
}
