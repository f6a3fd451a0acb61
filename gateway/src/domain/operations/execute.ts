// What does one step of an operation do? It asks the connector (outside any transaction) and hands the outcome to the writer.

import { errorIds, firstIdOfCode } from '@jokko/contract';
import type { Outcome, Prepared, ProviderError, QueryOutcome, Resolution, Reversed } from '@jokko/connector-kit';
import type { Catalogue } from '../catalogue/index.ts';
import type { AdvanceResult, Happening, Refusal } from './commands.ts';
import type { Attempt, Operation } from './operation.ts';
import { firstUnknownLookMs, isAbsenceProven, nextPendingLookMs, nextUnknownLookMs, nextUnsentTryMs, unsentAttemptsMax } from './plan.ts';
import { withStorableTexts } from './provider-text.ts';
import type { Provider, Providers } from './providers.ts';
import { attemptReference } from './reference.ts';
import type { Writer } from './writer.ts';

export interface ExecuteDeps {
  writer: Writer;
  providers: Providers;
  catalogue(): Catalogue;
  /** The database clock in ms, as last seen. */
  now(): number;
  /** Whether what this node leases is still its own. */
  holdsLease(): boolean;
  log(level: 'info' | 'warn' | 'error', message: string, facts?: { [name: string]: string | number }): void;
}

/** An operation with its newest attempt, held by this node. `fresh`: the attempt was just written here and its bytes have not left. */
export interface Job {
  operation: Operation;
  attempt: Attempt | null;
  fresh: boolean;
}

/**
 * Moves an operation on by one step. Returns the operation afterwards, with `again` when the next step can be done at once.
 * A connector never throws by contract; should one do, the outcome is unknown.
 */
export async function stepOperation(deps: ExecuteDeps, job: Job): Promise<{ job: Job; again: boolean }> {
  const { operation, attempt } = job;
  const provider = deps.providers.of(deps.catalogue(), operation.facts.route);
  if (provider === null) {
    deps.log('error', 'route has no usable connector', { route: operation.facts.route });
    return { job, again: false };
  }
  switch (operation.state.state) {
    case 'READY':
      return operation.state.cancelRequested
        ? finish(job, await tell(deps, job, { type: 'cancel', proof: 'never_sent' }))
        : finish(job, await tell(deps, job, { type: 'send', attempt: firstAttempt(deps, operation, provider) }), true);
    case 'SENDING':
    case 'ACCEPTED':
    case 'UNKNOWN':
    case 'REFUNDING':
      if (attempt === null) throw new Error(`operation ${operation.facts.id} has no attempt`);
      return stepAttempt(deps, job, attempt, provider);
    case 'SUCCESS':
      return operation.state.cancelRequested ? refundLate(deps, job, provider) : { job, again: false };
    case 'FAILED':
    case 'CANCELED':
    case 'REFUNDED':
      return { job, again: false };
  }
}

/** A cancellation was asked for, but the provider had succeeded: the developer gets a refund instead, where there is one (F42). */
async function refundLate(deps: ExecuteDeps, job: Job, provider: Provider): Promise<{ job: Job; again: boolean }> {
  const attempt = refundAttempt(deps, job.operation, job.attempt, provider);
  const result = attempt === null ? null : await tell(deps, job, { type: 'refund', attempt });
  if (result?.type === 'advanced') return finish(job, result, true);
  return finish(job, await tell(deps, job, { type: 'rest' }));
}

/** The stored request of a full refund, or null when the provider has none. Pure. */
export function refundAttempt(
  deps: Pick<ExecuteDeps, 'providers' | 'catalogue'>,
  { facts, state }: Operation,
  original: Attempt | null,
  provider: Provider,
): Attempt | null {
  const { connector, config, capabilities } = provider;
  if (connector.prepareRefund === undefined || capabilities.refund === 'none' || original === null) return null;
  if (isElsewhere(original, provider)) return null;
  const number = state.attempts + 1;
  const intent = deps.providers.intentOf(deps.catalogue(), facts);
  const prepared = connector.prepareRefund(config, intent, original.refs, attemptReference(facts.accountId, facts.id, number));
  return newAttempt(number, 'refund', provider, prepared);
}

/** The stored request of the next attempt. Pure, so that it can be committed together with the opening. */
export function firstAttempt(
  deps: Pick<ExecuteDeps, 'providers' | 'catalogue'>,
  operation: Pick<Operation, 'facts' | 'state'>,
  provider: Provider,
): Attempt {
  const { facts } = operation;
  const number = operation.state.attempts + 1;
  const intent = deps.providers.intentOf(deps.catalogue(), facts);
  const prepared = provider.connector.prepare(provider.config, intent, attemptReference(facts.accountId, facts.id, number));
  return newAttempt(number, 'execute', provider, prepared);
}

function newAttempt(number: number, purpose: Attempt['purpose'], { route, counterparty }: Provider, prepared: Prepared): Attempt {
  return {
    number,
    purpose,
    route,
    state: 'SENDING',
    prepared: { ...prepared, counterparty },
    refs: prepared.refs,
    cause: null,
    absences: 0,
    looks: 0,
    sentAt: new Date(),
  };
}

/** The route leads to somebody else than the attempt was made for, who knows nothing of it: neither absence nor a result is news there. */
export function isElsewhere({ prepared }: Attempt, { counterparty }: Provider): boolean {
  return prepared.counterparty !== undefined && prepared.counterparty !== counterparty;
}

async function stepAttempt(deps: ExecuteDeps, job: Job, attempt: Attempt, provider: Provider): Promise<{ job: Job; again: boolean }> {
  switch (attempt.state) {
    case 'SENDING': {
      if (!job.fresh) {
        // Whoever sent it is gone: the bytes may have left or not.
        return finish(job, await tell(deps, job, { type: 'lose', refs: attempt.refs, cause: 'crash', nextStepInMs: 0 }));
      }
      // Another node may have asked the provider meanwhile and believe that these bytes never left: now they must not (F18).
      if (!deps.holdsLease()) return { job, again: false };
      const how = attempt.cause === null ? 'first' : 'replay';
      const outcome = await send(deps, job, attempt, provider, how);
      const happening = happeningOf(deps, job, attempt, provider, outcome);
      return finish(job, await tell(deps, job, happening));
    }
    case 'ACCEPTED':
    case 'UNKNOWN': {
      const happening = await look(deps, job, attempt, provider);
      return finish(job, await tell(deps, job, happening), happening.type === 'resend');
    }
    case 'SUCCEEDED':
    case 'FAILED':
    case 'NOT_SENT':
      return { job, again: false };
  }
}

async function send(deps: ExecuteDeps, job: Job, attempt: Attempt, provider: Provider, how: 'first' | 'replay'): Promise<Outcome> {
  const { connector, context } = provider;
  if (isElsewhere(attempt, provider)) return { kind: 'not_sent', refs: attempt.refs, cause: 'the route leads elsewhere now' };
  const intent = deps.providers.intentOf(deps.catalogue(), job.operation.facts);
  try {
    if (attempt.purpose === 'execute') return await connector.execute(context, intent, attempt.prepared, how);
    if (connector.executeRefund === undefined) throw new Error(`${connector.name} cannot refund`);
    return await connector.executeRefund(context, intent, attempt.prepared, how);
  } catch (error) {
    return thrown(deps, attempt, provider, error);
  }
}

/** Asks the provider about an attempt, cancelling it first when that was asked for. */
async function look(deps: ExecuteDeps, job: Job, attempt: Attempt, provider: Provider): Promise<Happening> {
  const { connector, context, capabilities } = provider;
  const { operation } = job;
  if (isElsewhere(attempt, provider)) {
    deps.log('error', 'route leads elsewhere than its attempt went: persons must find out', { route: attempt.route });
    return { type: 'look', absent: false, nextStepInMs: nextUnknownLookMs(attempt.looks + 1, 0), escalate: true };
  }
  const intent = deps.providers.intentOf(deps.catalogue(), operation.facts);
  const cancelling =
    attempt.purpose === 'execute' && operation.state.cancelRequested && capabilities.cancelPending && connector.cancel !== undefined;
  let outcome: QueryOutcome;
  try {
    if (cancelling) outcome = await connector.cancel!(context, intent, attempt.refs);
    else if (attempt.purpose === 'execute') outcome = await connector.query(context, intent, attempt.refs);
    else outcome = await (connector.queryRefund ?? connector.query)(context, intent, attempt.refs);
  } catch (error) {
    outcome = thrown(deps, attempt, provider, error);
  }
  if (outcome.kind === 'failed' && outcome.executed === 'no' && isCanceled(operation, outcome.error)) {
    return { type: 'cancel', proof: 'provider_canceled' };
  }
  return happeningOf(deps, job, attempt, provider, outcome);
}

/** A cancellation that we asked for; any other failure is the provider's own word, whatever we asked. */
function isCanceled({ state }: Operation, error: ProviderError): boolean {
  return state.cancelRequested && /^cancell?ed$/.test(error.provider);
}

function thrown(deps: ExecuteDeps, attempt: Attempt, provider: Provider, error: unknown): Outcome {
  deps.log('error', 'connector threw', { reason: String(error), route: attempt.route });
  return { kind: 'unknown', refs: attempt.refs, cause: 'ambiguous', resolve: provider.capabilities.resolution };
}

/** The provider's word as something that happened to the operation. */
export function happeningOf(
  deps: Pick<ExecuteDeps, 'log' | 'now'>,
  job: Job,
  attempt: Attempt,
  provider: Provider,
  given: QueryOutcome,
): Happening {
  const outcome = withStorableTexts(given);
  const ageMs = deps.now() - attempt.sentAt.getTime();
  switch (outcome.kind) {
    case 'succeeded':
      return { type: 'succeed', refs: outcome.refs, ...(outcome.voucher === undefined ? {} : { voucher: outcome.voucher }) };
    case 'failed':
      if (outcome.error.alert !== undefined) deps.log('warn', `provider alert: ${outcome.error.alert}`, { route: attempt.route });
      return {
        type: 'fail',
        refs: outcome.refs,
        refusal: refusalOf(outcome.error),
        proof: attempt.state === 'SENDING' ? 'provider_refused' : 'provider_failed',
      };
    case 'pending':
      if (attempt.state === 'ACCEPTED' && outcome.challenge === undefined && isKnownStage(job, attempt, outcome.stage)) {
        return {
          type: 'look',
          absent: false,
          nextStepInMs: outcome.nextQueryInMs ?? nextPendingLookMs(attempt.looks + 1, ageMs),
          escalate: false,
        };
      }
      return {
        type: 'accept',
        refs: outcome.refs,
        stage: outcome.stage,
        challenge: outcome.challenge ?? null,
        nextStepInMs: outcome.nextQueryInMs ?? nextPendingLookMs(0, ageMs),
      };
    case 'not_sent':
      return notSent(job, attempt, provider, ageMs, outcome.cause);
    case 'unknown':
      return lost(attempt, outcome.refs, outcome.cause, outcome.resolve, ageMs);
    case 'absent':
      return absent(attempt, provider, ageMs);
    case 'reversed':
      return reversed(job, outcome);
  }
}

/** A refund waits for nobody's approval: its operation has no stage. */
function isKnownStage({ operation }: Job, { purpose }: Attempt, stage: 'payer' | 'provider'): boolean {
  return purpose === 'refund' || stage === operation.state.stage;
}

/** Taken back after a success that we have seen, or before: then it has simply failed. */
function reversed({ operation }: Job, { refs, reason }: Reversed): Happening {
  const { state } = operation.state;
  if (state === 'SUCCESS' || state === 'REFUNDING') return { type: 'reverse', reason: reason?.provider ?? 'reversed by the provider' };
  const refusal = reason === undefined ? { errorId: errorIds.executionError, message: null } : refusalOf(reason);
  return { type: 'fail', refs, refusal, proof: 'provider_failed' };
}

function notSent(job: Job, attempt: Attempt, provider: Provider, ageMs: number, cause: string): Happening {
  // A look-up or a second sending that did not leave says nothing about the first.
  if (attempt.state !== 'SENDING' || attempt.cause !== null) {
    return attempt.state === 'SENDING'
      ? { type: 'lose', refs: attempt.refs, cause, nextStepInMs: nextUnknownLookMs(attempt.looks, 0) }
      : {
          type: 'look',
          absent: false,
          nextStepInMs: nextUnknownLookMs(attempt.looks, 0),
          escalate: ageMs > provider.capabilities.resolution.giveUpAfterMs,
        };
  }
  if (attempt.purpose === 'execute' && job.operation.state.attempts >= unsentAttemptsMax) {
    return { type: 'fail', refs: attempt.refs, refusal: { errorId: errorIds.operatorDown, message: null }, proof: 'never_sent' };
  }
  return { type: 'unsend', cause, retryInMs: nextUnsentTryMs(attempt.number) };
}

function lost(attempt: Attempt, refs: Attempt['refs'], cause: string, resolve: Resolution, ageMs: number): Happening {
  if (attempt.state === 'SENDING') return { type: 'lose', refs, cause, nextStepInMs: firstUnknownLookMs(resolve, ageMs) };
  const delayMs = attempt.state === 'ACCEPTED' ? nextPendingLookMs(attempt.looks + 1, ageMs) : nextUnknownLookMs(attempt.looks + 1, 0);
  return { type: 'look', absent: false, nextStepInMs: delayMs, escalate: ageMs > resolve.giveUpAfterMs };
}

function absent(attempt: Attempt, { capabilities }: Provider, ageMs: number): Happening {
  const { quiescenceMs, steps, giveUpAfterMs } = capabilities.resolution;
  const counts = ageMs >= quiescenceMs;
  const absences = counts ? attempt.absences + 1 : 0;
  if (attempt.state === 'UNKNOWN' && isAbsenceProven({ ...attempt, absences })) {
    if (steps.includes('replaySameBytes')) return { type: 'resend' };
    return { type: 'fail', refs: attempt.refs, refusal: { errorId: errorIds.executionError, message: null }, proof: 'absent' };
  }
  const delayMs = counts ? nextUnknownLookMs(attempt.looks + 1, absences) : Math.max(1_000, quiescenceMs - ageMs);
  // A provider that has forgotten what it accepted: only a human can find out.
  const forgotten = attempt.state === 'ACCEPTED' && isAbsenceProven({ ...attempt, absences });
  return { type: 'look', absent: counts, nextStepInMs: delayMs, escalate: forgotten || ageMs > giveUpAfterMs };
}

/** A provider's refusal as an entry of the error catalogue. */
export function refusalOf(error: ProviderError): Refusal {
  return { errorId: error.catalogueId ?? firstIdOfCode(error.catalogue) ?? errorIds.executionError, message: error.message ?? null };
}

function tell(deps: ExecuteDeps, { operation, attempt }: Job, happening: Happening): Promise<AdvanceResult> {
  return deps.writer.advance({ type: 'advance', facts: operation.facts, attempt, happening });
}

/** What the job is after the writer's answer. `sends`: the attempt that was just written may leave now. */
function finish(job: Job, result: AdvanceResult, sends = false): { job: Job; again: boolean } {
  if (result.type !== 'advanced') {
    const operation = result.type === 'ignored' ? result.operation : job.operation;
    return { job: { ...job, operation, fresh: false }, again: false };
  }
  const next: Job = { operation: result.operation, attempt: result.attempt ?? job.attempt, fresh: sends };
  return { job: next, again: sends };
}
