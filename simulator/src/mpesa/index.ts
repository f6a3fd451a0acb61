// Entry point of the simulated M-Pesa (Daraja).

import type { Protocol, ProtocolDeps } from '../protocol.ts';
import { sendError } from './errors.ts';
import { receiptOf } from './ids.ts';
import { presentNotice } from './present.ts';
import { handleMpesa } from './routes.ts';

export function openMpesa(deps: ProtocolDeps): Protocol {
  const mpesa = { ...deps, tokens: new Map<string, number>() };
  return {
    name: 'mpesa',
    bases: ['/daraja'],
    handle: (exchange, _base, path) => handleMpesa(mpesa, exchange, path),
    unavailable: (exchange) => sendError(exchange, 503, '500.003.1001', 'told to be unavailable'),
    notice: presentNotice,
    idOf: ({ seq }) => receiptOf(seq),
  };
}
