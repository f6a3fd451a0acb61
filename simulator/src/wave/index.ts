// Entry point of the simulated Wave Business API.

import { sendError } from './errors.ts';
import { idOf } from './present.ts';
import { createReferences } from '../core/references.ts';
import { handleWave } from './routes.ts';
import { createRecipientChecks } from './recipient-checks.ts';
import { presentWebhook } from './webhook.ts';
import type { Protocol, ProtocolDeps } from '../protocol.ts';
import type { WaveDeps } from './deps.ts';

export function openWave(deps: ProtocolDeps): Protocol {
  const wave: WaveDeps = {
    ...deps,
    references: createReferences(deps.store, 'wave'),
    checks: createRecipientChecks(),
  };
  return {
    name: 'wave',
    bases: ['/wave'],
    handle: (exchange, _base, path) => handleWave(wave, exchange, path),
    unavailable: (exchange) =>
      sendError(exchange, 503, 'service-unavailable', 'told to be unavailable'),
    notice: (announcement) => presentWebhook(wave, announcement),
    idOf: (line) => idOf(line),
  };
}
