// Routes of the GSMA Mobile Money API. Specification 1.2; choices are in PROTOCOL.md section 2.

import { hash, timingSafeEqual } from 'node:crypto';
import { refundOrder } from '../core/refund.ts';
import { decodePart, header, isMembers, readJson, sendEmpty, sendJson } from '../http/exchange.ts';
import { handleAccounts } from './accounts.ts';
import { errorOfOperation, gsmaError, refusalInAnswer, sendGsmaError } from './errors.ts';
import {
  presentRequestState,
  presentTransaction,
  seqOfReference,
  seqOfServerCorrelationId,
  serverCorrelationId,
  transactionReference,
} from './present.ts';
import { readHeaders, readTransaction } from './transaction-body.ts';
import type { Checks } from '../core/submit.ts';
import type { Operation, Order } from '../core/operation.ts';
import type { Exchange } from '../http/exchange.ts';
import type { Fault } from './transaction-body.ts';
import type { GsmaDeps } from './deps.ts';

/** Handles a path below `/gsma/v1.2/mm`. */
export async function handleGsma(deps: GsmaDeps, exchange: Exchange, path: string): Promise<void> {
  if (deps.apiKey !== null && !sameKey(header(exchange, 'x-api-key') ?? '', deps.apiKey)) {
    return sendGsmaError(
      exchange,
      gsmaError(
        'authorisation',
        'clientAuthorisationError',
        'wrong or missing X-API-Key',
        deps.nowMs(),
      ),
    );
  }
  const [area = '', name = '', third = '', ...rest] = path.split('/').slice(1);
  const { method } = exchange;
  if (area === 'transactions' && name === 'type' && method === 'POST')
    return create(deps, exchange, third);
  if (area === 'transactions' && third === 'reversals' && method === 'POST')
    return reverse(deps, exchange, name);
  if (area === 'transactions' && third === '' && method === 'GET')
    return readOne(deps, exchange, name);
  if (area === 'transactions' && third === '' && method === 'PATCH')
    return patch(deps, exchange, name);
  if (area === 'requeststates' && method === 'GET') return requestState(deps, exchange, name);
  if (area === 'responses' && method === 'GET') return response(deps, exchange, name);
  if (area === 'heartbeat' && method === 'GET')
    return sendJson(exchange, 200, { serviceStatus: 'available' });
  if (area === 'accounts')
    return handleAccounts(deps, exchange, [name, third, ...rest].map(decodePart), answer);
  return notFound(deps, exchange, 'no such call');
}

function sameKey(given: string, expected: string): boolean {
  return timingSafeEqual(hash('sha256', given, 'buffer'), hash('sha256', expected, 'buffer'));
}

function notFound(deps: GsmaDeps, exchange: Exchange, text: string): void {
  sendGsmaError(exchange, gsmaError('identification', 'identifierError', text, deps.nowMs()));
}

function sendFault(deps: GsmaDeps, exchange: Exchange, fault: Fault): void {
  sendGsmaError(exchange, gsmaError('validation', fault.code, fault.text, deps.nowMs()));
}

async function create(deps: GsmaDeps, exchange: Exchange, type: string): Promise<void> {
  const order = readTransaction(exchange, type, await readJson(exchange));
  if ('code' in order) return sendFault(deps, exchange, order);
  return answer(deps, exchange, order, { refusal: 0, claimTaken: 0 });
}

/** Submits an order and says what the specification says: 202, 201, or an error. */
async function answer(
  deps: GsmaDeps,
  exchange: Exchange,
  order: Order,
  checks: Checks,
): Promise<void> {
  const submission = await deps.engine.submit(order, checks);
  if (submission.kind === 'hold') return deps.hold(exchange);
  if (submission.kind === 'conflict' || !submission.fresh)
    return duplicate(deps, exchange, order.reference);
  const { operation } = submission;
  if (operation.status === 'failed')
    return sendGsmaError(exchange, refusalInAnswer(errorOfOperation(operation)));
  if (operation.status === 'pending')
    return sendJson(exchange, 202, presentRequestState(deps, operation));
  return sendJson(exchange, 201, presentTransaction(deps, operation));
}

function duplicate(deps: GsmaDeps, exchange: Exchange, reference: string): void {
  const known = deps.store.byReference.get(reference);
  const parameters =
    known === undefined
      ? []
      : [{ key: 'serverCorrelationId', value: serverCorrelationId(known.seq) }];
  sendGsmaError(
    exchange,
    gsmaError(
      'businessRule',
      'duplicateRequest',
      'this X-CorrelationID was received before',
      deps.nowMs(),
      parameters,
    ),
  );
}

async function find(deps: GsmaDeps, reference: string): Promise<Operation | undefined> {
  const operation = await deps.engine.findBySeq(seqOfReference(reference));
  return operation?.protocol === 'gsma' ? operation : undefined;
}

async function readOne(deps: GsmaDeps, exchange: Exchange, reference: string): Promise<void> {
  const operation = await find(deps, reference);
  if (operation === undefined) return notFound(deps, exchange, 'no such transaction');
  sendJson(exchange, 200, presentTransaction(deps, operation));
}

async function requestState(deps: GsmaDeps, exchange: Exchange, id: string): Promise<void> {
  const operation = await deps.engine.findBySeq(seqOfServerCorrelationId(id));
  if (operation?.protocol !== 'gsma') return notFound(deps, exchange, 'no such request');
  sendJson(exchange, 200, presentRequestState(deps, operation));
}

async function response(deps: GsmaDeps, exchange: Exchange, correlationId: string): Promise<void> {
  const operation = await deps.engine.find(correlationId.toLowerCase());
  if (operation?.protocol !== 'gsma')
    return notFound(deps, exchange, 'this X-CorrelationID was never received');
  const done = operation.status === 'succeeded' || operation.status === 'reversed';
  sendJson(exchange, 200, {
    link: done
      ? `/transactions/${transactionReference(operation.seq)}`
      : `/requeststates/${serverCorrelationId(operation.seq)}`,
  });
}

/** The one change that is served: a pending transaction becomes cancelled. */
async function patch(deps: GsmaDeps, exchange: Exchange, reference: string): Promise<void> {
  const operation = await find(deps, reference);
  if (operation === undefined) return notFound(deps, exchange, 'no such transaction');
  const body = await readJson(exchange);
  const change: unknown = Array.isArray(body) && body.length === 1 ? body[0] : undefined;
  const cancels =
    isMembers(change) &&
    change['op'] === 'replace' &&
    change['path'] === '/transactionStatus' &&
    change['value'] === 'cancelled';
  if (!cancels)
    return sendFault(deps, exchange, {
      code: 'formatError',
      text: 'only replace /transactionStatus with cancelled is served',
    });
  await deps.engine.cancel(operation);
  if (operation.status === 'canceled') return sendEmpty(exchange, 204);
  return incorrectState(deps, exchange, operation);
}

function incorrectState(deps: GsmaDeps, exchange: Exchange, operation: Operation): void {
  sendGsmaError(
    exchange,
    gsmaError(
      'businessRule',
      'incorrectState',
      `the transaction is ${operation.status}`,
      deps.nowMs(),
    ),
  );
}

async function reverse(deps: GsmaDeps, exchange: Exchange, reference: string): Promise<void> {
  const original = await find(deps, reference);
  const body = await readJson(exchange);
  if (original === undefined) return notFound(deps, exchange, 'no such transaction');
  const headers = readHeaders(exchange);
  if ('code' in headers) return sendFault(deps, exchange, headers);
  if (!isMembers(body) || body['type'] !== 'reversal')
    return sendFault(deps, exchange, {
      code: 'transactionTypeError',
      text: 'type reversal is needed',
    });
  if (deps.store.byReference.has(headers.correlationId))
    return duplicate(deps, exchange, headers.correlationId);
  if (!deps.engine.refundable(original) || deps.store.refunds.isBegun(original))
    return incorrectState(deps, exchange, original);
  const ours = body['requestingOrganisationTransactionReference'];
  const order = refundOrder(original, headers.correlationId, headers.callbackUrl);
  return answer(
    deps,
    exchange,
    {
      ...order,
      service: 'reversal',
      fingerprint: '',
      organisationReference: typeof ours === 'string' ? ours.slice(0, 256) : '',
    },
    { refusal: 0, claimTaken: 0 },
  );
}
