// Entry point of the simulated participant of PI-SPI.

import { createAccessTokens } from '../core/access-tokens.ts';
import type { Protocol, ProtocolDeps } from '../protocol.ts';
import { end2endIdOf, presentNotice } from './present.ts';
import { sendProblem } from './problem.ts';
import { handlePiSpi } from './routes.ts';

export function openPiSpi(deps: ProtocolDeps): Protocol {
  const piSpi = { ...deps, tokens: createAccessTokens(deps.nowMs), webhooks: new Map() };
  return {
    name: 'pi-spi',
    bases: ['/pi-spi'],
    handle: (exchange, _base, path) => handlePiSpi(piSpi, exchange, path),
    unavailable: (exchange) => sendProblem(exchange, 503, 'told to be unavailable'),
    notice: presentNotice,
    idOf: ({ seq }) => end2endIdOf(seq),
  };
}
