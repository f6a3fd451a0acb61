// What does refund-cancel do to an operation? Not sent yet: canceled. Waiting for its payer: canceled at the provider. Succeeded: reversed at
// the provider. Everything else stays as it is (rule S4).

import type { Dispatcher } from './dispatch.ts';
import { refundAttempt, type ExecuteDeps } from './execute.ts';
import type { Attempt, Operation } from './operation.ts';
import type { Session } from '../../db/database.ts';
import { isFinal } from './states.ts';
import { findExecutedAttempt, findLatestAttempts, findOperations } from './store.ts';

export type RefundOutcome =
  | {
      type:
        | 'canceled'
        | 'refunded'
        | 'pending'
        | 'alreadyCanceled'
        | 'alreadyRefunded'
        | 'failedOperation'
        | 'notPossible'
        | 'balanceTooLow'
        | 'otherService';
      operation: Operation;
    }
  | { type: 'unknown' };

export interface RefundKey {
  accountId: number;
  id: string;
  /** The only services whose operations may be touched; null: any. */
  services: ReadonlySet<string> | null;
}

export interface RefundDeps extends ExecuteDeps {
  database: Session;
  dispatcher: Dispatcher;
}

/** Cancels or refunds one operation of an account. Waits for the provider's word up to `patienceMs`, then answers `pending`. */
export async function refundOrCancel(deps: RefundDeps, key: RefundKey, patienceMs: number): Promise<RefundOutcome> {
  const [[operation], attempts] = await Promise.all([findOperations(deps.database, [key]), findLatestAttempts(deps.database, [key])]);
  if (operation === undefined) return { type: 'unknown' };
  if (key.services !== null && !key.services.has(operation.facts.codeService)) return { type: 'otherService', operation };
  const attempt = attempts.get(key.id) ?? null;
  switch (operation.state.state) {
    case 'CANCELED':
      return { type: 'alreadyCanceled', operation };
    case 'REFUNDED':
      return { type: 'alreadyRefunded', operation };
    case 'FAILED':
      return { type: 'failedOperation', operation };
    case 'REFUNDING':
      return { type: 'pending', operation };
    case 'SUCCESS':
      return refund(deps, operation, patienceMs);
    case 'READY':
    case 'SENDING':
    case 'ACCEPTED':
    case 'UNKNOWN':
      return cancel(deps, operation, attempt, patienceMs);
  }
}

async function cancel(deps: RefundDeps, operation: Operation, attempt: Attempt | null, patienceMs: number): Promise<RefundOutcome> {
  if (operation.state.state === 'READY') {
    // The same row that a sender must change: exactly one of the two wins (F41).
    const result = await deps.writer.advance({
      type: 'advance',
      facts: operation.facts,
      attempt: null,
      happening: { type: 'cancel', proof: 'never_sent' },
    });
    if (result.type === 'advanced') return { type: 'canceled', operation: result.operation };
  }
  const provider = deps.providers.of(deps.catalogue(), operation.facts.route);
  if (provider === null || provider.connector.cancel === undefined || !provider.capabilities.cancelPending)
    return { type: 'notPossible', operation };
  const asked = await deps.writer.advance({ type: 'advance', facts: operation.facts, attempt: null, happening: { type: 'ask_cancel' } });
  const present = asked.type === 'refused' ? operation : asked.operation;
  if (attempt?.state !== 'ACCEPTED' || present.state.state !== 'ACCEPTED') return afterCancel(present);
  void deps.dispatcher.take({ operation: present, attempt, fresh: false }, false);
  return afterCancel(await untilFinal(deps, present, patienceMs));
}

function afterCancel(operation: Operation): RefundOutcome {
  switch (operation.state.state) {
    case 'CANCELED':
      return { type: 'canceled', operation };
    case 'FAILED':
      return { type: 'failedOperation', operation };
    default:
      return { type: 'pending', operation };
  }
}

async function refund(deps: RefundDeps, operation: Operation, patienceMs: number): Promise<RefundOutcome> {
  const { facts } = operation;
  const attempt = await findExecutedAttempt(deps.database, { accountId: facts.accountId, id: facts.id });
  const provider = deps.providers.of(deps.catalogue(), facts.route);
  const refundOf = provider === null ? null : refundAttempt(deps, operation, attempt, provider);
  if (refundOf === null) return { type: 'notPossible', operation };
  const result = await deps.writer.advance({ type: 'advance', facts, attempt, happening: { type: 'refund', attempt: refundOf } });
  if (result.type === 'refused') return { type: 'balanceTooLow', operation };
  if (result.type === 'ignored') return afterRefund(result.operation);
  void deps.dispatcher.take({ operation: result.operation, attempt: result.attempt, fresh: true }, false);
  return afterRefund(await untilFinal(deps, result.operation, patienceMs));
}

function afterRefund(operation: Operation): RefundOutcome {
  switch (operation.state.state) {
    case 'REFUNDED':
      return { type: 'refunded', operation };
    case 'SUCCESS':
      return { type: 'notPossible', operation };
    default:
      return { type: 'pending', operation };
  }
}

const lookEveryMs = 150;

/** The operation once it is final, or as it is when patience ends. The news may arrive on any node, so the database is asked. */
async function untilFinal(deps: RefundDeps, operation: Operation, patienceMs: number): Promise<Operation> {
  const patience = performance.now() + patienceMs;
  let present = operation;
  while (!isFinal(present.state.state) && performance.now() < patience) {
    await new Promise((resolve) => setTimeout(resolve, lookEveryMs));
    present = (await findOperations(deps.database, [operation.facts]))[0] ?? present;
  }
  return present;
}
