// Routes of the simulated Reloadly: tokens, top-ups and utilities; choices are in PROTOCOL.md of
// this folder.

import { decodePart, header, isMembers, readJson, sendJson } from '../http/exchange.ts';
import {
  isSame,
  issueToken,
  serviceOf,
  testCredentials,
  tokenFault,
  tokenLifeSeconds,
} from './credentials.ts';
import { sendReloadlyError, stampOf } from './errors.ts';
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

export async function handleToken(
  deps: ProtocolDeps,
  exchange: Exchange,
  path: string,
): Promise<void> {
  if (path !== '/oauth/token' || exchange.method !== 'POST') return notFound(deps, exchange);
  const body = await readJson(exchange);
  const refuse = (code: ReloadlyErrorCode) => sendReloadlyError(exchange, deps.nowMs(), code);
  if (!isMembers(body) || body['grant_type'] !== 'client_credentials')
    return refuse('INVALID_INPUT_PROVIDED');
  const known =
    isSame(String(body['client_id']), testCredentials.clientId) &&
    isSame(String(body['client_secret']), testCredentials.clientSecret);
  if (!known) return refuse('INVALID_CREDENTIALS');
  const service = serviceOf(String(body['audience']));
  if (service === undefined) return refuse('INVALID_AUDIENCE');
  sendJson(exchange, 200, {
    access_token: issueToken(service, deps.nowMs()),
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
    if (area === 'topups')
      return order(deps, exchange, readTopUp, (operation) => presentToppedUp(deps, operation));
  }
  if (method === 'GET' && area === 'topups' && third === 'status')
    return readOne(deps, exchange, second, 'topups', presentTopUpStatus);
  // Its documentation calls the history by one name, its own client by the other.
  const [history, id] = second === 'reports' ? [third, fourth] : [second, third];
  if (method === 'GET' && area === 'topups' && history === 'transactions')
    return id === ''
      ? search(deps, exchange, 'customIdentifier', presentTopUp)
      : readOne(deps, exchange, id, 'topups', presentTopUp);
  if (method === 'GET' && area === 'accounts' && second === 'balance')
    return sendBalance(deps, exchange);
  if (method === 'GET' && area === 'operators') return sendOperators(deps, exchange, parts);
  return notFound(deps, exchange);
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
  return notFound(deps, exchange);
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
  const identifier = exchange.query.get(member);
  const service = member === 'customIdentifier' ? 'topups' : 'utilities';
  const known = identifier === null ? await allOf(deps) : [await deps.engine.find(identifier)];
  sendPage(exchange, known.filter((each) => isOf(each, service)).map(present));
}

/** Newest first; as other look-ups, only what is on the disk. */
async function allOf({ book, store }: ProtocolDeps): Promise<(Operation | undefined)[]> {
  const all = store.bySeq.toReversed();
  await book.settled();
  return all;
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

const ownAccount = { protocol: 'reloadly' };

function sendBalance(deps: ProtocolDeps, exchange: Exchange): void {
  sendJson(exchange, 200, {
    balance: Number(deps.store.totals.balance(ownAccount, 'XOF')),
    currencyCode: 'XOF',
    currencyName,
    updatedAt: new Date(deps.nowMs()).toISOString(),
  });
}

/** What a top-up answers: the transaction, and what it leaves in the account. */
function presentToppedUp({ store, nowMs }: ProtocolDeps, operation: Operation): object {
  const { amount, currency, status } = operation;
  const available = Number(store.totals.balance(ownAccount, currency));
  const isTaken = status === 'succeeded';
  return {
    ...presentTopUp(operation),
    balanceInfo: {
      oldBalance: isTaken ? available + Number(amount) : available,
      newBalance: isTaken ? available : available - Number(amount),
      cost: Number(amount),
      currencyCode: currency,
      currencyName,
      updatedAt: stampOf(nowMs()),
    },
  };
}

const currencyName = 'CFA franc';

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
function notFound(deps: ProtocolDeps, exchange: Exchange): void {
  const timestamp = new Date(deps.nowMs()).toISOString();
  sendJson(exchange, 404, { timestamp, status: 404, error: 'Not Found', path: exchange.path });
}
