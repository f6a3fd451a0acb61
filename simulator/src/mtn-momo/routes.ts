// Routes of the MTN MoMo API; PROTOCOL.md in this folder says what was chosen where the provider's
// documentation is open.

import { refundOrder } from '../core/refund.ts';
import { decodePart, header, isMembers, readJson, sendEmpty, sendJson } from '../http/exchange.ts';
import { textMember } from '../http/exchange.ts';
import { environments, isProduct } from './credentials.ts';
import { reasonOf, sendError, sendGatewayError } from './errors.ts';
import { readHeads, readMoney, readOrder, services } from './order-body.ts';
import { holderOf } from './own-numbers.ts';
import { presentStatus } from './present.ts';
import { productOfTokenPath } from './users.ts';
import type { Engine } from '../core/engine.ts';
import type { Order } from '../core/operation.ts';
import type { Store } from '../core/store.ts';
import type { Exchange } from '../http/exchange.ts';
import type { Product } from './credentials.ts';
import type { Fault } from './order-body.ts';
import type { Users } from './users.ts';

export interface MtnDeps {
  engine: Engine;
  store: Store;
  users: Users;
  /** Leaves the caller without an answer. */
  hold: (exchange: Exchange) => void;
}

/** Handles a path below `/mtn-momo`. */
export async function handleMtn(deps: MtnDeps, exchange: Exchange, path: string): Promise<void> {
  const { method } = exchange;
  const tokenOf = productOfTokenPath(path);
  if (tokenOf !== null && method === 'POST') return deps.users.giveToken(exchange, tokenOf);
  if (path === '/v1_0/apiuser' || path.startsWith('/v1_0/apiuser/'))
    return deps.users.handleUsers(exchange, path.slice('/v1_0/apiuser'.length));
  const [product = '', version = '', name = '', ...rest] = path.split('/').slice(1).map(decodePart);
  if (!isProduct(product) || !/^v[12]_0$/.test(version))
    return sendGatewayError(exchange, 404, 'Resource not found');
  if (!deps.users.admits(exchange, product)) return;
  const environment = header(exchange, 'x-target-environment') ?? '';
  if (!Object.hasOwn(environments, environment))
    return sendError(exchange, 500, 'NOT_ALLOWED_TARGET_ENVIRONMENT');
  if (Object.hasOwn(services[product], name)) {
    if (method === 'POST' && rest.length === 0)
      return create(deps, exchange, { product, name, environment });
    if (method === 'GET' && rest.length === 1) return show(deps, exchange, name, rest[0]!);
    if (method === 'POST' && name === 'requesttopay' && rest[1] === 'deliverynotification')
      return remind(deps, exchange, rest[0]!);
  }
  if (method === 'GET' && name === 'account' && rest[0] === 'balance')
    return sendBalance(deps, exchange, environment);
  if (method === 'GET' && name === 'accountholder') return showHolder(exchange, rest);
  return sendGatewayError(exchange, 404, 'Resource not found');
}

async function create(
  deps: MtnDeps,
  exchange: Exchange,
  { product, name, environment }: { product: Product; name: string; environment: string },
): Promise<void> {
  const body = await readJson(exchange);
  const heads = readHeads(exchange);
  if ('code' in heads) return sendError(exchange, heads.status, heads.code);
  if (deps.store.byReference.has(heads.reference))
    return sendError(exchange, 409, 'RESOURCE_ALREADY_EXIST', 'Duplicated reference id.');
  const kind = services[product][name]!;
  const order =
    kind === 'refund'
      ? readRefund(deps, exchange, body, environment)
      : readOrder(heads, name, kind, body, environment);
  if ('code' in order) return sendError(exchange, order.status, order.code);
  return answer(deps, exchange, order);
}

/** Only a whole collection can be given back, and once. */
function readRefund(
  deps: MtnDeps,
  exchange: Exchange,
  body: unknown,
  environment: string,
): Order | Fault {
  const heads = readHeads(exchange);
  if ('code' in heads) return heads;
  if (!isMembers(body)) return { status: 400, code: 'BAD_REQUEST' };
  const money = readMoney(body, environment);
  if ('code' in money) return money;
  const named = textMember(body, 'referenceIdToRefund')?.toLowerCase() ?? '';
  const original = deps.store.byReference.get(named);
  if (original?.protocol !== 'mtn-momo') return { status: 404, code: 'RESOURCE_NOT_FOUND' };
  const isWhole = original.amount === money.amount && original.currency === money.currency;
  const canBe =
    original.kind === 'collect' &&
    deps.engine.refundable(original) &&
    !deps.store.refunds.isBegun(original);
  if (!canBe || !isWhole) return { status: 400, code: 'NOT_ALLOWED' };
  return {
    ...refundOrder(original, heads.reference, heads.callbackUrl),
    service: 'refund',
    fingerprint: '',
    organisationReference: (textMember(body, 'externalId') ?? '').slice(0, 256),
  };
}

async function answer(deps: MtnDeps, exchange: Exchange, order: Order): Promise<void> {
  const submission = await deps.engine.submit(order, { refusal: 0, claimTaken: 0 });
  if (submission.kind === 'hold') return deps.hold(exchange);
  if (submission.kind === 'conflict' || !submission.fresh)
    return sendError(exchange, 409, 'RESOURCE_ALREADY_EXIST', 'Duplicated reference id.');
  const { operation } = submission;
  if (operation.status !== 'failed') return sendEmpty(exchange, 202);
  // A refusal must not look like a broken server, or the caller could not tell it from an unknown
  // outcome.
  const reason = reasonOf(operation);
  sendJson(exchange, 400, typeof reason === 'string' ? { code: reason, message: reason } : reason);
}

async function show(
  deps: MtnDeps,
  exchange: Exchange,
  service: string,
  reference: string,
): Promise<void> {
  const operation = await deps.engine.find(reference.toLowerCase());
  if (operation?.protocol !== 'mtn-momo' || operation.service !== service)
    return sendError(exchange, 404, 'RESOURCE_NOT_FOUND', 'Requested resource was not found.');
  sendJson(exchange, 200, presentStatus(operation));
}

/** A text to the payer, by SMS. */
async function remind(deps: MtnDeps, exchange: Exchange, reference: string): Promise<void> {
  const body = await readJson(exchange);
  const text = isMembers(body) ? textMember(body, 'notificationMessage') : undefined;
  if (text === undefined || text.length > 160) return sendError(exchange, 400, 'BAD_REQUEST');
  const operation = await deps.engine.find(reference.toLowerCase());
  if (operation?.protocol !== 'mtn-momo') return sendError(exchange, 404, 'RESOURCE_NOT_FOUND');
  sendEmpty(exchange, 200);
}

function sendBalance(deps: MtnDeps, exchange: Exchange, environment: string): void {
  const currency = environments[environment]![0]!;
  const of = { protocol: 'mtn-momo', account: environment };
  sendJson(exchange, 200, { availableBalance: deps.store.totals.balance(of, currency), currency });
}

function showHolder(exchange: Exchange, [, id = '', what]: string[]): void {
  const holder = holderOf(id);
  if (typeof holder === 'object') return sendError(exchange, holder.status, holder.code);
  if (what === 'active') return sendJson(exchange, 200, { result: holder === 'active' });
  if (what === 'basicuserinfo')
    return sendJson(exchange, 200, { given_name: 'Awa', family_name: 'Sand Box', sub: '0' });
  return sendGatewayError(exchange, 404, 'Resource not found');
}
