// From which amount on does a refund in the portal need two persons? Shown to operators, changed by their admins; of one account or of all.

import { useState } from 'react';
import { useChange, useErrorWords, useMay, useRead } from '../../api/index.ts';
import { plainAmount, useTexts } from '../../language/index.ts';
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
  const { sayField } = useErrorWords();
  const { run, pending, error } = useChange('POST operator/refund-limit', {
    changes: ['GET operator/refund-limit', 'GET operator/wishes'],
  });
  const save = async ({ limit = '', reason = '' }: Record<string, string>): Promise<void> => {
    const plain = plainAmount(limit);
    const fits = plain === '' || /^\d{1,12}(\.\d{1,4})?$/.test(plain);
    setWrong(!fits);
    const answer = fits ? await run({ body: { accountId, limit: plain === '' ? null : plain, reason } }) : null;
    if (answer !== null) toast(answer.wishId === null ? words.saved : words.waits);
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
        error={wrong ? words.notAmount : sayField(error, 'limit')}
      />
      <Field
        name="reason"
        label={words.reason}
        hint={words.reasonHint}
        optional={words.optional}
        maxLength={500}
        error={sayField(error, 'reason')}
      />
      <Buttons>
        <Button type="submit" pending={pending}>
          {words.save}
        </Button>
      </Buttons>
    </Form>
  );
}
