// Builds the headers that authenticate a callback: Standard Webhooks on every one, and also
// `Hmac-Signature` where the account signs its requests (rule C5). Built anew for each attempt,
// since receivers refuse what is older than five minutes.

import {
  composeSignaturePrefix,
  composeWebhookPrefix,
  composeWebhookSignature,
  signatureHeader,
  timestampHeader,
  webhookHeaders,
} from '@jokko/contract';
import { outboundHmacKey } from '../accounts/index.ts';
import type { SigningSecrets } from '../accounts/index.ts';

export interface CallbackToSign {
  accountId: number;
  operationId: string;
  /** To the account's second address. */
  second: boolean;
  body: string;
  /** A signature made so long ago: only the tester sends one that is too old. */
  signedAgoMs?: number;
}

export interface SignDeps {
  /** Null when there is no such account. Costs no query as a rule. */
  secretsOf(accountId: number): Promise<SigningSecrets | null>;
  /** ms since 1970 on the database's clock, by which secrets end. */
  now(): number;
  /** The same without what the sandbox has added: receivers live in real time. */
  wallNow(): number;
}

/**
 * Signs one attempt. Throws when the account's secrets cannot be read: an unsigned callback must
 * not be sent.
 */
export function createSigner(
  deps: SignDeps,
): (callback: CallbackToSign) => Promise<{ [name: string]: string }> {
  return async (callback) => {
    const secrets = await deps.secretsOf(callback.accountId);
    if (secrets === null) throw new Error(`no account ${callback.accountId}`);
    return signAttempt(callback, secrets, deps.now(), deps.wallNow());
  };
}

/** `nowMs` decides which secrets live, `wallNowMs` is what receivers compare with their clock. */
export function signAttempt(
  callback: CallbackToSign,
  secrets: SigningSecrets,
  nowMs: number,
  wallNowMs: number,
): { [name: string]: string } {
  const { body } = callback;
  const timestampMs = Math.round(wallNowMs - (callback.signedAgoMs ?? 0));
  const seconds = Math.floor(timestampMs / 1_000);
  const id = webhookIdOf(callback);
  const prefix = composeWebhookPrefix(id, seconds);
  // In a rotation both secrets sign, so that a receiver may change over at any moment.
  const live = secrets.webhook.filter(({ endsAtMs }) => endsAtMs > nowMs);
  const headers = {
    [webhookHeaders.id]: id,
    [webhookHeaders.timestamp]: String(seconds),
    [webhookHeaders.signature]: composeWebhookSignature(
      live.map(({ mac }) => mac(prefix, body).toString('base64')),
    ),
  };
  const hmacKey = outboundHmacKey(secrets, nowMs);
  if (hmacKey === null) return headers;
  const signature = hmacKey.mac(composeSignaturePrefix('POST', timestampMs), body).toString('hex');
  return { ...headers, [signatureHeader]: signature, [timestampHeader]: String(timestampMs) };
}

/**
 * The same for every attempt, so that receivers can tell a repeat; the second callback of an
 * operation is another message.
 */
export function webhookIdOf({
  operationId,
  second,
}: Pick<CallbackToSign, 'operationId' | 'second'>): string {
  return second ? `cb_${operationId}_2` : `cb_${operationId}`;
}
