// How does a person send short messages? Text and numbers, then the price, then the sending.

import { useErrorWords } from '../../api/index.ts';
import { useTexts } from '../../language/index.ts';
import { Page } from '../../layout/page.tsx';
import { textParam, useSearch } from '../../router/index.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Field, Textarea } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Measure } from './measure.tsx';
import { NumbersField, numbersMax } from './numbers-field.tsx';
import { Price } from './price.tsx';
import { Problem } from './problem.tsx';
import { smsTexts } from './texts.ts';
import { useMessage } from './use-message.ts';
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

function Compose({ app }: { app: SmsApp }) {
  const { compose: words, problems } = useTexts(smsTexts);
  const { sayField } = useErrorWords();
  const { draft, numbers, change, looked, problem, price, livePrice, forgetPrice, look, send, pending, error } = useMessage(app);
  const fill = (isThere: boolean): string | undefined => (looked && !isThere ? words.toFill : undefined);
  return (
    <Form error={error} onSend={() => void (price === null ? look() : send())} className="stack stack-l">
      <Field
        label={words.sender}
        hint={words.senderHint}
        value={draft.sender}
        maxLength={20}
        autoComplete="off"
        error={sayField(error, 'sender') ?? fill(draft.sender.trim() !== '')}
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
        <Measure text={draft.content} transliterate={app.transliterate} price={livePrice} />
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
      <Steps priced={price !== null} pending={pending} onBack={forgetPrice} />
    </Form>
  );
}

function Steps({ priced, pending, onBack }: { priced: boolean; pending: boolean; onBack(): void }) {
  const { compose: words } = useTexts(smsTexts);
  return (
    <div className="buttons">
      {priced ? <Button onClick={onBack}>{words.back}</Button> : null}
      <Button type="submit" look="primary" {...(priced ? { icon: 'send' } : {})} pending={pending}>
        {priced ? words.sendNow : words.price}
      </Button>
    </div>
  );
}
