// Types of what a provider can report about one attempt. There are five results, and only the
// connector knows the safe way to resolve "unknown", so it returns it as data and the core
// executes it.

import type { Voucher } from '@jokko/contract';

/**
 * References of one attempt. `ours` is made by us before sending and is what status queries use;
 * the rest is the provider's.
 */
export type Refs = { ours: string; theirs?: string; session?: string } & {
  [name: string]: string | undefined;
};

/**
 * A refusal in the words of our error catalogue, with the provider's own words beside it for the
 * operator.
 */
export interface ProviderError {
  /** Error catalogue code, for example `no_opa_account`. */
  catalogue: string;
  /** Error catalogue id when the code alone is ambiguous. */
  catalogueId?: number;
  /** The provider's own code, never shown to payers. */
  provider: string;
  message?: string;
  retryable: 'never' | 'sameAttempt' | 'newAttempt' | 'otherRoute';
  alert?: 'float' | 'credentials' | 'config' | 'down';
}

/**
 * What the payer must do next, as data that the gateway's own payment page draws. All URLs are the
 * provider's.
 */
export interface Challenge {
  deepLinkUrl?: string;
  /** Where the payer chooses between several apps: the links by the apps' names. */
  deepLinks?: { [app: string]: string };
  /** Page of the card issuer's 3-D Secure step. */
  authUrl?: string;
  /** Text to be drawn as a QR code. */
  qrText?: string;
  /**
   * The payer types a one-time code of so many digits into our page. `how`: what to do to get one,
   * for example a USSD code to dial.
   */
  otp?: { digits: number; how?: { fr: string; en: string } };
  /**
   * A hidden frame to which the payer's browser posts these fields, so that the issuer can
   * recognise the device; then what our page knows of the browser is handed in.
   */
  collect?: BrowserForm;
  /**
   * The payer's browser leaves for the issuer's page by posting these fields; what it brings back
   * to our page is handed in.
   */
  post?: BrowserForm;
  expiresInMs: number;
}
export interface BrowserForm {
  url: string;
  fields: { [name: string]: string };
}

/**
 * What the payer has done about a challenge, handed in by our page. Never stored and never logged:
 * a code is a secret.
 */
export interface StepInput {
  otp?: string;
  browser?: BrowserData;
  /** Fields that the browser brought back from the issuer. */
  returned?: { [name: string]: string };
}
/** What EMV 3-D Secure asks of a browser. */
export interface BrowserData {
  /** The address of the connection, IPv4 or IPv6. */
  ip: string;
  userAgent: string;
  acceptHeader: string;
  language: string;
  javaEnabled: boolean;
  colorDepth: number;
  screenHeight: number;
  screenWidth: number;
  /** Minutes, as JavaScript's `getTimezoneOffset` gives them. */
  timeZoneOffset: number;
}

/**
 * How the core gets out of an unknown outcome: the steps in order, the earliest first look, and
 * when a human takes over.
 */
export interface Resolution {
  /**
   * `timeoutReversal`: what is absent after the quiescence time is taken back by our reference
   * (`cancel`), executed or not, and has then failed.
   */
  steps: ('query' | 'replaySameBytes' | 'waitNotification' | 'timeoutReversal' | 'manual')[];
  /** First status query not before this many ms after sending. */
  notBeforeMs: number;
  /**
   * "Absent" counts only when seen twice, both later than this many ms after sending (quiescence
   * time).
   */
  quiescenceMs: number;
  giveUpAfterMs: number;
}

/**
 * What a provider says that a result is about. Holds only what it told; the core compares it with
 * the attempt and books nothing where they differ (F29).
 */
export interface Claims {
  /** Our reference, as the provider repeats it. */
  ours?: string;
  /** Ten-thousandths. */
  amount?: bigint;
  currency?: string;
  /** Whom it paid or collected from, in its own words: `Connector.isParty` compares. */
  party?: string;
}

export interface Pending {
  kind: 'pending';
  refs: Refs;
  /** `payer`: waits for the payer's approval. `provider`: the provider took it and works on it. */
  stage: 'payer' | 'provider';
  challenge?: Challenge;
  nextQueryInMs?: number;
  claims?: Claims;
}
export interface Succeeded {
  kind: 'succeeded';
  refs: Refs;
  /** The code that was bought. Never logged: whoever has it can use it. */
  voucher?: Voucher;
  /**
   * What the provider kept for itself, ten-thousandths of the operation's currency, where it tells
   * it.
   */
  fee?: bigint;
  claims?: Claims;
}
/** Money certainly did not move, or was certainly moved back. */
export interface Failed {
  kind: 'failed';
  refs: Refs;
  error: ProviderError;
  executed: 'no' | 'reversed';
  claims?: Claims;
}
/**
 * No byte of the request left this machine (name not found, connection refused). The same attempt
 * may be sent again.
 */
export interface NotSent {
  kind: 'not_sent';
  refs: Refs;
  cause: string;
}
/** `unlisted`: the provider has answered, by a word that no table has. */
export const unknownCauses = ['timeout', 'connection', 'http5xx', 'ambiguous', 'unlisted'] as const;
export type UnknownCause = (typeof unknownCauses)[number];
export interface Unknown {
  kind: 'unknown';
  refs: Refs;
  cause: UnknownCause;
  resolve: Resolution;
}
/**
 * Only a status query says this: the provider knows nothing of our reference. One sighting proves
 * nothing.
 */
export interface Absent {
  kind: 'absent';
  refs: Refs;
}
/** A success was taken back by the provider later. */
export interface Reversed {
  kind: 'reversed';
  refs: Refs;
  reason?: ProviderError;
  claims?: Claims;
}

export type Outcome = Pending | Succeeded | Failed | NotSent | Unknown;
/** Answer of a status query by our reference. */
export type QueryOutcome = Outcome | Absent | Reversed;
