// Turns what a provider answered, or did not answer, into an event of the operation.

import { defined, errorIds, firstIdOfCode } from '@jokko/contract';
import type {
  Pending,
  ProviderError,
  QueryOutcome,
  Reversed,
  Succeeded,
  Unknown,
} from '@jokko/connectors/kit';
import { balanceMax } from '../../ledger/index.ts';
import type { OperationEvent, Refusal } from '../model/commands.ts';
import { isPayerStep, type Attempt } from '../model/operation.ts';
import { waitsForRoute } from './parking.ts';
import {
  caseAfterQuery,
  firstUnknownQueryMs,
  isAbsenceProven,
  nextPendingQueryMs,
  nextUnknownQueryMs,
  nextUnsentTryMs,
  unsentAttemptsMax,
  type Ages,
} from '../model/plan.ts';
import { withStorableTexts } from './provider-text.ts';
import { mismatchOf, notOurs } from '../model/result-claims.ts';
import type { Provider } from './providers.ts';
import type { ExecuteDeps, Job } from './job.ts';

/** Turns the provider's answer into an event of the operation. */
export function operationEventOf(
  deps: Pick<ExecuteDeps, 'log' | 'now' | 'providers' | 'catalogue'>,
  job: Job,
  attempt: Attempt,
  provider: Provider,
  given: QueryOutcome,
): OperationEvent {
  const outcome = withStorableTexts(given);
  const { terms } = job.operation;
  const claims = 'claims' in outcome ? outcome.claims : undefined;
  const mismatch = mismatchOf(claims, terms, attempt, provider, () =>
    deps.providers.intentOf(deps.catalogue(), terms),
  );
  return mismatch === null
    ? eventOfOurs(deps, job, attempt, provider, outcome)
    : notOurs(attempt, mismatch);
}

/** Reads an outcome that is about this attempt. */
function eventOfOurs(
  deps: Pick<ExecuteDeps, 'log' | 'now' | 'catalogue'>,
  job: Job,
  attempt: Attempt,
  provider: Provider,
  outcome: QueryOutcome,
): OperationEvent {
  // The time that this node has read from the database may be older than the attempt's commit.
  const ages = agesOf(job, attempt, deps.now());
  switch (outcome.kind) {
    case 'succeeded':
      return {
        type: 'succeed',
        refs: outcome.refs,
        ...defined({ voucher: outcome.voucher }),
        ...feeOf(deps, outcome, attempt),
      };
    case 'failed':
      if (outcome.error.alert !== undefined)
        deps.log('warn', `provider alert: ${outcome.error.alert}`, { route: attempt.route });
      return {
        type: 'fail',
        refs: outcome.refs,
        refusal: refusalOf(outcome.error),
        proof: attempt.state === 'SENDING' ? 'provider_refused' : 'provider_failed',
      };
    case 'pending':
      return pending(job, attempt, provider, outcome, ages);
    case 'not_sent':
      return notSent(deps, job, attempt, provider, ages, outcome.cause);
    case 'unknown':
      return lost(attempt, provider, outcome, ages);
    case 'absent':
      return absent(attempt, provider, ages);
    case 'reversed':
      return reversed(job, outcome);
  }
}

/**
 * The age of a payment that was sent again counts from the opening of its operation. A refund's
 * counts from its own sending, which is long after that.
 */
function agesOf({ operation }: Job, { purpose, cause, sentAt }: Attempt, nowMs: number): Ages {
  const sentMs = Math.max(0, nowMs - sentAt.getTime());
  const isOld = purpose === 'execute' && cause !== null;
  return {
    sentMs,
    openMs: isOld ? Math.max(sentMs, nowMs - operation.createdAt.getTime()) : sentMs,
  };
}

/** An implausible fee is not booked: the statement shows what the provider took. */
function feeOf(
  { log }: Pick<ExecuteDeps, 'log'>,
  { fee }: Succeeded,
  { route }: Attempt,
): { fee?: bigint } {
  if (fee === undefined) return {};
  if (fee >= 0n && fee <= balanceMax) return { fee };
  log('error', 'the provider tells a fee that cannot be one', { route, fee: String(fee) });
  return {};
}

function pending(
  job: Job,
  attempt: Attempt,
  provider: Provider,
  { refs, stage, challenge, nextQueryInMs }: Pending,
  ages: Ages,
): OperationEvent {
  const nextStepInMs = (queries: number) =>
    untilOverdue(nextQueryInMs ?? nextPendingQueryMs(queries, ages.sentMs), ages.sentMs, provider);
  const known =
    attempt.state === 'ACCEPTED' && challenge === undefined && isKnownStage(job, attempt, stage);
  return known
    ? {
        type: 'poll',
        absent: false,
        nextStepInMs: nextStepInMs(attempt.queries + 1),
        escalate: caseAfterQuery(attempt, ages, limitsOf(provider)),
      }
    : { type: 'accept', refs, stage, challenge: challenge ?? null, nextStepInMs: nextStepInMs(0) };
}

/** A refund does not wait for a payer: its operation has no stage. */
function isKnownStage(
  { operation }: Job,
  { purpose }: Attempt,
  stage: 'payer' | 'provider',
): boolean {
  return purpose === 'refund' || stage === operation.state.stage;
}

/** The payment was taken back. Without a success that we have seen it has simply failed. */
function reversed({ operation }: Job, { refs, reason }: Reversed): OperationEvent {
  const { state } = operation.state;
  if (state === 'SUCCESS' || state === 'REFUNDING' || state === 'REFUNDED')
    return { type: 'reverse', reason: reason?.provider ?? 'reversed by the provider' };
  const refusal =
    reason === undefined ? { errorId: errorIds.executionError, message: null } : refusalOf(reason);
  return { type: 'fail', refs, refusal, proof: 'provider_failed' };
}

const limitsOf = ({ capabilities, resultWithinMs }: Provider) => ({
  giveUpAfterMs: capabilities.resolution.giveUpAfterMs,
  resultWithinMs,
});

/** Shortens a delay so that the result is found overdue soon after it is. */
function untilOverdue(delayMs: number, ageMs: number, { resultWithinMs }: Provider): number {
  return ageMs < resultWithinMs ? Math.min(delayMs, resultWithinMs - ageMs) : delayMs;
}

function notSent(
  { catalogue }: Pick<ExecuteDeps, 'catalogue'>,
  job: Job,
  attempt: Attempt,
  provider: Provider,
  ages: Ages,
  cause: string,
): OperationEvent {
  // A status query or repeat that was not sent says nothing about the first sending.
  if (attempt.state !== 'SENDING' || attempt.cause !== null) {
    return attempt.state === 'SENDING'
      ? {
          type: 'lose_answer',
          refs: attempt.refs,
          cause,
          nextStepInMs: nextUnknownQueryMs(attempt.queries, 0),
        }
      : {
          type: 'poll',
          absent: false,
          nextStepInMs: nextUnknownQueryMs(attempt.queries, 0),
          escalate: caseAfterQuery(attempt, ages, limitsOf(provider)),
        };
  }
  if (isPayerStep(attempt))
    return { type: 'step_back', cause, nextStepInMs: nextPendingQueryMs(0, ages.sentMs) };
  const { terms, state } = job.operation;
  // An operation that has waited for its route in between has all its tries again.
  const isLast = attempt.purpose === 'execute' && state.attempts % unsentAttemptsMax === 0;
  if (isLast && !waitsForRoute(catalogue(), terms)) {
    return {
      type: 'fail',
      refs: attempt.refs,
      refusal: { errorId: errorIds.operatorDown, message: null },
      proof: 'never_sent',
    };
  }
  return { type: 'unsend', cause, retryInMs: nextUnsentTryMs(attempt.number) };
}

function lost(
  attempt: Attempt,
  provider: Provider,
  { refs, cause, resolve }: Unknown,
  ages: Ages,
): OperationEvent {
  if (attempt.state === 'SENDING')
    return {
      type: 'lose_answer',
      refs,
      cause: causeOfSends(attempt.cause, cause),
      nextStepInMs: firstUnknownQueryMs(resolve, ages.sentMs),
    };
  const delayMs =
    attempt.state === 'ACCEPTED'
      ? nextPendingQueryMs(attempt.queries + 1, ages.sentMs)
      : nextUnknownQueryMs(attempt.queries + 1, 0);
  return {
    type: 'poll',
    absent: false,
    nextStepInMs: delayMs,
    escalate: caseAfterQuery(attempt, ages, { ...limitsOf(provider), ...resolve }),
  };
}

/**
 * Cause of an attempt whose bytes were answered twice by words that no table has, with no answer
 * lost.
 */
const unlistedAgain = 'unlisted again';

/**
 * Looks at all sendings so far. An answer that was lost may have been a success, whatever answers
 * the repeat has.
 */
function causeOfSends(before: string | null, cause: Unknown['cause']): string {
  if (before === null || cause !== 'unlisted') return cause;
  return before === 'unlisted' ? unlistedAgain : before;
}

function absent(attempt: Attempt, provider: Provider, ages: Ages): OperationEvent {
  const { quiescenceMs, steps } = provider.capabilities.resolution;
  const counts = ages.sentMs >= quiescenceMs;
  const absences = counts ? attempt.absences + 1 : 0;
  if (attempt.state === 'UNKNOWN' && isAbsenceProven({ ...attempt, absences })) {
    if (isTakenBack(attempt, provider))
      return {
        type: 'poll',
        absent: true,
        // The first proof leads on at once: the next step takes the payment back.
        nextStepInMs: isAbsenceProven(attempt) ? nextUnknownQueryMs(attempt.queries + 1, 0) : 0,
        escalate: caseAfterQuery(attempt, ages, limitsOf(provider)),
      };
    // The step cannot be sent again without the payer's answer, which only the payer can repeat.
    if (isPayerStep(attempt))
      return {
        type: 'step_back',
        cause: 'absent',
        nextStepInMs: nextPendingQueryMs(0, ages.sentMs),
      };
    const isRefused = attempt.cause === unlistedAgain;
    if (steps.includes('replaySameBytes') && !isRefused) return { type: 'resend' };
    return {
      type: 'fail',
      refs: attempt.refs,
      refusal: { errorId: isRefused ? null : errorIds.executionError, message: null },
      proof: 'absent',
    };
  }
  const delayMs = counts
    ? nextUnknownQueryMs(attempt.queries + 1, absences)
    : Math.max(1_000, quiescenceMs - ages.sentMs);
  // The provider has forgotten what it accepted: only a person can find out.
  const forgotten = attempt.state === 'ACCEPTED' && isAbsenceProven({ ...attempt, absences });
  return {
    type: 'poll',
    absent: counts,
    nextStepInMs: delayMs,
    escalate: forgotten ? 'unknown_outcome' : caseAfterQuery(attempt, ages, limitsOf(provider)),
  };
}

/**
 * Whether an attempt that is proven absent is taken back by our reference, executed or not, before
 * it counts as failed.
 */
export const isTakenBack = (
  { purpose }: Pick<Attempt, 'purpose'>,
  { connector, capabilities }: Pick<Provider, 'connector' | 'capabilities'>,
): boolean =>
  purpose === 'execute' &&
  capabilities.resolution.steps.includes('timeoutReversal') &&
  connector.cancel !== undefined;

/** Returns the entry of the error catalogue for a provider's refusal. */
export function refusalOf(error: ProviderError): Refusal {
  const isUnknown = error.catalogueId === undefined && error.catalogue === 'unknown_error';
  const listed = error.catalogueId ?? firstIdOfCode(error.catalogue) ?? errorIds.executionError;
  return { errorId: isUnknown ? null : listed, message: error.message ?? null };
}
