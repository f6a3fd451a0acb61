// What the state of an operation says about its payer: whether they may act now, and the challenge
// that they are shown. The functions that change a state change the fresh copy that they are given.

import type { OperationEvent } from './commands.ts';
import { isPayerStep, type Attempt, type OperationState } from './operation.ts';

/**
 * Whether the payer may act now: what is being canceled, or whose time is over, is not gone on
 * with.
 */
export const waitsForPayer = (
  { state, stage, challenge, cancelRequested }: OperationState,
  now: Date,
): boolean =>
  state === 'ACCEPTED' &&
  stage === 'payer' &&
  !cancelRequested &&
  challenge !== null &&
  Date.parse(challenge.expiresAt) > now.getTime();

/**
 * The payer has answered. The challenge is kept: where the step does nothing, it is the payer's
 * again.
 */
export function answerChallenge(state: OperationState): void {
  state.stage = null;
  if (state.challenge === null) return;
  const { lastStep: _, ...challenge } = state.challenge;
  state.challenge = challenge;
}

/** The step did nothing: the payer may try again. */
export function presentAgain(state: OperationState): void {
  state.stage = 'payer';
  if (state.challenge !== null) state.challenge = { ...state.challenge, lastStep: 'not_sent' };
}

/** A later answer without a challenge keeps the one that the payer has. */
export function presentChallenge(
  state: OperationState,
  { stage, challenge }: Extract<OperationEvent, { type: 'accept' }>,
  attempt: Attempt | null,
  now: Date,
): void {
  if (state.state === 'ACCEPTED') state.stage = stage;
  if (challenge === null) return;
  const expiresAt = new Date(now.getTime() + challenge.expiresInMs).toISOString();
  // A code that was handed in, and is asked for again, was wrong.
  const isAskedAgain =
    attempt !== null &&
    isPayerStep(attempt) &&
    challenge.otp !== undefined &&
    state.challenge?.otp !== undefined;
  state.challenge = {
    ...challenge,
    expiresAt,
    ...(isAskedAgain && { lastStep: 'refused' as const }),
  };
}
