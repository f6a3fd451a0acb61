// Maps each known reason of a refusal to its meaning, for a payment and for giving it back. Every
// row is documented as refused: nothing was executed, or it was declined. Any other reason of a
// final status is `unknown_error`.

import { errorIds, refusalRow } from '@jokko/connectors/kit';
import type { OutcomeTable, RefusalRow } from '@jokko/connectors/kit';

export type CybersourceCall = 'pay' | 'refund';
/**
 * `inquire`: something is known under our code; ask what. `unclear`: says nothing about the
 * attempt.
 */
export type ReasonRow = RefusalRow | 'inquire' | 'unclear';

const rejected = refusalRow(errorIds.cardRejectedByIssuer, 'newAttempt');
const noFunds = refusalRow(errorIds.customerBalanceLow, 'newAttempt');
const expired = refusalRow(errorIds.cardExpired, 'never');
const notAuthenticated = refusalRow(errorIds.partial3ds, 'newAttempt');
const down = refusalRow(errorIds.operatorDown, 'otherRoute', 'down');
const broken = refusalRow(errorIds.executionError, 'otherRoute');
const ourRequest = refusalRow(errorIds.executionError, 'otherRoute', 'config');
const ourAccount = refusalRow(errorIds.connection, 'otherRoute', 'config');
const notRefundable = refusalRow(errorIds.executionError, 'never');

const ofCard = (row: ReasonRow) => ({ pay: row, refund: row === 'inquire' ? row : notRefundable });
const both = (row: ReasonRow) => ({ pay: row, refund: row });

export const reasonTable = {
  EXPIRED_CARD: ofCard(expired),
  INSUFFICIENT_FUND: ofCard(noFunds),
  EXCEEDS_CREDIT_LIMIT: ofCard(noFunds),
  CONSUMER_AUTHENTICATION_FAILED: ofCard(notAuthenticated),
  PROCESSOR_DECLINED: ofCard(rejected),
  GENERAL_DECLINE: ofCard(rejected),
  PAYMENT_REFUSED: ofCard(rejected),
  UNAUTHORIZED_CARD: ofCard(rejected),
  STOLEN_LOST_CARD: ofCard(rejected),
  BLOCKED_BY_CARDHOLDER: ofCard(rejected),
  SUSPENDED_ACCOUNT: ofCard(rejected),
  CONTACT_PROCESSOR: ofCard(rejected),
  INVALID_ACCOUNT: ofCard(rejected),
  CVN_NOT_MATCH: ofCard(rejected),
  INVALID_CVN: ofCard(rejected),
  CV_FAILED: ofCard(rejected),
  AVS_FAILED: ofCard(rejected),
  ALLOWABLE_PIN_RETRIES_EXCEEDED: ofCard(rejected),
  INVALID_CARD: ofCard(rejected),
  INVALID_CARD_TYPE: ofCard(rejected),
  CARD_TYPE_NOT_ACCEPTED: ofCard(rejected),
  // These are of the risk rules of our account, not of the issuer; `provider` keeps the reason for
  // the operator.
  DAGGREJECTED: ofCard(rejected),
  DAGGDENIED: ofCard(rejected),
  DSYSREJECTED: ofCard(rejected),
  DECISION_PROFILE_REJECT: ofCard(rejected),
  DECISION_PROFILE_REVIEW: ofCard(rejected),
  SCORE_EXCEEDS_THRESHOLD: ofCard(rejected),
  BLACKLISTED_CUSTOMER: ofCard(rejected),
  CUSTOMER_WATCHLIST_MATCH: ofCard(rejected),
  ADDRESS_COUNTRY_WATCHLIST_MATCH: ofCard(rejected),
  EMAIL_COUNTRY_WATCHLIST_MATCH: ofCard(rejected),
  IP_COUNTRY_WATCHLIST_MATCH: ofCard(rejected),
  ISSUER_UNAVAILABLE: both(down),
  PROCESSOR_UNAVAILABLE: both(down),
  PROCESSOR_ERROR: both(broken),
  INVALID_MERCHANT_CONFIGURATION: both(ourAccount),
  MISSING_FIELD: both(ourRequest),
  INVALID_DATA: both(ourRequest),
  // At a refund: a part of the payment is given back already.
  INVALID_AMOUNT: { pay: ourRequest, refund: notRefundable },
  INVALID_PAYMENT_ID: { pay: ourRequest, refund: notRefundable },
  NOT_SUPPORTED: both(ourRequest),
  // Ours are sent once: what is known under the code is that one.
  DUPLICATE_REQUEST: both('inquire'),
  NOT_VOIDABLE: { pay: 'unclear', refund: notRefundable },
  // It was given back before: by a call of ours whose answer was lost, or by somebody else.
  MISSING_AUTH: { pay: 'unclear', refund: 'inquire' },
  AUTH_ALREADY_REVERSED: { pay: 'unclear', refund: 'inquire' },
  CAPTURE_ALREADY_VOIDED: { pay: 'unclear', refund: 'inquire' },
  TRANSACTION_ALREADY_REVERSED_OR_SETTLED: { pay: 'unclear', refund: 'inquire' },
  TRANSACTION_ALREADY_SETTLED: { pay: 'unclear', refund: notRefundable },
  ACCOUNT_NOT_ALLOWED_CREDIT: { pay: 'unclear', refund: ourAccount },
  SYSTEM_ERROR: both('unclear'),
  SERVER_TIMEOUT: both('unclear'),
  SERVICE_TIMEOUT: both('unclear'),
} satisfies OutcomeTable<CybersourceCall, ReasonRow>;

export type Reason = keyof typeof reasonTable;

/**
 * Reason codes of the transaction search, which tells numbers; the same reasons in the payment's
 * own words.
 */
export const reasonByNumber: { readonly [code: string]: Reason } = {
  '101': 'MISSING_FIELD',
  '102': 'INVALID_DATA',
  '104': 'DUPLICATE_REQUEST',
  // Our own id of a request (`transactionIdOf`) was used before.
  '105': 'DUPLICATE_REQUEST',
  '200': 'AVS_FAILED',
  '201': 'CONTACT_PROCESSOR',
  '202': 'EXPIRED_CARD',
  '203': 'GENERAL_DECLINE',
  '204': 'INSUFFICIENT_FUND',
  '205': 'STOLEN_LOST_CARD',
  '207': 'ISSUER_UNAVAILABLE',
  '208': 'UNAUTHORIZED_CARD',
  '209': 'CVN_NOT_MATCH',
  '210': 'EXCEEDS_CREDIT_LIMIT',
  '211': 'INVALID_CVN',
  '221': 'BLACKLISTED_CUSTOMER',
  '222': 'SUSPENDED_ACCOUNT',
  '230': 'CV_FAILED',
  '231': 'INVALID_ACCOUNT',
  '232': 'CARD_TYPE_NOT_ACCEPTED',
  '233': 'PROCESSOR_DECLINED',
  '234': 'INVALID_MERCHANT_CONFIGURATION',
  '236': 'PROCESSOR_ERROR',
  '237': 'AUTH_ALREADY_REVERSED',
  '238': 'TRANSACTION_ALREADY_SETTLED',
  '240': 'INVALID_CARD_TYPE',
  '242': 'MISSING_AUTH',
  '243': 'TRANSACTION_ALREADY_REVERSED_OR_SETTLED',
  '246': 'NOT_VOIDABLE',
  '247': 'CAPTURE_ALREADY_VOIDED',
  '400': 'SCORE_EXCEEDS_THRESHOLD',
  '476': 'CONSUMER_AUTHENTICATION_FAILED',
  '481': 'DECISION_PROFILE_REJECT',
  // By a rule of our account (Smart Authorization), which the answer has no word for.
  '520': 'SCORE_EXCEEDS_THRESHOLD',
  '700': 'CUSTOMER_WATCHLIST_MATCH',
  '701': 'ADDRESS_COUNTRY_WATCHLIST_MATCH',
  '702': 'EMAIL_COUNTRY_WATCHLIST_MATCH',
  '703': 'IP_COUNTRY_WATCHLIST_MATCH',
};

// Own members only: a provider that says "constructor" must not find one.
export const reasonOfNumber = (code: string): Reason | undefined =>
  Object.hasOwn(reasonByNumber, code) ? reasonByNumber[code] : undefined;
