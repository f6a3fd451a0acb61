// Notices of MoneyGram: ids and a status, signed over time, host and body.

import { sign } from 'node:crypto';
import { noticePrivateKey } from './credentials.ts';
import { presentReceived, presentSent } from './present.ts';
import type { Announcement } from '../core/parts.ts';
import type { Notice } from '../core/notices.ts';
import type { MoneygramDeps } from './deps.ts';

/** A forged one has no signature. */
export function presentNotice(deps: MoneygramDeps, announcement: Announcement): Notice | null {
  const { operation, forged } = announcement;
  if (operation.kind === 'refund') return null;
  const told =
    operation.kind === 'remit_send' ? presentSent(deps, operation) : presentReceived(operation);
  const { transactionId, partnerTransactionId, transactionStatus } = told;
  const body = JSON.stringify({
    eventType: 'TRANSACTION_STATUS_EVENT',
    transactionId,
    partnerTransactionId,
    transactionStatus,
  });
  return {
    url: announcement.callbackUrl,
    method: 'POST',
    body,
    headers: () =>
      forged ? {} : { signature: signatureOf(body, new URL(announcement.callbackUrl).host) },
  };
}

export function signatureOf(body: string, host: string, atSeconds = nowSeconds()): string {
  const signed = Buffer.from(`${atSeconds}.${host}.${body}`);
  return `t=${atSeconds}, s=${sign('sha256', signed, noticePrivateKey).toString('base64')}`;
}

const nowSeconds = (): number => Math.floor(Date.now() / 1000);
