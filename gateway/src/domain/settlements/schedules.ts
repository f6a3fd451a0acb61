// How does an account get paid out by itself? At each turn of its schedule one settlement of what is above the amount to keep; the request
// and the next turn are one commit, so that a turn that two nodes see, or that a crash cuts off, is taken once.

import { toDecimalString } from '@jokko/contract';
import type { Database, Session } from '../../db/database.ts';
import { inTransaction } from '../../db/transaction.ts';
import { recordAudit, type Who } from '../audit/index.ts';
import { loadBalances, lockAccountIn } from '../ledger/index.ts';
import { nextTurn } from './calendar.ts';
import { findDestination } from './destination-store.ts';
import { requestSettlementIn } from './request.ts';
import { deleteSchedule, findDue, findSchedule, storeSchedule, storeTurn, type Schedule } from './schedule-store.ts';
import { loadTerms, mostOf } from './terms.ts';

/** Of one round of the task. */
const turnsAtOnce = 20;

export type GivenSchedule = Pick<Schedule, 'accountId' | 'currency' | 'destinationId' | 'every' | 'day' | 'minimum' | 'keep'> & {
  /** Who sets it, and so is none of the two who approve what it asks for. */
  personId: number;
};
export type Scheduled = { ok: true; nextAt: Date } | { ok: false; refusal: 'destination' };

/** In place of the one that the balance had. The destination may still be resting, but must be confirmed. */
export function setSchedule(database: Database, who: Who, given: GivenSchedule): Promise<Scheduled> {
  return inTransaction(database, async (session): Promise<Scheduled> => {
    const { accountId, currency, destinationId, every, day, minimum, keep } = given;
    const account = await lockAccountIn(session, accountId);
    const destination = await findDestination(session, destinationId);
    const fits = destination !== null && destination.accountId === accountId && destination.removedAt === null;
    if (account === null || !fits || destination.confirmedAt === null) return { ok: false, refusal: 'destination' };
    const nextAt = nextTurn(given, account.now);
    await storeSchedule(session, { ...given, setBy: given.personId, nextAt });
    const told = { destinationId, every, day, minimum: toDecimalString(minimum), keep: toDecimalString(keep) };
    await recordAudit(session, { who, action: 'schedule.set', accountId, subject: `schedule/${currency}`, new: told });
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
    await recordAudit(session, { who, action: 'schedule.end', accountId, subject: `schedule/${currency}` });
    return true;
  });
}

/** Takes turns that have come. True when there were more than one round takes. */
export async function takeTurns(database: Database): Promise<boolean> {
  const due = await findDue(database, turnsAtOnce);
  for (const { accountId, currency } of due) await inTransaction(database, (session) => takeTurn(session, accountId, currency));
  return due.length === turnsAtOnce;
}

async function takeTurn(session: Session, accountId: number, currency: string): Promise<void> {
  const account = await lockAccountIn(session, accountId);
  const schedule = await findSchedule(session, accountId, currency);
  // Another node was quicker, or it has ended.
  if (account === null || schedule === null || schedule.nextAt > account.now) return;
  const outcome = await requestTurn(session, schedule);
  await storeTurn(session, schedule, nextTurn(schedule, account.now), outcome);
}

async function requestTurn(session: Session, schedule: Schedule): Promise<string> {
  const { accountId, currency, destinationId, keep, minimum, nextAt, setBy } = schedule;
  const balance = (await loadBalances(session, [accountId])).find((row) => row.currency === currency);
  const amount = mostOf(await loadTerms(session, currency), (balance?.available ?? 0n) - keep, currency);
  if (amount === 0n || amount < minimum) return 'below minimum';
  const key = `schedule/${currency}/${nextAt.toISOString().slice(0, 10)}`;
  const order = { accountId, key, destinationId, currency, amount, askedBy: null, scheduledBy: setBy };
  const requested = await requestSettlementIn(session, { kind: 'system' }, order);
  return requested.ok ? 'made' : requested.refusal;
}
