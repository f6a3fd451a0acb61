// Entry point of the simulated Reloadly.

import type { Protocol, ProtocolDeps } from '../protocol.ts';
import { sendReloadlyError } from './errors.ts';
import { transactionId } from './present.ts';
import { handleToken, handleTopUps, handleUtilities } from './routes.ts';

/** Tokens are given by a host of its own, which has the path of its calls to itself. */
const bases = ['/reloadly/topups', '/reloadly/utilities', '/reloadly'];

export function openReloadly(deps: ProtocolDeps): Protocol {
  return {
    name: 'reloadly',
    bases,
    handle(exchange, base, path) {
      if (base === '/reloadly/topups') return handleTopUps(deps, exchange, path);
      if (base === '/reloadly/utilities') return handleUtilities(deps, exchange, path);
      return handleToken(deps, exchange, path);
    },
    unavailable: (exchange) => sendReloadlyError(exchange, deps.nowMs(), 'PROVIDER_INTERNAL_ERROR'),
    notice: () => null,
    idOf: ({ seq }) => String(transactionId(seq)),
  };
}
