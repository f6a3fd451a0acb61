// Cancels what has never been sent: its hold is released, and no provider is asked.

import type { Session } from '../../../platform/db/database.ts';
import type { AdvanceResult } from '../model/commands.ts';
import type { Operation } from '../model/operation.ts';
import type { Sends } from '../model/sends.ts';
import { findOperations, type OperationKey } from '../queries/store.ts';
import type { Writer } from '../writer/writer.ts';

interface CancelDeps {
  writer: Pick<Writer, 'advance'>;
  sends: Pick<Sends, 'refusal'>;
}

/** `closed`: it may have been sent, and a restored database has forgotten that. */
export async function cancelUnsent(
  { writer, sends }: CancelDeps,
  { terms }: Operation,
): Promise<AdvanceResult | { type: 'closed' }> {
  if (sends.refusal(terms.route) !== null) return { type: 'closed' };
  // The same row that a sender must change: exactly one of the two wins (F41).
  return writer.advance({
    type: 'advance',
    terms,
    attempt: null,
    operationEvent: { type: 'cancel', proof: 'never_sent' },
  });
}

/**
 * What came of canceling an operation that waits for its route. `sent`: it waits no more, and
 * nothing has changed.
 */
export type ParkedCancelation = 'canceled' | 'sent' | 'closed' | 'unknown';

export async function cancelParked(
  { database, ...deps }: CancelDeps & { database: Session },
  key: OperationKey,
): Promise<ParkedCancelation> {
  const [operation] = await findOperations(database, [key]);
  if (operation === undefined) return 'unknown';
  if (operation.state.state !== 'PARKED') return 'sent';
  const { type } = await cancelUnsent(deps, operation);
  return type === 'advanced' ? 'canceled' : type === 'closed' ? 'closed' : 'sent';
}
