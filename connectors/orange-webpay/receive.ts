// Reads a notice. It is not signed, and its token can be compared with nothing that is known here;
// so it only ever leads to a status query.

import { hash } from 'node:crypto';
import { objectFromWire, textMember, wordMember } from '@jokko/connectors/kit';
import type { Notice, Receipt } from '@jokko/connectors/kit';
import type { OrangeWebpayConfig } from './config.ts';
import { ourRefOf } from './order-id.ts';

/**
 * 200 and one event; 4xx for what cannot be one of our notices. The address ends with the order id.
 */
export function receive(_config: OrangeWebpayConfig, notice: Notice): Receipt {
  if (notice.method !== 'POST') return refuse(405);
  const ours = ourRefOf(notice.path.slice(1));
  const object = objectFromWire(notice.body);
  if (ours === null || object === null) return refuse(400);
  if (wordMember(object, 'status') === undefined || textMember(object, 'notif_token') === undefined)
    return refuse(400);
  const dedupeKey = `${ours}:${hash('sha256', notice.body, 'hex')}`;
  return { reply: { status: 200 }, events: [{ match: { ours }, authenticated: false, dedupeKey }] };
}

function refuse(status: number): Receipt {
  return { reply: { status }, events: [] };
}
