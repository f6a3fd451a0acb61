// Asks for the statement of a day once more: one that was given up, or of which the provider may
// tell more by now.

import type { Database } from '../../platform/db/database.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import { recordAudit, type Who } from '../../platform/audit/index.ts';
import { dayBefore, isPulled, markAsked } from './store.ts';

export type FetchAgain =
  | { ok: true }
  /** `unknown`: no statement is fetched under this route. `notADay`: it is no date, or not over. */
  | { ok: false; refusal: 'unknown' | 'notADay' };

const isDate = (text: string): boolean => {
  const ms = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(text) : Number.NaN;
  return !Number.isNaN(ms) && new Date(ms).toISOString().startsWith(text);
};

/** A node fetches it in its next round. */
export function fetchAgain(
  database: Database,
  { route, day, who }: { route: string; day: string; who: Who },
): Promise<FetchAgain> {
  if (!isDate(day)) return Promise.resolve({ ok: false, refusal: 'notADay' });
  return inTransaction(database, async (session) => {
    if (!(await isPulled(session, route))) return { ok: false, refusal: 'unknown' };
    if (day >= (await dayBefore(session, 0))) return { ok: false, refusal: 'notADay' };
    await markAsked(session, route, day);
    await recordAudit(session, {
      who,
      action: 'reconciliation.fetch',
      subject: `statement/${route}/${day}`,
    });
    return { ok: true };
  });
}
