// Notices of Wave: of checkouts only, with the proof that the wallet's webhook was given.

import { createHmac } from 'node:crypto';
import { webhookSecret } from './credentials.ts';
import { idOf, presentSession } from './present.ts';
import type { Announcement } from '../core/parts.ts';
import type { Notice } from '../core/notices.ts';
import type { Operation } from '../core/operation.ts';
import type { WaveDeps } from './deps.ts';

const types: { readonly [status in Operation['status']]?: string } = {
  succeeded: 'checkout.session.completed',
  failed: 'checkout.session.payment_failed',
};

/** Null: Wave tells nothing of it. A forged one has no proof. */
export function presentWebhook(deps: WaveDeps, announcement: Announcement): Notice | null {
  const { operation, forged } = announcement;
  const type = types[operation.status];
  if (type === undefined || operation.kind !== 'collect') return null;
  const id = `EV_${idOf(operation)}${forged ? '_x' : ''}`;
  const body = JSON.stringify({ id, type, data: presentSession(deps, operation) });
  const isBearer = deps.engine.firstLine(operation).account === 'bearer';
  return {
    url: announcement.callbackUrl,
    method: 'POST',
    body,
    headers() {
      if (forged) return {};
      return isBearer
        ? { authorization: `Bearer ${webhookSecret}` }
        : { 'wave-signature': signatureOf(body, Math.floor(Date.now() / 1000)) };
    },
  };
}

/** `t=…,v1=…`: the signed text is the time and the body, with nothing between. */
export function signatureOf(body: string, atSeconds: number): string {
  const signed = createHmac('sha256', webhookSecret).update(`${atSeconds}${body}`).digest('hex');
  return `t=${atSeconds},v1=${signed}`;
}
