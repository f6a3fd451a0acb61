// Form that sends short messages: text and numbers, then the price, then the sending.

import { defined } from '@jokko/contract/defined';
import { useErrorMessages } from '../../api/index.ts';
import { useMessages } from '../../language/index.ts';
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
import { smsMessages } from './messages.ts';
import { useMessage } from './use-message.ts';
import { AppChoice, WithApp, type SmsApp } from './use-app.tsx';
import './sms.css';

const filters = { app: textParam() };

export default function Send() {
  const { compose: messages, title } = useMessages(smsMessages);
  const [{ app: chosen }, change] = useSearch(filters);
  return (
    <Page title={messages.title} lead={messages.lead} back={{ to: '/sms', label: title }} narrow>
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
  const { compose: messages, problems } = useMessages(smsMessages);
  const { fieldMessageOf } = useErrorMessages();
  const {
    draft,
    numbers,
    change,
    looked,
    problem,
    price,
    livePrice,
    forgetPrice,
    look,
    send,
    pending,
    error,
  } = useMessage(app);
  const fill = (isThere: boolean): string | undefined =>
    looked && !isThere ? messages.toFill : undefined;
  return (
    <Form
      error={error}
      onSend={() => void (price === null ? look() : send())}
      className="stack stack-l"
    >
      <Field
        label={messages.sender}
        hint={messages.senderHint}
        value={draft.sender}
        maxLength={20}
        autoComplete="off"
        error={fieldMessageOf(error, 'sender') ?? fill(draft.sender.trim() !== '')}
        onChange={(event) => change({ sender: event.target.value })}
      />
      <div className="stack stack-s">
        <Textarea
          label={messages.content}
          rows={5}
          value={draft.content}
          error={fieldMessageOf(error, 'content') ?? fill(draft.content.trim() !== '')}
          onChange={(event) => change({ content: event.target.value })}
        />
        <Measure
          text={draft.content}
          transliterate={app.transliterate}
          price={livePrice}
          onReplace={(content) => change({ content })}
        />
      </div>
      <NumbersField
        value={draft.numbers}
        onChange={(next) => change({ numbers: next })}
        error={numbers.length > numbersMax ? messages.tooMany : fill(numbers.length > 0)}
      />
      <Field
        type="datetime-local"
        label={messages.at}
        hint={messages.atHint}
        optional={messages.optional}
        value={draft.at}
        error={fieldMessageOf(error, 'scheduleAt')}
        onChange={(event) => change({ at: event.target.value })}
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
  const messages = useMessages(smsMessages.compose);
  return (
    <div className="buttons">
      {priced ? <Button onClick={onBack}>{messages.back}</Button> : null}
      <Button
        type="submit"
        variant="primary"
        {...defined({ icon: priced ? 'send' : undefined })}
        pending={pending}
      >
        {priced ? messages.sendNow : messages.price}
      </Button>
    </div>
  );
}
