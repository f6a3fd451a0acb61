// Sums what is held on all accounts, by currency, for payments that have no result yet.

import type { Session, Statement } from '../../platform/db/database.ts';
import { environment } from '../../platform/environment.ts';

interface HeldSum {
  /** ISO 4217. */
  currency: string;
  /** Ten-thousandths. */
  held: bigint;
}

// One row for each account and currency.
const sumHeld: Statement = {
  name: 'sum_held',
  text: 'select currency, sum(held)::bigint as held from balance where held > 0 group by currency order by currency',
};
/** The sums are kept this long: accounts are many, and an open page asks every few seconds. */
const keptMs = 15_000;

export function createHeldReader(session: Session): () => Promise<HeldSum[]> {
  let kept: { at: number; sums: HeldSum[] } | null = null;
  return async () => {
    const at = environment.monotonic();
    if (kept === null || at - kept.at >= keptMs)
      kept = { at, sums: await session.query<HeldSum>(sumHeld) };
    return kept.sums;
  };
}
