// The payout limit of a key: up to which amount its batches need no approval. A plain number, in
// units of whatever currency a batch is paid in.

import type { Mode } from '../../platform/db/mode.ts';
import type { Session, Statement } from '../../platform/db/database.ts';

const unit = 10_000n;
/** What a key begins with. In the sandbox a first batch is seen running; above that, how one waits. */
const defaultPayoutLimits: { readonly [mode in Mode]: bigint } = {
  sandbox: 1_000_000n * unit,
  rehearsal: 0n,
  live: 0n,
};

const selectLimit: Statement = {
  name: 'select_payout_limit',
  text: `select i.mode, k.payout_limit as own from api_key k cross join installation i
    where k.id = $1 and (k.expires_at is null or k.expires_at > jokko_now())`,
};

/** In ten-thousandths; 0 where the key has ended meanwhile. */
export async function readPayoutLimit(session: Session, keyId: number): Promise<bigint> {
  const [row] = await session.query<{ mode: Mode; own: bigint | null }>(selectLimit, [keyId]);
  return row === undefined ? 0n : (row.own ?? defaultPayoutLimits[row.mode]);
}
