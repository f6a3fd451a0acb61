// Routes of the CyberSource API below `/cybersource`. What is simulated is in PROTOCOL.md beside
// this file.

import { readText, sendJson } from '../http/exchange.ts';
import { badRequest, notFound } from './answers.ts';
import { authenticate, checkResult, setUp } from './authenticate.ts';
import { giveBackById, giveBackByOurId } from './give-back.ts';
import { handlePage } from './pages.ts';
import { pay } from './payments.ts';
import { readTransaction, search } from './search.ts';
import { isAuthentic } from './signature.ts';
import type { Exchange } from '../http/exchange.ts';
import type { Answer } from './answers.ts';
import type { CybersourceDeps } from './deps.ts';

/** Handles a path below `/cybersource`. */
export async function handleCybersource(
  deps: CybersourceDeps,
  exchange: Exchange,
  path: string,
): Promise<void> {
  if (await handlePage(deps, exchange, path)) return;
  const text = exchange.method === 'POST' ? ((await readText(exchange)) ?? '') : null;
  if (!isAuthentic(exchange, text)) return send(exchange, unauthorized);
  const answer = text === null ? await get(deps, path) : await post(deps, path, text);
  if (answer === null) deps.hold(exchange);
  else send(exchange, answer);
}

async function get(deps: CybersourceDeps, path: string): Promise<Answer> {
  const id = /^\/tss\/v2\/transactions\/([^/]+)$/.exec(path)?.[1];
  return id === undefined ? notFound() : readTransaction(deps, id);
}

/** Null: no answer is ever given. */
async function post(deps: CybersourceDeps, path: string, text: string): Promise<Answer | null> {
  const body = parsed(text);
  if (body === undefined) return badRequest('INVALID_DATA', 'no JSON');
  switch (path) {
    case '/risk/v1/authentication-setups':
      return setUp(deps, body);
    case '/risk/v1/authentications':
      return authenticate(deps, body);
    case '/risk/v1/authentication-results':
      return checkResult(deps, body);
    case '/pts/v2/payments':
    case '/pts/v2/payments/':
      return pay(deps, body);
    case '/pts/v2/voids':
    case '/pts/v2/voids/':
      return giveBackByOurId(deps, 'voids', body);
    case '/pts/v2/reversals':
    case '/pts/v2/reversals/':
      return giveBackByOurId(deps, 'reversals', body);
    case '/tss/v2/searches':
      return search(deps, body);
  }
  const [, id = '', way = ''] =
    /^\/pts\/v2\/(?:payments|captures)\/(\w+)\/(voids|reversals|refunds)$/.exec(path) ?? [];
  if (way === 'voids' || way === 'reversals' || way === 'refunds')
    return giveBackById(deps, id, way, body);
  return notFound();
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const unauthorized: Answer = {
  status: 401,
  body: { response: { rmsg: 'Authentication Failed' } },
};

function send(exchange: Exchange, { status, body }: Answer): void {
  sendJson(exchange, status, body);
}
