// Form that records a movement between our bank and a provider by an approval request, which
// another user approves before anything is booked.

import { useState } from 'react';
import { serverNow, useChangeOnce, useErrorMessages } from '../../api/index.ts';
import { plainAmount, useMessages } from '../../language/index.ts';
import { Button } from '../../ui/button.tsx';
import { Choices, Radio } from '../../ui/choice.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field, Select } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { uiMessages } from '../../ui/messages.ts';
import { toast } from '../../ui/toast.tsx';
import { ProofField, useProofs } from '../approval-requests/proof-field.tsx';
import { currencies } from '../developers/open-account.tsx';
import { ThroughBank, throughBankField, throughBankOf } from '../reconciliation/through-bank.tsx';
import { floatMessages } from './messages.ts';

export interface PreparedTopUp {
  route: string;
  currency: string;
  /** In units of the currency. */
  amount: string;
}

/** `prepared`: what the form begins with; another user approves it like any other. */
export function MoveFloat({
  routes,
  prepared,
  onEnd,
}: {
  routes: readonly string[];
  prepared: PreparedTopUp | null;
  onEnd(): void;
}) {
  const messages = useMessages(floatMessages);
  const { arrivedBefore } = useMessages(uiMessages);
  const { fieldMessageOf } = useErrorMessages();
  const { run, pending, error } = useChangeOnce('POST operator/floats', '', {
    changes: ['GET operator/approval-requests'],
  });
  const [today] = useState(() => new Date(serverNow()).toISOString().slice(0, 10));
  const [chosen, setChosen] = useState(prepared?.currency ?? currencies[0]!.value);
  const [direction, setDirection] = useState<'in' | 'out'>('in');
  const proofs = useProofs();
  const send = async (values: Record<string, string>): Promise<void> => {
    if (proofs.problem !== undefined) return;
    const asked = await run(bodyOf(values, direction));
    if (asked === null) return;
    await proofs.attachTo(asked.id);
    toast(asked.repeated ? arrivedBefore : messages.asked);
    onEnd();
  };
  const choices = routes.map((value) => ({ value, label: value }));
  return (
    <Dialog open title={messages.move} onClose={onEnd}>
      <Form error={error} onSend={(values) => void send(values)}>
        <p>{messages.formLead}</p>
        <Directions direction={direction} onChoose={setDirection} />
        <Select
          name="route"
          label={messages.route}
          options={choices}
          defaultValue={prepared?.route}
          error={fieldMessageOf(error, 'route')}
        />
        <Field
          name="amount"
          label={messages.amount}
          inputMode="decimal"
          defaultValue={prepared?.amount}
          autoComplete="off"
          error={fieldMessageOf(error, 'amount')}
        />
        <Select
          name="currency"
          label={messages.currency}
          options={currencies}
          value={chosen}
          onChange={(event) => setChosen(event.target.value)}
          error={fieldMessageOf(error, 'currency')}
        />
        <ThroughBank currency={chosen} error={fieldMessageOf(error, throughBankField)} />
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
          defaultValue={today}
          error={fieldMessageOf(error, 'valueDate')}
        />
        <Field
          name="reason"
          label={messages.reason}
          defaultValue={prepared === null ? undefined : messages.preparedReason}
          maxLength={500}
          error={fieldMessageOf(error, 'reason')}
        />
        <ProofField proofs={proofs} />
        <Button type="submit" variant="primary" pending={pending}>
          {messages.ask}
        </Button>
      </Form>
    </Dialog>
  );
}

function bodyOf(values: Record<string, string>, direction: 'in' | 'out') {
  const { route = '', currency = '', reference = '', valueDate = '', reason = '' } = values;
  return {
    route,
    currency,
    amount: `${direction === 'out' ? '-' : ''}${plainAmount(values['amount'] ?? '')}`,
    reference: reference.trim(),
    valueDate,
    bankAccountId: throughBankOf(values),
    reason: reason.trim(),
  };
}

function Directions({
  direction,
  onChoose,
}: {
  direction: 'in' | 'out';
  onChoose(direction: 'in' | 'out'): void;
}) {
  const messages = useMessages(floatMessages);
  return (
    <Choices legend={messages.direction}>
      {(['in', 'out'] as const).map((value) => (
        <Radio
          key={value}
          name="direction"
          value={value}
          label={messages.directions[value]}
          checked={direction === value}
          onChange={() => onChoose(value)}
        />
      ))}
    </Choices>
  );
}
