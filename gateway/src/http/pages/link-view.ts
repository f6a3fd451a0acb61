// What does a link page know about its transaction? The core answers this for a path that holds the right token, and nothing for any other.

import type { Language } from '@jokko/contract';

/**
 * waiting: the payer can act · notReady: the provider's link has not arrived yet · expired: the payer's window is over and the result is
 * not known · succeeded, failed: final (a cancelled transaction counts as failed).
 */
export type LinkStatus = 'waiting' | 'notReady' | 'expired' | 'succeeded' | 'failed';

export interface LinkView {
  transactionId: string;
  serviceName: string;
  /** Who is paid; empty where the developer named nobody. */
  merchantName: string;
  /** Plain decimal text, for example `1350` or `12.5`. */
  amountText: string;
  /** ISO 4217. */
  currency: string;
  status: LinkStatus;
  kind: 'deepLink' | 'qr' | 'authPage';
  /** The provider's link. Absent while not ready. */
  providerUrl?: string;
  /** Text of the QR code where the provider gives one of its own. */
  qrText?: string;
  expiresAt: Date;
  /** The developer's pages. */
  successUrl?: string;
  errorUrl?: string;
  /** The account's, for browsers that ask for neither. */
  language: Language;
}

export interface LinkPagesDeps {
  /** `link` is what follows `/deep/`, at most 200 characters. Null when it names no transaction: wrong token and unknown id alike. */
  findLink(link: string): Promise<LinkView | null>;
  /** The database's clock, in ms. */
  now(): number;
}

/** The payer's side of a page request. */
export interface Visitor {
  language: Language;
  phone: boolean;
}
