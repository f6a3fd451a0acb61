// The line of an approval request's preview that names our bank account the money goes through.

import type { Session } from '../../platform/db/database.ts';
import { changeOf, type PreviewLine } from '../approvals/index.ts';
import { findBankAccount, findPayer } from '../bank-accounts/index.ts';

/**
 * Without lines where none is named. It is the same now and after: what changes are the balances
 * beside it.
 */
export async function previewBankAccount(
  session: Session,
  id: number | null | undefined,
): Promise<PreviewLine[]> {
  const account = id == null ? null : await findBankAccount(session, id);
  if (account === null) return [];
  const value = { word: `${account.name} · ${account.number}` };
  return [changeOf('bankAccount', { before: value, after: value })];
}

/** To which a settlement that was paid comes back. */
export async function previewBankReturn(
  session: Session,
  settlementId: number,
): Promise<PreviewLine[]> {
  return previewBankAccount(session, await findPayer(session, settlementId));
}
