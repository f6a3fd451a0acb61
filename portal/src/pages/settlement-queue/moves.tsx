// Actions of the operator on a settlement: propose it to a second user, refuse it, or record what
// the bank did.

import { useState } from 'react';
import type { RouteName } from '@jokko/contract/portal';
import { serverNow, useChange, useErrorMessages } from '../../api/index.ts';
import { useMessages } from '../../language/index.ts';
import type { Values } from '../../ui/action-dialog.tsx';
import { Button } from '../../ui/button.tsx';
import { Decision } from '../../ui/decision.tsx';
import { Field, Textarea } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { toast } from '../../ui/toast.tsx';
import { ThroughBank, throughBankField, throughBankOf } from '../reconciliation/through-bank.tsx';
import { queueMessages } from './messages.ts';

const reads: RouteName[] = [
  'GET operator/settlements',
  'GET operator/settlements/:id',
  'GET operator/approval-requests',
];
const changes = { changes: reads };

/** The buttons of one that was asked for. */
export function Decide({ id }: { id: number }) {
  const messages = useMessages(queueMessages);
  const body = ({ reason = '' }: Values) => ({ id, reason });
  return (
    <Decision
      note={{ name: 'reason', label: messages.reason, hint: messages.reasonHint }}
      approve={{
        route: 'POST operator/settlements/approve',
        label: messages.approve,
        body,
        changes: reads,
        done: messages.asked,
      }}
      refuse={{
        route: 'POST operator/settlements/refuse',
        label: messages.refuse,
        body,
        changes: reads,
        done: messages.refused,
      }}
    />
  );
}

interface Approved {
  id: number;
  currency: string;
  approvedAt: string;
}

/** The form of one that two users approved. */
export function MarkPaid({ id, currency, approvedAt }: Approved) {
  const messages = useMessages(queueMessages);
  const { fieldMessageOf } = useErrorMessages();
  const [firstDay] = useState(() => laterDay(approvedAt, new Date(serverNow()).toISOString()));
  const { run, pending, error } = useChange('POST operator/settlements/pay', changes);
  const send = async (values: Record<string, string>): Promise<void> => {
    const { reference = '', valueDate = '' } = values;
    const bankAccountId = throughBankOf(values);
    const body = { id, reference: reference.trim(), valueDate, bankAccountId };
    if ((await run({ body })) !== null) toast(messages.paid);
  };
  return (
    <Form error={error} onSend={(values) => void send(values)}>
      <h3>{messages.paidTitle}</h3>
      <Field
        name="reference"
        label={messages.reference}
        maxLength={100}
        autoComplete="off"
        error={fieldMessageOf(error, 'reference')}
      />
      <Field
        name="valueDate"
        type="date"
        label={messages.valueDate}
        defaultValue={firstDay}
        error={fieldMessageOf(error, 'valueDate')}
      />
      <ThroughBank currency={currency} error={fieldMessageOf(error, throughBankField)} />
      <Button type="submit" variant="primary" pending={pending}>
        {messages.pay}
      </Button>
    </Form>
  );
}

/** The bank pays after the approval; the sandbox's clock may be ahead of ours. */
const laterDay = (one: string, other: string): string => (one > other ? one : other).slice(0, 10);

/** The bank has not paid it, or has sent it back. */
export function SendBack({ id }: { id: number }) {
  const messages = useMessages(queueMessages);
  const { fieldMessageOf } = useErrorMessages();
  const { run, pending, error } = useChange('POST operator/settlements/return', changes);
  const send = async ({ reason = '' }: Record<string, string>): Promise<void> => {
    if ((await run({ body: { id, reason: reason.trim() } })) !== null) toast(messages.asked);
  };
  return (
    <details>
      <summary>{messages.returnTitle}</summary>
      <Form error={error} onSend={(values) => void send(values)}>
        <p className="soft">{messages.returnHint}</p>
        <Textarea
          name="reason"
          label={messages.reason}
          rows={2}
          maxLength={500}
          error={fieldMessageOf(error, 'reason')}
        />
        <Button type="submit" pending={pending}>
          {messages.sendBack}
        </Button>
      </Form>
    </details>
  );
}
