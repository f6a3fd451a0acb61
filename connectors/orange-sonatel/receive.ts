// Authenticates and reads a notice. There are two generations: the older ones bear the key that we
// registered, the newer ones a signature. Either way a notice only leads to a status query.

import { createHmac, hash } from 'node:crypto';
import { isSameSecret, objectFromWire, textMember, wordMember } from '@jokko/connectors/kit';
import type { Notice, Receipt } from '@jokko/connectors/kit';
import type { OrangeSonatelConfig } from './config.ts';

/** How far the time of a signature may be from ours. */
const skewMaxMs = 300_000;
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/**
 * 200 and one event; 401 for a wrong proof, 4xx for what cannot be one of our notices. Without any
 * proof it is a hint.
 */
export function receive(config: OrangeSonatelConfig, notice: Notice): Receipt {
  if (notice.method !== 'POST') return refuse(405);
  const object = objectFromWire(notice.body);
  const ours = object === null ? undefined : textMember(object, 'reference')?.toLowerCase();
  if (object === null || ours === undefined || !uuid.test(ours)) return refuse(400);
  if (wordMember(object, 'status') === undefined) return refuse(400);
  const proof = proofOf(config, notice);
  if (proof === 'wrong') return refuse(401);
  const authenticated = proof === 'good';
  const dedupeKey = `${authenticated ? 'proven' : 'bare'}:${ours}:${hash('sha256', notice.body, 'hex')}`;
  const theirs = textMember(object, 'transactionId');
  const match = theirs === undefined || !authenticated ? { ours } : { ours, theirs };
  return { reply: { status: 200 }, events: [{ match, authenticated, dedupeKey }] };
}

type Proof = 'good' | 'wrong' | 'none';

/** Where a secret for signatures is configured, only a signature counts. */
function proofOf({ noticeKey, noticeSecret }: OrangeSonatelConfig, notice: Notice): Proof {
  const signature = notice.headers['x-sonatel-signature'];
  if (noticeSecret)
    return signature === undefined ? 'none' : signatureProof(noticeSecret, signature, notice);
  const given = notice.headers['authorization'];
  if (!noticeKey || given === undefined) return 'none';
  return isSameSecret(given, `Basic ${noticeKey}`) ? 'good' : 'wrong';
}

/** `t=<unix seconds>,v1=<hex>[,v1=…]`: HMAC-SHA256 of `t`, a comma and the raw body. */
function signatureProof(secret: string, header: string, { body, receivedAtMs }: Notice): Proof {
  const parts = header.split(',').map((part) => part.trim());
  const time = /^t=(\d{1,12})$/.exec(parts[0] ?? '')?.[1];
  if (time === undefined || Math.abs(Number(time) * 1000 - receivedAtMs) > skewMaxMs)
    return 'wrong';
  const expected = createHmac('sha256', secret).update(`${time},`).update(body).digest('hex');
  const isOurs = parts.slice(1).some((part) => isSameSecret(part.toLowerCase(), `v1=${expected}`));
  return isOurs ? 'good' : 'wrong';
}

function refuse(status: number): Receipt {
  return { reply: { status }, events: [] };
}
