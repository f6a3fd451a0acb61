// Form that requests a settlement: the amount and the destination. Its cost is shown beforehand.

import { useState } from 'react';
import { useChangeOnce, useErrorMessages } from '../../api/index.ts';
import { plainAmount, useMessages } from '../../language/index.ts';
import { Button } from '../../ui/button.tsx';
import { KeyValues } from '../../ui/card.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field, Select } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { Money } from '../../ui/money.tsx';
import { uiMessages } from '../../ui/messages.ts';
import { toast } from '../../ui/toast.tsx';
import { settlementMessages } from './messages.ts';
import { shortName, type Terms } from './labels.tsx';

export function RequestSettlement({
  terms: { balances, destinations },
  onEnd,
}: {
  terms: Terms;
  onEnd(): void;
}) {
  const messages = useMessages(settlementMessages);
  const { arrivedBefore } = useMessages(uiMessages);
  const { fieldMessageOf } = useErrorMessages();
  const { run, pending, error } = useChangeOnce('POST settlements', '', {
    changes: ['GET settlements', 'GET settlements/terms', 'GET balance'],
  });
  const [currency, setCurrency] = useState(balances[0]?.currency ?? 'XOF');
  const chosen = balances.find((balance) => balance.currency === currency);
  const send = async ({ amount = '', destination = '' }: Record<string, string>): Promise<void> => {
    const body = { currency, amount: plainAmount(amount), destinationId: Number(destination) };
    const asked = await run(body);
    if (asked === null) return;
    toast(asked.repeated ? arrivedBefore : messages.asked);
    onEnd();
  };
  return (
    <Dialog open title={messages.request} onClose={onEnd}>
      <Form error={error} onSend={(values) => void send(values)}>
        <p>{messages.requestLead}</p>
        {balances.length < 2 ? null : (
          <Select
            label={messages.currency}
            value={currency}
            options={balances.map(({ currency: value }) => ({ value, label: value }))}
            onChange={(event) => setCurrency(event.target.value)}
          />
        )}
        {chosen === undefined ? null : <Conditions balance={chosen} />}
        <Field
          name="amount"
          label={messages.amount}
          inputMode="decimal"
          autoComplete="off"
          error={fieldMessageOf(error, 'amount')}
        />
        <Select
          name="destination"
          label={messages.destination}
          options={destinations
            .filter(({ usable }) => usable)
            .map((destination) => ({
              value: String(destination.id),
              label: shortName(destination),
            }))}
          error={fieldMessageOf(error, 'destinationId')}
        />
        <Button type="submit" variant="primary" pending={pending}>
          {messages.request}
        </Button>
      </Form>
    </Dialog>
  );
}

function Conditions({
  balance: { currency, most, minimum, maximum, fee, feePercent },
}: {
  balance: Terms['balances'][number];
}) {
  const messages = useMessages(settlementMessages);
  const money = (amount: string | null) =>
    amount === null || amount === '0' ? null : <Money amount={amount} currency={currency} />;
  const free = fee === '0' && feePercent === '0';
  return (
    <KeyValues
      items={[
        { label: messages.most, value: <Money amount={most} currency={currency} /> },
        { label: messages.minimum, value: money(minimum) },
        { label: messages.maximum, value: money(maximum) },
        {
          label: messages.feeOf,
          value: free ? null : (
            <>
              {money(fee)}
              {fee !== '0' && feePercent !== '0' ? ' + ' : null}
              {feePercent === '0' ? null : messages.percent(feePercent)}
            </>
          ),
        },
      ]}
    />
  );
}
