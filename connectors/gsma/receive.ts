// Reads a notification of the provider. The gateway has checked the secret path, and the content
// hash shows that the body arrived whole; neither is a signature, so a notification only ever
// triggers a status query.

import { defined } from '@jokko/contract';
import { hash } from 'node:crypto';
import type { Notice, Receipt } from '@jokko/connectors/kit';
import { objectFromWire, textMember } from '@jokko/connectors/kit';
import type { GsmaConfig } from './config.ts';
import { isCorrelationId } from './correlation-id.ts';

/**
 * 204 and one event; 400 for what cannot be one of our notices; 401 when the content hash is wrong.
 */
export function receive(_config: GsmaConfig, notice: Notice): Receipt {
  if (notice.method !== 'PUT' && notice.method !== 'POST') return refuse(405);
  const object = objectFromWire(notice.body);
  if (object === null) return refuse(400);
  const ours =
    notice.headers['x-correlationid'] ??
    textMember(object, 'requestingOrganisationTransactionReference');
  const theirs = textMember(object, 'transactionReference');
  const isOurs = ours !== undefined && isCorrelationId(ours);
  // An operator may name its own transaction only, even before its answer has told us of it (F24).
  if (!isOurs && (ours !== undefined || theirs === undefined)) return refuse(400);
  const bodyHash = hash('sha256', notice.body, 'hex');
  const claimedHash = notice.headers['x-content-hash'];
  if (claimedHash !== undefined && claimedHash.toLowerCase() !== bodyHash) return refuse(401);
  const authenticated = claimedHash !== undefined;
  // Its own key, so that a forged copy cannot make the genuine notice look like a repeat.
  const name = isOurs ? ours.toLowerCase() : theirs!;
  const dedupeKey = `${authenticated ? 'hashed' : 'bare'}:${name}:${bodyHash}`;
  const match = defined({ ours: isOurs ? name : undefined, theirs });
  return { reply: { status: 204 }, events: [{ match, authenticated, dedupeKey }] };
}

function refuse(status: number): Receipt {
  return { reply: { status }, events: [] };
}
