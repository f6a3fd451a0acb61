// Records the addresses from which an account recently used a valid key, for keyless status
// queries (rule S1).

import type { Session, Statement } from '../../platform/db/database.ts';
import { createOnceAMinute } from './once-a-minute.ts';

export interface Addresses {
  /**
   * Remembers a use; written at most once a minute for each pair, without keeping the answer
   * waiting.
   */
  note(accountId: number, address: string): void;
  /** Accounts seen at an address within 24 hours. */
  accountsAt(address: string): Promise<number[]>;
}

const rememberedFor = `interval '24 hours'`;
const sweepMax = 1_000;

const upsert: Statement = {
  name: 'note_key_address',
  text: `insert into key_address (address, account_id, last_used_at) values ($1, $2, jokko_now())
    on conflict (address, account_id) do update set last_used_at = excluded.last_used_at`,
};
const select: Statement = {
  name: 'accounts_at_address',
  text: `select account_id from key_address where address = $1
    and last_used_at > jokko_now() - ${rememberedFor}`,
};
// Several nodes sweep: each takes what no other has.
const sweepStatement: Statement = {
  name: 'sweep_key_addresses',
  text: `with gone as (
           delete from key_address
           where ctid = any (array(select ctid from key_address
             where last_used_at <= jokko_now() - ${rememberedFor}
                                   order by last_used_at limit $1 for update skip locked))
           returning 1
         )
         select count(*)::integer as removed from gone`,
};

/** `now` in ms on the database clock. */
export function createAddresses(session: Session, now: () => number): Addresses {
  const noted = createOnceAMinute<string>();
  const writing = new Set<Promise<unknown>>();
  return {
    note(accountId, address) {
      const key = `${accountId} ${address}`;
      if (!noted.isDue(key, now())) return;
      const written = session
        .query(upsert, [address, accountId])
        .catch(() => noted.forget(key))
        .finally(() => writing.delete(written));
      writing.add(written);
    },
    async accountsAt(address) {
      // A client that has just used its key may ask without it at once.
      await Promise.all(writing);
      const rows = await session.query<{ account_id: number }>(select, [address]);
      return rows.map((row) => row.account_id);
    },
  };
}

/** Forgets addresses that count no longer. Returns whether there may be more. */
export async function removeOldAddresses(session: Session): Promise<boolean> {
  const [row] = await session.query<{ removed: number }>(sweepStatement, [sweepMax]);
  return row!.removed === sweepMax;
}
