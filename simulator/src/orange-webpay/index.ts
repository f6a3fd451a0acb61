// Entry point of simulated Orange Money Web Payment.

import { createAccessTokens } from '../core/access-tokens.ts';
import type { Protocol, ProtocolDeps } from '../protocol.ts';
import { presentNotice, transactionIdOf } from './present.ts';
import { handleWebpay, sendError } from './routes.ts';

export function openOrangeWebpay(deps: ProtocolDeps): Protocol {
  const webpay = { ...deps, tokens: createAccessTokens(deps.nowMs) };
  return {
    name: 'orange-webpay',
    bases: ['/orange-webpay'],
    handle: (exchange, _base, path) => handleWebpay(webpay, exchange, path),
    unavailable: (exchange) => sendError(exchange, 503, 5, 'Service unavailable'),
    notice: presentNotice,
    idOf: ({ seq }) => transactionIdOf(seq),
  };
}
