// What the conformance suite has to know about an SMS connector over HTTP beyond its interface:
// what its carrier says, as answers to scripted calls.

import type { HttpRequest, HttpResult, SmsConnector, SmsNotice, SmsPart } from '../../index.ts';
import type { SmsReceipt } from '../../index.ts';

export interface SmsSubject<Config> {
  connector: SmsConnector<Config>;
  /** Usable and without a low rate. Its notices are signed, where the protocol signs any. */
  config: Config;
  /**
   * Whether a request submits messages; others fetch tokens, show credentials or ask what became of
   * a message.
   */
  submits(request: HttpRequest): boolean;
  /**
   * The answer to any other request while the carrier knows us; to a question about a message: it
   * cannot say.
   */
  answers(request: HttpRequest): HttpResult;
  /** The answer that takes these parts, which are all of one request. */
  takes(parts: readonly SmsPart[]): HttpResult;
  /** The id under which `takes` takes a part. */
  idOf(part: SmsPart): string;
  /**
   * A success of HTTP that refuses the first of these parts and takes the others; absent: one
   * message a request.
   */
  refusesFirst?(parts: readonly SmsPart[]): HttpResult;
  /** The answer to any request with credentials that the carrier does not know. */
  wrongCredentials: HttpResult;
  /** Every table of codes with which the carrier answers a submission. */
  codes: readonly CodeTable[];
  /** Successes of HTTP in the carrier's own form that prove nothing. */
  garbled: readonly HttpResult[];
  /**
   * Refusals in which the carrier repeats this: in its free words, and in each member that is read
   * as a code.
   */
  repeats(words: string): readonly HttpResult[];
  /**
   * How the carrier tells the balance, where the connector reads one: the answer with this amount
   * as text, in its currency. `asks`: whether a request asks for it; absent: each.
   */
  balance?: {
    currency: string;
    answer(amount: string): HttpResult;
    asks?(request: HttpRequest): boolean;
  };
  /**
   * How the carrier says what became of messages whose answer was lost; needed for a connector with
   * `find` or `findById`.
   */
  lookUp?: {
    /** Whether a request asks that. */
    asks(request: HttpRequest): boolean;
    /**
     * The answer of a carrier that has these parts, with this status of a report, and no other that
     * it was asked for.
     */
    tells(parts: readonly SmsPart[], status: string): HttpResult;
    /**
     * The carrier takes each reference once: a part that is absent at the last question is
     * submitted once more.
     */
    repeatsAbsent?: true;
    /** The same where it is asked by its own ids; needed for a connector with `findById`. */
    byId?: Pick<NonNullable<SmsSubject<Config>['lookUp']>, 'asks' | 'tells'>;
  };
  notices: NoticeSubject<Config>;
}

export interface CodeTable {
  /** For the name of the test. */
  about: string;
  /**
   * The codes of the connector's table: each must have its outcome here. Large and small letters
   * are the same.
   */
  listed: Iterable<string>;
  /** How the carrier says a code about a part. */
  answer(code: string, part: SmsPart): HttpResult;
  /**
   * `accepted`, `refused bad_number`, `busy throttled`; with a star where the session is not bound
   * afterwards.
   */
  outcomes: { readonly [code: string]: string };
  /** Codes that no table has. */
  invented: { readonly [code: string]: 'refused other' | 'unknown' };
}

export interface NoticeSubject<Config> {
  /** A genuine notice with this status of a part. */
  report(part: SmsPart, status: string): SmsNotice;
  /**
   * As in a table of codes: what each status means. One that is not listed means nothing:
   * `unknown`.
   */
  statuses: {
    listed: Iterable<string>;
    states: { readonly [status: string]: SmsReceipt['state'] };
  };
  /**
   * A genuine notice of a message from a phone; absent: the protocol has none. Numbers are digits.
   */
  inbound?(message: { from: string; to: string; text: string; id: string }): SmsNotice;
  /**
   * A genuine notice that a phone refuses further messages, where that is not a message with a stop
   * word.
   */
  optOut?(message: { from: string; to: string }): SmsNotice;
  /**
   * A genuine notice made false: without its proof, and with another one. Absent: only the secret
   * address proves it.
   */
  forged?(notice: SmsNotice): readonly SmsNotice[];
  /**
   * A configuration whose reports nothing proves, and the carrier's answer that confirms one with
   * this status.
   */
  unproven?: { config: Config; confirms(part: SmsPart, status: string): HttpResult };
}
