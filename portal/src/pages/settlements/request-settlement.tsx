// How is a settlement asked for? How much, and to which destination; what it costs is said before.

import { useState } from 'react';
import { useChangeOnce, useErrorWords } from '../../api/index.ts';
import { plainAmount, useTexts } from '../../language/index.ts';
import { Button } from '../../ui/button.tsx';
import { KeyValues } from '../../ui/card.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field, Select } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { Money } from '../../ui/money.tsx';
import { uiTexts } from '../../ui/texts.ts';
import { toast } from '../../ui/toast.tsx';
import { settlementTexts } from './texts.ts';
import { shortName, type Terms } from './words.tsx';

export function RequestSettlement({ terms: { balances, destinations }, onEnd }: { terms: Terms; onEnd(): void }) {
  const words = useTexts(settlementTexts);
  const { arrivedBefore } = useTexts(uiTexts);
  const { sayField } = useErrorWords();
  const { run, pending, error } = useChangeOnce('POST settlements', '', {
    changes: ['GET settlements', 'GET settlements/terms', 'GET balance'],
  });
  const [currency, setCurrency] = useState(balances[0]?.currency ?? 'XOF');
  const chosen = balances.find((balance) => balance.currency === currency);
  const send = async ({ amount = '', destination = '' }: Record<string, string>): Promise<void> => {
    const body = { currency, amount: plainAmount(amount), destinationId: Number(destination) };
    const asked = await run(body);
    if (asked === null) return;
    toast(asked.repeated ? arrivedBefore : words.asked);
    onEnd();
  };
  return (
    <Dialog open title={words.request} onClose={onEnd}>
      <Form error={error} onSend={(values) => void send(values)}>
        <p>{words.requestLead}</p>
        {balances.length < 2 ? null : (
          <Select
            label={words.currency}
            value={currency}
            options={balances.map(({ currency: value }) => ({ value, label: value }))}
            onChange={(event) => setCurrency(event.target.value)}
          />
        )}
        {chosen === undefined ? null : <Conditions balance={chosen} />}
        <Field name="amount" label={words.amount} inputMode="decimal" autoComplete="off" error={sayField(error, 'amount')} />
        <Select
          name="destination"
          label={words.destination}
          options={destinations
            .filter(({ usable }) => usable)
            .map((destination) => ({ value: String(destination.id), label: shortName(destination) }))}
          error={sayField(error, 'destinationId')}
        />
        <Button type="submit" look="primary" pending={pending}>
          {words.request}
        </Button>
      </Form>
    </Dialog>
  );
}

function Conditions({ balance: { currency, most, minimum, maximum, fee, feePercent } }: { balance: Terms['balances'][number] }) {
  const words = useTexts(settlementTexts);
  const money = (amount: string | null) => (amount === null || amount === '0' ? null : <Money amount={amount} currency={currency} />);
  const free = fee === '0' && feePercent === '0';
  return (
    <KeyValues
      items={[
        { label: words.most, value: <Money amount={most} currency={currency} /> },
        { label: words.minimum, value: money(minimum) },
        { label: words.maximum, value: money(maximum) },
        {
          label: words.feeOf,
          value: free ? null : (
            <>
              {money(fee)}
              {fee !== '0' && feePercent !== '0' ? ' + ' : null}
              {feePercent === '0' ? null : words.percent(feePercent)}
            </>
          ),
        },
      ]}
    />
  );
}
