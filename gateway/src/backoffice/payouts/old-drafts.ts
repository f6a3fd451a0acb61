// Purges abandoned drafts. Nothing of them was ever sent, and they hold personal names and
// numbers.

import type { Database, Statement } from '../../platform/db/database.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import { removeBatch } from './store.ts';

const draftDays = 30;

const selectOld: Statement = {
  name: 'select_old_payout_draft',
  text: `select id from payout_batch where state = 'draft'
    and changed_at < jokko_now() - interval '${draftDays} days'
    order by changed_at limit 1 for update skip locked`,
};

/** Removes one; answers whether there was one, and perhaps more. */
export function purgeDrafts(database: Database): Promise<boolean> {
  return inTransaction(database, async (session) => {
    const [old] = await session.query<{ id: number }>(selectOld);
    if (old === undefined) return false;
    await removeBatch(session, old.id);
    return true;
  });
}
