// Which sentences can a caller of the SMS interface be told? Each language implements this whole interface, so a missing text does not compile.
import type { SmsFault } from '../request.ts';

/** What can be wrong with one recipient; its sentence stands in `data` under the number as it was sent. */
export type SmsNumberProblem =
  /** Not in international format, or no number of its country. */
  | 'invalid'
  | 'landline'
  | 'countryNotServed'
  | 'operatorNotServed'
  | 'optedOut'
  /** The same sender and text went to it within the app's duplicate window. */
  | 'duplicate';

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
  number: Record<SmsNumberProblem, string>;
  /** `content` makes more than `max` parts. */
  contentTooLong(values: { parts: number; max: number }): string;
  /** `balance`; amounts are text with their currency, such as "1 500 XOF". */
  balanceTooLow(values: { needed: string; available: string }): string;
  /** `msisdn`: countries whose prices are in different currencies. */
  currenciesDiffer(): string;
  /** `Idempotency-Key`. */
  idempotencyKeyInvalid(): string;
  idempotencyKeyUsed(): string;
  /** `id`. */
  batchUnknown(): string;
  /** `after`, `limit`, `state`, `format`. */
  query: Record<SmsQueryParameter, string>;

  /** `body`: a form of files and parts. */
  bodyMultipart(): string;
  /** `body`: a form whose values are no text in the character set that it names, UTF-8 unless it names one. */
  bodyNotText(): string;

  // Refusals with empty `data`
  accountSuspended(): string;
  tooManyRequests(): string;
  /** Nothing was stored or charged; the same request may be sent again. */
  unavailable(): string;
}
