// Runs settlement schedules. Each run requests one settlement of what exceeds the amount to keep;
// the request and the next run are one commit, so that a run that two nodes see, or that a crash
// interrupts, happens once.

import { toDecimalString } from '@jokko/contract';
import type { Database, Session } from '../../platform/db/database.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import { recordAudit, type Who } from '../../platform/audit/index.ts';
import { loadBalances, lockAccountIn } from '../../payments/ledger/index.ts';
import { nextDue } from './calendar.ts';
import { findDestination } from './destination-store.ts';
import { requestSettlementIn } from './request.ts';
import {
  deleteSchedule,
  findDue,
  findSchedule,
  storeSchedule,
  storeRun,
  type Schedule,
} from './schedule-store.ts';
import { loadTerms, mostOf } from './terms.ts';

/** The most of one round of the task. */
const schedulesAtOnce = 20;

export type GivenSchedule = Pick<
  Schedule,
  'accountId' | 'currency' | 'destinationId' | 'every' | 'day' | 'minimum' | 'keep'
> & {
  /** Who sets it, and so is none of the two who approve what it asks for. */
  userId: number;
};
export type Scheduled = { ok: true; nextAt: Date } | { ok: false; refusal: 'destination' };

/**
 * In place of the one that the balance had. The destination may still be resting, but must be
 * confirmed.
 */
export function setSchedule(
  database: Database,
  who: Who,
  given: GivenSchedule,
): Promise<Scheduled> {
  return inTransaction(database, async (session): Promise<Scheduled> => {
    const { accountId, currency, destinationId, every, day, minimum, keep } = given;
    const account = await lockAccountIn(session, accountId);
    const destination = await findDestination(session, destinationId);
    const fits =
      destination !== null && destination.accountId === accountId && destination.removedAt === null;
    if (account === null || !fits || destination.confirmedAt === null)
      return { ok: false, refusal: 'destination' };
    const nextAt = nextDue(given, account.now);
    await storeSchedule(session, { ...given, setBy: given.userId, nextAt });
    const reported = {
      destinationId,
      every,
      day,
      minimum: toDecimalString(minimum),
      keep: toDecimalString(keep),
    };
    await recordAudit(session, {
      who,
      action: 'schedule.set',
      accountId,
      subject: `schedule/${currency}`,
      new: reported,
    });
    return { ok: true, nextAt };
  });
}

/** False when there was none. */
export function endSchedule(
  database: Database,
  who: Who,
  { accountId, currency }: { accountId: number; currency: string },
): Promise<boolean> {
  return inTransaction(database, async (session) => {
    await lockAccountIn(session, accountId);
    if (!(await deleteSchedule(session, accountId, currency))) return false;
    await recordAudit(session, {
      who,
      action: 'schedule.end',
      accountId,
      subject: `schedule/${currency}`,
    });
    return true;
  });
}

/**
 * Requests the settlements of due schedules. Returns true when more are due than one round takes.
 */
export async function requestScheduled(database: Database): Promise<boolean> {
  const due = await findDue(database, schedulesAtOnce);
  for (const { accountId, currency } of due)
    await inTransaction(database, (session) => requestScheduledFor(session, accountId, currency));
  return due.length === schedulesAtOnce;
}

async function requestScheduledFor(
  session: Session,
  accountId: number,
  currency: string,
): Promise<void> {
  const account = await lockAccountIn(session, accountId);
  const schedule = await findSchedule(session, accountId, currency);
  // Another node was quicker, or it has ended.
  if (account === null || schedule === null || schedule.nextAt > account.now) return;
  const outcome = await requestDue(session, schedule);
  await storeRun(session, schedule, nextDue(schedule, account.now), outcome);
}

async function requestDue(session: Session, schedule: Schedule): Promise<string> {
  const { accountId, currency, destinationId, keep, minimum, nextAt, setBy } = schedule;
  const balance = (await loadBalances(session, [accountId])).find(
    (row) => row.currency === currency,
  );
  const amount = mostOf(
    await loadTerms(session, currency),
    (balance?.available ?? 0n) - keep,
    currency,
  );
  if (amount === 0n || amount < minimum) return 'below minimum';
  const key = `schedule/${currency}/${nextAt.toISOString().slice(0, 10)}`;
  const order = {
    accountId,
    key,
    destinationId,
    currency,
    amount,
    askedBy: null,
    scheduledBy: setBy,
  };
  const requested = await requestSettlementIn(session, { kind: 'system' }, order);
  return requested.ok ? 'made' : requested.refusal;
}
