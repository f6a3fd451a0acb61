// What does the one who approves a batch agree to? To what it looks like at that moment: likenesses that came up since it was submitted are told
// first, and the next approval is one that knows of them.

import { inTransaction } from '../../db/transaction.ts';
import { approve, type Decided, type Decider } from '../approvals/index.ts';
import { renewDoubts } from './doubts.ts';
import { lockAndFindBatch, readLines } from './store.ts';
import type { SubmitDeps } from './submit.ts';
import { linesMax } from './upload.ts';

/** `doubts`: lines look like payments that were not there when the batch was submitted; they are stored, to be looked at. */
export type ApprovedPayouts = Decided | { ok: false; refusal: 'doubts' };

export async function approvePayouts(
  deps: SubmitDeps,
  decider: Decider,
  { batchId, wishId }: { batchId: number; wishId: number },
  note: string | null,
): Promise<ApprovedPayouts> {
  const added = await inTransaction(deps.database, async (session) => {
    const batch = await lockAndFindBatch(session, batchId);
    if (batch === null || batch.state !== 'awaiting_approval' || batch.wishId !== wishId) return 0;
    const state = batch.counts.draft > 0 ? 'draft' : 'failed';
    const lines = await readLines(session, batchId, { state, after: 0, limit: linesMax });
    // Another batch that only waits, too, is told to those who approve that one.
    return renewDoubts(session, { accountId: batch.accountId, batchId, asked: false }, lines);
  });
  return added > 0 ? { ok: false, refusal: 'doubts' } : approve(deps, decider, wishId, note);
}
