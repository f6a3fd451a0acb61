// Lets a developer resend callbacks of their account: one, or all that match a filter, one such
// replay at a time.

import type { Database, Session } from '../../platform/db/database.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import { recordAudit } from '../../platform/audit/index.ts';
import type { Who } from '../../platform/audit/index.ts';
import { countRunningReplays, startReplay, startReplayOfOne, stopReplay } from './replay.ts';
import type { CallbackFilter } from './select.ts';

/** False when the account has no such callback. */
export function replayOne(
  database: Database,
  who: Who,
  callback: { operationId: string; accountId: number; second: boolean },
): Promise<boolean> {
  return inTransaction(database, async (session) => {
    if (!(await startReplayOfOne(session, callback))) return false;
    const subject = `callback/${callback.operationId}${callback.second ? '_2' : ''}` as const;
    await recordAudit(session, {
      who,
      action: 'callback.replay',
      accountId: callback.accountId,
      subject,
    });
    return true;
  });
}

/** Answers how many there are; null while another list of the account is under way. */
export function replayAllOf(
  database: Database,
  who: Who,
  filter: CallbackFilter & { accountId: number },
  perSecond: number,
): Promise<number | null> {
  return inTransaction(database, async (session) => {
    if ((await countRunningReplays(session, filter.accountId)) > 0) return null;
    return (await startNoted(session, who, filter, perSecond)).total;
  });
}

/** The same for a command, which may name any account or none, while others are under way. */
export const replayMatching = (
  database: Database,
  who: Who,
  filter: CallbackFilter,
  perSecond: number,
): Promise<{ id: number; total: number }> =>
  inTransaction(database, (session) => startNoted(session, who, filter, perSecond));

async function startNoted(
  session: Session,
  who: Who,
  filter: CallbackFilter,
  perSecond: number,
): Promise<{ id: number; total: number }> {
  const { id, total } = await startReplay(session, filter, perSecond);
  const reported = {
    ...filter,
    since: filter.since?.toISOString() ?? null,
    until: filter.until?.toISOString() ?? null,
    total,
  };
  await recordAudit(session, {
    who,
    action: 'callback.replay-all',
    accountId: filter.accountId ?? null,
    subject: `replay/${id}`,
    new: reported,
  });
  return { id, total };
}

/** `accountId` null: of whichever account it is. False where it is not running. */
export function stopNoted(
  database: Database,
  who: Who,
  id: number,
  accountId: number | null,
): Promise<boolean> {
  return inTransaction(database, async (session) => {
    const stopped = await stopReplay(session, id, accountId);
    if (stopped === null) return false;
    await recordAudit(session, {
      who,
      action: 'replay.stop',
      accountId: stopped.accountId,
      subject: `replay/${id}`,
    });
    return true;
  });
}
