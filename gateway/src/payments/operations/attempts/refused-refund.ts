// A provider that refuses a refund may have taken the payment back by itself, while nobody was
// there to hear of it. Then the money is gone, and only the state of the payment tells.

import type { OperationEvent } from '../model/commands.ts';
import type { ExecuteDeps } from './job.ts';
import type { Attempt } from '../model/operation.ts';
import type { OperationKey } from '../queries/store.ts';

/**
 * Call it before the refusal is stored: a question too many does no harm, one too few loses the
 * money.
 */
export async function askIfRefused(
  { askAgain }: Pick<ExecuteDeps, 'askAgain'>,
  payment: OperationKey,
  attempt: Attempt | null,
  operationEvent: OperationEvent,
): Promise<void> {
  if (attempt?.purpose !== 'refund' || operationEvent.type !== 'fail') return;
  const { proof } = operationEvent;
  // Absent: it was refused by a word that no table has, and that may be the one for this.
  if (proof === 'provider_refused' || proof === 'provider_failed' || proof === 'absent')
    await askAgain(payment, attempt.number);
}
