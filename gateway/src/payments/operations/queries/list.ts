// Lists operations for display, newest first, page by page: by what identifies one, or back
// through time, also for a piece of what identifies one. No page reads more rows than a user would
// wait for; the next page begins where it stopped.

import { phoneText } from '@jokko/contract';
import type { Session } from '../../../platform/db/database.ts';
import { listNewest } from './list-newest.ts';
import {
  listOfAccount,
  listOfWindow,
  searchOperations,
  reachOfAccount,
  type Identified,
  type IdentifiedPart,
  type ListedOperation,
  type ListFilter,
  type ListPlace,
  type ListWindow,
} from './list-store.ts';
import { environment } from '../../../platform/environment.ts';

export interface OperationPage {
  items: ListedOperation[];
  /** Where the next page begins; null: all was searched. */
  next: ListPlace | null;
  /** Set when the page is not full although there is more: how far back was looked. */
  searchedUntil: Date | null;
}

export const rowsCheckedMax = 10_000;
/**
 * Across all accounts only the order of time leads to rows that fit, in windows that grow while
 * little is in them.
 */
const firstWindowMs = 60_000;
const growth = 4;
const fewRows = rowsCheckedMax / growth / growth;
/**
 * With more, every account that has fewer would be read as far as that: a thousand accounts are a
 * million rows.
 */
const newestMax = 500;
/**
 * A slow machine ends a page early, but not before this many rows: else a short list would look
 * empty under load.
 */
const rowsCheckedMin = 1_000;
const timeoutMs = 50;

/** At most `limit` operations that fit, older than `after`. */
export async function listOperations(
  session: Session,
  filter: ListFilter,
  after: ListPlace | null,
  limit: number,
): Promise<OperationPage> {
  if (filter.accounts?.length === 0) return full([], limit);
  if (filter.identified !== null) {
    const found = await searchOperations(session, filter, after, limit + 1);
    const part = partOf(filter.identified);
    if (found.length > 0 || part === null) return full(found, limit);
    // What has the whole of it in another state, or on a page before, is what was meant.
    const isWhole =
      (await searchOperations(session, { ...filter, states: null }, null, 1)).length > 0;
    if (isWhole) return full([], limit);
    return listOperations(session, { ...filter, identified: null, part }, after, limit);
  }
  return filter.accountId === null
    ? acrossAccounts(session, filter, after, limit)
    : ofAccount(session, filter, after, limit);
}

/** Only those that have what was typed as a whole. */
export async function listIdentified(
  session: Session,
  filter: ListFilter & { identified: Identified },
  after: ListPlace | null,
  limit: number,
): Promise<OperationPage> {
  return full(await searchOperations(session, filter, after, limit + 1), limit);
}

/** Fewer letters or digits stand in too many ids to tell anything. */
const partMin = 3;

/** What was typed as a piece of an id or of a phone; null where it says too little. */
export function partOf({ text }: Identified): IdentifiedPart | null {
  if (text.length < partMin) return null;
  const digits = phoneText(text).replace('+', '');
  const isPhone = digits.length >= partMin && /^\d+$/.test(digits);
  return { text: text.toLowerCase(), digits: isPhone ? digits : '' };
}

function full(rows: ListedOperation[], limit: number): OperationPage {
  const last = rows.length > limit ? rows[limit - 1]! : null;
  return {
    items: rows.slice(0, limit),
    next: last === null ? null : { at: last.createdAt, id: last.id },
    searchedUntil: null,
  };
}

async function ofAccount(
  session: Session,
  filter: ListFilter,
  after: ListPlace | null,
  limit: number,
): Promise<OperationPage> {
  const rows = await listOfAccount(session, filter, after, {
    lookAt: rowsCheckedMax,
    limit: limit + 1,
  });
  if (rows.length > limit) return full(rows, limit);
  const reach = await reachOfAccount(session, filter, after, rowsCheckedMax);
  return { items: rows, next: reach, searchedUntil: reach?.at ?? null };
}

async function acrossAccounts(
  session: Session,
  filter: ListFilter,
  after: ListPlace | null,
  limit: number,
): Promise<OperationPage> {
  if (isUnfiltered(filter) && limit <= newestMax)
    return full(await listNewest(session, filter, after, limit + 1), limit);
  const items: ListedOperation[] = [];
  const next = await walkWindows(after, async (place, bounds) => {
    const { rows, ...window } = await listOfWindow(session, filter, place, {
      ...bounds,
      limit: limit + 1 - items.length,
    });
    items.push(...rows);
    return { ...window, isFull: items.length > limit };
  });
  return items.length > limit
    ? full(items, limit)
    : { items, next, searchedUntil: next?.at ?? null };
}

/**
 * Reads windows of time backwards from `after` until `read` says that it has enough. Answers where
 * the next one would end; null: nothing is older. No more rows than a user would wait for are read.
 */
export async function walkWindows(
  after: ListPlace | null,
  read: (
    place: ListPlace | null,
    bounds: { windowMs: number; lookAt: number },
  ) => Promise<ListWindow & { isFull: boolean }>,
): Promise<ListPlace | null> {
  const began = environment.monotonic();
  let place = after;
  let checked = 0;
  for (let windowMs = firstWindowMs; ;) {
    const window = await read(place, { windowMs, lookAt: rowsCheckedMax - checked });
    if (window.isLast) return null;
    place = window.end;
    checked += window.checked;
    const isLate = checked >= rowsCheckedMin && environment.monotonic() - began > timeoutMs;
    if (window.isFull || isLate || checked >= rowsCheckedMax) return place;
    if (window.checked < fewRows) windowMs *= growth;
  }
}

/** By nothing that `listNewest` does not know. */
function isUnfiltered(filter: ListFilter): boolean {
  const { accountId: _, accounts: _of, from: _from, until: _until, ...others } = filter;
  return Object.values(others).every((condition) => condition === null);
}
