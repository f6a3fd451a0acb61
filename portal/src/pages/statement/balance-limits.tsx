// Card of the balance below which the people of the account are told by e-mail, by currency. Shown
// to those who may change it.

import { useState } from 'react';
import type { RouteAnswer } from '@jokko/contract/portal';
import { useChange, useMay, useRead } from '../../api/index.ts';
import { plainAmount, useMessages } from '../../language/index.ts';
import { Button, Buttons } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Field } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { Loaded } from '../../ui/states.tsx';
import { toast } from '../../ui/toast.tsx';
import { statementMessages } from './messages.ts';

export function BalanceLimits({ currencies }: { currencies: readonly string[] }) {
  const messages = useMessages(statementMessages);
  const may = useMay('POST balance-limits');
  return may ? (
    <Card title={messages.low} lead={messages.lowLead}>
      <LimitForms currencies={currencies} />
    </Card>
  ) : null;
}

function LimitForms({ currencies }: { currencies: readonly string[] }) {
  const read = useRead('GET balance-limits', {});
  return (
    <Loaded read={read} lines={2}>
      {({ items }) => (
        <div className="grid">
          {currencies.map((currency) => (
            <LimitForm
              key={currency}
              currency={currency}
              present={items.find((each) => each.currency === currency)}
            />
          ))}
        </div>
      )}
    </Loaded>
  );
}

function LimitForm({
  currency,
  present,
}: {
  currency: string;
  present: RouteAnswer<'GET balance-limits'>['items'][number] | undefined;
}) {
  const messages = useMessages(statementMessages);
  const [wrong, setWrong] = useState(false);
  const { run, pending, error } = useChange('POST balance-limits', {
    changes: ['GET balance-limits'],
  });
  const save = async ({ minimum = '' }: Record<string, string>): Promise<void> => {
    const plain = plainAmount(minimum);
    const fits = plain === '' || /^[1-9]\d{0,10}$/.test(plain);
    setWrong(!fits);
    const body = { currency, minimum: plain === '' ? null : Number(plain) };
    if (fits && (await run({ body })) !== null) toast(messages.lowSaved);
  };
  return (
    <Form error={error} onSend={(values) => void save(values)}>
      <Field
        key={present?.minimum}
        name="minimum"
        inputMode="numeric"
        label={messages.lowBelow(currency)}
        hint={messages.lowHint}
        defaultValue={present?.minimum}
        error={wrong ? messages.lowWrong : undefined}
      />
      <Buttons>
        <Button type="submit" pending={pending}>
          {messages.lowSave}
        </Button>
      </Buttons>
    </Form>
  );
}
