// The option by which commands name one of our bank accounts, and what is said where there is none.

import { Refusal } from '../../cli/errors.ts';
import { option } from '../../cli/parameters.ts';
import { wholeNumber } from '../../cli/values.ts';
import type { Database } from '../../platform/db/database.ts';
import { listBankAccounts, type BankAccount } from './index.ts';

const idMax = 2_147_483_647;

export const bankAccountOption = (summary: string) => option('ID', summary, wholeNumber(idMax));

/** An open one, of this currency where one is given. */
export async function requireBankAccount(
  database: Database,
  id: number,
  currency?: string,
): Promise<BankAccount> {
  const fitting = (await listBankAccounts(database)).filter(
    (account) => account.closedAt === null && (currency ?? account.currency) === account.currency,
  );
  const found = fitting.find((account) => account.id === id);
  if (found !== undefined) return found;
  const names = fitting.map((each) => `${each.id} (${each.name}, ${each.number})`).join(', ');
  const of = currency === undefined ? '' : ` in ${currency}`;
  throw new Refusal(
    `there is no open bank account ${id}${of}${names === '' ? ': add one in the portal' : `; open ones: ${names}`}`,
  );
}
