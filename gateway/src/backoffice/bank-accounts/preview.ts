// The line of an approval request's preview that names our bank account the money goes through.

import type { Session, Statement } from '../../platform/db/database.ts';
import { changeOf, type PreviewLine } from '../approvals/index.ts';
import { findBankAccount } from './store.ts';

// A return comes back to the account that paid.
const selectPayer: Statement = {
  name: 'select_bank_account_that_paid',
  text: 'select bank_account_id as id from bank_movement where settlement_id = $1 and amount < 0',
};

/** Without lines where none is named. It is the same now and after: what changes are the balances beside it. */
export async function previewBankAccount(
  session: Session,
  id: number | undefined,
): Promise<PreviewLine[]> {
  const account = id === undefined ? null : await findBankAccount(session, id);
  if (account === null) return [];
  const value = { word: `${account.name} · ${account.number}` };
  return [changeOf('bankAccount', { before: value, after: value })];
}

/** To which a settlement that was paid comes back. */
export async function previewBankReturn(
  session: Session,
  settlementId: number,
): Promise<PreviewLine[]> {
  const [payer] = await session.query<{ id: number }>(selectPayer, [settlementId]);
  return previewBankAccount(session, payer?.id);
}
