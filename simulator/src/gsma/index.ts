// Entry point of the GSMA provider.

import type { Protocol, ProtocolDeps } from '../protocol.ts';
import { gsmaError, sendGsmaError } from './errors.ts';
import { presentCallback, transactionReference } from './present.ts';
import { handleGsma } from './routes.ts';

export function openGsma(deps: ProtocolDeps): Protocol {
  const gsma = { ...deps, apiKey: deps.settings.gsmaApiKey };
  return {
    name: 'gsma',
    bases: ['/gsma/v1.2/mm'],
    handle: (exchange, _base, path) => handleGsma(gsma, exchange, path),
    unavailable: (exchange) =>
      sendGsmaError(
        exchange,
        gsmaError('serviceUnavailable', 'genericError', 'told to be unavailable', deps.nowMs()),
      ),
    // As an operator's gateway says it: in the words of the standard, whose category tells nothing
    // here.
    timedOut: (exchange) =>
      sendGsmaError(
        exchange,
        gsmaError('serviceUnavailable', 'genericError', 'the request timed out', deps.nowMs()),
        408,
      ),
    notice: (announcement) => presentCallback(deps, announcement),
    idOf: ({ seq }) => transactionReference(seq),
  };
}
