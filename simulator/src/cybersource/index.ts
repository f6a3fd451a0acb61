// Entry point of the CyberSource provider.

import { sendJson } from '../http/exchange.ts';
import { idOf } from './present.ts';
import { handleCybersource } from './routes.ts';
import type { Protocol, ProtocolDeps } from '../protocol.ts';
import type { CybersourceDeps } from './deps.ts';

export function openCybersource(deps: ProtocolDeps): Protocol {
  const cybersource: CybersourceDeps = { ...deps, setups: new Map(), authentications: new Map() };
  return {
    name: 'cybersource',
    bases: ['/cybersource'],
    handle: (exchange, _base, path) => handleCybersource(cybersource, exchange, path),
    unavailable: (exchange) =>
      sendJson(exchange, 502, {
        status: 'SERVER_ERROR',
        reason: 'SYSTEM_ERROR',
        message: 'told to be unavailable',
      }),
    // Every result is in an answer or in the search.
    notice: () => null,
    idOf: ({ seq }) => idOf(seq),
  };
}
