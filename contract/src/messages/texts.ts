// Interface of the messages to callers, with the values of each. Each language implements all of
// it, so a missing text does not compile.
import type { TypeOperation } from '../services.ts';
import type { FieldProblem } from '../field-problem.ts';

export interface Texts {
  // Successes
  /** Balance, status, claim: the same words in every language (rule H7). */
  success(): string;
  /** Remittance look-ups (rule H7). */
  ok(): string;
  /** `withCallback` false where the request gave no callback address. */
  wouldBeAnsweredAgain(): string;
  wouldBeStarted(): string;
  operationAccepted(values: { withCallback: boolean }): string;
  chatAccepted(values: { phoneE164: string }): string;
  pendingBills(values: { count: number }): string;
  /** `notificationMessage`: ends with the link, which is followed by nothing. */
  linkNotification(values: { link: string; service: string; amount: string }): string;
  /** As linkNotification, for a page that shows a QR code. */
  qrNotification(values: { link: string; service: string; amount: string }): string;
  /** `msg` of the callback. */
  callback(values: {
    typeOperation: TypeOperation;
    service: string;
    provider: string;
    voucher: string | null;
  }): string;

  // Refunds; `amount` is text with its currency, such as "50 CFA"
  refunded(values: { service: string; amount: string }): string;
  canceled(values: { service: string; amount: string }): string;
  refundPending(values: { service: string; amount: string }): string;
  alreadyRefunded(values: { service: string; amount: string }): string;
  alreadyCanceled(values: { service: string; amount: string }): string;
  refundOfFailed(values: { service: string; amount: string }): string;
  refundNotPossible(values: { service: string; amount: string }): string;
  refundBalanceTooLow(values: { service: string; amount: string }): string;
  refundTooEarly(values: { service: string; amount: string }): string;

  // Bills and remittance
  billCannotBePaid(): string;
  billNotListed(values: { billReference: string }): string;
  billAlreadyPaid(values: { billReference: string }): string;
  remittanceNotFound(): string;

  // Claims
  claimAlreadyOpen(values: { claimRef: string }): string;

  // Refusals
  keyMissing(): string;
  keyInvalid(): string;
  keysDiffer(): string;
  /** The check at its end is wrong. */
  keyMistyped(): string;
  keyExpired(): string;
  keyRevoked(): string;
  keyNotFromHere(values: { address: string }): string;
  keyReadsOnly(): string;
  keyMakesNoRefunds(): string;
  keyDoesNotListen(): string;
  keyNotForService(values: { codeService: string }): string;
  /** On another path than this one. */
  signatureUsed(): string;
  serviceNotActivated(values: { codeService: string }): string;
  accountSuspended(): string;
  unknownService(values: { codeService: string }): string;
  unknownClaim(): string;
  unknownPayout(): string;
  /** Under the id of another batch. */
  payoutConflict(values: { id: string }): string;
  payoutLinesWrong(values: { wrong: number; lines: number }): string;
  payoutNotNow(values: { state: string }): string;
  /** The key stands in the body, behind what is read before it is known. */
  payoutKeyInHeader(): string;
  unknownTransaction(): string;
  unknownCheckout(): string;
  unknownIntegrationTest(): string;
  onlySandbox(): string;
  checkoutConflict(values: { id: string }): string;
  checkoutBeingPaid(): string;
  checkoutPaid(): string;
  unknownPaymentLink(): string;
  paymentLinkConflict(values: { id: string }): string;
  unknownCurrency(): string;
  unknownPath(): string;
  wrongMethod(values: { allowed: string }): string;
  conflict(values: { externalTransactionId: string }): string;
  invalidFields(values: { fields: readonly string[] }): string;
  tooManyLookUps(values: { perMinute: number }): string;
  lookUpsBlocked(): string;
  tooManyRequests(): string;
  tooManyStreams(): string;
  tooManyCalls(): string;
  internal(): string;

  // Bodies that are no usable JSON
  notHttp(): string;
  headersTooLarge(): string;
  requestTooSlow(): string;

  /** `character` from 1. */
  bodyNotJson(values: { character: number }): string;
  bodyUnreadable(): string;
  bodyNotUtf8(): string;
  bodyCompressed(): string;
  bodyForm(): string;
  bodyMultipart(): string;
  bodyNotObject(): string;
  bodyEmpty(): string;
  bodyTooLarge(values: { maxKiB: number }): string;
  /** Larger than usual, complete, and nothing that may be. */
  bodyNotMedia(): string;
  /** For a chat message: its file may be large, and nothing else of it. */
  bodyLargeBesideMedia(values: { maxKiB: number }): string;
  bodyTooSlow(values: { seconds: number }): string;
  bodyDuplicateMember(values: { name: string }): string;
  bodyTooDeep(values: { max: number }): string;
  bodyTooManyMembers(values: { max: number }): string;
  bodyTooManyNames(values: { max: number }): string;
  /** Objects and lists, all together. */
  bodyTooManyObjects(values: { max: number }): string;
  bodyElementTooLong(values: { max: number }): string;
  bodyForbiddenMember(values: { name: string }): string;
  bodyInexactNumber(): string;
  /** NUL, or half a surrogate pair. */
  bodyForbiddenCharacter(): string;

  /** What is wrong with a field: the `message` of an entry in `errors`. */
  field(field: string, problem: FieldProblem): string;
}
