// A payment link, its status, and which amounts its payers may pay. Pure.

import { paymentLinkStatus, type PaymentLinkStatus } from '@jokko/contract';

/** What the payer pays, in ten-thousandths of the currency unit: a fixed amount, or one that he chooses, both bounds included. */
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
