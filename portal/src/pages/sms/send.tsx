// How does a person send short messages? Text and numbers, then the price, then the sending.

import { useRef, useState } from 'react';
import type { RouteAnswer } from '@jokko/contract/portal';
import { useChange, useErrorWords } from '../../api/index.ts';
import { useTexts } from '../../language/index.ts';
import { Page } from '../../layout/page.tsx';
import { navigate, textParam, useSearch } from '../../router/index.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Field, Textarea } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { Notice } from '../../ui/notice.tsx';
import { toast } from '../../ui/toast.tsx';
import { Measure } from './measure.tsx';
import { NumbersField, numbersIn, numbersMax } from './numbers-field.tsx';
import { Price } from './price.tsx';
import { Problem } from './problem.tsx';
import { smsTexts } from './texts.ts';
import { AppChoice, WithApp, type SmsApp } from './use-app.tsx';
import './sms.css';

const filters = { app: textParam() };

export default function Send() {
  const { compose: words, title } = useTexts(smsTexts);
  const [{ app: chosen }, change] = useSearch(filters);
  return (
    <Page title={words.title} lead={words.lead} back={{ to: '/sms', label: title }} narrow>
      <WithApp chosen={chosen}>
        {(app, live) => (
          <Card>
            <div className="stack">
              <AppChoice app={app} live={live} onChange={(next) => change({ app: next })} />
              <Compose key={app.id} app={app} />
            </div>
          </Card>
        )}
      </WithApp>
    </Page>
  );
}

type Priced = NonNullable<RouteAnswer<'POST sms/preview'>['price']>;

function Compose({ app }: { app: SmsApp }) {
  const { compose: words, problems } = useTexts(smsTexts);
  const { sayField } = useErrorWords();
  const preview = useChange('POST sms/preview');
  const sending = useChange('POST sms/send', { changes: ['GET sms/batches', 'GET sms/batches/:id'] });
  const [draft, setDraft] = useState({ sender: '', content: '', numbers: '' });
  const [looked, setLooked] = useState(false);
  const [problem, setProblem] = useState<RouteAnswer<'POST sms/preview'>['problem']>(null);
  const [price, setPrice] = useState<Priced | null>(null);
  /** Of this draft: pressed twice, or sent again after a lost answer, it is the same message. */
  const key = useRef('');
  const change = (next: Partial<typeof draft>): void => {
    setDraft({ ...draft, ...next });
    setPrice(null);
    setProblem(null);
  };
  const numbers = numbersIn(draft.numbers);
  const message = { app: app.id, sender: draft.sender.trim(), content: draft.content, numbers };
  const isWhole = message.sender !== '' && draft.content.trim() !== '' && numbers.length > 0 && numbers.length <= numbersMax;
  const look = async (): Promise<void> => {
    setLooked(true);
    const answer = isWhole ? await preview.run({ body: message }) : null;
    if (answer === null) return;
    key.current = crypto.randomUUID();
    setProblem(answer.problem);
    setPrice(answer.price);
  };
  const send = async (): Promise<void> => {
    const answer = await sending.run({ body: { ...message, idempotencyKey: key.current } });
    if (answer === null) return;
    setProblem(answer.problem);
    if (answer.batchId === null) return;
    toast(words.sent);
    navigate(`/sms/batches/${answer.batchId}`);
  };
  const error = sending.error ?? preview.error;
  const fill = (isThere: boolean): string | undefined => (looked && !isThere ? words.toFill : undefined);
  return (
    <Form error={error} onSend={() => void (price === null ? look() : send())} className="stack stack-l">
      <Field
        label={words.sender}
        hint={words.senderHint}
        value={draft.sender}
        maxLength={20}
        autoComplete="off"
        error={sayField(error, 'sender') ?? fill(message.sender !== '')}
        onChange={(event) => change({ sender: event.target.value })}
      />
      <div className="stack stack-s">
        <Textarea
          label={words.content}
          rows={5}
          value={draft.content}
          error={sayField(error, 'content') ?? fill(draft.content.trim() !== '')}
          onChange={(event) => change({ content: event.target.value })}
        />
        <Measure text={draft.content} transliterate={app.transliterate} />
      </div>
      <NumbersField
        value={draft.numbers}
        onChange={(next) => change({ numbers: next })}
        error={numbers.length > numbersMax ? words.tooMany : fill(numbers.length > 0)}
      />
      {problem === null ? null : (
        <Notice tone="bad" live title={problems.nothingSent}>
          <Problem problem={problem} />
        </Notice>
      )}
      {price === null ? null : <Price price={price} />}
      <div className="buttons">
        {price === null ? (
          <Button type="submit" look="primary" pending={preview.pending}>
            {words.price}
          </Button>
        ) : (
          <>
            <Button onClick={() => setPrice(null)}>{words.back}</Button>
            <Button type="submit" look="primary" icon="send" pending={sending.pending}>
              {words.sendNow}
            </Button>
          </>
        )}
      </div>
    </Form>
  );
}
