// Compares what a provider says that a result is about with the attempt it is read for. A result
// for another reference, amount, currency or party is somebody else's: it is never booked (F29).

import { toDecimalString } from '@jokko/contract';
import type { Claims, Connector, Intent } from '@jokko/connectors/kit';
import type { OperationEvent } from './commands.ts';
import type { Attempt, OperationTerms } from './operation.ts';
import { nextUnknownQueryMs } from './plan.ts';

/**
 * Why the result is not about this attempt, in English for the case; null when everything that was
 * told is ours. `intentOf` is asked only where a party was told.
 */
export function mismatchOf(
  claims: Claims | undefined,
  terms: OperationTerms,
  attempt: Attempt,
  { connector }: { connector: Pick<Connector, 'isParty'> },
  intentOf: () => Intent,
): string | null {
  if (claims === undefined) return null;
  const { ours, amount, currency, party } = claims;
  const isOther =
    (ours !== undefined && ours !== attempt.refs.ours && ours !== attempt.prepared.refs.ours) ||
    (amount !== undefined && amount !== terms.amount) ||
    (currency !== undefined && currency !== terms.currency) ||
    (party !== undefined && connector.isParty?.(intentOf(), party) === false);
  if (!isOther) return null;
  const told = [
    ours === undefined ? [] : `reference ${ours}`,
    amount === undefined ? [] : `amount ${toDecimalString(amount)}`,
    currency === undefined ? [] : `currency ${currency}`,
    party === undefined ? [] : `party ${party}`,
  ].flat();
  return `provider reports ${told.join(', ')}; attempt ${attempt.number} has reference ${attempt.refs.ours}, amount ${toDecimalString(terms.amount)}, currency ${terms.currency}, party ${terms.phone}`;
}

/**
 * Somebody else's result: ours is as unknown as before, and users see why. The provider's
 * references are not ours either.
 */
export function notOurs(attempt: Attempt, mismatch: string): OperationEvent {
  const nextStepInMs = nextUnknownQueryMs(attempt.queries + 1, 0);
  return attempt.state === 'SENDING'
    ? { type: 'lose_answer', refs: attempt.refs, cause: 'mismatch', nextStepInMs, mismatch }
    : { type: 'poll', absent: false, nextStepInMs, escalate: null, mismatch };
}
