// Lists the orders of the sandbox protocol and builds the stored request of each.

import { serviceKind, serviceKinds } from '@jokko/contract';
import type { Intent, OperationKind, Prepared, ProviderError, Refs } from '@jokko/connectors/kit';
import { amountToWire, refusedByDigits, sandboxDigitsOf } from '@jokko/connectors/kit';
import type { SandboxConfig } from './config.ts';

/** Every kind that has a form in the sandbox's protocol. */
export const operations: OperationKind[] = serviceKinds.flatMap(({ name, sandbox }) =>
  sandbox.order === undefined ? [] : name,
);

/**
 * Digits 7NNN refuse at once. Cards have a link, their answer is awaited anyway: there the
 * simulator refuses.
 */
export function validate(_config: SandboxConfig, intent: Intent): ProviderError | null {
  if (intent.kind === 'card') return null;
  const digits = sandboxDigitsOf(intent);
  return digits?.kind === 'refuseNow' ? refusedByDigits(digits.catalogueId) : null;
}

/**
 * Pure. The bytes of a card order hold a placeholder: number, expiry and CVC join them only on
 * their way out.
 */
export function prepare(_config: SandboxConfig, intent: Intent, ourRef: string): Prepared {
  const body = withFile(intent, (extra) =>
    JSON.stringify({
      reference: ourRef,
      kind: intent.kind,
      amount: amountToWire(intent.amount),
      currency: intent.currency,
      country: intent.country,
      service: intent.codeService,
      phone: intent.phone,
      callbackUrl: intent.urls.notify,
      returnUrls: { success: intent.urls.success, error: intent.urls.error },
      payerWindowSeconds: Math.max(1, Math.round(intent.payerWindowMs / 1000)),
      ...detailsOf({ kind: intent.kind, extra }),
    }),
  );
  return { refs: { ours: ourRef }, method: 'POST', path: '/operations', body };
}

/** No text that came to us holds it. */
const filePlace = '\u0000';

/**
 * A file joins the JSON as it is: base64 has no character that JSON escapes, and to look for one in
 * megabytes is a long turn.
 */
function withFile({ extra }: Intent, write: (extra: Intent['extra']) => string): string {
  if (extra.type !== 'chat' || extra.media === undefined) return write(extra);
  const { base64 } = extra.media;
  const text = write({ ...extra, media: { ...extra.media, base64: filePlace } });
  const [before, after] = text.split(JSON.stringify(filePlace));
  return `${before}"${base64}"${after}`;
}

/** Pure: a full refund of the original, found by our reference of it. */
export function prepareRefund(
  _config: SandboxConfig,
  intent: Intent,
  original: Refs,
  ourRef: string,
): Prepared {
  const body = JSON.stringify({ reference: ourRef, callbackUrl: intent.urls.notify });
  return {
    refs: { ours: ourRef },
    method: 'POST',
    path: `/operations/${encodeURIComponent(original.ours)}/refunds`,
    body,
  };
}

/** The member that belongs to the kind; throws on a pairing that the core never makes. */
function detailsOf({ kind, extra }: Pick<Intent, 'kind' | 'extra'>): object {
  const { extraType, sandbox } = serviceKind(kind);
  if (sandbox.order === undefined || extraType !== extra.type)
    throw new Error(`sandbox does not offer ${kind} with ${extra.type} data`);
  return sandbox.order(extra);
}

/** The provider keeps the phone, or the last digits of a card or of a bank account. Pure. */
export function isParty({ phone, extra }: Intent, party: string): boolean {
  switch (extra.type) {
    case 'card':
      return party === `card ${extra.lastFour}`;
    case 'bank':
      return party === `rib ${extra.rib.slice(-ribDigitsKept)}`;
    default:
      return party === phone;
  }
}

const ribDigitsKept = 6;
