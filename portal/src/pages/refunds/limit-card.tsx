// Amount from which a refund in the portal needs two users, for one account or for all. Shown to
// operators, changed by their admins.

import { useState } from 'react';
import { useChange, useErrorMessages, useMay, useRead } from '../../api/index.ts';
import { plainAmount, useMessages } from '../../language/index.ts';
import { Button, Buttons } from '../../ui/button.tsx';
import { Card, KeyValues } from '../../ui/card.tsx';
import { Field } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { Money } from '../../ui/money.tsx';
import { Loaded } from '../../ui/states.tsx';
import { toast } from '../../ui/toast.tsx';
import { refundMessages } from './messages.ts';

/** `accountId` null: the installation's. `currency` in which an account's is shown. */
export function RefundLimitCard({
  accountId,
  currency = 'XOF',
}: {
  accountId: number | null;
  currency?: string;
}) {
  const messages = useMessages(refundMessages);
  const may = useMay('POST operator/refund-limit');
  const limits = useRead('GET operator/refund-limit', {
    query: accountId === null ? {} : { account: String(accountId) },
  });
  const shown = (amount: string | null, none: string) =>
    amount === null ? none : <Money amount={amount} currency={currency} />;
  return (
    <Card title={messages.limit} lead={messages.limitLead}>
      <Loaded read={limits} lines={2}>
        {({ account, installation }) => (
          <div className="stack">
            <KeyValues
              items={[
                {
                  label: messages.ofAccount,
                  value: accountId === null ? null : shown(account, messages.asInstallation),
                },
                { label: messages.ofInstallation, value: shown(installation, messages.noLimit) },
              ]}
            />
            {may ? (
              <LimitForm
                accountId={accountId}
                present={accountId === null ? installation : account}
              />
            ) : null}
          </div>
        )}
      </Loaded>
    </Card>
  );
}

function LimitForm({ accountId, present }: { accountId: number | null; present: string | null }) {
  const messages = useMessages(refundMessages);
  const [wrong, setWrong] = useState(false);
  const { fieldMessageOf } = useErrorMessages();
  const { run, pending, error } = useChange('POST operator/refund-limit', {
    changes: ['GET operator/refund-limit', 'GET operator/approval-requests'],
  });
  const save = async ({ limit = '', reason = '' }: Record<string, string>): Promise<void> => {
    const plain = plainAmount(limit);
    const fits = plain === '' || /^\d{1,12}(\.\d{1,4})?$/.test(plain);
    setWrong(!fits);
    const answer = fits
      ? await run({ body: { accountId, limit: plain === '' ? null : plain, reason } })
      : null;
    if (answer !== null) toast(answer.approvalRequestId === null ? messages.saved : messages.waits);
  };
  return (
    <Form error={error} onSend={(values) => void save(values)}>
      <Field
        key={present}
        name="limit"
        label={messages.amount}
        hint={messages.amountHint}
        inputMode="decimal"
        autoComplete="off"
        defaultValue={present ?? ''}
        error={wrong ? messages.notAmount : fieldMessageOf(error, 'limit')}
      />
      <Field
        name="reason"
        label={messages.reason}
        hint={messages.reasonHint}
        optional={messages.optional}
        maxLength={500}
        error={fieldMessageOf(error, 'reason')}
      />
      <Buttons>
        <Button type="submit" pending={pending}>
          {messages.save}
        </Button>
      </Buttons>
    </Form>
  );
}
