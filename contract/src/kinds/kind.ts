// The type of a service kind: everything that the gateway, its documentation and the sandbox need
// to know about one kind of service.
import type { TProperties } from 'typebox';
import type { RequestExample } from '../endpoint.ts';
import type { FieldFault } from '../field-problem.ts';
import type { Language } from '../language.ts';
import type { TypeOperation, TypeService } from '../services.ts';

/**
 * Which page the payer gets: none (prompt on the phone), a deep link, a QR code when `useOpaQrCode`
 * is true, or 3-D Secure.
 */
export const linkKinds = ['none', 'deepLink', 'optionalQr', 'authPage'] as const;
export type LinkKind = (typeof linkKinds)[number];

export type Label = Readonly<Record<Language, string>>;

/**
 * The request members that a kind reads beside the common ones. Kinds with the same members share
 * one.
 */
export interface RequestForm {
  /** Its name in OpenAPI: `OperationRequest` and this one. */
  readonly name: string;
  readonly title: Label;
  readonly fields: TProperties;
  /** Members that it cannot do without (rule O7). */
  readonly required: readonly string[];
  /** What is required may come from `data` or an earlier look-up instead. */
  readonly orFromInquiry?: true;
}

/** How the codes of a kind's services are spelled. The catalogue has the last word. */
export interface CodeSpelling {
  /**
   * Its one code; the phone must carry its country code where the code names no country (rule O1).
   */
  readonly only?: string;
  readonly phoneNamesCountry?: true;
  /** Any code that contains this is of the kind, unless a later kind of the list fits too. */
  readonly pattern: RegExp;
  /**
   * Endings that belong to the first of its service types. `_2` behind one marks a second route to
   * the same operator.
   */
  readonly endings: readonly string[];
}

export interface CardData {
  number: string;
  expireMonth: string;
  expireYear: string;
  cvc: string;
}

/** What reading a request needs to know beside it. */
export interface ReadContext {
  service: { readonly link: LinkKind; readonly currency: string };
  transactionId: string;
  clientData: { [member: string]: unknown } | null;
  /** Shown to the cardholder where the request names no merchant. */
  accountName: string;
  /** The payer comes back to pages of the gateway, whose scheme is that of its public address. */
  returnsToUs: boolean;
  /** Sandbox: RIB key 00 counts as right. */
  sandbox: boolean;
  /** This account's own quote or look-up of the last 30 minutes (rule O7). */
  recent: { sendData: RemittanceParties | null; reference: string | null };
}

/** Sender and receiver, as sent to the provider. */
export interface RemittanceParties {
  senderDetails: { [field: string]: string };
  receiverDetails: { [field: string]: string };
}

export interface UnreadExtra {
  ok: false;
  faults: FieldFault[];
  /** Error catalogue id where an entry applies. */
  errorId: number | null;
}
export type ReadExtra<Extra> = { ok: true; extra: Extra; card: CardData | null } | UnreadExtra;

/**
 * `Members`: its members of a request, checked by form. `Extra`: what a provider is told beside the
 * common fields of an order.
 */
export interface ServiceKind<Members = never, Extra extends { type: string } = never> {
  /** Its name in the catalogue, in orders to connectors and in the sandbox's protocol. */
  readonly name: string;
  /** DEBIT takes from the developer's balance, CREDIT adds to it. */
  readonly direction: TypeOperation;
  /** Service types that it may stand for, its own first. */
  readonly typeServices: readonly TypeService[];
  readonly codes: CodeSpelling;
  /** Pages that its payer may get, the default first. */
  readonly links: readonly LinkKind[];
  readonly form: RequestForm;
  /** What the catalogue demands of every request, with the labels of its form. */
  readonly requiredFields: Readonly<Record<string, Label>>;
  /** The services have a price for each message, and requests need no amount (rule O2). */
  readonly pricedByMessage?: true;
  /** Answers carry an `orderId`. */
  readonly answersOrderId?: true;
  /** The provider's quote is what an operation costs, not the price list (rule O9). */
  readonly pricedByQuote?: true;
  /** Lines of a payout file may use it. */
  readonly inPayoutFiles?: true;
  /** Requests that the documentation shows. */
  readonly examples: readonly RequestExample[];
  /**
   * An ordinary order, for connectors' tests. `digits` end the field that decides in the sandbox;
   * what is paid once only needs digits of its own.
   */
  readonly sample: {
    readonly codeService: string;
    extra(digits: string, anyDigits: (count: number) => string): Extra;
  };
  /** Path of the icon of its services, in a square of 24 with lines of one width. */
  readonly icon: string;

  readonly extraType: Extra['type'];
  /** Reads what a provider needs (rules O6, O7). Pure. */
  read(members: Members, context: ReadContext): ReadExtra<Extra>;
  /** Catalogue error of faults by form, where an entry applies. */
  errorIdOfFaults?(faults: readonly FieldFault[]): number | null;
  /** What makes two requests the same operation beside phone, amount and service (rule O5). */
  fingerprint(extra: Extra, sha256: (text: string) => string): unknown[];
  readonly sandbox: {
    /**
     * Request member whose last four digits choose the outcome before those of the phone; null:
     * none.
     */
    readonly digitsMember: string | null;
    digits(extra: Extra): string | null;
    /**
     * What an order of the sandbox's own protocol carries. Absent: that protocol does not take the
     * kind.
     */
    order?(extra: Extra): object;
  };
}

export const readAs = <Extra>(extra: Extra, card: CardData | null = null): ReadExtra<Extra> => ({
  ok: true,
  extra,
  card,
});
export const unread = (faults: FieldFault[], errorId: number | null = null): UnreadExtra => ({
  ok: false,
  faults,
  errorId,
});
