// Field that says through which of our bank accounts money goes. The only open one of the currency
// is chosen from the start; without any there is nothing to ask.

import { useRead } from '../../api/index.ts';
import { useMessages } from '../../language/index.ts';
import { Select } from '../../ui/field.tsx';
import { bankAccountMessages } from './bank-account-messages.ts';

export const throughBankField = 'bankAccountId';

/** As it is sent; null: it is not said. */
export const throughBankOf = (values: Record<string, string>): number | null =>
  Number(values[throughBankField] ?? '') || null;

export function ThroughBank({ currency, error }: { currency: string; error: string | undefined }) {
  const messages = useMessages(bankAccountMessages);
  const { answer } = useRead('GET operator/bank-accounts', {});
  const open = (answer?.items ?? []).filter(
    (account) => account.closedAt === null && account.currency === currency,
  );
  if (open.length === 0) return null;
  const options = open.map(({ id, name, bank }) => ({
    value: String(id),
    label: `${name} · ${bank}`,
  }));
  return (
    <Select
      key={currency}
      name={throughBankField}
      label={messages.through}
      hint={messages.throughHint}
      options={[{ value: '', label: messages.notSaid }, ...options]}
      defaultValue={open.length === 1 ? String(open[0]!.id) : ''}
      error={error}
    />
  );
}
