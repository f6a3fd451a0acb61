// A payment link, its status, and which amounts its payers may pay. Pure.

import { parseAmount, paymentLinkStatus, type PaymentLinkStatus } from '@jokko/contract';

/**
 * What the payer pays, in ten-thousandths of the currency unit: a fixed amount, or one that he
 * chooses, both bounds included.
 */
export type LinkAmount =
  | { amount: bigint; minimum: null; maximum: null }
  | { amount: null; minimum: bigint; maximum: bigint };

export type PaymentLinkTerms = LinkAmount & {
  accountId: number;
  /** The merchant's own. */
  id: string;
  linkId: string;
  token: string;
  /** At most one payment succeeds. */
  singleUse: boolean;
  currency: string;
  description: string;
  services: readonly string[] | null;
  successUrl: string | null;
  errorUrl: string | null;
  language: 'fr' | 'en' | null;
  callbackUrl: string | null;
  callbackKey: string;
  clientData: { [member: string]: unknown } | null;
};

/** As its payers see it. */
export type OpenedLink = PaymentLinkTerms & {
  fingerprint: string;
  createdAt: Date;
  expiresAt: Date | null;
  pausedAt: Date | null;
  /** By the database's clock, when it was read. */
  now: Date;
  /** Payments that succeeded, those that were refunded included; 0 where it may be used again. */
  paid: number;
};

export type PaymentLink = OpenedLink & {
  /** Payments that succeeded and were not refunded. */
  earned: { count: number; amount: bigint };
};

export function statusOf({
  singleUse,
  paid,
  expiresAt,
  pausedAt,
  now,
}: Pick<OpenedLink, 'singleUse' | 'paid' | 'expiresAt' | 'pausedAt' | 'now'>): PaymentLinkStatus {
  if (singleUse && paid > 0) return paymentLinkStatus.used;
  if (expiresAt !== null && expiresAt <= now) return paymentLinkStatus.expired;
  return pausedAt === null ? paymentLinkStatus.active : paymentLinkStatus.paused;
}

/** Whether a payer may pay it. */
export const takesAmount = (link: LinkAmount, amount: bigint): boolean =>
  link.amount === null ? amount >= link.minimum && amount <= link.maximum : amount === link.amount;

const groupedByCommas = /^[1-9]\d{0,2}(?:,\d{3})+(?:\.\d+)?$/;
const groupedByDots = /^[1-9]\d{0,2}(?:\.\d{3})+(?:,\d+)?$/;
/** `1,500` is one and a half in a currency that has so many decimals. */
const oneGroup = /^\d+[.,]\d{3}$/;
const groupDigits = 3;

/**
 * As people write amounts: with spaces, commas or dots between the thousands, and a comma or a dot
 * before the decimals. Null: it is none.
 */
export function readTypedAmount(text: string, decimals: number): bigint | null {
  const compact = text.replaceAll(/\s/g, '');
  return parseAmount(withoutGroups(compact, decimals).replace(',', '.'), decimals);
}

function withoutGroups(text: string, decimals: number): string {
  if (decimals >= groupDigits && oneGroup.test(text)) return text;
  if (groupedByCommas.test(text)) return text.replaceAll(',', '');
  return groupedByDots.test(text) ? text.replaceAll('.', '') : text;
}
