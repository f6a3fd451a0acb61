// Says what is missing before a payment route carries real money, or an SMS connection real
// messages: each item with what was seen or what to do, the address for the provider's notices, and
// a user's word for what no program sees.

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
import type { Connector } from './standing.ts';

type Checked = RouteAnswer<'POST operator/golive'>;

/** What the list is of. */
type Subject = Pick<Connector, 'kind' | 'name'>;

export function GoLive({ subject }: { subject: Subject }) {
  const messages = useMessages(connectorsMessages.goLive);
  const { messageOf } = useErrorMessages();
  const { run, pending, error } = useChange('POST operator/golive');
  const [checked, setChecked] = useState<Checked | null>(null);
  const check = async (): Promise<void> => {
    const answer = await run({ body: { kind: subject.kind, name: subject.name } });
    if (answer !== null) setChecked(answer);
  };
  return (
    <div className="stack">
      <div>
        <Button icon="check-circle" pending={pending} onClick={() => void check()}>
          {messages.check}
        </Button>
      </div>
      <p className="soft small">{messages.hint[subject.kind]}</p>
      {error === null ? null : (
        <Notice tone="bad" live>
          {messageOf(error)}
        </Notice>
      )}
      <div aria-live="polite" className="stack">
        {checked === null ? null : <Items subject={subject} checked={checked} again={check} />}
      </div>
    </div>
  );
}

function Items({
  subject,
  checked: { ready, noticeUrl, items },
  again,
}: {
  subject: Subject;
  checked: Checked;
  again(): Promise<void>;
}) {
  const messages = useMessages(connectorsMessages.goLive);
  const { language } = useLanguage();
  const missing = items.filter(({ done }) => !done).length;
  return (
    <>
      <Notice tone={ready ? 'good' : 'warn'}>
        {ready ? messages.ready[subject.kind] : messages.missing(missing)}
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
            {!done && confirmable ? <Confirm subject={subject} item={id} again={again} /> : null}
          </li>
        ))}
      </ol>
    </>
  );
}

function Confirm({
  subject: { kind, name },
  item,
  again,
}: {
  subject: Subject;
  item: string;
  again(): Promise<void>;
}) {
  const messages = useMessages(connectorsMessages.goLive);
  return (
    <Action
      route="POST operator/golive/confirm"
      body={({ word = '' }) => ({ kind, name, item, word })}
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
