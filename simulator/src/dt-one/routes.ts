// Routes of the DVS API, version 1; choices are in PROTOCOL.md of this folder.

import { hash, timingSafeEqual } from 'node:crypto';
import { decodePart, header, readJson, sendJson, sendText } from '../http/exchange.ts';
import { sendDtOneError } from './errors.ts';
import { presentTransaction, seqOfId } from './present.ts';
import { presentProduct, productOf, products } from './products.ts';
import { readTransaction } from './transaction-body.ts';
import type { Operation } from '../core/operation.ts';
import type { Exchange } from '../http/exchange.ts';
import type { ProtocolDeps } from '../protocol.ts';

/** What every sandbox installation uses. */
export const testCredentials = { apiKey: 'dtone-sandbox', apiSecret: 'dtone-sandbox-secret' };

const expected = `Basic ${Buffer.from(`${testCredentials.apiKey}:${testCredentials.apiSecret}`).toString('base64')}`;

/** Handles a path below the base. */
export async function handleDtOne(
  deps: ProtocolDeps,
  exchange: Exchange,
  path: string,
): Promise<void> {
  if (!isSame(header(exchange, 'authorization') ?? '', expected))
    return sendDtOneError(exchange, 1000401);
  const [area = '', second = '', third = ''] = path.split('/').slice(1).map(decodePart);
  const { method } = exchange;
  if (method === 'POST' && third === '' && second === 'transactions')
    if (area === 'async' || area === 'sync') return create(deps, exchange);
  if (method === 'GET' && area === 'transactions' && second === '') return search(deps, exchange);
  if (method === 'GET' && area === 'transactions' && third === '')
    return readOne(deps, exchange, second);
  if (method === 'POST' && area === 'transactions' && third === 'cancel')
    return cancel(deps, exchange, second);
  if (method === 'GET' && area === 'balances') return sendBalances(deps, exchange);
  if (method === 'GET' && area === 'products' && second === '')
    return sendPage(exchange, products.filter(fits(exchange)).map(presentProduct));
  if (method === 'GET' && area === 'products') {
    const product = productOf(Number(second));
    return product === undefined
      ? sendDtOneError(exchange, 1003001)
      : sendJson(exchange, 200, presentProduct(product));
  }
  return sendDtOneError(exchange, 1000404);
}

function isSame(given: string, wanted: string): boolean {
  return timingSafeEqual(hash('sha256', given, 'buffer'), hash('sha256', wanted, 'buffer'));
}

async function create(deps: ProtocolDeps, exchange: Exchange): Promise<void> {
  const order = readTransaction(await readJson(exchange));
  if (typeof order === 'number') return sendDtOneError(exchange, order);
  const submission = await deps.engine.submit(order, { refusal: 0, claimTaken: 0 });
  if (submission.kind === 'hold') return deps.hold(exchange);
  if (submission.kind === 'conflict') return sendDtOneError(exchange, 1007001);
  const { operation, fresh } = submission;
  // A refused order has no transaction, and its external id is not used up.
  if (isRefused(operation)) return sendDtOneError(exchange, 1000400, operation.errorId);
  if (!fresh) return sendDtOneError(exchange, 1007001);
  sendJson(exchange, 201, presentTransaction(operation));
}

async function search(deps: ProtocolDeps, exchange: Exchange): Promise<void> {
  const found = await deps.engine.find(exchange.query.get('external_id') ?? '');
  sendPage(exchange, isOurs(found) ? [presentTransaction(found)] : []);
}

async function readOne(deps: ProtocolDeps, exchange: Exchange, id: string): Promise<void> {
  const operation = await deps.engine.findBySeq(seqOfId(id));
  if (!isOurs(operation)) return sendDtOneError(exchange, 1008004);
  sendJson(exchange, 200, presentTransaction(operation));
}

/** What is confirmed can no longer be cancelled, and everything is confirmed at once. */
async function cancel(deps: ProtocolDeps, exchange: Exchange, id: string): Promise<void> {
  const operation = await deps.engine.findBySeq(seqOfId(id));
  if (!isOurs(operation)) return sendDtOneError(exchange, 1008004);
  sendDtOneError(exchange, operation.status === 'canceled' ? 1007005 : 1007007);
}

const isRefused = ({ status, digits }: Operation): boolean =>
  status === 'failed' && digits > 7000 && digits < 8000;

const isOurs = (operation: Operation | undefined): operation is Operation =>
  operation?.protocol === 'dt-one' && !isRefused(operation);

function sendBalances(deps: ProtocolDeps, exchange: Exchange): void {
  const balances = deps.store.totals
    .balances({ protocol: 'dt-one' })
    .map(({ currency, available }, at) => ({
      id: at + 1,
      unit_type: 'CURRENCY',
      unit: currency,
      available: Number(available),
      holding: 0,
      credit_limit: 0,
    }));
  sendPage(exchange, balances);
}

const fits =
  ({ query }: Exchange) =>
  ({ country, service }: (typeof products)[number]): boolean =>
    (query.get('country_iso_code') ?? country) === country &&
    Number(query.get('service_id') ?? service.id) === service.id;

const perPageMax = 100;

function sendPage(exchange: Exchange, all: readonly object[]): void {
  const { query } = exchange;
  const page = Math.max(Number(query.get('page')) || 1, 1);
  const perPage = Math.min(Math.max(Number(query.get('per_page')) || 50, 1), perPageMax);
  const shown = all.slice((page - 1) * perPage, page * perPage);
  sendText(exchange, 200, 'application/json; charset=utf-8', JSON.stringify(shown), {
    'x-total': String(all.length),
    'x-total-pages': String(Math.max(Math.ceil(all.length / perPage), 1)),
    'x-per-page': String(perPage),
    'x-page': String(page),
  });
}
