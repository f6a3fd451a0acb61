// Reports the end of a batch by API: one callback, written in the commit that ends it. What users
// do with the batch afterwards (lines that failed are sent again) is told by the callbacks of the
// lines.

import { payoutEndedEvent, type PayoutCallback } from '@jokko/contract';
import type { Session } from '../../platform/db/database.ts';
import { destinationOf, insertCallbacks } from '../../payments/callbacks/index.ts';
import { presentBatch } from './present.ts';
import { findBatch, storeReported, type BatchState } from './store.ts';

const ends: readonly BatchState[] = ['done', 'canceled', 'refused'];

/**
 * Nothing happens where it goes on, came from a file, named no address or was reported before. Call
 * under `lockAndFindBatch`.
 */
export async function reportEnd(session: Session, batchId: number): Promise<void> {
  const batch = await findBatch(session, batchId);
  if (batch === null || !ends.includes(batch.state)) return;
  const { callbackUrl: url, callbackId: id, reportedAt, accountId, state, changedAt } = batch;
  if (url === null || id === null || reportedAt !== null) return;
  const body: PayoutCallback = { event: payoutEndedEvent, id, payout: presentBatch(batch) };
  await insertCallbacks(session, [
    {
      terms: { accountId, id },
      second: false,
      destination: destinationOf(url),
      url,
      status: state,
      body: JSON.stringify(body),
      // Whichever node sweeps next sends it: nobody waits for it here.
      leaseOwner: null,
      waitMs: 0,
      nextAttemptAt: changedAt,
    },
  ]);
  await storeReported(session, batchId);
}
