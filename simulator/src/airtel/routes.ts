// Routes of the Airtel Money API; PROTOCOL.md in this folder says what was chosen where the
// provider's documentation is open.

import { randomBytes } from 'node:crypto';
import {
  decodePart,
  header,
  isMembers,
  isWebAddress,
  readJson,
  sendEmpty,
  sendJson,
  textMember,
} from '../http/exchange.ts';
import { duplicate, failureOf, responseCode, sendAnswer, sendFault, sendState } from './answers.ts';
import { client } from './credentials.ts';
import { readOrder } from './order-body.ts';
import type { Engine } from '../core/engine.ts';
import type { Store } from '../core/store.ts';
import type { Exchange } from '../http/exchange.ts';

export interface AirtelDeps {
  engine: Engine;
  store: Store;
  /** Leaves the caller without an answer. */
  hold: (exchange: Exchange) => void;
  nowMs: () => number;
  /** Token → until when it is good, virtual ms. */
  tokens: Map<string, number>;
  /** What the account's portal says: where callbacks go. */
  portal: { callbackUrl: string | null };
}

const tokenLifeSeconds = 180;
/** Where each kind is created; the status of both is asked for under `standard`. */
const kinds: { readonly [path: string]: 'collect' | 'payout' } = {
  '/merchant/v1/payments': 'collect',
  '/standard/v1/disbursements': 'payout',
};
const statusPath = /^\/standard\/v1\/(payments|disbursements)\/([^/]+)$/;

/** Handles a path below `/airtel`. */
export async function handleAirtel(
  deps: AirtelDeps,
  exchange: Exchange,
  path: string,
): Promise<void> {
  const { method } = exchange;
  const trimmed = path.replace(/\/$/, '');
  if (method === 'POST' && trimmed === '/auth/oauth2/token') return giveToken(deps, exchange);
  if (method === 'POST' && trimmed === '/portal/callback') return setCallback(deps, exchange);
  const [scheme, token = ''] = (header(exchange, 'authorization') ?? '').split(' ');
  if (scheme !== 'Bearer' || deps.nowMs() >= (deps.tokens.get(token) ?? 0))
    return sendJson(exchange, 401, { error: 'invalid_token' });
  const kind = kinds[trimmed];
  if (kind !== undefined && method === 'POST') return create(deps, exchange, kind);
  const asked = statusPath.exec(trimmed);
  if (asked !== null && method === 'GET')
    return show(deps, exchange, asked[1]!, decodePart(asked[2]!));
  if (trimmed === '/standard/v1/users/balance' && method === 'GET')
    return sendBalance(deps, exchange);
  return sendFault(exchange, 404, 'no such call');
}

async function giveToken(deps: AirtelDeps, exchange: Exchange): Promise<void> {
  const body = await readJson(exchange);
  const isKnown =
    isMembers(body) &&
    body['client_id'] === client.id &&
    body['client_secret'] === client.secret &&
    body['grant_type'] === 'client_credentials';
  if (!isKnown) return sendJson(exchange, 401, { error: 'invalid_client' });
  const token = randomBytes(24).toString('base64url');
  deps.tokens.set(token, deps.nowMs() + tokenLifeSeconds * 1000);
  sendJson(exchange, 200, {
    token_type: 'bearer',
    access_token: token,
    expires_in: tokenLifeSeconds,
  });
}

async function setCallback(deps: AirtelDeps, exchange: Exchange): Promise<void> {
  const body = await readJson(exchange);
  const url = isMembers(body) ? textMember(body, 'url') : undefined;
  if (url === undefined || !isWebAddress(url)) return sendFault(exchange, 400, 'url is needed');
  deps.portal.callbackUrl = url;
  sendEmpty(exchange, 204);
}

async function create(
  deps: AirtelDeps,
  exchange: Exchange,
  kind: 'collect' | 'payout',
): Promise<void> {
  const order = readOrder(exchange, kind, await readJson(exchange), deps.portal.callbackUrl);
  if ('fault' in order) return sendFault(exchange, 400, order.fault);
  const submission = await deps.engine.submit(order, { refusal: 0, claimTaken: 0 });
  if (submission.kind === 'hold') return deps.hold(exchange);
  if (submission.kind === 'conflict' || !submission.fresh) return sendRepeated(exchange, kind);
  const { operation } = submission;
  if (operation.status === 'failed') {
    const { number, ...failure } = failureOf(operation);
    const code = responseCode(operation.direction, number);
    return sendAnswer(exchange, 200, { code, success: false, ...failure });
  }
  if (operation.status !== 'pending') return sendState(exchange, operation);
  sendAnswer(exchange, 200, {
    transaction: { id: operation.reference, status: kind === 'collect' ? 'SUCCESS' : 'TIP' },
    code: responseCode(operation.direction, '1006'),
    message: 'SUCCESS',
    success: true,
  });
}

function sendRepeated(exchange: Exchange, kind: 'collect' | 'payout'): void {
  const message = 'transaction id already used';
  if (kind === 'collect') return sendFault(exchange, 400, message);
  const code = responseCode('out', duplicate);
  sendAnswer(exchange, 200, { code, message, success: false });
}

async function show(
  deps: AirtelDeps,
  exchange: Exchange,
  service: string,
  id: string,
): Promise<void> {
  const operation = await deps.engine.find(id.toLowerCase());
  if (operation?.protocol === 'airtel' && operation.service === service)
    return sendState(exchange, operation);
  const direction = service === 'payments' ? 'in' : 'out';
  const code = responseCode(direction, direction === 'in' ? '1025' : '1015');
  sendAnswer(exchange, 404, { code, message: 'transaction not found', success: false });
}

function sendBalance(deps: AirtelDeps, exchange: Exchange): void {
  const account = header(exchange, 'x-country');
  const currency = header(exchange, 'x-currency') ?? 'XOF';
  const balance = deps.store.totals.balance({ protocol: 'airtel', account }, currency);
  sendJson(exchange, 200, {
    data: { balance, currency, account_status: 'Active' },
    status: { code: '200', message: 'SUCCESS', result_code: 'ESB000010', success: true },
  });
}
