// Verifies the signature of a webhook: `Stripe-Signature: t=<seconds>,v1=<hex>[,v1=<hex>]`, an
// HMAC-SHA256 over `<t>.<body>`.

import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Notice } from '@jokko/connectors/kit';

/** Older or newer than this, a signed notice could be a recorded one. */
const toleranceMs = 5 * 60_000;

/**
 * True when one of the signatures is right and the time is near. While a secret is rolled there is
 * one for each secret.
 */
export function isSigned(secret: string, notice: Notice): boolean {
  const parts = (notice.headers['stripe-signature'] ?? '').split(',').map((part) => part.trim());
  const times = parts.filter((part) => part.startsWith('t='));
  const time = times[0]?.slice(2) ?? '';
  if (times.length !== 1 || !/^\d{1,12}$/.test(time)) return false;
  if (Math.abs(notice.receivedAtMs - Number(time) * 1_000) > toleranceMs) return false;
  const expected = createHmac('sha256', secret).update(`${time}.`).update(notice.body).digest();
  return parts
    .filter((part) => part.startsWith('v1='))
    .slice(0, signaturesMax)
    .map((part) => Buffer.from(/^v1=([0-9a-f]{64})$/.exec(part)?.[1] ?? '', 'hex'))
    .some((given) => given.length === expected.length && timingSafeEqual(given, expected));
}

/** Stripe sends one or two. */
const signaturesMax = 8;
