// Fields of a deposit at one of our bank accounts, by which its statement is compared with it.

import { useState } from 'react';
import { serverNow, useErrorMessages, useRead, type CallError } from '../../api/index.ts';
import { useMessages } from '../../language/index.ts';
import { Field } from '../../ui/field.tsx';
import { uiMessages } from '../../ui/messages.ts';
import { bankAccountMessages } from '../reconciliation/bank-account-messages.ts';
import { ThroughBank, throughBankField, throughBankOf } from '../reconciliation/through-bank.tsx';

/** As it is sent. */
export const depositOf = (values: Record<string, string>) => ({
  bankAccountId: throughBankOf(values),
  reference: values['reference']?.trim() || null,
  valueDate: values['valueDate'] || null,
});

export function Deposit({ currency, error }: { currency: string; error: CallError | null }) {
  const messages = useMessages(bankAccountMessages);
  const { optional } = useMessages(uiMessages);
  const { fieldMessageOf } = useErrorMessages();
  const { answer } = useRead('GET operator/bank-accounts', {});
  const [today] = useState(() => new Date(serverNow()).toISOString().slice(0, 10));
  const isKept = (answer?.items ?? []).some(
    (account) => account.closedAt === null && account.currency === currency,
  );
  if (!isKept) return null;
  return (
    <>
      <ThroughBank currency={currency} error={fieldMessageOf(error, throughBankField)} />
      <Field
        name="reference"
        label={messages.depositReference}
        optional={optional}
        maxLength={100}
        autoComplete="off"
        error={fieldMessageOf(error, 'reference')}
      />
      <Field
        name="valueDate"
        type="date"
        label={messages.depositDay}
        defaultValue={today}
        error={fieldMessageOf(error, 'valueDate')}
      />
    </>
  );
}
