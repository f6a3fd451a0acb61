// What an event tells about the route of its attempt: whether the provider did what it should. The
// counters of health are given it after the commit.

import { failureClass, type HealthOutcome } from '../../route-health/index.ts';
import type { AdvanceCommand } from '../model/commands.ts';

/** That an attempt did not leave for these causes is not the provider's doing. */
export const ownCauses = {
  notNoted: 'not in the send journal',
  elsewhere: 'the route leads elsewhere now',
} as const;
const isOwnCause = (cause: string): boolean =>
  cause === ownCauses.notNoted || cause === ownCauses.elsewhere;

/**
 * Null: it says nothing about the route, or was counted before. Each order counts once for each
 * thing that can happen to it, however often its provider is asked or it is sent again: retries of
 * one order are no outage.
 */
export function outcomeOfEvent({
  attempt,
  operationEvent: event,
}: Pick<AdvanceCommand, 'attempt' | 'operationEvent'>): HealthOutcome | null {
  if (attempt === null) return null;
  switch (event.type) {
    case 'succeed':
      return event.decision === undefined ? 'succeeded' : null;
    case 'accept':
      return attempt.state === 'SENDING' ? 'accepted' : null;
    case 'lose_answer':
      // Nobody knows what the provider would have said of a node that died.
      return attempt.state === 'SENDING' && attempt.cause === null && event.cause !== 'crash'
        ? 'unknown'
        : null;
    case 'unsend':
      return attempt.number === 1 && !isOwnCause(event.cause) ? 'unsent' : null;
    case 'fail':
      if (event.proof === 'provider_refused' || event.proof === 'provider_failed')
        return failureClass(event.refusal.errorId);
      return event.proof === 'absent' ? 'faulted' : null;
    case 'send':
    case 'poll':
    case 'resend':
    case 'refuse':
    case 'cancel':
    case 'ask_cancel':
    case 'refund':
    case 'reverse':
    case 'drop_cancel':
    case 'proceed':
    case 'step_back':
    case 'park':
    case 'resume':
      return null;
  }
}
