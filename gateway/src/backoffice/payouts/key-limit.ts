// The payout limit of a key: up to which amount its batches need no approval. A plain number, in
// units of whatever currency a batch is paid in.

import type { Mode } from '../../platform/db/mode.ts';
import type { Session, Statement } from '../../platform/db/database.ts';

const unit = 10_000n;
/**
 * What a key begins with. In the sandbox a first batch is seen running; above that, how one waits.
 */
const defaultPayoutLimits: { readonly [mode in Mode]: bigint } = {
  sandbox: 1_000_000n * unit,
  rehearsal: 0n,
  live: 0n,
};

const textOf = (lock: string): string => `select k.id, k.name, i.mode, k.payout_limit as own
  from api_key k cross join installation i
  where k.account_id = $1 and k.id = $2 and (k.expires_at is null
    or k.expires_at > jokko_now())${lock}`;
const selectKey: Statement = { name: 'select_payout_limit', text: textOf('') };
const lockKey: Statement = { name: 'lock_payout_limit', text: textOf(' for update of k') };

export interface LimitedKey {
  id: number;
  name: string;
  mode: Mode;
  /** In ten-thousandths. */
  limit: bigint;
}

/**
 * A key of the account that has not ended; null: there is none. `lock`: it stays as it is until the
 * transaction ends.
 */
export async function findLimitedKey(
  session: Session,
  { accountId, key, lock }: { accountId: number; key: number; lock: boolean },
): Promise<LimitedKey | null> {
  const [row] = await session.query<Omit<LimitedKey, 'limit'> & { own: bigint | null }>(
    lock ? lockKey : selectKey,
    [accountId, key],
  );
  if (row === undefined) return null;
  const { own, ...found } = row;
  return { ...found, limit: own ?? defaultPayoutLimits[row.mode] };
}

/** In ten-thousandths; 0 where the key has ended meanwhile. */
export async function readPayoutLimit(
  session: Session,
  { accountId, key }: { accountId: number; key: number },
): Promise<bigint> {
  return (await findLimitedKey(session, { accountId, key, lock: false }))?.limit ?? 0n;
}
