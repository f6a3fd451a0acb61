// Manages the payout destinations of an account. One user registers a destination, another one
// confirms it, and it waits for a day before it is used, so that a single stolen session cannot
// divert the money.

import { normalisePhone, readBankNumber } from '@jokko/contract';
import type { Database, Session } from '../../platform/db/database.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import { recordAudit, type Who } from '../../platform/audit/index.ts';
import { twoUsersRefusal, type TwoUsersRefusal } from '../users/index.ts';
import { lockAccountIn } from '../../payments/ledger/index.ts';
import {
  findDestination,
  insertDestination,
  listDestinations,
  storeConfirmation,
  storeRemoval,
  type Destination,
} from './destination-store.ts';
import { removeSchedulesTo } from './schedule-store.ts';

/** Between the confirmation and the first use. */
const restHours = 24;

/** As a form gives it; `number` is an IBAN, a RIB, or a phone in any form. */
export interface GivenDestination {
  accountId: number;
  userId: number;
  kind: 'bank' | 'wallet';
  holder: string;
  institution: string;
  country: string;
  number: string;
}
export type Added = { ok: true; id: number } | { ok: false; refusal: 'number' | 'phone' | 'known' };
/**
 * `ownRequest`: the user who registered it does not confirm it; `askerLeft`, `notTwoUsers`,
 * `newMember`: as for approval requests. `conflict`: it is confirmed, or removed.
 */
export type DestinationChanged =
  | { ok: true }
  | { ok: false; refusal: 'notFound' | 'conflict' | 'ownRequest' }
  | ({ ok: false } & TwoUsersRefusal);

export function addDestination(
  database: Database,
  who: Who,
  given: GivenDestination,
): Promise<Added> {
  const { accountId, userId, kind, holder, institution, country } = given;
  const read =
    kind === 'bank' ? readBankNumber(given.number, country) : readPhone(given.number, country);
  if (read === null)
    return Promise.resolve({ ok: false, refusal: kind === 'bank' ? 'number' : 'phone' });
  return inTransaction(database, async (session): Promise<Added> => {
    await lockAccountIn(session, accountId);
    const others = await listDestinations(session, accountId);
    if (others.some((other) => other.country === country && bareOf(other) === bareOf(read)))
      return { ok: false, refusal: 'known' };
    const id = await insertDestination(session, {
      accountId,
      kind,
      holder,
      institution,
      country,
      ...read,
      addedBy: userId,
    });
    if (id === null) return { ok: false, refusal: 'known' };
    const reported = { kind, holder, institution, country, ...read };
    await recordAudit(session, {
      who,
      action: 'destination.add',
      accountId,
      subject: `destination/${id}`,
      new: reported,
    });
    return { ok: true, id };
  });
}

/**
 * The first four signs of an IBAN are check digits and the country; in the franc zones the rest is
 * the RIB, which means the same account.
 */
const bareOf = ({ scheme, number }: Pick<Destination, 'scheme' | 'number'>): string =>
  scheme === 'iban' ? number.slice(4) : number;

function readPhone(given: string, country: string): { scheme: 'phone'; number: string } | null {
  const number = normalisePhone(given, country);
  return number === null ? null : { scheme: 'phone', number };
}

/** `accountId` null: by the operator. */
export function confirmDestination(
  database: Database,
  who: Who,
  by: { id: number; accountId: number | null; userId: number },
): Promise<DestinationChanged> {
  return change(database, by, async (session, { id, accountId, confirmedAt, addedBy, addedAt }) => {
    if (confirmedAt !== null) return { ok: false, refusal: 'conflict' };
    if (addedBy === by.userId) return { ok: false, refusal: 'ownRequest' };
    const notTwo = await twoUsersRefusal(session, {
      askedBy: addedBy,
      askedAt: addedAt,
      decidedBy: by.userId,
      accountId,
    });
    if (notTwo !== null) return { ok: false, ...notTwo };
    await storeConfirmation(session, id, by.userId, restHours);
    await recordAudit(session, {
      who,
      action: 'destination.confirm',
      accountId,
      subject: `destination/${id}`,
    });
    return { ok: true };
  });
}

/**
 * A schedule that pays to it ends with it; unapproved settlements to it can no longer be approved.
 */
export function removeDestination(
  database: Database,
  who: Who,
  by: { id: number; accountId: number },
): Promise<DestinationChanged> {
  return change(database, by, async (session, { id, accountId }) => {
    await storeRemoval(session, id);
    const schedules = await removeSchedulesTo(session, accountId, id);
    await recordAudit(session, {
      who,
      action: 'destination.remove',
      accountId,
      subject: `destination/${id}`,
      old: { schedules },
    });
    return { ok: true };
  });
}

function change(
  database: Database,
  { id, accountId }: { id: number; accountId: number | null },
  work: (session: Session, destination: Destination) => Promise<DestinationChanged>,
): Promise<DestinationChanged> {
  return inTransaction(database, async (session): Promise<DestinationChanged> => {
    const found = await findDestination(session, id);
    if (found === null || (accountId !== null && found.accountId !== accountId))
      return { ok: false, refusal: 'notFound' };
    // Whoever pays to it, or changes it, holds this lock: what is read now is how it is.
    await lockAccountIn(session, found.accountId);
    const destination = (await findDestination(session, id))!;
    return destination.removedAt === null
      ? work(session, destination)
      : { ok: false, refusal: 'conflict' };
  });
}
