// Entry point of the simulated WhatsApp Cloud API.

import type { Protocol, ProtocolDeps } from '../protocol.ts';
import { sendGraphError } from './errors.ts';
import { createMediaStore } from './media-store.ts';
import { firstNotice } from './first-notice.ts';
import { messageId } from './present.ts';
import { handleWhatsapp } from './routes.ts';
import { createSubscription } from './subscription.ts';

export function openWhatsapp(deps: ProtocolDeps): Protocol {
  const whatsapp = {
    ...deps,
    media: createMediaStore(),
    subscription: createSubscription(),
    refusedTooFast: new Map<string, number>(),
  };
  return {
    name: 'whatsapp',
    bases: ['/whatsapp'],
    handle: (exchange, _base, path) => handleWhatsapp(whatsapp, exchange, path),
    unavailable: (exchange) => sendGraphError(exchange, 131016),
    notice: (announcement) => firstNotice(deps, announcement),
    idOf: ({ seq }) => messageId(seq),
  };
}
