// Approves a payout batch as it looks at that moment: duplicate warnings that came up since it was
// submitted are reported first, and only the next approval, which knows of them, counts.

import { inTransaction } from '../../platform/db/transaction.ts';
import { approve, type Decided, type Decider } from '../approvals/index.ts';
import { renewDuplicates } from './duplicate-warnings.ts';
import { lockAndFindBatch, readLines } from './store.ts';
import type { SubmitDeps } from './submit.ts';
import { linesMax } from './upload.ts';

/**
 * `duplicate warnings`: lines look like payments that were not there when the batch was submitted;
 * they are stored, to be looked at.
 */
export type ApprovedPayouts = Decided | { ok: false; refusal: 'duplicates' };

export async function approvePayouts(
  deps: SubmitDeps,
  decider: Decider,
  { batchId, approvalRequestId }: { batchId: number; approvalRequestId: number },
  note: string | null,
): Promise<ApprovedPayouts> {
  const isNew = await inTransaction(deps.database, async (session) => {
    const batch = await lockAndFindBatch(session, batchId);
    if (
      batch === null ||
      batch.state !== 'awaiting_approval' ||
      batch.approvalRequestId !== approvalRequestId
    )
      return false;
    const state = batch.counts.draft > 0 ? 'draft' : 'failed';
    const lines = await readLines(session, batchId, { state, limit: linesMax });
    // Duplicates in another waiting batch are shown to the users who approve that batch.
    return renewDuplicates(session, { accountId: batch.accountId, batchId, asked: false }, lines);
  });
  return isNew
    ? { ok: false, refusal: 'duplicates' }
    : approve(deps, decider, approvalRequestId, note);
}
