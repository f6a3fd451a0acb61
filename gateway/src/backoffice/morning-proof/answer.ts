// A stored proof as it is shown and printed: with its seal, and what the signature says of the bank.

import { toDecimalString } from '@jokko/contract';
import type { RouteResult } from '@jokko/contract/portal';
import type { Session } from '../../platform/db/database.ts';
import { minorOf } from './proof.ts';
import { expectedAtBank, type StoredProof } from './store.ts';

export type ShownProof = RouteResult<'GET operator/morning-proofs/:day'>;

export async function readProofAnswer(
  session: Session,
  { proof, seal, sealed, signature }: StoredProof,
): Promise<ShownProof> {
  const shown = { proof, seal: seal.toString('hex'), sealed };
  if (signature === null) return { ...shown, signature: null };
  const bank: NonNullable<ShownProof['signature']>['bank'][number][] = [];
  for (const { currency, amount } of signature.bank) {
    const expected = await expectedAtBank(session, proof, currency);
    bank.push({
      ...{ currency, amount },
      expected: expected === null ? null : toDecimalString(expected),
      difference: expected === null ? null : toDecimalString(minorOf(amount) - expected),
    });
  }
  return { ...shown, signature: { ...signature, bank } };
}
