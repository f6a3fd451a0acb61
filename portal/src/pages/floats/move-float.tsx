// How is a move between our bank and a provider written down? By a wish, which another person approves before anything is booked.

import { useState } from 'react';
import { useChangeOnce, useErrorWords } from '../../api/index.ts';
import { plainAmount, useTexts } from '../../language/index.ts';
import { Button } from '../../ui/button.tsx';
import { Choices, Radio } from '../../ui/choice.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field, Select } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { uiTexts } from '../../ui/texts.ts';
import { toast } from '../../ui/toast.tsx';
import { currencies } from '../developers/open-account.tsx';
import { floatTexts } from './texts.ts';

export function MoveFloat({ routes, onEnd }: { routes: readonly string[]; onEnd(): void }) {
  const words = useTexts(floatTexts);
  const { arrivedBefore } = useTexts(uiTexts);
  const { sayField } = useErrorWords();
  const { run, pending, error } = useChangeOnce('POST operator/floats', '', { changes: ['GET operator/wishes'] });
  const [direction, setDirection] = useState<'in' | 'out'>('in');
  const send = async (values: Record<string, string>): Promise<void> => {
    const { route = '', currency = '', reference = '', valueDate = '', reason = '' } = values;
    const amount = `${direction === 'out' ? '-' : ''}${plainAmount(values['amount'] ?? '')}`;
    const body = { route, currency, amount, reference: reference.trim(), valueDate, reason: reason.trim() };
    const asked = await run(body);
    if (asked === null) return;
    toast(asked.repeated ? arrivedBefore : words.asked);
    onEnd();
  };
  const choices = routes.map((value) => ({ value, label: value }));
  return (
    <Dialog open title={words.move} onClose={onEnd}>
      <Form error={error} onSend={(values) => void send(values)}>
        <p>{words.formLead}</p>
        <Choices legend={words.direction}>
          {(['in', 'out'] as const).map((value) => (
            <Radio
              key={value}
              name="direction"
              value={value}
              label={words.directions[value]}
              checked={direction === value}
              onChange={() => setDirection(value)}
            />
          ))}
        </Choices>
        <Select name="route" label={words.route} options={choices} error={sayField(error, 'route')} />
        <Field name="amount" label={words.amount} inputMode="decimal" autoComplete="off" error={sayField(error, 'amount')} />
        <Select name="currency" label={words.currency} options={currencies} error={sayField(error, 'currency')} />
        <Field name="reference" label={words.reference} maxLength={100} autoComplete="off" error={sayField(error, 'reference')} />
        <Field
          name="valueDate"
          type="date"
          label={words.valueDate}
          defaultValue={new Date().toISOString().slice(0, 10)}
          error={sayField(error, 'valueDate')}
        />
        <Field name="reason" label={words.reason} maxLength={500} error={sayField(error, 'reason')} />
        <Button type="submit" look="primary" pending={pending}>
          {words.ask}
        </Button>
      </Form>
    </Dialog>
  );
}
