// Entry point of the simulated DT One.

import type { Protocol, ProtocolDeps } from '../protocol.ts';
import { sendDtOneError } from './errors.ts';
import { presentCallback, transactionId } from './present.ts';
import { handleDtOne } from './routes.ts';

export function openDtOne(deps: ProtocolDeps): Protocol {
  return {
    name: 'dt-one',
    bases: ['/dt-one/v1'],
    handle: (exchange, _base, path) => handleDtOne(deps, exchange, path),
    unavailable: (exchange) => sendDtOneError(exchange, 1009503),
    notice: presentCallback,
    idOf: ({ seq }) => String(transactionId(seq)),
  };
}
