// Entry point of the Stripe provider.

import { sendJson } from '../http/exchange.ts';
import { createKeyStore } from './keys.ts';
import { presentEvent } from './events.ts';
import { idOf } from './present.ts';
import { handleStripe, nameRequest } from './routes.ts';
import type { Protocol, ProtocolDeps } from '../protocol.ts';
import type { StripeDeps } from './deps.ts';

export function openStripe(deps: ProtocolDeps): Protocol {
  const stripe: StripeDeps = {
    ...deps,
    keys: createKeyStore(deps.nowMs),
    drafts: new Map(),
    cancellations: new Map(),
    refundReasons: new Map(),
  };
  return {
    name: 'stripe',
    bases: ['/stripe'],
    handle: (exchange, _base, path) => handleStripe(stripe, exchange, path),
    unavailable(exchange) {
      nameRequest(exchange);
      const error = { type: 'api_error', message: 'told to be unavailable' };
      sendJson(exchange, 503, { error });
    },
    notice: (announcement) => presentEvent(stripe, announcement),
    idOf: ({ seq }) => idOf('pi', seq),
  };
}
