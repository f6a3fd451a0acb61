// Form that sets a schedule: its frequency and day, the destination, the minimum amount, and what
// stays.

import { defined } from '@jokko/contract/defined';
import { useState } from 'react';
import { useChange, useErrorMessages } from '../../api/index.ts';
import { plainAmount, useMessages } from '../../language/index.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field, Select } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { toast } from '../../ui/toast.tsx';
import { destinationMessages } from './destination-messages.ts';
import { shortName, type Terms } from './labels.tsx';

type Schedule = Terms['schedules'][number];

/** `schedule` null: a new one, of a balance that has none. */
export function SetSchedule({
  terms,
  schedule,
  onEnd,
}: {
  terms: Terms;
  schedule: Schedule | null;
  onEnd(): void;
}) {
  const messages = useMessages(destinationMessages);
  const { fieldMessageOf } = useErrorMessages();
  const { run, pending, error } = useChange('POST settlements/schedule', {
    changes: ['GET settlements/terms'],
  });
  const [every, setEvery] = useState<Schedule['every']>(schedule?.every ?? 'week');
  const currencies =
    schedule === null
      ? terms.balances
          .map(({ currency }) => currency)
          .filter((code) => terms.schedules.every(({ currency }) => currency !== code))
      : [schedule.currency];
  const send = async (values: Record<string, string>): Promise<void> => {
    const { currency = '', destination = '', day = '1', minimum = '', keep = '' } = values;
    const amounts = { minimum: plainAmount(minimum) || '0', keep: plainAmount(keep) || '0' };
    const body = {
      currency,
      destinationId: Number(destination),
      every,
      day: Number(day),
      ...amounts,
    };
    if ((await run({ body })) === null) return;
    toast(messages.saved);
    onEnd();
  };
  return (
    <Dialog open title={messages.set} onClose={onEnd}>
      <Form error={error} onSend={(values) => void send(values)}>
        <p>{messages.scheduleLead}</p>
        <Select
          name="currency"
          label={messages.currency}
          options={currencies.map((value) => ({ value, label: value }))}
        />
        <Select
          label={messages.every}
          value={every}
          options={(['day', 'week', 'month'] as const).map((value) => ({
            value,
            label: messages.rhythms[value],
          }))}
          onChange={(event) => setEvery(event.target.value as Schedule['every'])}
        />
        <DayField
          every={every}
          day={schedule?.every === every ? schedule.day : 1}
          error={fieldMessageOf(error, 'day')}
        />
        <Select
          name="destination"
          label={messages.destination}
          options={terms.destinations
            .filter(({ confirmedBy }) => confirmedBy !== null)
            .map((destination) => ({
              value: String(destination.id),
              label: shortName(destination),
            }))}
          {...defined({ defaultValue: schedule && String(schedule.destinationId) })}
          error={fieldMessageOf(error, 'destinationId')}
        />
        <AmountField
          name="minimum"
          label={messages.minimum}
          hint={messages.minimumHint}
          value={schedule?.minimum}
          error={fieldMessageOf(error, 'minimum')}
        />
        <AmountField
          name="keep"
          label={messages.keep}
          value={schedule?.keep}
          error={fieldMessageOf(error, 'keep')}
        />
        <Button type="submit" variant="primary" pending={pending}>
          {messages.save}
        </Button>
      </Form>
    </Dialog>
  );
}

function DayField({
  every,
  day,
  error,
}: {
  every: Schedule['every'];
  day: number;
  error: string | undefined;
}) {
  const messages = useMessages(destinationMessages);
  if (every === 'day') return null;
  if (every === 'week') {
    const options = Object.entries(messages.weekdays).map(([value, label]) => ({ value, label }));
    return (
      <Select
        key="week"
        name="day"
        label={messages.weekday}
        options={options}
        defaultValue={String(day)}
        error={error}
      />
    );
  }
  const options = Array.from({ length: 31 }, (_none, index) => ({
    value: String(index + 1),
    label: String(index + 1),
  }));
  return (
    <Select
      key="month"
      name="day"
      label={messages.monthDay}
      hint={messages.monthDayHint}
      options={options}
      defaultValue={String(day)}
      error={error}
    />
  );
}

interface AmountProps {
  name: string;
  label: string;
  hint?: string;
  value: string | undefined;
  error: string | undefined;
}

function AmountField({ value = '0', hint, ...field }: AmountProps) {
  return (
    <Field
      {...field}
      {...(hint && { hint })}
      inputMode="decimal"
      autoComplete="off"
      defaultValue={value}
    />
  );
}
