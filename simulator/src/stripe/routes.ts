// Routes of the Stripe API below `/stripe`. What is simulated is in PROTOCOL.md beside this file.

import { hash, randomBytes, timingSafeEqual } from 'node:crypto';
import { header, isMembers, readText, sendJson, sendText } from '../http/exchange.ts';
import { account, secretKey } from './deps.ts';
import { invalidRequest, otherParameters } from './errors.ts';
import { cancelPayment, createPayment, readPayment, searchPayments } from './payments.ts';
import { createRefund, listRefunds, readRefund } from './refunds.ts';
import { listTransactions, readBalance } from './reports.ts';
import { fingerprintOfForm } from './payment-body.ts';
import type { Exchange } from '../http/exchange.ts';
import type { StripeDeps } from './deps.ts';
import type { Answer, Outcome } from './keys.ts';

/** Handles a path below `/stripe`. */
export async function handleStripe(
  deps: StripeDeps,
  exchange: Exchange,
  path: string,
): Promise<void> {
  const requestId = nameRequest(exchange);
  if (!isAuthorized(exchange)) return send(exchange, refusal(401, 'Invalid API Key provided.'));
  const [version = '', area = '', id = ''] = path.split('/').slice(1);
  if (version !== 'v1') return send(exchange, notFound(path));
  if (exchange.method === 'POST') return post(deps, exchange, requestId, path);
  if (exchange.method !== 'GET') return send(exchange, notFound(path));
  return send(exchange, withLog(await get(deps, exchange, path, area, id), requestId)!);
}

/** Every answer names its request. */
export function nameRequest({ response }: Exchange): string {
  const id = `req_${randomBytes(7).toString('hex')}`;
  response.setHeader('request-id', id);
  return id;
}

async function get(
  deps: StripeDeps,
  exchange: Exchange,
  path: string,
  area: string,
  id: string,
): Promise<Answer> {
  switch (area) {
    case 'payment_intents':
      if (id === 'search') return searchPayments(deps, exchange.query);
      return id === '' ? notFound(path) : readPayment(deps, id, exchange.query);
    case 'refunds':
      return id === '' ? listRefunds(deps, exchange.query) : readRefund(deps, id);
    case 'balance':
      return readBalance(deps, account);
    case 'balance_transactions':
      return listTransactions(deps, exchange.query, account);
    default:
      return notFound(path);
  }
}

/** Every POST may carry an Idempotency-Key; its first answer is given again. */
async function post(
  deps: StripeDeps,
  exchange: Exchange,
  requestId: string,
  path: string,
): Promise<void> {
  const [area = '', id = '', action = ''] = path.split('/').slice(2);
  const form = new URLSearchParams((await readText(exchange)) ?? '');
  const key = header(exchange, 'idempotency-key');
  const request = { id: requestId, idempotency_key: key ?? null };
  const run = (): Promise<Outcome> => {
    if (area === 'payment_intents' && id === '') return createPayment(deps, form, request);
    if (area === 'payment_intents' && action === 'cancel')
      return cancelPayment(deps, id, form, request);
    if (area === 'refunds' && id === '') return createRefund(deps, form, request);
    return Promise.resolve(notFound(path));
  };
  const logged = async (): Promise<Outcome> => withLog(await run(), requestId);
  if (key === undefined) return finish(deps, exchange, await logged());
  const fingerprint = `${path} ${fingerprintOfForm(form)}`;
  const known = deps.keys.check(key, fingerprint);
  switch (known.kind) {
    case 'replay':
      return send(exchange, known.answer, { 'idempotent-replayed': 'true' });
    case 'other':
      return send(exchange, otherParameters);
    case 'busy':
      return send(exchange, refusal(409, 'The key is in use.', 'idempotency_key_in_use'));
    case 'new': {
      deps.keys.begin(key, fingerprint);
      const answer = await logged();
      // Parameters that were refused leave the key free.
      const isKept = answer !== null && (answer.status === 200 || answer.status === 402);
      deps.keys.end(key, isKept ? answer : null);
      return finish(deps, exchange, answer);
    }
  }
}

function finish(deps: StripeDeps, exchange: Exchange, answer: Outcome): void {
  if (answer === null) deps.hold(exchange);
  else send(exchange, answer);
}

function send(
  exchange: Exchange,
  { status, body }: Answer,
  headers: { [name: string]: string } = {},
): void {
  if (Object.keys(headers).length === 0) return sendJson(exchange, status, body);
  sendText(exchange, status, 'application/json; charset=utf-8', JSON.stringify(body), headers);
}

/**
 * An error names its entry in the request log; given again under a key, it names that of the first
 * request.
 */
function withLog(answer: Outcome, requestId: string): Outcome {
  const body = answer?.body;
  if (answer === null || !isMembers(body) || !isMembers(body['error'])) return answer;
  const log = `https://dashboard.stripe.com/acct_simulator/test/workbench/logs?object=${requestId}`;
  return { ...answer, body: { error: { ...body['error'], request_log_url: log } } };
}

function refusal(status: number, message: string, code?: string): Answer {
  return { status, body: { error: invalidRequest(message, undefined, code) } };
}

const notFound = (path: string): Answer =>
  refusal(404, `Unrecognized request URL (${path}).`, 'resource_missing');

/** A key as bearer, or as the user of Basic. */
function isAuthorized(exchange: Exchange): boolean {
  const given = header(exchange, 'authorization') ?? '';
  const basic = `Basic ${Buffer.from(`${secretKey}:`).toString('base64')}`;
  return isSame(given, `Bearer ${secretKey}`) || isSame(given, basic);
}

const isSame = (given: string, expected: string): boolean =>
  timingSafeEqual(hash('sha256', given, 'buffer'), hash('sha256', expected, 'buffer'));
