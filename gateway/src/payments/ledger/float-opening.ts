// Books the money that the simulator lends us at a provider at the start of a sandbox, once for
// each float and out of `opening`, so that our books begin as the simulator's do.

import type { Database, Statement } from '../../platform/db/database.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import { openingPosting } from './postings.ts';
import { writeOwnTransfer } from './store.ts';

/** SQL: a transfer that opens a float. */
export const isOpening = `verb = 'fund' and credit = 'opening' and debit like 'provider:_%'`;

const lock: Statement = {
  name: 'lock_float_opening',
  text: `select pg_advisory_xact_lock(hashtextextended('float-opening/' || $1::text, 0))`,
};
// Reads our own transfers, which are few until providers keep fees. It runs once for each float,
// and again if its opening is missing.
const selectOpening: Statement = {
  name: 'select_float_opening',
  text: `select id from transfer where account_id = 0 and verb = 'fund' and credit = 'opening'
    and debit = $1 and currency = $2 limit 1`,
};

/** Opens a float. `amount` is in ten-thousandths, above zero. False: it was opened before. */
export function openFloat(
  database: Database,
  { route, currency, amount }: { route: string; currency: string; amount: bigint },
): Promise<boolean> {
  const posting = openingPosting(route, amount);
  return inTransaction(database, async (session) => {
    await session.query(lock, [`${route} ${currency}`]);
    const known = await session.query(selectOpening, [posting.debit, currency]);
    if (known.length > 0) return false;
    await writeOwnTransfer(session, posting, currency, 'opening float of the simulator');
    return true;
  });
}
