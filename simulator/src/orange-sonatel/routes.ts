// Routes of Orange Sonatel; choices are in PROTOCOL.md.

import { randomInt } from 'node:crypto';
import {
  decodePart,
  header,
  isMembers,
  isWebAddress,
  readJson,
  readText,
  sendEmpty,
  sendJson,
  textMember,
} from '../http/exchange.ts';
import type { Exchange } from '../http/exchange.ts';
import { clientId, clientSecret, merchantCode } from './credentials.ts';
import type { SonatelDeps } from './deps.ts';
import { cashIn, oneStep, pinFault, qrCode } from './payments.ts';
import { presentTransaction, seqOfTransaction, statusOf } from './present.ts';
import { sendProblem } from './problem.ts';

const tokenLivesSeconds = 300;
const wallet = '/api/eWallet/v1';

type Handler = (deps: SonatelDeps, exchange: Exchange) => Promise<void> | void;
const routes: { readonly [call: string]: Handler } = {
  'GET /api/account/v1/publicKeys': async ({ keys }, exchange) =>
    sendJson(exchange, 200, await keys.current()),
  [`POST ${wallet}/cashins`]: cashIn,
  [`POST ${wallet}/payments/onestep`]: oneStep,
  [`POST ${wallet}/payments/otp`]: giveOtp,
  'POST /api/eWallet/v4/qrcode': qrCode,
  [`POST ${wallet}/account/retailer/balance`]: tellBalance,
  [`GET ${wallet}/transactions`]: search,
  'POST /api/notification/v1/merchantcallback': register,
  'GET /api/notification/v1/merchantcallback': tellRegistered,
};

/** Handles a path below `/orange-sonatel`. */
export async function handleSonatel(
  deps: SonatelDeps,
  exchange: Exchange,
  path: string,
): Promise<void> {
  if (path === '/oauth/v1/token' && exchange.method === 'POST') return giveToken(deps, exchange);
  if (!deps.tokens.isGood(header(exchange, 'authorization')))
    return sendJson(exchange, 401, { error: 'invalid_token' });
  const call = `${exchange.method} ${path}`;
  const handler = Object.hasOwn(routes, call) ? routes[call] : undefined;
  if (handler !== undefined) return handler(deps, exchange);
  const id = /^GET \/api\/eWallet\/v1\/transactions\/([^/]+)\/status$/.exec(call)?.[1];
  if (id !== undefined) return tellStatus(deps, exchange, decodePart(id));
  sendProblem(exchange, 404, 60, 'no such call');
}

async function giveToken(deps: SonatelDeps, exchange: Exchange): Promise<void> {
  const form = new URLSearchParams((await readText(exchange)) ?? '');
  const isOurs = form.get('client_id') === clientId && form.get('client_secret') === clientSecret;
  if (!isOurs || form.get('grant_type') !== 'client_credentials')
    return sendJson(exchange, 401, { error: 'invalid_client' });
  sendJson(exchange, 200, {
    access_token: deps.tokens.issue(tokenLivesSeconds),
    token_type: 'Bearer',
    expires_in: tokenLivesSeconds,
  });
}

async function search({ engine, store }: SonatelDeps, exchange: Exchange): Promise<void> {
  const reference = exchange.query.get('reference');
  if (reference === null) return sendProblem(exchange, 400, 4099, 'reference is needed');
  const found = await engine.find(store.byReference.has(reference) ? reference : '');
  const shown = found?.protocol === 'orange-sonatel' ? [presentTransaction(found)] : [];
  sendJson(exchange, 200, shown);
}

async function tellStatus(deps: SonatelDeps, exchange: Exchange, id: string): Promise<void> {
  const operation = await deps.engine.findBySeq(seqOfTransaction(id));
  if (operation?.protocol !== 'orange-sonatel')
    return sendProblem(exchange, 404, 60, 'no such transaction');
  sendJson(exchange, 200, { status: statusOf(operation) });
}

async function tellBalance(deps: SonatelDeps, exchange: Exchange): Promise<void> {
  const fault = await pinFault(deps, await readJson(exchange));
  if (fault !== null) return sendProblem(exchange, 400, fault.code, fault.text);
  const of = { protocol: 'orange-sonatel', account: merchantCode };
  sendJson(exchange, 200, { value: Number(deps.store.totals.balance(of, 'XOF')), unit: 'XOF' });
}

/** The test environment alone gives one: real payers make their codes on the phone. */
async function giveOtp(_deps: SonatelDeps, exchange: Exchange): Promise<void> {
  await readJson(exchange);
  sendJson(exchange, 200, { otp: String(randomInt(100_000, 1_000_000)) });
}

async function register(deps: SonatelDeps, exchange: Exchange): Promise<void> {
  const body = await readJson(exchange);
  const [callbackUrl, apiKey] = ['callbackUrl', 'apiKey'].map((name) =>
    isMembers(body) ? textMember(body, name) : undefined,
  );
  if (
    !isMembers(body) ||
    body['code'] !== merchantCode ||
    !apiKey ||
    !isWebAddress(callbackUrl ?? '')
  )
    return sendProblem(exchange, 400, 4099, 'apiKey, callbackUrl and our code are needed');
  deps.registered = { callbackUrl: callbackUrl!, apiKey, name: textMember(body, 'name') ?? '' };
  sendEmpty(exchange, 201);
}

function tellRegistered({ registered }: SonatelDeps, exchange: Exchange): void {
  if (registered === null || exchange.query.get('code') !== merchantCode)
    return sendProblem(exchange, 404, 60, 'nothing registered');
  sendJson(exchange, 200, { code: merchantCode, ...registered, apiKey: undefined });
}
