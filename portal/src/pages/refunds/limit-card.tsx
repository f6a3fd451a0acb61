// From which amount on does a refund in the portal need two persons? Shown to operators, changed by their admins; of one account or of all.

import { useState } from 'react';
import { useChange, useMay, useRead } from '../../api/index.ts';
import { useTexts } from '../../language/index.ts';
import { Button, Buttons } from '../../ui/button.tsx';
import { Card, KeyValues } from '../../ui/card.tsx';
import { Field } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { Money } from '../../ui/money.tsx';
import { Loaded } from '../../ui/states.tsx';
import { toast } from '../../ui/toast.tsx';
import { refundTexts } from './texts.ts';

/** `accountId` null: the installation's. `currency` in which an account's is shown. */
export function RefundLimitCard({ accountId, currency = 'XOF' }: { accountId: number | null; currency?: string }) {
  const words = useTexts(refundTexts);
  const may = useMay('POST operator/refund-limit');
  const limits = useRead('GET operator/refund-limit', { query: accountId === null ? {} : { account: String(accountId) } });
  const shown = (amount: string | null, none: string) => (amount === null ? none : <Money amount={amount} currency={currency} />);
  return (
    <Card title={words.limit} lead={words.limitLead}>
      <Loaded read={limits} lines={2}>
        {({ account, installation }) => (
          <div className="stack">
            <KeyValues
              items={[
                { label: words.ofAccount, value: accountId === null ? null : shown(account, words.asInstallation) },
                { label: words.ofInstallation, value: shown(installation, words.noLimit) },
              ]}
            />
            {may ? <LimitForm accountId={accountId} present={accountId === null ? installation : account} /> : null}
          </div>
        )}
      </Loaded>
    </Card>
  );
}

function LimitForm({ accountId, present }: { accountId: number | null; present: string | null }) {
  const words = useTexts(refundTexts);
  const [wrong, setWrong] = useState(false);
  const { run, pending, error } = useChange('POST operator/refund-limit', { changes: ['GET operator/refund-limit'] });
  const save = async ({ limit = '' }: Record<string, string>): Promise<void> => {
    // As people write it: spaces between thousands, a comma before decimals.
    const plain = limit.replace(/\s/g, '').replace(',', '.');
    const fits = plain === '' || /^\d{1,12}(\.\d{1,4})?$/.test(plain);
    setWrong(!fits);
    if (fits && (await run({ body: { accountId, limit: plain === '' ? null : plain } })) !== null) toast(words.saved);
  };
  return (
    <Form error={error} onSend={(values) => void save(values)}>
      <Field
        key={present}
        name="limit"
        label={words.amount}
        hint={words.amountHint}
        inputMode="decimal"
        autoComplete="off"
        defaultValue={present ?? ''}
        error={wrong ? words.notAmount : undefined}
      />
      <Buttons>
        <Button type="submit" pending={pending}>
          {words.save}
        </Button>
      </Buttons>
    </Form>
  );
}
