// Entry point of the sandbox provider, whose protocol is our own.

import type { Protocol, ProtocolDeps } from '../protocol.ts';
import { presentNotice, providerId } from './present.ts';
import { handleSandbox, sendError } from './routes.ts';

export function openSandbox(deps: ProtocolDeps): Protocol {
  const sandbox = { ...deps, apiKey: deps.settings.apiKey };
  return {
    name: 'sandbox',
    bases: ['/sandbox/v1'],
    handle: (exchange, _base, path) => handleSandbox(sandbox, exchange, path),
    unavailable: (exchange) => sendError(exchange, 503, 'unavailable', 'told to be unavailable'),
    notice: (announcement) => presentNotice(deps, deps.settings.noticeSecret, announcement),
    idOf: ({ seq }) => providerId(seq),
  };
}
