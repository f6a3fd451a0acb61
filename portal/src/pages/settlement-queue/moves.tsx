// How does the operator move a settlement on? By proposing it to a second person, refusing it, or writing down what the bank did.

import { useState } from 'react';
import type { RouteName } from '@jokko/contract/portal';
import { useChange, useErrorWords } from '../../api/index.ts';
import { useTexts } from '../../language/index.ts';
import { Button, Buttons } from '../../ui/button.tsx';
import { Field, Textarea } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { Notice } from '../../ui/notice.tsx';
import { toast } from '../../ui/toast.tsx';
import { queueTexts } from './texts.ts';

const changes: { changes: RouteName[] } = {
  changes: ['GET operator/settlements', 'GET operator/settlements/:id', 'GET operator/wishes'],
};

/** Of one that was asked for. */
export function Decide({ id }: { id: number }) {
  const words = useTexts(queueTexts);
  const { say, sayField } = useErrorWords();
  const approve = useChange('POST operator/settlements/approve', changes);
  const refuse = useChange('POST operator/settlements/refuse', changes);
  const [reason, setReason] = useState('');
  const error = approve.error ?? refuse.error;
  const body = { id, reason: reason.trim() };
  const propose = async (): Promise<void> => {
    refuse.reset();
    if ((await approve.run({ body })) !== null) toast(words.asked);
  };
  const decline = async (): Promise<void> => {
    approve.reset();
    if ((await refuse.run({ body })) !== null) toast(words.refused);
  };
  return (
    <div className="stack">
      {error === null ? null : (
        <Notice tone="bad" live>
          {say(error)}
        </Notice>
      )}
      <Textarea
        label={words.reason}
        hint={words.reasonHint}
        rows={2}
        maxLength={500}
        value={reason}
        onChange={(event) => setReason(event.target.value)}
        error={sayField(error, 'reason')}
      />
      <Buttons>
        <Button look="danger" pending={refuse.pending} onClick={() => void decline()}>
          {words.refuse}
        </Button>
        <Button look="primary" pending={approve.pending} onClick={() => void propose()}>
          {words.approve}
        </Button>
      </Buttons>
    </div>
  );
}

/** Of one that two persons approved. */
export function MarkPaid({ id, approvedAt }: { id: number; approvedAt: string }) {
  const words = useTexts(queueTexts);
  const { sayField } = useErrorWords();
  const { run, pending, error } = useChange('POST operator/settlements/pay', changes);
  const send = async ({ reference = '', valueDate = '' }: Record<string, string>): Promise<void> => {
    if ((await run({ body: { id, reference: reference.trim(), valueDate } })) !== null) toast(words.paid);
  };
  return (
    <Form error={error} onSend={(values) => void send(values)}>
      <h3>{words.paidTitle}</h3>
      <Field name="reference" label={words.reference} maxLength={100} autoComplete="off" error={sayField(error, 'reference')} />
      <Field
        name="valueDate"
        type="date"
        label={words.valueDate}
        defaultValue={laterDay(approvedAt, new Date().toISOString())}
        error={sayField(error, 'valueDate')}
      />
      <Button type="submit" look="primary" pending={pending}>
        {words.pay}
      </Button>
    </Form>
  );
}

/** The bank pays after the approval; the sandbox's clock may be ahead of ours. */
const laterDay = (one: string, other: string): string => (one > other ? one : other).slice(0, 10);

/** The bank has not paid it, or has sent it back. */
export function SendBack({ id }: { id: number }) {
  const words = useTexts(queueTexts);
  const { sayField } = useErrorWords();
  const { run, pending, error } = useChange('POST operator/settlements/return', changes);
  const send = async ({ reason = '' }: Record<string, string>): Promise<void> => {
    if ((await run({ body: { id, reason: reason.trim() } })) !== null) toast(words.asked);
  };
  return (
    <details>
      <summary>{words.returnTitle}</summary>
      <Form error={error} onSend={(values) => void send(values)}>
        <p className="soft">{words.returnHint}</p>
        <Textarea name="reason" label={words.reason} rows={2} maxLength={500} error={sayField(error, 'reason')} />
        <Button type="submit" pending={pending}>
          {words.sendBack}
        </Button>
      </Form>
    </details>
  );
}
