// Posts a callback to the developer's receiver, and says what came of it.

import { createHmac } from 'node:crypto';
import type { Callback } from './stream.ts';

/** As long as the gateway gives a receiver. */
const timeoutMs = 15_000;

export interface Forwarded {
  /** Null: there was no answer. */
  status: number | null;
  durationMs: number;
  /** Nothing listens there, so that it is worth trying again. */
  isAway: boolean;
  /** It ended before it had answered. */
  isCut: boolean;
  /** What to do about it; empty after HTTP 200. */
  advice: string;
}

export async function forward(
  target: string,
  { headers, body }: Pick<Callback, 'headers' | 'body'>,
): Promise<Forwarded> {
  const begunAt = performance.now();
  const tookMs = (): number => Math.round(performance.now() - begunAt);
  try {
    const response = await fetch(target, {
      method: 'POST',
      headers,
      body,
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs),
    });
    const durationMs = tookMs();
    const { status } = response;
    await response.body?.cancel();
    return { status, durationMs, isAway: false, isCut: false, advice: adviceFor(status) };
  } catch (error) {
    const { code, message } = ((error as Error).cause ?? error) as Error & { code?: string };
    const isAway = code === 'ECONNREFUSED';
    const isCut = code === 'ECONNRESET' || code === 'UND_ERR_SOCKET';
    const advice = isAway
      ? 'nothing listens there: start your server.'
      : (error as Error).name === 'TimeoutError'
        ? 'no answer within 15 s: answer first, then work.'
        : message;
    return { status: null, durationMs: tookMs(), isAway, isCut, advice };
  }
}

function adviceFor(status: number): string {
  if (status === 200) return '';
  if (status === 401 || status === 403)
    return 'your receiver refused it: check the webhook secret, and that the raw body is verified.';
  if (status >= 300 && status < 400)
    return 'redirects are not followed: give the address that it leads to.';
  if (status === 404) return 'your server has no such path.';
  return 'only HTTP 200 counts as received; the gateway would send it again.';
}

/** The same signatures over another amount: what a receiver must refuse. */
export function forged({ headers, body }: Callback): Pick<Callback, 'headers' | 'body'> {
  const amount = /"amount":(\d+)/;
  return { headers, body: body.replace(amount, (_, digits: string) => `"amount":${digits}00`) };
}

/** Whether a signature is of this secret and these bytes. */
export function isVerified({ headers, body }: Callback, secret: string): boolean {
  const { 'webhook-id': id = '', 'webhook-timestamp': time = '' } = headers;
  const expected = signatureOf(secret, `${id}.${time}.${body}`);
  const given = (headers['webhook-signature'] ?? '').split(' ');
  return expected !== null && given.includes(expected);
}

/** Null for a secret that is none. */
function signatureOf(secret: string, signed: string): string | null {
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  if (!secret.startsWith('whsec_') || key.length === 0) return null;
  return `v1,${createHmac('sha256', key).update(signed).digest('base64')}`;
}

const oldMs = 600_000;

/** Signed ten minutes ago: what a receiver must refuse, too. Null for a secret that is none. */
export function signedLongAgo(
  { headers, body, webhookId }: Callback,
  secret: string,
): Pick<Callback, 'headers' | 'body'> | null {
  const timestamp = String(Math.floor((Date.now() - oldMs) / 1_000));
  const signature = signatureOf(secret, `${webhookId}.${timestamp}.${body}`);
  if (signature === null) return null;
  return {
    headers: {
      'content-type': headers['content-type']!,
      'webhook-id': webhookId,
      'webhook-timestamp': timestamp,
      'webhook-signature': signature,
    },
    body,
  };
}
