// Adds and removes the pins of an account, under its lock, at most four per host. Increments the
// account's version, so that every node drops its cached copy.

import type { Database } from '../../platform/db/database.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import { touch } from '../accounts/index.ts';
import { recordAudit } from '../../platform/audit/index.ts';
import type { Who } from '../../platform/audit/index.ts';
import { addPin, dropPin, loadPins } from './store.ts';

/** Current, next, and a spare of each (rule C6). */
export const pinsPerHostMax = 4;

export type PinAdded =
  { ok: true; pins: number } | { ok: false; refusal: 'unknown account' | 'full' };

const commandLine: Who = { kind: 'command' };

/**
 * `host` as `readReceiverHost` gives it, `pin` as `readPin` does. A pin that is there gets the
 * label.
 */
export function registerPin(
  database: Database,
  accountId: number,
  given: { host: string; pin: string; label: string | null },
  who: Who = commandLine,
): Promise<PinAdded> {
  return inTransaction<PinAdded>(database, async (session) => {
    if (!(await touch(session, accountId))) return { ok: false, refusal: 'unknown account' };
    const others = (await loadPins(session, accountId)).filter(
      ({ host, pin }) => host === given.host && pin !== given.pin,
    );
    if (others.length >= pinsPerHostMax) return { ok: false, refusal: 'full' };
    await addPin(session, accountId, given);
    await recordAudit(session, {
      who,
      action: 'pin.add',
      accountId,
      subject: `pin/${given.host}`,
      new: given,
    });
    return { ok: true, pins: others.length + 1 };
  });
}

/**
 * Null when there is no such pin, else how many the host has left. Without any the normal checks
 * are all that is made.
 */
export function removePin(
  database: Database,
  accountId: number,
  host: string,
  pin: string,
  who: Who = commandLine,
): Promise<{ left: number } | null> {
  return inTransaction(database, async (session) => {
    if (!(await touch(session, accountId)) || !(await dropPin(session, accountId, host, pin)))
      return null;
    const left = (await loadPins(session, accountId)).filter((each) => each.host === host).length;
    await recordAudit(session, {
      who,
      action: 'pin.remove',
      accountId,
      subject: `pin/${host}`,
      old: { host, pin },
    });
    return { left };
  });
}
