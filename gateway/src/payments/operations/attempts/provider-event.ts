// Handles a provider event. A notice that proves its sender may be booked; any other only triggers
// a status query to the provider.

import { about, noted, type ProviderEvent, type QueryOutcome } from '@jokko/connectors/kit';
import { operationEventOf } from './read-outcome.ts';
import { isElsewhere } from './prepare-attempt.ts';
import type { ExecuteDeps, Job } from './job.ts';
import { isSteppedBack, type Attempt, type OperationState } from '../model/operation.ts';
import type { Provider } from './providers.ts';
import type { OperationReader, FoundAttempt } from '../queries/reader.ts';
import { askIfRefused } from './refused-refund.ts';
import { notOurs } from '../model/result-claims.ts';
import { isReferenceOf, parseAttemptReference } from '../model/reference.ts';
import { isFinal } from '../model/states.ts';
import type { OperationKey } from '../queries/store.ts';

export interface ProviderEventDeps extends ExecuteDeps {
  reader: OperationReader;
  /** Status queries under way that notices have caused, by route. */
  asking: Map<string, number>;
}

/**
 * Share of a route's places for such queries. After an outage notices come by the hundred, and each
 * query takes a connection (F66).
 */
const askingShareMax = 0.25;

/**
 * What became of an event. The provider inbox keeps an event that is not `taken` and hands it in
 * again.
 */
export type Handled =
  | { type: 'taken'; operation: OperationKey }
  /** The event is about an attempt of ours, and can only be checked later. */
  | { type: 'later' }
  /** The event names no attempt of this route. */
  | { type: 'unmatched' };

/**
 * Books or checks what a notice says about any attempt of an operation. Throws only if the database
 * is away.
 */
export async function handleProviderEvent(
  deps: ProviderEventDeps,
  provider: Provider,
  event: ProviderEvent,
): Promise<Handled> {
  const named = await findAttemptOf(deps, provider, event);
  if (named === null) return { type: 'unmatched' };
  const standing = await whatContinues(deps, named);
  const { operation, attempt } = standing;
  const { state, attempts } = operation.state;
  // The end of the refund under way shows what becomes of this success.
  if (state === 'REFUNDING' && attempt.number < attempts) return { type: 'later' };
  const taken: Handled = { type: 'taken', operation: operation.terms };
  // A notice about an attempt that the payer has answered only causes a query about the attempt
  // that follows it.
  const isBookable =
    standing === named &&
    event.authenticated &&
    provider.capabilities.notification.bookable &&
    event.outcome !== undefined;
  if (!isBookable && (isSettled(standing) || isElsewhere(attempt, provider))) return taken;
  // Connectors have no log while they read a notice or a file.
  const found = { connector: provider.connector.name, operation: attempt.purpose };
  const outcome = isBookable
    ? noted(deps.log, found, about(event.outcome!, event.claims ?? {}))
    : await ask(deps, provider, standing);
  if (outcome.kind === 'unknown' || outcome.kind === 'absent' || outcome.kind === 'not_sent')
    // If the query got lost, a planned status query follows. A final state has no planned queries.
    return isFinal(state) && outcome.kind !== 'absent' ? { type: 'later' } : taken;
  const job: Job = { operation, attempt, fresh: false };
  let operationEvent = operationEventOf(deps, job, attempt, provider, outcome);
  if (operationEvent.type === 'poll' && operationEvent.mismatch === undefined) return taken;
  if (operationEvent.type === 'reverse' && state === 'REFUNDED') {
    const refundedBy = await findRefund(deps, standing);
    if (refundedBy === null) return taken;
    operationEvent = { ...operationEvent, refundedBy };
  }
  await askIfRefused(deps, operation.terms, attempt, operationEvent);
  const result = await deps.writer.advance({
    type: 'advance',
    terms: operation.terms,
    attempt,
    operationEvent,
  });
  return result.type === 'ignored' && hasMovedOn(standing, result.operation.state)
    ? { type: 'later' }
    : taken;
}

/** A refund began or ended, or the payer went on, between reading and writing. */
function hasMovedOn(
  { operation: { state: before }, attempt }: FoundAttempt,
  { state, attempts }: OperationState,
): boolean {
  if (!isFinal(state) && state !== 'REFUNDING') return attempts > before.attempts;
  return (
    state !== before.state &&
    (state === 'REFUNDING' || state === 'REFUNDED') &&
    (attempt.purpose === 'refund' || attempt.number < attempts)
  );
}

/** Returns the attempt that follows one whose payer has answered, else the attempt itself. */
async function whatContinues(
  { reader }: ProviderEventDeps,
  named: FoundAttempt,
): Promise<FoundAttempt> {
  // No attempt follows one that counts as never sent.
  if (named.attempt.state !== 'CONTINUED' || isSteppedBack(named.attempt)) return named;
  const { terms, state } = named.operation;
  for (let number = state.attempts; number > named.attempt.number; number--) {
    const next = await reader.find({ transactionId: terms.id, number });
    if (next?.attempt.purpose === 'execute' && !isPassedOver(next.attempt)) return next;
  }
  return named;
}

const isPassedOver = ({ state }: Attempt): boolean => state === 'NOT_SENT' || state === 'CONTINUED';

/**
 * Opens a case with a notice that could not be checked. Returns its operation, or null if it names
 * no attempt of the route.
 */
export async function showUnchecked(
  deps: ProviderEventDeps,
  route: string,
  ours: string,
  evidence: string,
): Promise<OperationKey | null> {
  const standing = await findAttemptOf(deps, { route }, { match: { ours } });
  if (standing === null) return null;
  const { operation, attempt } = standing;
  await deps.writer.advance({
    type: 'advance',
    terms: operation.terms,
    attempt,
    operationEvent: notOurs(attempt, evidence),
  });
  return operation.terms;
}

/**
 * After a refund nothing is asked, unless the refund was refused: a query for the payment would
 * only find that it was taken back.
 */
function isSettled({ operation, attempt }: FoundAttempt): boolean {
  const wasRefused = attempt.state === 'FAILED' || attempt.state === 'NOT_SENT';
  return operation.state.state === 'REFUNDED' && !(attempt.purpose === 'refund' && wasRefused);
}

/**
 * Returns the number of our refund that ended the operation. Null: the provider took the payment
 * back by itself.
 */
async function findRefund(
  { reader }: ProviderEventDeps,
  { operation: { terms, state } }: FoundAttempt,
): Promise<number | null> {
  const newest = await reader.find({ transactionId: terms.id, number: state.attempts });
  return newest?.attempt.purpose === 'refund' && newest.attempt.state === 'SUCCEEDED'
    ? state.attempts
    : null;
}

/** Returns the attempt of this route whose stored reference the event names. */
async function findAttemptOf(
  { reader }: ProviderEventDeps,
  { route }: Pick<Provider, 'route'>,
  { match: { ours } }: Pick<ProviderEvent, 'match'>,
): Promise<FoundAttempt | null> {
  if (ours === undefined) return null;
  const key = parseAttemptReference(ours);
  const standing = key === null ? null : await reader.find(key);
  return standing !== null &&
    isReferenceOf(ours, standing.attempt) &&
    standing.attempt.route === route
    ? standing
    : null;
}

async function ask(
  deps: ProviderEventDeps,
  provider: Provider,
  { operation, attempt }: FoundAttempt,
): Promise<QueryOutcome> {
  const { connector, context, route } = provider;
  const asking = deps.asking.get(route) ?? 0;
  if (asking >= Math.max(1, provider.capabilities.limits.concurrency * askingShareMax))
    return { kind: 'not_sent', refs: attempt.refs, cause: 'too many questions at once' };
  const intent = deps.providers.intentOf(deps.catalogue(), operation.terms);
  const query =
    attempt.purpose === 'refund' ? (connector.queryRefund ?? connector.query) : connector.query;
  deps.asking.set(route, asking + 1);
  try {
    const refs = isSteppedBack(attempt) ? attempt.prepared.refs : attempt.refs;
    return await query(context, intent, refs);
  } catch (error) {
    deps.log('error', 'connector threw', { reason: String(error), route });
    return { kind: 'not_sent', refs: attempt.refs, cause: 'connector threw' };
  } finally {
    deps.asking.set(route, deps.asking.get(route)! - 1);
  }
}
