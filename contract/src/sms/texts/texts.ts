// Interface of the messages to callers of the SMS interface. Each language implements all of it,
// so a missing text does not compile.
import type { SmsNumberFault } from '../number-problem.ts';
import type { SmsFault } from '../request.ts';

/** A parameter of a query with a value that it cannot have. */
export type SmsQueryParameter = 'after' | 'limit' | 'state' | 'format';

export interface SmsTexts {
  // Successes
  accepted(values: { recipients: number }): string;
  /** Look-ups. */
  ok(): string;
  optOutsAdded(values: { count: number }): string;
  optOutsRemoved(values: { count: number }): string;

  // `msg` of refusals whose `data` holds more than one entry
  /** Several fields. */
  invalidRequest(): string;
  /** `count` numbers of the request. */
  numbersRefused(values: { count: number }): string;

  // Entries of `data`
  fault: Record<SmsFault, string>;
  /** Stands in `data` under the number as it was sent. */
  number(fault: SmsNumberFault): string;
  /** `content` makes more than `max` parts. */
  contentTooLong(values: { parts: number; max: number }): string;
  /** `balance`; amounts are text with their currency, such as "1 500 XOF". */
  balanceTooLow(values: { needed: string; available: string }): string;
  /** `Idempotency-Key`. */
  idempotencyKeyInvalid(): string;
  idempotencyKeyUsed(): string;
  /** `id`. */
  batchUnknown(): string;
  batchNotCancelled: Record<'unknown' | 'notScheduled' | 'started', string>;
  /** `after`, `limit`, `state`, `format`. */
  query: Record<SmsQueryParameter, string>;

  /** `body`: a form of files and parts. */
  bodyMultipart(): string;
  /** `body`: a character set that is not read; `charset` as the Content-Type names it. */
  bodyCharset(values: { charset: string }): string;
  /**
   * `body`: a form whose values are no text in the character set that it names, UTF-8 unless it
   * names one.
   */
  bodyNotText(): string;

  // Refusals with empty `data`
  accountSuspended(): string;
  tooManyRequests(): string;
  /** Nothing was stored or charged; the same request may be sent again. */
  unavailable(): string;
}
