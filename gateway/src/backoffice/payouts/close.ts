// Closes a batch once no line of it can change by itself any more.

import type { Session } from '../../platform/db/database.ts';
import { reportEnd } from './report-end.ts';
import { findBatch, storeState } from './store.ts';

/** Call under `lockAndFindBatch`, after lines have moved. */
export async function closeIfEnded(session: Session, batchId: number): Promise<void> {
  const batch = await findBatch(session, batchId);
  if (batch === null) return;
  const { waiting, sending, sent } = batch.counts;
  if (waiting + sending + sent > 0) return;
  if (batch.state === 'canceling') await storeState(session, batchId, 'canceled');
  else if (
    batch.state === 'running' ||
    batch.state === 'paused' ||
    batch.state === 'waiting_for_funds'
  )
    await storeState(session, batchId, 'done');
  else return;
  await reportEnd(session, batchId);
}
