// Adds money to an account by order of the operator, with an entry in the audit log.

import { decimalsOf, parseAmount, toDecimalString } from '@jokko/contract';
import type { Database } from '../../platform/db/database.ts';
import { changeWithAudit, type Who, type AuditEntry } from '../../platform/audit/index.ts';
import { fundAccountIn } from '../ledger/index.ts';
import { loadAccount } from './store.ts';

/** `amount` as a user writes it, in units of `currency`; null: of the account's own currency. */
export interface Funding {
  accountId: number;
  currency: string | null;
  amount: string;
  note: string;
}

export type Funded =
  | { ok: true; currency: string; amount: string }
  | { ok: false; refusal: 'unknown account' }
  | { ok: false; refusal: 'amount' | 'currency' | 'above the maximum'; currency: string };

type FundEntry = AuditEntry & { new: { amount: string; currency: string; note: string } };
interface Booked {
  result: Funded;
  entry: FundEntry | null;
}

export async function fundByOperator(
  database: Database,
  who: Who,
  funding: Funding,
): Promise<Funded> {
  const { accountId, note } = funding;
  const account = await loadAccount(database, accountId);
  if (account === null) return { ok: false, refusal: 'unknown account' };
  const currency = funding.currency ?? account.currency;
  const amountMinor = readAmount(funding.amount, currency);
  if (amountMinor === null) return { ok: false, refusal: 'amount', currency };
  const amount = toDecimalString(amountMinor);
  return changeWithAudit(database, async (session): Promise<Booked> => {
    const booked = await fundAccountIn(session, { accountId, currency, amountMinor, note });
    if (!booked.ok) {
      const refusal = booked.refusal === 'above the maximum' ? booked.refusal : 'currency';
      return { result: { ok: false, refusal, currency }, entry: null };
    }
    const entry: FundEntry = {
      who,
      action: 'account.fund',
      accountId,
      subject: `account/${accountId}`,
      new: { amount, currency, note },
    };
    return { result: { ok: true, currency, amount }, entry };
  });
}

/** Above zero, in ten-thousandths. */
function readAmount(text: string, currency: string): bigint | null {
  const amount = parseAmount(text, decimalsOf(currency));
  return amount === null || amount <= 0n ? null : amount;
}
