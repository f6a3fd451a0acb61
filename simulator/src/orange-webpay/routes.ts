// Routes of Orange Money Web Payment; choices are in PROTOCOL.md.

import type { AccessTokens } from '../core/access-tokens.ts';
import { textOfError } from '../core/catalogue.ts';
import { header, isMembers, readJson, sendJson } from '../http/exchange.ts';
import type { Exchange } from '../http/exchange.ts';
import type { ProtocolDeps } from '../protocol.ts';
import { readOrder } from './order-body.ts';
import { notifTokenOf, payTokenOf, presentStatus } from './present.ts';
import { giveToken } from './tokens.ts';

export interface WebpayDeps extends ProtocolDeps {
  tokens: AccessTokens;
}

/** Handles a path below `/orange-webpay`. */
export async function handleWebpay(
  deps: WebpayDeps,
  exchange: Exchange,
  path: string,
): Promise<void> {
  if (exchange.method !== 'POST') return sendError(exchange, 405, 61, 'Method not allowed');
  if (path === '/oauth/v3/token') return giveToken(deps.tokens, exchange);
  const found = /^\/orange-money-webpay\/([a-z]{2,3})\/v1\/(webpayment|transactionstatus)$/.exec(
    path,
  );
  if (found === null) return sendError(exchange, 404, 60, 'Resource not found');
  const authorization = header(exchange, 'authorization');
  if (authorization === undefined) return sendError(exchange, 401, 40, 'Missing credentials');
  if (!deps.tokens.isGood(authorization))
    return sendError(exchange, 401, 42, 'Expired credentials');
  const body = await readJson(exchange);
  return found[2] === 'webpayment'
    ? create(deps, exchange, found[1]!, body)
    : tellStatus(deps, exchange, body);
}

export function sendError(
  exchange: Exchange,
  status: number,
  code: number,
  message: string,
  more: object = {},
): void {
  sendJson(exchange, status, { code, message, description: message, ...more });
}

async function create(
  deps: WebpayDeps,
  exchange: Exchange,
  country: string,
  body: unknown,
): Promise<void> {
  const order = readOrder(body, country);
  if ('fault' in order) return sendError(exchange, 400, 24, order.fault);
  const submission = await deps.engine.submit(order, { refusal: 0, claimTaken: 0 });
  if (submission.kind === 'hold') return deps.hold(exchange);
  if (submission.kind === 'conflict' || !submission.fresh)
    return sendError(exchange, 400, 24, 'order_id already used');
  const { operation } = submission;
  if (operation.status === 'failed')
    return sendError(exchange, 400, 24, textOfError(operation.errorId), {
      catalogueId: operation.errorId,
    });
  const payToken = payTokenOf(order.reference);
  // An order that was paid before its answer (outcome digits) has no page any more.
  const page = operation.live?.token ?? payToken;
  sendJson(exchange, 201, {
    status: 201,
    message: 'OK',
    pay_token: payToken,
    payment_url: `${deps.pageBase()}/pay/${page}`,
    notif_token: notifTokenOf(order.reference),
  });
}

async function tellStatus(deps: WebpayDeps, exchange: Exchange, body: unknown): Promise<void> {
  const orderId = isMembers(body) ? body['order_id'] : undefined;
  const operation = typeof orderId === 'string' ? await deps.engine.find(orderId) : undefined;
  const isKnown =
    isMembers(body) &&
    operation?.protocol === 'orange-webpay' &&
    body['pay_token'] === payTokenOf(operation.reference) &&
    String(body['amount']) === operation.amount;
  if (!isKnown) return sendError(exchange, 404, 60, 'Resource not found');
  sendJson(exchange, 201, presentStatus(operation));
}
