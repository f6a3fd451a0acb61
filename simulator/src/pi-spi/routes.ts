// Routes of a participant's business API; choices are in PROTOCOL.md.

import { decodePart, header, readText, sendJson } from '../http/exchange.ts';
import type { Exchange } from '../http/exchange.ts';
import { accountNumber, clientId, clientSecret, ourAlias } from './credentials.ts';
import type { PiSpiDeps } from './deps.ts';
import { ask, certain, giveBack, list, pay, readOne } from './payments.ts';
import { sendProblem } from './problem.ts';
import { handleWebhooks } from './webhooks.ts';

const tokenLivesSeconds = 3_600;

/** Handles a path below `/pi-spi`. */
export async function handlePiSpi(
  deps: PiSpiDeps,
  exchange: Exchange,
  path: string,
): Promise<void> {
  if (path === '/token' && exchange.method === 'POST') return giveToken(deps, exchange);
  if (!path.startsWith('/piz/v1/')) return sendProblem(exchange, 404, 'no such call');
  if (!deps.tokens.isGood(header(exchange, 'authorization')))
    return sendProblem(exchange, 401, 'token missing, unknown or expired');
  const [area = '', id = '', what = ''] = path.slice('/piz/v1/'.length).split('/').map(decodePart);
  switch (area) {
    case 'paiements':
      return handlePayments(deps, exchange, id, what);
    case 'demandes-paiements':
      return handleRequests(deps, exchange, id, what);
    case 'webhooks':
      return handleWebhooks(deps, exchange, id);
    case 'comptes':
      return tellAccount(deps, exchange, id);
    default:
      return sendProblem(exchange, 404, 'no such call');
  }
}

function handlePayments(
  deps: PiSpiDeps,
  exchange: Exchange,
  id: string,
  what: string,
): Promise<void> | void {
  const { method } = exchange;
  if (id === '') return method === 'POST' ? pay(deps, exchange) : list(deps, exchange);
  if (method === 'GET' && what === '') return readOne(deps, exchange, 'paiements', id);
  if (method === 'GET' && what === 'statuts') return certain(deps, exchange, id);
  if (method === 'PUT' && what === 'retours') return giveBack(deps, exchange, id);
  sendProblem(exchange, 404, 'no such call');
}

function handleRequests(
  deps: PiSpiDeps,
  exchange: Exchange,
  id: string,
  what: string,
): Promise<void> | void {
  const { method } = exchange;
  if (id === '' && method === 'POST') return ask(deps, exchange);
  if (method === 'GET' && what === '') return readOne(deps, exchange, 'demandes-paiements', id);
  sendProblem(exchange, 404, 'no such call');
}

async function giveToken(deps: PiSpiDeps, exchange: Exchange): Promise<void> {
  const form = new URLSearchParams((await readText(exchange)) ?? '');
  const isOurs = form.get('client_id') === clientId && form.get('client_secret') === clientSecret;
  if (!isOurs || form.get('grant_type') !== 'client_credentials')
    return sendJson(exchange, 401, { error: 'invalid_client' });
  if (!form.get('scope')) return sendJson(exchange, 400, { error: 'invalid_scope' });
  sendJson(exchange, 200, {
    access_token: deps.tokens.issue(tokenLivesSeconds),
    token_type: 'Bearer',
    expires_in: tokenLivesSeconds,
    scope: form.get('scope'),
  });
}

function tellAccount({ store }: PiSpiDeps, exchange: Exchange, number: string): void {
  if (number !== accountNumber) return sendProblem(exchange, 404, 'no such account');
  const held = store.totals.balance({ protocol: 'pi-spi', account: ourAlias }, 'XOF');
  sendJson(exchange, 200, {
    numero: accountNumber,
    type: 'CACC',
    solde: Math.trunc(Number(held)),
    statut: 'OUVERT',
  });
}
