// Entry point of the simulated Airtel Money.

import type { Announcement } from '../core/parts.ts';
import type { Notice } from '../core/notices.ts';
import type { Protocol, ProtocolDeps } from '../protocol.ts';
import { airtelMoneyId, sendFault } from './answers.ts';
import { handleAirtel } from './routes.ts';

export function openAirtel(deps: ProtocolDeps): Protocol {
  const airtel = { ...deps, tokens: new Map<string, number>(), portal: { callbackUrl: null } };
  return {
    name: 'airtel',
    bases: ['/airtel'],
    handle: (exchange, _base, path) => handleAirtel(airtel, exchange, path),
    unavailable: (exchange) => sendFault(exchange, 503, 'told to be unavailable'),
    notice: presentCallback,
    idOf: ({ seq }) => airtelMoneyId(seq),
  };
}

/** Not signed, so a forged one looks the same. */
function presentCallback({ operation, callbackUrl }: Announcement): Notice {
  const isDone = operation.status === 'succeeded' || operation.status === 'reversed';
  const transaction = {
    id: operation.reference,
    message: isDone ? 'Paid' : 'Failed',
    status_code: isDone ? 'TS' : 'TF',
    airtel_money_id: airtelMoneyId(operation.seq),
  };
  return {
    url: callbackUrl,
    method: 'POST',
    headers: () => ({}),
    body: JSON.stringify({ transaction }),
  };
}
