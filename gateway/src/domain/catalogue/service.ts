// What does the gateway know about one service? Everything that differs between services is data here, nothing is a constant in code.

import type { OperationKind } from '@jokko/connector-kit';

export type TypeService = 'CASHIN' | 'CASHOUT' | 'CREDIT_TELEPHONIQUE' | 'BILL_PAY' | 'BILL_BUY_RELOAD' | 'MESSENGING_SMS';

/** Percent in ten-thousandths of one percent (1.5 % = 15000); the rest in ten-thousandths of the currency unit. */
export interface Price {
  percent: bigint;
  fixed: bigint;
  minimum: bigint | null;
  maximum: bigint | null;
  /** Whether a refund gives the commission back too. */
  refundsCommission: boolean;
}

/** Which page the payer gets: none (prompt on the phone), a deep link, a QR code when `useOpaQrCode` is true, or 3-D Secure. */
export type LinkKind = 'none' | 'deepLink' | 'optionalQr' | 'authPage';

export type RequiredField =
  | 'accountNumber'
  | 'billReference'
  | 'rib'
  | 'customerFirstName'
  | 'customerLastName'
  | 'card'
  | 'remitSendData'
  | 'referenceNumber'
  | 'message';

export interface Service {
  code: string;
  /** Display name, also `nameService` of the callback. */
  name: string;
  icon: string;
  typeService: TypeService;
  direction: 'DEBIT' | 'CREDIT';
  kind: OperationKind;
  /** ISO 3166 alpha-2 of the phone plan; null where the caller must give the country code (card, chat). */
  country: string | null;
  currency: string;
  /** Name of an entry of `routes`: of those of the service the first that is not switched off. */
  route: string;
  /** Nothing new begins; what is under way goes on. */
  off: boolean;
  /** Provider's display name, used in callback texts. */
  provider: string;
  link: LinkKind;
  /** Prefix of `orderId`; only where the service answers one. */
  orderPrefix: string | null;
  requiredFields: RequiredField[];
  /** Ten-thousandths of the currency unit; null is no limit. */
  minimum: bigint | null;
  maximum: bigint | null;
  multipleOf: bigint | null;
  price: Price;
  /** Price of one message, which is the operation's amount where the request names none (rule O2); null except for chat. */
  messagePrice: bigint | null;
  /** The same amount to the same recipient is refused within this many seconds; 0 is off. */
  duplicateWindowSeconds: number;
  /** Ceilings per account and recipient over 24 hours, 7 and 30 days, in ten-thousandths; null is off. */
  dailyMaximum: bigint | null;
  weeklyMaximum: bigint | null;
  monthlyMaximum: bigint | null;
}

export interface Route {
  name: string;
  connector: string;
  /** Checked by the connector's own form (connector kit `configForm`). */
  config: { [field: string]: unknown };
  /** Who is asked there, and about which account of ours: a hash of what the document says. */
  counterparty: string;
  /** Nothing new begins on it. */
  off: boolean;
}

/** The catalogue in force, ready to be asked. */
export interface Catalogue {
  version: number;
  /** In the order they are listed. */
  services: Service[];
  service(code: string): Service | undefined;
  routes: Route[];
  route(name: string): Route | undefined;
  /** Operator's own error texts, by catalogue id; the contract's text where absent. */
  errorTexts: { [id: string]: { fr?: string; en?: string } };
}
