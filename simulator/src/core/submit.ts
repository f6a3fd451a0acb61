// Handles a submitted order. Known references are answered again; a new one is refused, executed
// at once, accepted, or left without an answer, according to the outcome table.

import { isAskedOnPhone } from './ask-phone.ts';
import { ruleOf } from './digits.ts';
import { firstLineOf, lineOf, liveOfLine, newOperation, textOfLine } from './journal.ts';
import { parseAmount } from './money.ts';
import { hasPayer } from './operation.ts';
import { onlyWaits, plan } from './plan.ts';
import { record } from './record.ts';
import type { Rule } from './digits.ts';
import type { Operation, Order } from './operation.ts';
import type { Parts } from './parts.ts';
import type { Store } from './store.ts';

/** Digits 8005: the answer waits no longer than this for the notice to be taken. */
const earlyNoticeWaitMs = 3_000;

/** Catalogue ids that the caller's own checks give; 0 for none. */
export interface Checks {
  refusal: number;
  /** Used when the order's claim is taken. */
  claimTaken: number;
}

export type Submission =
  | { kind: 'conflict' }
  /** The submit must never get an answer. */
  | { kind: 'hold' }
  /** `operation` as it is to be answered; `fresh`: not a repetition. */
  | { kind: 'done'; operation: Operation; fresh: boolean };

export async function submitOrder(parts: Parts, order: Order, checks: Checks): Promise<Submission> {
  const { store, clock } = parts;
  const known = store.byReference.get(order.reference);
  if (known !== undefined) {
    if (known.fingerprint !== order.fingerprint) return { kind: 'conflict' };
    await durably(parts, known);
    return { kind: 'done', operation: known, fresh: false };
  }
  const rule = ruleOf(order.digits, hasPayer(order.kind));
  const operation = newOperation(order, store.bySeq.length, clock.nowMs());
  refuseMoreThanIsLeft(store, operation);
  if (rule.kind === 'dropped' && !store.dropped.has(order.reference)) return drop(parts, operation);
  const taken = order.claim !== null && store.claims.has(order.claim) ? checks.claimTaken : 0;
  const refusal = rule.kind === 'refuse' ? rule.errorId : checks.refusal || taken;
  store.remember(operation);
  if (refusal !== 0) {
    await refuse(parts, operation, order, refusal);
    return { kind: 'done', operation, fresh: true };
  }
  if (!isAtOnce(rule, order, isAskedOnPhone(parts, order, rule) ? 'async' : parts.answer)) {
    await accept(parts, operation, order, rule);
    return { kind: 'done', operation, fresh: true };
  }
  await executeAtOnce(parts, operation, order, rule);
  if (rule.kind === 'lost') return { kind: 'hold' };
  const stale = rule.kind === 'early' && parts.answer === 'async';
  return {
    kind: 'done',
    operation: stale ? { ...operation, status: 'pending' } : operation,
    fresh: true,
  };
}

/** How a refund of too much is refused is the protocol's own; none may come this far. */
function refuseMoreThanIsLeft({ byReference, refunds }: Store, refund: Operation): void {
  const original = byReference.get(refund.originalReference ?? '');
  if (original === undefined || refund.originalReference === null) return;
  if ((parseAmount(refund.amount) ?? 0n) > refunds.leftMinor(original))
    throw new Error('more is to be refunded than is left');
}

/** Waits until what is known of an operation is on the disk. */
export async function durably(
  parts: Parts,
  operation: Operation | undefined,
): Promise<Operation | undefined> {
  if (operation !== undefined && operation.offset >= parts.book.durableBytes())
    await parts.book.settled();
  return operation;
}

/**
 * Digits 8004: the provider lost the order; only the book knows, so that the next submit is taken
 * even after a restart.
 */
async function drop(parts: Parts, operation: Operation): Promise<Submission> {
  const line = lineOf(operation, 'dropped', operation.createdAtMs);
  parts.store.project(line, undefined, undefined);
  await parts.book.append(textOfLine(line)).durable;
  return { kind: 'hold' };
}

async function refuse(
  parts: Parts,
  operation: Operation,
  order: Order,
  errorId: number,
): Promise<void> {
  operation.claim = null;
  const line = firstLineOf(
    operation,
    { ...order, claim: null, challenge: 'none' },
    null,
    'failed',
    operation.createdAtMs,
  );
  line.errorId = errorId;
  await record(parts, operation, line, true);
}

async function accept(parts: Parts, operation: Operation, order: Order, rule: Rule): Promise<void> {
  const token = order.challenge === 'none' ? null : parts.tokens.create();
  const line = firstLineOf(operation, order, token, 'accepted', operation.createdAtMs);
  const expiresAtMs = hasPayer(operation.kind) ? operation.createdAtMs + order.payerWindowMs : 0;
  operation.live = onlyWaits(rule, token) ? null : liveOfLine(line, expiresAtMs);
  if (token !== null) parts.tokens.remember(token, operation.seq);
  await record(parts, operation, line, true);
  plan(parts, operation, rule);
}

async function executeAtOnce(
  parts: Parts,
  operation: Operation,
  order: Order,
  rule: Rule,
): Promise<void> {
  await record(
    parts,
    operation,
    firstLineOf(operation, order, null, 'executed', operation.createdAtMs),
    true,
  );
  const { callbackUrl } = order;
  if (callbackUrl === null) return;
  const announce = (): Promise<void> => parts.announce({ operation, callbackUrl, forged: false });
  if (rule.kind === 'early') await Promise.race([announce(), wait(earlyNoticeWaitMs)]);
  if (rule.kind === 'twice') for (let count = 0; count < 2; count += 1) void announce();
}

/**
 * Which orders are executed before their submit is answered? One with a challenge is not, or its
 * page could never be tried.
 */
function isAtOnce(rule: Rule, order: Order, answer: 'sync' | 'async'): boolean {
  if (order.atOnce === true || rule.kind === 'lost' || rule.kind === 'early') return true;
  return (
    answer === 'sync' &&
    order.challenge === 'none' &&
    (rule.kind === 'plain' || rule.kind === 'twice' || rule.kind === 'dropped')
  );
}

function wait(milliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, milliseconds).unref();
  });
}
