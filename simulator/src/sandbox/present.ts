// Presents an operation in the sandbox protocol. One body for answers, status queries and notices.

import { createHmac } from 'node:crypto';
import { codeOfError, textOfError } from '../core/catalogue.ts';
import { isUnheardOf, unheardOfWords } from '../unheard-of.ts';
import { voucherOf } from '../core/voucher.ts';
import type { Announcement } from '../core/parts.ts';
import type { Notice } from '../core/notices.ts';
import type { Operation } from '../core/operation.ts';

export interface PresentDeps {
  pageBase: () => string;
  nowMs: () => number;
}

export function presentOperation(
  deps: PresentDeps,
  operation: Operation,
): { [member: string]: unknown } {
  const body: { [member: string]: unknown } = {
    reference: operation.reference,
    id: providerId(operation.seq),
    kind: operation.kind,
    amount: operation.amount,
    currency: operation.currency,
    party: operation.party,
    status: operation.status,
  };
  if (operation.status === 'pending') {
    body['stage'] =
      operation.kind === 'card' || operation.kind === 'collect' ? 'payer' : 'provider';
    const challenge = presentChallenge(deps, operation);
    if (challenge !== null) body['challenge'] = challenge;
  }
  if (operation.status === 'failed') {
    body['error'] = {
      errorId: operation.errorId,
      code: isUnheardOf(operation) ? unheardOfWords.sandbox : codeOfError(operation.errorId),
      text: textOfError(operation.errorId),
    };
    body['executed'] = 'no';
  }
  const voucher = operation.status === 'succeeded' ? voucherOf(operation) : null;
  if (voucher !== null) body['voucher'] = voucher;
  if (operation.originalReference !== null) body['originalReference'] = operation.originalReference;
  body['createdAt'] = new Date(operation.createdAtMs).toISOString();
  body['updatedAt'] = new Date(operation.updatedAtMs).toISOString();
  return body;
}

/** `SB` and eleven digits. */
export function providerId(seq: number): string {
  return `SB${String(seq).padStart(11, '0')}`;
}

function presentChallenge(
  deps: PresentDeps,
  operation: Operation,
): { [member: string]: unknown } | null {
  const { live } = operation;
  if (live === null || live.token === null) return null;
  const expiresInSeconds = Math.max(Math.ceil((live.expiresAtMs - deps.nowMs()) / 1000), 0);
  const common = { expiresAt: new Date(live.expiresAtMs).toISOString(), expiresInSeconds };
  switch (live.challenge) {
    case 'auth':
      return { authUrl: `${deps.pageBase()}/3ds/${live.token}`, ...common };
    case 'deepLink':
      return { deepLinkUrl: `${deps.pageBase()}/pay/${live.token}`, ...common };
    case 'qr':
      return { qrText: `${deps.pageBase()}/pay/${live.token}`, ...common };
    case 'none':
      return null;
  }
}

/** The notice of an operation's result, signed unless forged. */
export function presentNotice(
  deps: PresentDeps,
  secret: string,
  announcement: Announcement,
): Notice {
  const { operation } = announcement;
  const noticeId = `${providerId(operation.seq)}-${announcement.forged ? 'x' : operation.status.slice(0, 1)}`;
  const body = JSON.stringify({ noticeId, operation: presentOperation(deps, operation) });
  return {
    url: announcement.callbackUrl,
    method: 'POST',
    body,
    headers() {
      if (announcement.forged) return { 'x-sandbox-notice-id': noticeId };
      const timestamp = String(Date.now());
      return {
        'x-sandbox-notice-id': noticeId,
        'x-sandbox-timestamp': timestamp,
        'x-sandbox-signature': createHmac('sha256', secret)
          .update(`${timestamp}.${body}`)
          .digest('hex'),
      };
    },
  };
}
