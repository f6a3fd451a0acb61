// Status of a transaction by its id or its number, and refunds of what was sent.

import { refundOrder } from '../core/refund.ts';
import { isMembers, readJson, sendJson, textMember } from '../http/exchange.ts';
import { sendError, sendNotFound } from './errors.ts';
import { findRemittance, presentFound } from './payout.ts';
import { isPaidOut, presentReceived, presentSent, presentSession } from './present.ts';
import { committedOf, noChecks } from './transfer.ts';
import { voucherOf } from '../core/voucher.ts';
import type { Operation } from '../core/operation.ts';
import type { Exchange } from '../http/exchange.ts';
import type { MoneygramDeps } from './deps.ts';

/** `GET /status/v1/transactions/{id}` and `?referenceNumber=`. */
export async function showStatus(
  deps: MoneygramDeps,
  exchange: Exchange,
  id: string,
): Promise<void> {
  const number = exchange.query.get('referenceNumber');
  if (id === '' && number !== null) return byNumber(deps, exchange, number);
  const [operation] = committedOf(deps, id);
  if (operation !== undefined) {
    await deps.engine.find(operation.reference);
    return sendJson(exchange, 200, present(deps, operation));
  }
  const session = deps.sessions.find(id, deps.nowMs());
  if (session === undefined) return sendNotFound(exchange);
  sendJson(exchange, 200, presentSession(session));
}

const present = (deps: MoneygramDeps, operation: Operation) =>
  operation.kind === 'remit_send' ? presentSent(deps, operation) : presentReceived(operation);

/** The last order to pay it out, or how it waits. */
async function byNumber(deps: MoneygramDeps, exchange: Exchange, number: string): Promise<void> {
  const found = await findRemittance(deps, number);
  if (found === null) return sendNotFound(exchange);
  const last = committedOf(deps, `PAYOUT-${number}`).at(-1);
  if (last === undefined) return sendJson(exchange, 200, presentFound(deps, number, found));
  await deps.engine.find(last.reference);
  sendJson(exchange, 200, presentReceived(last));
}

/**
 * `parts`: the path below `/refund/v1/transactions`. Whole, with the fee, until it is collected.
 */
export async function handleRefund(
  deps: MoneygramDeps,
  exchange: Exchange,
  parts: string[],
): Promise<void> {
  const [inPath = '', action = ''] = parts;
  const id = inPath || (exchange.query.get('transactionId') ?? '');
  const [original] = committedOf(deps, id);
  if (original?.kind !== 'remit_send') return sendNotFound(exchange);
  const isEligible = isRefundable(deps, original);
  if (exchange.method === 'GET')
    return sendJson(exchange, 200, { transactionId: id, refundEligible: isEligible });
  const body = await readJson(exchange);
  if (exchange.method !== 'PUT' || !isMembers(body)) return sendNotFound(exchange);
  if (!isEligible) return sendError(exchange, 409, 'NOT_REFUNDABLE', 'it cannot be refunded');
  if (action !== 'commit') {
    if (textMember(body, 'refundReasonCode') === undefined)
      return sendError(exchange, 400, 'INVALID', 'a reason is needed', ['refundReasonCode']);
    return sendJson(exchange, 200, { transactionId: id, readyForCommit: true });
  }
  const order = refundOrder(original, `refund ${id}`, null);
  await deps.engine.submit({ ...order, atOnce: true }, noChecks);
  sendJson(exchange, 200, { transactionId: id, transactionStatus: 'REFUNDED' });
}

function isRefundable(deps: MoneygramDeps, original: Operation): boolean {
  const number = voucherOf(original)?.code ?? '';
  return (
    deps.engine.refundable(original) &&
    !deps.store.refunds.isBegun(original) &&
    !isPaidOut(deps, number)
  );
}
