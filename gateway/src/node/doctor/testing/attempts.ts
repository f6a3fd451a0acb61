// Builds the attempts of an operation from the states that it went through.

import type { AttemptState } from '../../../payments/operations/model/operation.ts';
import type { State } from '../../../payments/operations/model/states.ts';

export interface AttemptLife {
  number: number;
  purpose: 'execute' | 'refund';
  state: AttemptState;
}

const stateAfter: { [to in State]: AttemptState } = {
  READY: 'NOT_SENT',
  PARKED: 'NOT_SENT',
  SENDING: 'SENDING',
  ACCEPTED: 'ACCEPTED',
  UNKNOWN: 'UNKNOWN',
  SUCCESS: 'SUCCEEDED',
  FAILED: 'FAILED',
  CANCELED: 'FAILED',
  REFUNDING: 'ACCEPTED',
  REFUNDED: 'SUCCEEDED',
};

/**
 * Follows the path; an attempt begins with each sending (not with sending the same bytes again) and
 * with each refund.
 */
export function attemptsOf(path: readonly State[]): AttemptLife[] {
  const attempts: AttemptLife[] = [];
  path.forEach((to, index) => {
    const from = path[index - 1];
    const begins =
      (to === 'SENDING' && from !== 'UNKNOWN') || (to === 'REFUNDING' && from === 'SUCCESS');
    // The payer has answered: the next one goes on from it.
    if (begins && from === 'ACCEPTED') attempts.at(-1)!.state = 'CONTINUED';
    if (begins)
      attempts.push({
        number: attempts.length + 1,
        purpose: to === 'SENDING' ? 'execute' : 'refund',
        state: 'SENDING',
      });
    const current = attempts.at(-1);
    // A reversal by the provider needs no attempt of ours.
    if (current === undefined || (from === 'SUCCESS' && to === 'REFUNDED')) return;
    current.state =
      from === 'REFUNDING' && to === 'SUCCESS'
        ? 'FAILED'
        : to === 'REFUNDING' && begins
          ? 'SENDING'
          : stateAfter[to];
  });
  return attempts;
}
