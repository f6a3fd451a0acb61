// Keeps previews from delaying payments: a preview reads as much as an operation, and a client may
// ask for a thousand previews at once.

import type { Shed } from '../../../platform/http/guards/admission.ts';
import { createLimiter } from '../../../platform/limiter.ts';
import { NotAdmitted } from '../../api/http-admitted.ts';

/** Previews that a node answers at once, fewer than its connections to the database. */
const previewsAtOnce = 4;
/** Previews of one account, waiting or being answered. */
const ofAccountMax = 100;

const tooMany: Shed = { reason: 'account_in_flight', ofAccount: true, retryAfterSeconds: 1 };

export function createPreviewLanes() {
  const limiter = createLimiter(previewsAtOnce);
  const counts = new Map<number, number>();
  return {
    /** Throws `NotAdmitted` if the account has too many previews under way. */
    async take<Result>(accountId: number, work: () => Promise<Result>): Promise<Result> {
      const count = counts.get(accountId) ?? 0;
      if (count >= ofAccountMax) throw new NotAdmitted(tooMany);
      counts.set(accountId, count + 1);
      try {
        return await limiter.take(work);
      } finally {
        const left = counts.get(accountId)! - 1;
        if (left === 0) counts.delete(accountId);
        else counts.set(accountId, left);
      }
    },
  };
}
