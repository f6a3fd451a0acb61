// Entry point of the simulated MTN MoMo.

import type { Protocol, ProtocolDeps } from '../protocol.ts';
import { sendError } from './errors.ts';
import { financialTransactionId, presentCallback } from './present.ts';
import { handleMtn } from './routes.ts';
import { createUsers } from './users.ts';

export function openMtnMomo(deps: ProtocolDeps): Protocol {
  const mtn = { ...deps, users: createUsers(deps.nowMs) };
  return {
    name: 'mtn-momo',
    bases: ['/mtn-momo'],
    handle: (exchange, _base, path) => handleMtn(mtn, exchange, path),
    unavailable: (exchange) =>
      sendError(exchange, 503, 'SERVICE_UNAVAILABLE', 'told to be unavailable'),
    notice: (announcement) => presentCallback(announcement),
    idOf: ({ seq }) => financialTransactionId(seq),
  };
}
