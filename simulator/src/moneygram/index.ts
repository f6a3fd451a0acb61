// Entry point of the simulated MoneyGram: a token first, then transfer, payout, status and refund.

import { createReferences } from '../core/references.ts';
import { decodePart, header, sendJson } from '../http/exchange.ts';
import { createAccessTokens } from './access-tokens.ts';
import { clientId, clientSecret } from './credentials.ts';
import { sendError, sendNotFound } from './errors.ts';
import { presentNotice } from './notice.ts';
import { handlePayout } from './payout.ts';
import { createSessions } from './sessions.ts';
import { handleRefund, showStatus } from './status.ts';
import { handleTransfer } from './transfer.ts';
import type { Exchange } from '../http/exchange.ts';
import type { Protocol, ProtocolDeps } from '../protocol.ts';
import type { MoneygramDeps } from './deps.ts';

export function openMoneygram(deps: ProtocolDeps): Protocol {
  const moneygram: MoneygramDeps = {
    ...deps,
    references: createReferences(deps.store, 'moneygram'),
    sessions: createSessions(),
    tokens: createAccessTokens(),
  };
  return {
    name: 'moneygram',
    bases: ['/moneygram'],
    handle: (exchange, _base, path) => handle(moneygram, exchange, path),
    unavailable: (exchange) => sendError(exchange, 503, 'UNAVAILABLE', 'told to be unavailable'),
    notice: (announcement) => presentNotice(moneygram, announcement),
    idOf: ({ seq }) => `MG${String(seq).padStart(9, '0')}`,
  };
}

async function handle(deps: MoneygramDeps, exchange: Exchange, path: string): Promise<void> {
  const given = header(exchange, 'authorization') ?? '';
  if (path === '/oauth/accesstoken') return giveToken(deps, exchange, given);
  if (!given.startsWith('Bearer ') || !deps.tokens.isGood(given.slice(7), deps.nowMs()))
    return sendError(exchange, 401, 'UNAUTHORIZED', 'no good token');
  if (!header(exchange, 'x-mg-clientrequestid'))
    return sendError(exchange, 400, 'INVALID', 'a header is missing', ['X-MG-ClientRequestId']);
  for (const name of ['targetAudience', 'userLanguage', 'agentPartnerId'])
    if (!exchange.query.get(name))
      return sendError(exchange, 400, 'INVALID', 'a parameter is missing', [name]);
  const [area, version, noun, ...parts] = path.split('/').slice(1).map(decodePart);
  if (version !== 'v1' || noun !== 'transactions') return sendNotFound(exchange);
  switch (area) {
    case 'transfer':
      return handleTransfer(deps, exchange, parts);
    case 'payout':
      return handlePayout(deps, exchange, parts);
    case 'status':
      return showStatus(deps, exchange, parts[0] ?? '');
    case 'refund':
      return handleRefund(deps, exchange, parts);
    default:
      return sendNotFound(exchange);
  }
}

function giveToken(deps: MoneygramDeps, exchange: Exchange, given: string): void {
  const expected = `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`;
  if (given !== expected || exchange.query.get('grant_type') !== 'client_credentials')
    return sendError(exchange, 401, 'UNAUTHORIZED', 'unknown client');
  sendJson(exchange, 200, deps.tokens.give(deps.nowMs()));
}
