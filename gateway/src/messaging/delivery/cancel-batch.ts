// Cancels a scheduled batch before it starts: all its messages end and their price goes back, in
// one transaction under the account's lock. Either the whole batch or nothing of it.

import { inTransaction } from '../../platform/db/transaction.ts';
import type { Database, Session, Statement } from '../../platform/db/database.ts';
import { loadBalances } from '../../payments/ledger/index.ts';
import { cancelMessages } from './record-store.ts';
import { storeRefunds, transferRefunds } from './refund.ts';

export type CancelledBatch =
  /** Now, or by an earlier request. */
  { ok: true; recipients: number } | { ok: false; refusal: 'unknown' | 'notScheduled' | 'started' };

const lockAccount: Statement = {
  name: 'lock_account_of_cancelled_sms_batch',
  text: 'select jokko_now() as now from account where id = $1 for no key update',
};
const lockBatch: Statement = {
  name: 'lock_cancelled_sms_batch',
  text: `
    select recipients, scheduled_at is not null as scheduled, coalesce(scheduled_at <= jokko_now(),
      true) as started, cancelled_at is not null as cancelled
    from sms_batch where id = $1 and account_id = $2 and ($3::integer is null
      or app_id = $3) for no key update`,
};
const endBatch: Statement = {
  name: 'end_cancelled_sms_batch',
  text: 'update sms_batch set cancelled_at = jokko_now(), finalise_at = null where id = $1 and account_id = $2',
};

/** It has begun to be sent while it was cancelled: nothing of the transaction stays. */
class Started extends Error {}

/** `id`: digits. `appId` null: of any app of the account. */
export async function cancelBatch(
  database: Database,
  batch: { id: string; accountId: number; appId: number | null },
): Promise<CancelledBatch> {
  try {
    return await inTransaction(database, (session) => cancelLocked(session, batch));
  } catch (error) {
    if (error instanceof Started) return { ok: false, refusal: 'started' };
    throw error;
  }
}

async function cancelLocked(
  session: Session,
  { id, accountId, appId }: { id: string; accountId: number; appId: number | null },
): Promise<CancelledBatch> {
  const [account] = await session.query<{ now: Date }>(lockAccount, [accountId]);
  const [found] = await session.query<{
    recipients: number;
    scheduled: boolean;
    started: boolean;
    cancelled: boolean;
  }>(lockBatch, [id, accountId, appId]);
  if (account === undefined || found === undefined) return { ok: false, refusal: 'unknown' };
  const { recipients } = found;
  if (found.cancelled) return { ok: true, recipients };
  if (!found.scheduled) return { ok: false, refusal: 'notScheduled' };
  if (found.started) return { ok: false, refusal: 'started' };
  const ended = await cancelMessages(session, id, accountId);
  if (ended.reduce((sum, { count }) => sum + count, 0) !== recipients) throw new Started();
  const sums = ended.map((each) => ({ ...each, accountId, batchId: BigInt(id) }));
  const refunds = transferRefunds(sums, await loadBalances(session, [accountId]));
  await Promise.all(storeRefunds(session, { ...refunds, now: account.now }));
  await session.query(endBatch, [id, accountId]);
  return { ok: true, recipients };
}
