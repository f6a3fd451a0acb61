// View of a transaction for its payment page. The core returns it for a path that holds the right
// token, and nothing for any other.

import type { Language } from '@jokko/contract';
import type { BrowserForm, StepInput } from '@jokko/connectors/kit';

/**
 * waiting: the payer can act · notReady: the provider's link has not arrived yet · checking: what
 * the payer did on this page is under way · expired: the payer's window is over and the result is
 * not known · succeeded, failed: final (a canceled transaction counts as failed).
 */
export type PaymentPageStatus =
  'waiting' | 'notReady' | 'checking' | 'expired' | 'succeeded' | 'failed';

/** What the payer does on the page itself, and not at the provider's. */
export type PageStep =
  | {
      kind: 'otp';
      digits: number;
      how?: { fr: string; en: string };
      /** Why it is asked for once more. */
      lastStep?: 'refused' | 'not_sent';
    }
  /** The bank recognises the device in a hidden frame. */
  | { kind: 'collect'; form: BrowserForm }
  /** The payer's browser leaves for the bank's page, and comes back to `/return`. */
  | { kind: 'post'; form: BrowserForm };

export interface PaymentPageView {
  transactionId: string;
  serviceName: string;
  /** Who is paid; empty if the developer gave none. */
  merchantName: string;
  /** Plain decimal text, for example `1350` or `12.5`. */
  amountText: string;
  /** ISO 4217. */
  currency: string;
  status: PaymentPageStatus;
  kind: 'deepLink' | 'qr' | 'authPage';
  /** The provider's link. Absent while not ready. */
  providerUrl?: string;
  /** The provider's links by the names of its apps, where there are several. */
  apps?: { [app: string]: string };
  step?: PageStep;
  /** Number of the attempt that asks for the step. */
  attempt: number;
  /** This page's own address, which a desktop shows to a phone where there are several apps. */
  pageUrl: string;
  /** Text of the QR code where the provider gives one of its own. */
  qrText?: string;
  expiresAt: Date;
  /** The developer's pages. */
  successUrl?: string;
  errorUrl?: string;
  /** For a card: the developer's page between the bank and one of the two above. */
  bankReturn?: { url: string; continueUrl: string };
  /** The account's, for browsers that ask for neither. */
  language: Language;
}

/**
 * refused: it cannot be right, and was not sent · notWaiting: another page was first, or there is
 * nothing to do · closed: not now · spent, tooFast: too many attempts · noCard: the card is in the
 * memory of another node, or of none.
 */
export type StepResult =
  'taken' | 'refused' | 'notWaiting' | 'closed' | 'spent' | 'tooFast' | 'noCard';

export interface PaymentPagesDeps {
  /**
   * `address` is what follows `/deep/`, at most 200 characters. Null when it names no transaction:
   * wrong token and unknown id alike.
   */
  findPaymentPage(address: string): Promise<PaymentPageView | null>;
  /**
   * Sends what the payer did about the challenge of the attempt. Null for an address that names no
   * transaction.
   */
  takeStep(
    address: string,
    step: { attempt: number; input: StepInput },
  ): Promise<StepResult | null>;
  /** Gives a payment up that no node can go on with. */
  giveUp(address: string): Promise<void>;
  /** The database's clock, in ms. */
  now(): number;
}

/** The payer's side of a page request. */
export interface Visitor {
  language: Language;
  phone: boolean;
}
