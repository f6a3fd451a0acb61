// A stored proof as it is shown and printed: with its seal, and what the signature says of the
// bank.

import { toDecimalString } from '@jokko/contract';
import type { RouteResult } from '@jokko/contract/portal';
import type { Session } from '../../platform/db/database.ts';
import { readStatedAtBank } from '../reconciliation/index.ts';
import { minorOf } from './proof.ts';
import { expectedAtBank, type BankBalance, type StoredProof } from './store.ts';

export type ShownProof = RouteResult<'GET operator/morning-proofs/:day'>;

export async function readProofAnswer(
  session: Session,
  { proof, seal, sealed, signature }: StoredProof,
): Promise<ShownProof> {
  const shown = { proof, seal: seal.toString('hex'), sealed };
  if (signature === null) {
    const stated = await statedBalances(session, proof.day);
    return { ...shown, signature: null, stated };
  }
  const bank: NonNullable<ShownProof['signature']>['bank'][number][] = [];
  for (const { currency, amount } of signature.bank) {
    const expected = await expectedAtBank(session, proof, currency);
    bank.push({
      currency,
      amount,
      expected: expected === null ? null : toDecimalString(expected),
      difference: expected === null ? null : toDecimalString(minorOf(amount) - expected),
    });
  }
  return { ...shown, signature: { ...signature, bank }, stated: [] };
}

/** What the banks' statements say of the end of the day, by currency: nobody types it. */
export async function statedBalances(
  session: Session,
  day: string,
): Promise<(BankBalance & { accounts: number })[]> {
  const stated = await readStatedAtBank(session, day);
  return stated.map(({ currency, amount, accounts }) => ({
    currency,
    amount: toDecimalString(amount),
    accounts,
  }));
}
