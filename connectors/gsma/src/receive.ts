// What does a notice of the provider say, and can it be believed? The gateway has checked the secret path; the content hash
// shows that the body arrived whole. Neither is a signature, so a notice only ever triggers a look-up.

import { hash } from 'node:crypto';
import type { Notice, Receipt } from '@jokko/connector-kit';
import { objectFromWire, textMember } from '@jokko/connector-kit';
import type { GsmaConfig } from './config.ts';

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** 204 and one event; 400 for what cannot be one of our notices; 401 when the content hash is wrong. */
export function receive(_config: GsmaConfig, notice: Notice): Receipt {
  if (notice.method !== 'PUT' && notice.method !== 'POST') return refuse(405);
  const object = objectFromWire(notice.body);
  if (object === null) return refuse(400);
  const ours = notice.headers['x-correlationid'] ?? textMember(object, 'requestingOrganisationTransactionReference');
  if (ours === undefined || !uuid.test(ours)) return refuse(400);
  const bodyHash = hash('sha256', notice.body, 'hex');
  const claimedHash = notice.headers['x-content-hash'];
  if (claimedHash !== undefined && claimedHash.toLowerCase() !== bodyHash) return refuse(401);
  const authenticated = claimedHash !== undefined;
  // Its own key, so that a forged copy cannot make the genuine notice look like a repeat.
  const dedupeKey = `${authenticated ? 'hashed' : 'bare'}:${ours.toLowerCase()}:${bodyHash}`;
  return { reply: { status: 204 }, events: [{ match: { ours: ours.toLowerCase() }, authenticated, dedupeKey }] };
}

function refuse(status: number): Receipt {
  return { reply: { status }, events: [] };
}
