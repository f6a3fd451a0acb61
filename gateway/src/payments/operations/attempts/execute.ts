// Executes one step of an operation: calls the connector (outside any transaction) and passes the
// outcome to the writer.

import { errorIds } from '@jokko/contract';
import type { Intent, Outcome, ProviderError, QueryOutcome } from '@jokko/connectors/kit';
import { ownCauses } from './attempt-outcome.ts';
import type { AdvanceResult, OperationEvent } from '../model/commands.ts';
import { isPayerStep, type Attempt, type Operation } from '../model/operation.ts';
import { isAbsenceProven, nextUnknownQueryMs } from '../model/plan.ts';
import { parkAgain } from './parking.ts';
import { mayCancel, type Provider } from './providers.ts';
import type { ExecuteDeps, Job } from './job.ts';
import { refundAttempt, firstAttempt, isElsewhere } from './prepare-attempt.ts';
import { isTakenBack, operationEventOf } from './read-outcome.ts';
import { askIfRefused } from './refused-refund.ts';
import { closedRetryMs } from '../model/sends.ts';
import { hasLargeMedia } from '../writer/media.ts';
import { composeInTurns } from '../writer/request-text.ts';
import { environment } from '../../../platform/environment.ts';

/**
 * Moves an operation on by one step. Returns the operation afterwards, with `again` when the next
 * step can be done at once. A connector never throws by contract; should one do, the outcome is
 * unknown.
 */
export async function stepOperation(
  deps: ExecuteDeps,
  job: Job,
): Promise<{ job: Job; again: boolean }> {
  const { operation, attempt } = job;
  const provider = deps.providers.of(deps.catalogue(), operation.terms.route);
  if (provider === null) {
    deps.log('error', 'route has no usable connector', { route: operation.terms.route });
    return { job, again: false };
  }
  const { state } = operation.state;
  // Orders that leave in a file are moved on by payments/provider-files.
  if (provider.connector.files !== undefined && (state === 'READY' || state === 'SENDING'))
    return { job, again: false };
  switch (state) {
    case 'READY':
      return stepReady(deps, job, provider);
    case 'PARKED':
      return stepParked(deps, job, provider);
    case 'SENDING':
    case 'ACCEPTED':
    case 'UNKNOWN':
    case 'REFUNDING':
      if (attempt === null) throw new Error(`operation ${operation.terms.id} has no attempt`);
      return stepAttempt(deps, job, attempt, provider);
    case 'SUCCESS':
      return operation.state.cancelRequested
        ? refundLate(deps, job, provider)
        : { job, again: false };
    case 'FAILED':
    case 'CANCELED':
    case 'REFUNDED':
      return { job, again: false };
  }
}

async function stepReady(
  deps: ExecuteDeps,
  job: Job,
  provider: Provider,
): Promise<{ job: Job; again: boolean }> {
  // It waits; the sweep takes it again. It may have been sent, and a restored database has
  // forgotten that.
  if (deps.sends.refusal(provider.route) !== null) return { job, again: false };
  if (job.operation.state.cancelRequested)
    return finish(job, await report(deps, job, { type: 'cancel', proof: 'never_sent' }));
  const { terms, createdAt } = job.operation;
  const waiting = { dueAtMs: createdAt.getTime(), nowMs: deps.now() };
  const park = parkAgain(deps.catalogue(), terms, waiting);
  if (park !== null) return finish(job, await report(deps, job, park));
  const whole = await withFile(deps, job);
  const isLarge = hasLargeMedia(whole.operation.terms);
  if (isLarge) await environment.othersTurn();
  const attempt = firstAttempt(deps, whole.operation, provider);
  if (isLarge) await composeInTurns(attempt.prepared);
  return finish(whole, await report(deps, whole, { type: 'send', attempt }), true);
}

/** Before its attempt is written: what could not be loaded must not look as if it had been sent. */
async function withFile(deps: ExecuteDeps, job: Job): Promise<Job> {
  const terms = await deps.withMedia(job.operation.terms);
  return { ...job, operation: { ...job.operation, terms } };
}

/** Nothing of it has left, and now it is too old to, or not wanted any more. */
async function stepParked(
  deps: ExecuteDeps,
  job: Job,
  provider: Provider,
): Promise<{ job: Job; again: boolean }> {
  if (deps.sends.refusal(provider.route) !== null) return { job, again: false };
  if (job.operation.state.cancelRequested)
    return finish(job, await report(deps, job, { type: 'cancel', proof: 'never_sent' }));
  const refusal = { errorId: errorIds.operatorDown, message: null };
  return finish(job, await report(deps, job, { type: 'refuse', refusal, proof: 'never_sent' }));
}

/**
 * A cancellation was asked for, but the provider had succeeded: the developer gets a refund
 * instead, where there is one (F42).
 */
async function refundLate(
  deps: ExecuteDeps,
  job: Job,
  provider: Provider,
): Promise<{ job: Job; again: boolean }> {
  if (deps.sends.refusal(provider.route) !== null) return { job, again: false };
  const attempt = refundAttempt(deps, job.operation, job.attempt, provider);
  const result = attempt === null ? null : await report(deps, job, { type: 'refund', attempt });
  if (result?.type === 'advanced') return finish(job, result, true);
  return finish(job, await report(deps, job, { type: 'drop_cancel' }));
}

async function stepAttempt(
  deps: ExecuteDeps,
  job: Job,
  attempt: Attempt,
  provider: Provider,
): Promise<{ job: Job; again: boolean }> {
  switch (attempt.state) {
    case 'SENDING': {
      if (!job.fresh) {
        // Whoever sent it is gone: the bytes may have left or not.
        return finish(
          job,
          await report(deps, job, {
            type: 'lose_answer',
            refs: attempt.refs,
            cause: 'crash',
            nextStepInMs: 0,
          }),
        );
      }
      const outcome = await sendWhileHeld(deps, job, attempt, provider);
      if (outcome === null) return { job, again: false };
      const operationEvent = operationEventOf(deps, job, attempt, provider, outcome);
      return finish(job, await report(deps, job, operationEvent));
    }
    case 'ACCEPTED':
    case 'UNKNOWN': {
      const operationEvent = whileOpen(
        deps,
        provider,
        await askOrCancel(deps, job, attempt, provider),
      );
      const resends = operationEvent.type === 'resend';
      const whole = resends && attempt.purpose === 'execute' ? await withFile(deps, job) : job;
      return finish(whole, await report(deps, whole, operationEvent), resends);
    }
    case 'SUCCEEDED':
    case 'FAILED':
    case 'NOT_SENT':
    case 'CONTINUED':
      return { job, again: false };
  }
}

/**
 * While the route is closed an absence decides nothing: the attempt that was sent may be one that
 * the database has forgotten.
 */
function whileOpen(
  { sends }: ExecuteDeps,
  { route }: Provider,
  operationEvent: OperationEvent,
): OperationEvent {
  const isByAbsence =
    operationEvent.type === 'resend' ||
    operationEvent.type === 'step_back' ||
    (operationEvent.type === 'fail' && operationEvent.proof === 'absent');
  if (!isByAbsence || sends.refusal(route) === null) return operationEvent;
  return { type: 'poll', absent: true, nextStepInMs: closedRetryMs, escalate: null };
}

const always = (): boolean => true;

/**
 * Sends while the lease lasts. When it ends first, another node may have asked the provider and
 * believe that these bytes never left: then they must not (F18), and the answer is null. Names,
 * connections and TLS can take long, so it is asked for again behind them.
 */
async function sendWhileHeld(
  deps: ExecuteDeps,
  job: Job,
  attempt: Attempt,
  provider: Provider,
): Promise<Outcome | null> {
  const isNoted = await deps.sends.note(job.operation.terms, attempt);
  if (!deps.holdsLease()) return null;
  if (!isNoted) return { kind: 'not_sent', refs: attempt.refs, cause: ownCauses.notNoted };
  let isHeld = true;
  const mayLeave = () => (isHeld &&= deps.holdsLease());
  const { context } = provider;
  const held: Provider = {
    ...provider,
    context: {
      ...context,
      http(request) {
        const own = request.mayLeave ?? always;
        return context.http({ ...request, mayLeave: () => own() && mayLeave() });
      },
    },
  };
  const outcome = await send(deps, job, attempt, held, attempt.cause === null ? 'first' : 'replay');
  return isHeld ? outcome : null;
}

async function send(
  deps: ExecuteDeps,
  job: Job,
  attempt: Attempt,
  provider: Provider,
  how: 'first' | 'replay',
): Promise<Outcome> {
  const { connector, context } = provider;
  if (isElsewhere(attempt, provider))
    return { kind: 'not_sent', refs: attempt.refs, cause: ownCauses.elsewhere };
  const intent = deps.providers.intentOf(deps.catalogue(), job.operation.terms);
  try {
    if (isPayerStep(attempt)) {
      if (connector.executeStep === undefined) throw new Error(`${connector.name} has no steps`);
      return await connector.executeStep(context, intent, attempt.prepared, job.input ?? null);
    }
    if (attempt.purpose === 'execute')
      return await connector.execute(context, intent, attempt.prepared, how);
    if (connector.executeRefund === undefined) throw new Error(`${connector.name} cannot refund`);
    return await connector.executeRefund(context, intent, attempt.prepared, how);
  } catch (error) {
    return thrown(deps, attempt, provider, error);
  }
}

/**
 * Asks the provider about an attempt; cancels it instead when that was asked for, or when it must
 * be taken back.
 */
async function askOrCancel(
  deps: ExecuteDeps,
  job: Job,
  attempt: Attempt,
  provider: Provider,
): Promise<OperationEvent> {
  const { connector, context } = provider;
  const { operation } = job;
  if (isElsewhere(attempt, provider)) {
    deps.log('error', 'route has another destination than the attempt: to be resolved manually', {
      route: attempt.route,
    });
    return {
      type: 'poll',
      absent: false,
      nextStepInMs: nextUnknownQueryMs(attempt.queries + 1, 0),
      escalate: 'unknown_outcome',
    };
  }
  const intent = deps.providers.intentOf(deps.catalogue(), operation.terms);
  const cancelling =
    (operation.state.cancelRequested && mayDrop(attempt, provider, intent)) ||
    mustTakeBack(deps, attempt, provider);
  let outcome: QueryOutcome;
  try {
    if (cancelling) outcome = await connector.cancel!(context, intent, attempt.refs);
    else if (attempt.purpose === 'execute')
      outcome = await connector.query(context, intent, attempt.refs);
    else outcome = await (connector.queryRefund ?? connector.query)(context, intent, attempt.refs);
  } catch (error) {
    outcome = thrown(deps, attempt, provider, error);
  }
  const operationEvent = operationEventOf(deps, job, attempt, provider, outcome);
  return operationEvent.type === 'fail' &&
    outcome.kind === 'failed' &&
    outcome.executed === 'no' &&
    isCanceled(operation, outcome.error)
    ? { type: 'cancel', proof: 'provider_canceled' }
    : operationEvent;
}

/**
 * Whether an attempt may be dropped because the developer asked for it. Where it would be taken
 * back by our reference, only once it was accepted: the provider may still be getting what was
 * sent, and would drop nothing and execute it afterwards (F18).
 */
const mayDrop = (attempt: Attempt, provider: Provider, { kind }: Intent): boolean =>
  attempt.purpose === 'execute' &&
  mayCancel(provider, kind) &&
  !(attempt.state === 'UNKNOWN' && isTakenBack(attempt, provider));

/** On a closed route its absence decides nothing. */
const mustTakeBack = ({ sends }: ExecuteDeps, attempt: Attempt, provider: Provider): boolean =>
  attempt.state === 'UNKNOWN' &&
  isAbsenceProven(attempt) &&
  isTakenBack(attempt, provider) &&
  sends.refusal(provider.route) === null;

/**
 * A cancellation that we asked for; any other failure is the provider's own word, whatever we
 * asked.
 */
function isCanceled({ state }: Operation, error: ProviderError): boolean {
  return state.cancelRequested && /^cancell?ed$/.test(error.provider);
}

function thrown(deps: ExecuteDeps, attempt: Attempt, provider: Provider, error: unknown): Outcome {
  deps.log('error', 'connector threw', { reason: String(error), route: attempt.route });
  return {
    kind: 'unknown',
    refs: attempt.refs,
    cause: 'ambiguous',
    resolve: provider.capabilities.resolution,
  };
}

async function report(
  deps: ExecuteDeps,
  { operation, attempt }: Job,
  operationEvent: OperationEvent,
): Promise<AdvanceResult> {
  await askIfRefused(deps, operation.terms, attempt, operationEvent);
  return deps.writer.advance({ type: 'advance', terms: operation.terms, attempt, operationEvent });
}

/**
 * What the job is after the writer's answer. `sends`: the attempt that was just written may leave
 * now.
 */
function finish(job: Job, result: AdvanceResult, sends = false): { job: Job; again: boolean } {
  if (result.type !== 'advanced') {
    const operation = result.type === 'ignored' ? result.operation : job.operation;
    return { job: { operation, attempt: job.attempt, fresh: false }, again: false };
  }
  const next: Job = {
    operation: result.operation,
    attempt: result.attempt ?? job.attempt,
    fresh: sends,
  };
  return { job: next, again: sends };
}
