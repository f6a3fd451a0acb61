// Routes of the simulated Reloadly: tokens, top-ups and utilities; choices are in PROTOCOL.md of
// this folder.

import { decodePart, header, isMembers, readJson, sendJson } from '../http/exchange.ts';
import {
  isSame,
  issueToken,
  testCredentials,
  tokenFault,
  tokenLifeSeconds,
} from './credentials.ts';
import { sendReloadlyError } from './errors.ts';
import { readPayment, readTopUp } from './order-body.ts';
import {
  isRefused,
  presentPayment,
  presentTopUp,
  presentTopUpStatus,
  presentUtility,
  seqOfId,
  transactionId,
} from './present.ts';
import { billers, operatorOf, operators, presentBiller, presentOperator } from './products.ts';
import type { Operation, Order } from '../core/operation.ts';
import type { Exchange } from '../http/exchange.ts';
import type { ProtocolDeps } from '../protocol.ts';
import type { Service } from './credentials.ts';
import type { ReloadlyErrorCode } from './errors.ts';

/** POST /oauth/token. The audience is the address of a service, wherever this process is reached. */
export async function handleToken(deps: ProtocolDeps, exchange: Exchange): Promise<void> {
  const body = await readJson(exchange);
  const refuse = (code: ReloadlyErrorCode) => sendReloadlyError(exchange, deps.nowMs(), code);
  if (!isMembers(body) || body['grant_type'] !== 'client_credentials')
    return refuse('INVALID_INPUT_PROVIDED');
  const known =
    isSame(String(body['client_id']), testCredentials.clientId) &&
    isSame(String(body['client_secret']), testCredentials.clientSecret);
  if (!known) return refuse('INVALID_CREDENTIALS');
  const service = /\/reloadly\/(topups|utilities)\/?$/.exec(String(body['audience']))?.[1];
  if (service === undefined) return refuse('INVALID_AUDIENCE');
  sendJson(exchange, 200, {
    access_token: issueToken(service as Service, deps.nowMs()),
    scope: 'developer',
    expires_in: tokenLifeSeconds,
    token_type: 'Bearer',
  });
}

export async function handleTopUps(
  deps: ProtocolDeps,
  exchange: Exchange,
  path: string,
): Promise<void> {
  if (!isAllowed(deps, exchange, 'topups')) return;
  const parts = path.split('/').slice(1).map(decodePart);
  const [area = '', second = '', third = '', fourth = ''] = parts;
  const { method } = exchange;
  if (method === 'POST' && second === '') {
    if (area === 'topups-async')
      return order(deps, exchange, readTopUp, ({ seq }) => ({ transactionId: transactionId(seq) }));
    if (area === 'topups') return order(deps, exchange, readTopUp, presentTopUp);
  }
  if (method === 'GET' && area === 'topups' && third === 'status')
    return readOne(deps, exchange, second, 'topups', presentTopUpStatus);
  if (method === 'GET' && area === 'topups' && second === 'reports' && third === 'transactions')
    return fourth === ''
      ? search(deps, exchange, 'customIdentifier', presentTopUp)
      : readOne(deps, exchange, fourth, 'topups', presentTopUp);
  if (method === 'GET' && area === 'accounts' && second === 'balance')
    return sendBalance(deps, exchange);
  if (method === 'GET' && area === 'operators') return sendOperators(deps, exchange, parts);
  return notFound(exchange, path);
}

export async function handleUtilities(
  deps: ProtocolDeps,
  exchange: Exchange,
  path: string,
): Promise<void> {
  if (!isAllowed(deps, exchange, 'utilities')) return;
  const [area = '', second = ''] = path.split('/').slice(1).map(decodePart);
  const { method } = exchange;
  if (method === 'POST' && area === 'pay' && second === '')
    return order(deps, exchange, readPayment, presentPayment);
  if (method === 'GET' && area === 'transactions')
    return second === ''
      ? search(deps, exchange, 'referenceId', presentUtility)
      : readOne(deps, exchange, second, 'utilities', presentUtility);
  if (method === 'GET' && area === 'accounts' && second === 'balance')
    return sendBalance(deps, exchange);
  if (method === 'GET' && area === 'billers') return sendPage(exchange, billers.map(presentBiller));
  return notFound(exchange, path);
}

function isAllowed(deps: ProtocolDeps, exchange: Exchange, service: Service): boolean {
  const fault = tokenFault(header(exchange, 'authorization'), service, deps.nowMs());
  if (fault !== null) sendReloadlyError(exchange, deps.nowMs(), fault);
  return fault === null;
}

async function order(
  deps: ProtocolDeps,
  exchange: Exchange,
  read: (body: unknown) => Order | ReloadlyErrorCode,
  present: (operation: Operation) => object,
): Promise<void> {
  const refuse = (code: ReloadlyErrorCode, catalogueId?: number) =>
    sendReloadlyError(exchange, deps.nowMs(), code, catalogueId);
  const found = read(await readJson(exchange));
  if (typeof found === 'string') return refuse(found);
  const submission = await deps.engine.submit(found, { refusal: 0, claimTaken: 0 });
  if (submission.kind === 'hold') return deps.hold(exchange);
  const used =
    found.kind === 'airtime' ? 'CUSTOM_IDENTIFIER_ALREADY_USED' : 'REFERENCE_ID_ALREADY_USED';
  if (submission.kind === 'conflict') return refuse(used);
  const { operation, fresh } = submission;
  if (isRefused(operation)) return refuse('TRANSACTION_REJECTED_BY_OPERATOR', operation.errorId);
  if (!fresh) return refuse(used);
  sendJson(exchange, 200, present(operation));
}

/** Each service shows its own transactions only. */
function isOf(operation: Operation | undefined, service: Service): operation is Operation {
  return (
    operation?.protocol === 'reloadly' &&
    (operation.kind === 'airtime') === (service === 'topups') &&
    !isRefused(operation)
  );
}

async function readOne(
  deps: ProtocolDeps,
  exchange: Exchange,
  id: string,
  service: Service,
  present: (operation: Operation) => object,
): Promise<void> {
  const operation = await deps.engine.findBySeq(seqOfId(id));
  if (!isOf(operation, service))
    return sendReloadlyError(exchange, deps.nowMs(), 'TRANSACTION_NOT_FOUND');
  sendJson(exchange, 200, present(operation));
}

async function search(
  deps: ProtocolDeps,
  exchange: Exchange,
  member: 'customIdentifier' | 'referenceId',
  present: (operation: Operation) => object,
): Promise<void> {
  const operation = await deps.engine.find(exchange.query.get(member) ?? '');
  const service = member === 'customIdentifier' ? 'topups' : 'utilities';
  sendPage(exchange, isOf(operation, service) ? [present(operation)] : []);
}

function sendOperators(deps: ProtocolDeps, exchange: Exchange, parts: readonly string[]): void {
  const [, second = '', , phone = '', , country = ''] = parts;
  if (second === '') return sendPage(exchange, operators.map(presentOperator));
  const fits = (iso: string) => operators.filter((operator) => operator.country === iso);
  if (second === 'countries')
    return sendJson(exchange, 200, fits(parts[2] ?? '').map(presentOperator));
  const [found] =
    second === 'auto-detect' && phone !== ''
      ? fits(country)
      : [operatorOf(Number(second))].filter((one) => one !== undefined);
  if (found === undefined)
    return sendReloadlyError(exchange, deps.nowMs(), 'COULD_NOT_AUTO_DETECT_OPERATOR');
  sendJson(exchange, 200, presentOperator(found));
}

function sendBalance(deps: ProtocolDeps, exchange: Exchange): void {
  const [first] = deps.store.totals.balances();
  sendJson(exchange, 200, {
    balance: Number(first?.available ?? 0),
    currencyCode: first?.currency ?? 'XOF',
    currencyName: 'CFA franc',
    updatedAt: new Date(deps.nowMs()).toISOString(),
  });
}

const pageSizeMax = 200;

/** Pages are numbered from 1. */
function sendPage(exchange: Exchange, all: readonly object[]): void {
  const page = Math.max(Number(exchange.query.get('page')) || 1, 1);
  const size = Math.min(Math.max(Number(exchange.query.get('size')) || 20, 1), pageSizeMax);
  const totalPages = Math.max(Math.ceil(all.length / size), 1);
  sendJson(exchange, 200, {
    content: all.slice((page - 1) * size, page * size),
    totalElements: all.length,
    totalPages,
    number: page,
    size,
    first: page === 1,
    last: page >= totalPages,
  });
}

/** In the words of its framework. */
function notFound(exchange: Exchange, path: string): void {
  sendJson(exchange, 404, { status: 404, error: 'Not Found', path });
}
