// Checkout sessions: open, read, search, expire, refund.

import { refundOrder } from '../core/refund.ts';
import { readJson, sendEmpty, sendJson } from '../http/exchange.ts';
import { reasonOf, sendError } from './errors.ts';
import { idOf, presentSession, seqOfId, transactionId } from './present.ts';
import { readCheckout } from './read-order.ts';
import type { Operation } from '../core/operation.ts';
import type { Exchange } from '../http/exchange.ts';
import type { WaveDeps } from './deps.ts';

/** `parts`: the path below `/v1/checkout/sessions`. */
export async function handleCheckout(
  deps: WaveDeps,
  exchange: Exchange,
  wallet: string,
  parts: string[],
): Promise<void> {
  const [id = '', action = ''] = parts;
  const { method, query } = exchange;
  if (id === '' && method === 'POST') return open(deps, exchange, wallet);
  if (id === 'search' && method === 'GET')
    return list(deps, exchange, deps.references.of(query.get('client_reference') ?? ''));
  if (id === '' && method === 'GET') return byTransaction(deps, exchange);
  const operation = await deps.engine.findBySeq(seqOfId(id, 'cos'));
  if (operation?.protocol !== 'wave' || operation.kind !== 'collect')
    return sendError(exchange, 404, 'checkout-session-not-found', 'no such session');
  if (action === '' && method === 'GET')
    return sendJson(exchange, 200, presentSession(deps, operation));
  if (action === 'expire' && method === 'POST') return expire(deps, exchange, operation);
  if (action === 'refund' && method === 'POST') return refund(deps, exchange, operation);
  return sendError(exchange, 404, 'not-found', 'no such call');
}

async function open(deps: WaveDeps, exchange: Exchange, wallet: string): Promise<void> {
  const order = readCheckout(exchange, await readJson(exchange), wallet);
  if ('code' in order)
    return sendError(exchange, 400, order.code, 'the request is not valid', order.details);
  // The same client_reference again opens another session.
  const before = deps.references.of(order.reference).length;
  const reference = before === 0 ? order.reference : `${order.reference}#${before + 1}`;
  const submission = await deps.engine.submit({ ...order, reference }, noChecks);
  if (submission.kind === 'hold') return deps.hold(exchange);
  if (submission.kind === 'conflict')
    return sendError(exchange, 500, 'internal-error', 'two sessions were opened at once');
  const { operation } = submission;
  const reason = operation.status === 'failed' ? reasonOf(operation) : null;
  if (reason !== null) return sendJson(exchange, 422, reason);
  return sendJson(exchange, 200, presentSession(deps, operation));
}

const noChecks = { refusal: 0, claimTaken: 0 };

async function list(deps: WaveDeps, exchange: Exchange, found: Operation[]): Promise<void> {
  const sessions: unknown[] = [];
  for (const { seq, kind } of found) {
    const operation = kind === 'collect' ? await deps.engine.findBySeq(seq) : undefined;
    if (operation !== undefined && operation.digits !== 7000 + operation.errorId)
      sessions.push(presentSession(deps, operation));
  }
  sendJson(exchange, 200, { result: sessions });
}

async function byTransaction(deps: WaveDeps, exchange: Exchange): Promise<void> {
  const asked = exchange.query.get('transaction_id') ?? '';
  const seq = /^T_[0-9]{10}([0-9]+)$/.exec(asked)?.[1];
  const operation = seq === undefined ? undefined : await deps.engine.findBySeq(Number(seq));
  if (operation?.protocol !== 'wave' || transactionId(operation.seq) !== asked)
    return sendError(exchange, 404, 'checkout-session-not-found', 'no such transaction');
  sendJson(exchange, 200, presentSession(deps, operation));
}

async function expire(deps: WaveDeps, exchange: Exchange, operation: Operation): Promise<void> {
  const wasOpen = operation.status === 'pending';
  await deps.engine.cancel(operation);
  if (wasOpen && operation.status === 'canceled') return sendEmpty(exchange, 200);
  return sendError(exchange, 409, 'checkout-session-not-open', 'the session is not open');
}

/** Whole, and once: a repeat answers 200 and moves nothing. */
async function refund(deps: WaveDeps, exchange: Exchange, original: Operation): Promise<void> {
  if (original.status === 'reversed' || deps.store.refunds.isBegun(original))
    return sendEmpty(exchange, 200);
  if (!deps.engine.refundable(original))
    return sendError(exchange, 422, 'checkout-refund-failed', 'the session was not paid');
  await giveBack(deps, original);
  sendEmpty(exchange, 200);
}

/** Wave has no reference for what gives back: the book calls it by the id of what is given back. */
export async function giveBack(deps: WaveDeps, original: Operation): Promise<void> {
  const id = idOf(original);
  await deps.engine.submit(
    { ...refundOrder(original, `refund ${id}`, null), atOnce: true },
    noChecks,
  );
}
