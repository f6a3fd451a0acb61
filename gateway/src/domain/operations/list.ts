// Which operations are meant? The lists that people look at, newest first, page by page: by what identifies one, or back through time. No page
// looks at more rows than a person would wait for; what it did not come to is where the next one begins.

import type { Session } from '../../db/database.ts';
import { listOfAccount, listOfAll, lookUp, reachOfAccount, type ListedOperation, type ListFilter, type ListPlace } from './list-store.ts';

export interface OperationPage {
  items: ListedOperation[];
  /** Where the next page begins; null: all was searched. */
  next: ListPlace | null;
  /** Set when the page is not full although there is more: how far back was looked. */
  searchedUntil: Date | null;
}

const rowsLookedAtMax = 10_000;
/** Across all accounts only the order of time leads to rows, in windows that grow while they are answered quickly. */
const firstWindowMs = 60_000;
const growth = 4;
const quickMs = 15;
const patienceMs = 30;

/** At most `limit` operations that fit, older than `after`. */
export async function listOperations(session: Session, filter: ListFilter, after: ListPlace | null, limit: number): Promise<OperationPage> {
  if (filter.identified !== null) return full(await lookUp(session, filter, after, limit + 1), limit);
  return filter.accountId === null ? acrossAccounts(session, filter, after, limit) : ofAccount(session, filter, after, limit);
}

function full(rows: ListedOperation[], limit: number): OperationPage {
  const last = rows.length > limit ? rows[limit - 1]! : null;
  return { items: rows.slice(0, limit), next: last === null ? null : { at: last.createdAt, id: last.id }, searchedUntil: null };
}

async function ofAccount(session: Session, filter: ListFilter, after: ListPlace | null, limit: number): Promise<OperationPage> {
  const rows = await listOfAccount(session, filter, after, { lookAt: rowsLookedAtMax, limit: limit + 1 });
  if (rows.length > limit) return full(rows, limit);
  const reach = await reachOfAccount(session, filter, after, rowsLookedAtMax);
  return { items: rows, next: reach, searchedUntil: reach?.at ?? null };
}

async function acrossAccounts(session: Session, filter: ListFilter, after: ListPlace | null, limit: number): Promise<OperationPage> {
  const items: ListedOperation[] = [];
  const began = performance.now();
  let end = after;
  for (let windowMs = firstWindowMs; ;) {
    const asked = performance.now();
    const { rows, start, isLast } = await listOfAll(session, filter, end, windowMs, limit + 1 - items.length);
    items.push(...rows);
    if (items.length > limit) return full(items, limit);
    if (isLast) return { items, next: null, searchedUntil: null };
    // Rows at the very beginning of the window are in it: the next one ends before the first of them.
    end = { at: start, id: '0' };
    const now = performance.now();
    if (now - began > patienceMs) return { items, next: end, searchedUntil: start };
    if (now - asked < quickMs) windowMs *= growth;
  }
}
