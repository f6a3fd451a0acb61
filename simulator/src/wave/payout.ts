// Payouts: order, read, search, reverse within three days.

import { readJson, sendEmpty, sendJson } from '../http/exchange.ts';
import { giveBack } from './checkout.ts';
import { reasonOf, sendError } from './errors.ts';
import { presentPayout, seqOfId } from './present.ts';
import { readPayout } from './read-order.ts';
import type { Operation } from '../core/operation.ts';
import type { Exchange } from '../http/exchange.ts';
import type { WaveDeps } from './deps.ts';

const reversalWindowMs = 3 * 86_400_000;

export async function orderPayout(
  deps: WaveDeps,
  exchange: Exchange,
  wallet: string,
): Promise<void> {
  const order = readPayout(exchange, await readJson(exchange), wallet);
  if ('code' in order)
    return sendError(exchange, 400, order.code, 'the request is not valid', order.details);
  const submission = await deps.engine.submit(order, { refusal: 0, claimTaken: 0 });
  if (submission.kind === 'hold') return deps.hold(exchange);
  if (submission.kind === 'conflict')
    return sendError(exchange, 409, 'idempotency-mismatch', 'this key was used with another body');
  const { operation } = submission;
  const isRefused = operation.digits === 7000 + operation.errorId;
  const reason = isRefused ? reasonOf(operation) : null;
  if (reason !== null) return sendJson(exchange, 422, reason);
  return sendJson(exchange, 200, presentPayout(operation));
}

export async function searchPayouts(deps: WaveDeps, exchange: Exchange): Promise<void> {
  const reference = exchange.query.get('client_reference') ?? '';
  const payouts: unknown[] = [];
  for (const { seq, kind } of deps.references.of(reference)) {
    const operation = kind === 'payout' ? await deps.engine.findBySeq(seq) : undefined;
    // What was refused in its answer never became a payout.
    if (operation !== undefined && operation.digits !== 7000 + operation.errorId)
      payouts.push(presentPayout(operation));
  }
  sendJson(exchange, 200, { result: payouts });
}

/** `parts`: the path below `/v1/payout`. */
export async function handlePayout(
  deps: WaveDeps,
  exchange: Exchange,
  parts: string[],
): Promise<void> {
  const [id = '', action = ''] = parts;
  const operation = await deps.engine.findBySeq(seqOfId(id, 'pt'));
  if (operation?.protocol !== 'wave' || operation.kind !== 'payout')
    return sendError(exchange, 404, 'payout-not-found', 'no such payout');
  if (action === '' && exchange.method === 'GET')
    return sendJson(exchange, 200, presentPayout(operation));
  if (action === 'reverse' && exchange.method === 'POST') return reverse(deps, exchange, operation);
  return sendError(exchange, 404, 'not-found', 'no such call');
}

async function reverse(deps: WaveDeps, exchange: Exchange, original: Operation): Promise<void> {
  if (original.status === 'reversed' || deps.store.refunds.isBegun(original))
    return sendEmpty(exchange, 200);
  if (!deps.engine.refundable(original))
    return sendError(exchange, 422, 'payout-not-succeeded', 'nothing was paid out');
  if (deps.nowMs() - original.createdAtMs > reversalWindowMs)
    return sendError(
      exchange,
      422,
      'payout-reversal-time-limit-exceeded',
      'a payout can be reversed for three days',
    );
  await giveBack(deps, original);
  sendEmpty(exchange, 200);
}
