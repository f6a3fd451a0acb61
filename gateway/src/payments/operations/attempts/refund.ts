// Applies refund-cancel to an operation. Not sent yet: canceled. Waiting for its payer: canceled
// at the provider. Succeeded: reversed at the provider. Everything else stays as it is (rule S4).

import { decimalsOf, parseAmount } from '@jokko/contract';
import type { Dispatcher } from './dispatch.ts';
import { refundAttempt } from './prepare-attempt.ts';
import { mayCancel } from './providers.ts';
import type { ExecuteDeps } from './job.ts';
import { cancelUnsent } from './cancel-unsent.ts';
import { isForgottenTransaction } from '../queries/forgotten.ts';
import type { Attempt, Operation } from '../model/operation.ts';
import type { Session } from '../../../platform/db/database.ts';
import { isFinal } from '../model/states.ts';
import { isRemovedPhone } from '../model/removed-phone.ts';
import { findExecutedAttempt, findLatestAttempts, findOperations } from '../queries/store.ts';
import { environment } from '../../../platform/environment.ts';

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
        | 'otherService'
        | 'otherAmount';
      operation: Operation;
    }
  /**
   * Nothing may be sent at the moment, or a recovery has not restored the operation yet: call again
   * later.
   */
  | { type: 'closed' }
  | { type: 'unknown' };

export interface RefundKey {
  accountId: number;
  id: string;
  /** The services whose operations may be refunded. Null: all. */
  services: ReadonlySet<string> | null;
  /** The amount that the caller believes it to be, as sent. Undefined: not sent. */
  amount?: unknown;
}

export interface RefundDeps extends ExecuteDeps {
  database: Session;
  dispatcher: Dispatcher;
}

/**
 * Cancels or refunds one operation of an account. Waits up to `timeoutMs` for the provider's
 * answer, then returns `pending`.
 */
export async function refundOrCancel(
  deps: RefundDeps,
  key: RefundKey,
  timeoutMs: number,
): Promise<RefundOutcome> {
  // The time runs from the request on: waiting for the account's lock is part of it.
  const deadline = environment.monotonic() + timeoutMs;
  const [[operation], attempts] = await Promise.all([
    findOperations(deps.database, [key]),
    findLatestAttempts(deps.database, [key]),
  ]);
  if (operation === undefined)
    return { type: (await isForgottenTransaction(deps.database, key)) ? 'closed' : 'unknown' };
  if (key.services !== null && !key.services.has(operation.terms.codeService))
    return { type: 'otherService', operation };
  if (key.amount !== undefined && !isAmountOf(operation, key.amount))
    return { type: 'otherAmount', operation };
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
      return refund(deps, operation, deadline);
    case 'READY':
    case 'PARKED':
    case 'SENDING':
    case 'ACCEPTED':
    case 'UNKNOWN':
      return cancel(deps, operation, attempt, deadline);
  }
}

/** Refunds are full: another amount is refused rather than ignored (rule S4). */
const isAmountOf = ({ terms: { amount, currency } }: Operation, given: unknown): boolean =>
  parseAmount(given, decimalsOf(currency)) === amount;

async function cancel(
  deps: RefundDeps,
  operation: Operation,
  attempt: Attempt | null,
  deadline: number,
): Promise<RefundOutcome> {
  if (operation.state.state === 'READY' || operation.state.state === 'PARKED') {
    const result = await cancelUnsent(deps, operation);
    if (result.type === 'closed') return result;
    if (result.type === 'advanced') return { type: 'canceled', operation: result.operation };
  }
  const provider = deps.providers.of(deps.catalogue(), operation.terms.route);
  const { kind } = deps.providers.intentOf(deps.catalogue(), operation.terms);
  if (provider === null || !mayCancel(provider, kind)) return { type: 'notPossible', operation };
  const asked = await deps.writer.advance({
    type: 'advance',
    terms: operation.terms,
    attempt: null,
    operationEvent: { type: 'ask_cancel' },
  });
  const present = asked.type === 'refused' ? operation : asked.operation;
  if (attempt?.state !== 'ACCEPTED' || present.state.state !== 'ACCEPTED')
    return afterCancel(present);
  void deps.dispatcher.take({ operation: present, attempt, fresh: false }, false);
  return afterCancel(await untilFinal(deps, present, deadline));
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

async function refund(
  deps: RefundDeps,
  operation: Operation,
  deadline: number,
): Promise<RefundOutcome> {
  const { terms } = operation;
  // The place to pay back to is no longer known.
  if (isRemovedPhone(terms.phone)) return { type: 'notPossible', operation };
  if (deps.sends.refusal(terms.route) !== null) return { type: 'closed' };
  const attempt = await findExecutedAttempt(deps.database, {
    accountId: terms.accountId,
    id: terms.id,
  });
  const provider = deps.providers.of(deps.catalogue(), terms.route);
  const refundOf = provider === null ? null : refundAttempt(deps, operation, attempt, provider);
  if (refundOf === null) return { type: 'notPossible', operation };
  const result = await deps.writer.advance({
    type: 'advance',
    terms,
    attempt,
    operationEvent: { type: 'refund', attempt: refundOf },
  });
  if (result.type === 'refused') return { type: 'balanceTooLow', operation };
  if (result.type === 'ignored') return afterRefund(result.operation);
  void deps.dispatcher.take(
    { operation: result.operation, attempt: result.attempt, fresh: true },
    false,
  );
  return afterRefund(await untilFinal(deps, result.operation, deadline));
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

const checkEveryMs = 150;

/**
 * Returns the operation once it is final, or as it is at `deadline` (of the monotonic clock). The
 * result may arrive at any node, so the database is asked.
 */
async function untilFinal(
  deps: RefundDeps,
  operation: Operation,
  deadline: number,
): Promise<Operation> {
  let present = operation;
  while (!isFinal(present.state.state) && environment.monotonic() < deadline) {
    await environment.sleep(checkEveryMs);
    present = (await findOperations(deps.database, [operation.terms]))[0] ?? present;
  }
  return present;
}
