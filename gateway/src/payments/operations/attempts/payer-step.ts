// Carries out what the payer has done about a challenge: a one-time code typed in, a device
// recognised, a way back from the card's bank. It is an attempt like any other, written ahead and
// queried; what the payer gave is only in memory, so a step is never sent twice (decision 0064).

import type { ProviderError, StepInput } from '@jokko/connectors/kit';
import type { Session, Statement } from '../../../platform/db/database.ts';
import { forgetCard, type CardVault } from './card-vault.ts';
import type { Dispatcher } from './dispatch.ts';
import type { ExecuteDeps } from './job.ts';
import type { Attempt, Operation } from '../model/operation.ts';
import { waitsForPayer } from '../model/payer-wait.ts';
import { isElsewhere, stepAttempt } from './prepare-attempt.ts';
import type { Provider } from './providers.ts';
import { findLatestAttempts, findOperations, type OperationKey } from '../queries/store.ts';
import { valueWithin } from '../../../platform/system/deadline.ts';

/**
 * The most of one operation, with those that were sent before. After them it waits for its
 * provider, which ends it when the payer's time is over.
 */
export const attemptsOfPayerMax = 20;

/**
 * The limit of one operation too, on all nodes. Whoever guesses codes is slowed down before the
 * provider blocks the payer's account.
 */
const attemptsPerMinuteMax = 6;

const countRecent: Statement = {
  name: 'count_recent_attempts',
  text: `select count(*)::integer as count from attempt
    where operation_id = $1 and account_id = $2 and sent_at > jokko_now() - interval '1 minute'`,
};

export interface PayerStepDeps extends ExecuteDeps {
  database: Session;
  dispatcher: Dispatcher;
  vault: CardVault;
}

export interface PayerStep extends OperationKey {
  /** Number of the attempt whose challenge the payer saw. */
  attempt: number;
  input: StepInput;
}

export type PayerStepResult =
  /**
   * The step was sent. `operation` is as it is after the provider's answer, or before it if the
   * answer takes too long.
   */
  | { type: 'taken'; operation: Operation }
  /** The payer's input cannot be right, and was not sent. */
  | { type: 'refused'; refusal: ProviderError }
  /** Another page of the same payer was first, or no step is left. */
  | { type: 'notWaiting' }
  /** Nothing may be sent at the moment: try again later. */
  | { type: 'closed' }
  /** The payer has made too many attempts, in all or within a minute. */
  | { type: 'spent' | 'tooFast' }
  /** The card is in the memory of another node, or of no node. */
  | { type: 'noCard' };

/**
 * Sends one step and waits up to `timeoutMs` for the provider's answer. Throws CommitUnknown if it
 * is unknown whether the step was stored.
 */
export async function takePayerStep(
  deps: PayerStepDeps,
  step: PayerStep,
  timeoutMs: number,
): Promise<PayerStepResult> {
  const [[operation], attempts] = await Promise.all([
    findOperations(deps.database, [step]),
    findLatestAttempts(deps.database, [step]),
  ]);
  const attempt = attempts.get(step.id);
  if (operation === undefined || attempt?.number !== step.attempt) return { type: 'notWaiting' };
  if (!waitsForPayer(operation.state, new Date(deps.now()))) return { type: 'notWaiting' };
  if (attempt.number >= attemptsOfPayerMax) return { type: 'spent' };
  if (await isTooFast(deps, step)) return { type: 'tooFast' };
  const provider = usableProvider(deps, operation, attempt);
  if (provider === null) return { type: 'closed' };
  const { extra } = operation.terms.details;
  if (extra.type === 'card' && deps.vault.read(operation.terms.id) === null)
    return { type: 'noCard' };
  return send(deps, { operation, attempt, provider, input: step.input }, timeoutMs);
}

async function isTooFast({ database }: PayerStepDeps, key: OperationKey): Promise<boolean> {
  const [row] = await database.query<{ count: number }>(countRecent, [key.id, key.accountId]);
  return row!.count >= attemptsPerMinuteMax;
}

type StepProvider = Parameters<typeof stepAttempt>[3];

/** Null: nothing may be sent over the route now, or the route has another destination by now. */
function usableProvider(
  deps: PayerStepDeps,
  { terms: { route } }: Operation,
  attempt: Attempt,
): StepProvider | null {
  const provider = deps.providers.of(deps.catalogue(), route);
  if (provider === null || !hasSteps(provider) || isElsewhere(attempt, provider)) return null;
  const isOpen =
    deps.sends.refusal(route) === null && deps.holdsLease() && deps.dispatcher.hasRoom(route);
  return isOpen ? provider : null;
}

const hasSteps = (provider: Provider): provider is StepProvider =>
  provider.connector.prepareStep !== undefined && provider.connector.executeStep !== undefined;

interface ReadyStep {
  operation: Operation;
  attempt: Attempt;
  provider: StepProvider;
  input: StepInput;
}

async function send(
  deps: PayerStepDeps,
  { operation, attempt, provider, input }: ReadyStep,
  timeoutMs: number,
): Promise<PayerStepResult> {
  const next = stepAttempt(deps, operation, attempt, provider, input);
  if ('refusal' in next) return { type: 'refused', refusal: next.refusal };
  // The writer decides which of two pages comes first that hand in at once.
  const written = await deps.writer.advance({
    type: 'advance',
    terms: operation.terms,
    attempt,
    operationEvent: { type: 'proceed', attempt: next },
  });
  if (written.type !== 'advanced') return { type: 'notWaiting' };
  const job = { operation: written.operation, attempt: written.attempt, fresh: true, input };
  const stepped = deps.dispatcher.take(job, false);
  if (operation.terms.details.extra.type === 'card')
    void stepped.then((after) => forgetCard(deps.vault, after));
  return { type: 'taken', operation: await valueWithin(stepped, timeoutMs, written.operation) };
}
