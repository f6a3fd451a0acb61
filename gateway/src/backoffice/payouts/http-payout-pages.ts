// Reads pages of payout batches and of their lines for either side of the portal.

import type { RouteQuery } from '@jokko/contract/portal';
import {
  findSameFile,
  listLines,
  sumLines,
  sumRetry,
  type BatchFilter,
  type ListedBatch,
} from './index.ts';
import { cutPage, pageRowsRead } from '../../platform/http/page.ts';
import { lineOf } from './http-payout-messages.ts';
import type { SignedInUser } from '../../platform/http/portal/caller.ts';
import { refuseField } from '../../platform/http/portal/refused.ts';
import type { PayoutDeps, Member } from './http-payout-call.ts';

export const noSuchTime = refuseField('from', 'notAllowed');

/** Null: a time that there is not, such as the 99th of a month. */
export function batchFilter({
  state,
  q,
  from,
  until,
}: Omit<RouteQuery<'GET operator/payouts'>, 'account' | 'after'>): BatchFilter | null {
  const times = [from, until].map((time) => (time === undefined ? null : new Date(time)));
  if (times.some((time) => time !== null && Number.isNaN(time.getTime()))) return null;
  return {
    state: state ?? null,
    name: q?.trim() || null,
    from: times[0] ?? null,
    until: times[1] ?? null,
  };
}

/** What is read beside the batch itself. */
export async function batchDetailsOf(
  { database }: Pick<PayoutDeps, 'database'>,
  batch: ListedBatch,
  { countries }: Pick<Member, 'countries'>,
) {
  const [sums, sameFile, retry] = await Promise.all([
    sumLines(database, batch.id),
    findSameFile(database, batch.id, countries),
    sumRetry(database, batch),
  ]);
  return { sums, sameFile, retry };
}

export async function linesPage(
  { database, catalogue }: Pick<PayoutDeps, 'database' | 'catalogue'>,
  batchId: number,
  { show, after, q }: RouteQuery<'GET payouts/:id/lines'>,
  { language }: SignedInUser,
) {
  const limit = pageRowsRead;
  const lines = await listLines(database, batchId, {
    show: show ?? 'all',
    after: Number(after ?? 0),
    limit,
    q: q?.trim() || null,
  });
  const present = catalogue();
  const { rows: shown, next } = cutPage(lines, ({ number }) => number);
  const items = shown.map((line) => lineOf(line, present, language));
  return { items, next };
}
