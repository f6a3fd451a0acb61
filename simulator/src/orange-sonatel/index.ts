// Entry point of simulated Orange Sonatel.

import { createAccessTokens } from '../core/access-tokens.ts';
import type { Protocol, ProtocolDeps } from '../protocol.ts';
import type { SonatelDeps } from './deps.ts';
import { presentNotice, transactionIdOf } from './present.ts';
import { sendProblem } from './problem.ts';
import { createPinKeys } from './public-key.ts';
import { handleSonatel } from './routes.ts';

export function openOrangeSonatel(deps: ProtocolDeps): Protocol {
  const sonatel: SonatelDeps = {
    ...deps,
    tokens: createAccessTokens(deps.nowMs),
    keys: createPinKeys(deps.nowMs),
    registered: null,
    noticeKeys: new Map(),
  };
  return {
    name: 'orange-sonatel',
    bases: ['/orange-sonatel'],
    handle: (exchange, _base, path) => handleSonatel(sonatel, exchange, path),
    unavailable: (exchange) => sendProblem(exchange, 503, 50, 'told to be unavailable'),
    notice: (announcement) =>
      presentNotice(
        announcement,
        (reference) => sonatel.noticeKeys.get(reference) ?? sonatel.registered?.apiKey,
      ),
    idOf: ({ seq }) => transactionIdOf(seq),
  };
}
