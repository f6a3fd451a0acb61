// Actions of the payer on a page or a phone, and their effects.

import { reasons } from './catalogue.ts';
import { conclude } from './conclude.ts';
import { ruleOf } from './digits.ts';
import { finish } from './record.ts';
import type { Operation } from './operation.ts';
import type { Parts } from './parts.ts';

export type Choice = 'approve' | 'refuse' | 'abandon' | 'wrongPin' | 'expire';

/**
 * The payer opened the page: from now on a button decides, or the window ends. 8000 and 8007 keep
 * their own schedule.
 */
export function openPage(parts: Parts, operation: Operation): void {
  const { live } = operation;
  if (live === null || live.opened || operation.status !== 'pending') return;
  live.opened = true;
  const rule = ruleOf(operation.digits, true);
  if (rule.kind === 'unattended' || rule.kind === 'forever') return;
  parts.clock.cancel(live.due);
  const errorId = operation.kind === 'card' ? reasons.partialAuthentication : reasons.payerTimeout;
  live.due = parts.clock.schedule(Math.max(live.expiresAtMs - parts.clock.nowMs(), 0), () =>
    finish(parts, operation, 'failed', errorId, 1),
  );
}

/** Does nothing when the operation has ended; its status tells what holds. */
export async function decide(parts: Parts, operation: Operation, choice: Choice): Promise<void> {
  switch (choice) {
    case 'approve':
      await conclude(parts, operation);
      break;
    case 'abandon':
      await finish(parts, operation, 'failed', reasons.partialAuthentication, 1);
      break;
    case 'expire':
      await finish(parts, operation, 'failed', reasons.payerTimeout, 1);
      break;
    // The catalogue has one entry for both.
    case 'wrongPin':
    case 'refuse':
      await finish(
        parts,
        operation,
        'failed',
        operation.kind === 'card' ? reasons.rejectedByIssuer : reasons.refusedByPayer,
        1,
      );
      break;
  }
  await parts.book.settled();
}
