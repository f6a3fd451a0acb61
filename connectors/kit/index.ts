// Entry point of the connector kit: the interface every connector fulfils, and what connectors
// build their answers from.
export type * from './connector.ts';
export type * from './file-protocol.ts';
export type * from './intent.ts';
export type * from './outcome.ts';
export type * from './remittance.ts';
export type * from './sms.ts';
export {
  about,
  failed,
  notSent,
  outcomeOfOne,
  pending,
  succeeded,
  unknown,
} from './build-outcome.ts';
export { capabilityProblems, connectorProblems } from './check-connector.ts';
export {
  looksLikeSmsConnector,
  smsBalanceProblem,
  smsCapabilityProblems,
  smsConnectorProblems,
  smsInboundProblem,
  smsOutcomeProblem,
  smsReceiptProblem,
  smsReceivedProblem,
} from './check-sms-connector.ts';
export { generalGoLiveIds } from './go-live.ts';
export type { GoLiveItem, GoLiveSight, SmsGoLiveItem } from './go-live.ts';
export { outcomeProblem, providerErrorProblem } from './check-outcome.ts';
export { receiptProblem } from './check-receipt.ts';
export { errorIds } from '@jokko/contract';
export { voucherFromWire } from './voucher.ts';
export type { Voucher, VoucherType } from './voucher.ts';
export { refusalRow, refusedByDigits, sandboxRow } from './catalogue-error.ts';
export { doubted, failedFor, finalError, noted, unlistedReason } from './final-status.ts';
export type { FinalWord } from './final-status.ts';
export { loggable, providerError } from './provider-error.ts';
export type { RefusalRow } from './provider-error.ts';
export { firstOfEach } from './first-of-each.ts';
export { encryptPin, readPublicKey } from './encrypt-pin.ts';
export { basicAuth } from './basic-auth.ts';
export { isHmacOf, isSameSecret } from './notice-proof.ts';
export { userAgent, withUserAgent } from './user-agent.ts';
export { isHttpAddress } from './http-address.ts';
export { targetOfUrl } from './http-target.ts';
export { productFault } from './product.ts';
export { readConnectionTest } from './read-connection-test.ts';
export { queryRow, unlisted } from './outcome-table.ts';
export type { OutcomeTable } from './outcome-table.ts';
export {
  firstQueryMs,
  giveUpAfterMs,
  liveQuiescenceMs,
  queryOnly,
  queryThenReplay,
  sandboxQuiescenceMs,
} from './resolution.ts';
export { readSandboxDigits, sandboxDigitsOf } from './sandbox-digits.ts';
export type { SandboxBehaviour } from './sandbox-digits.ts';
export { gaveUp, unclearCause } from './unclear-cause.ts';
export {
  amountFromWire,
  amountToNumber,
  amountToWire,
  balanceFromWire,
  fitsCurrency,
} from './wire-money.ts';
export {
  asObject,
  codeMember,
  countMember,
  keyedValue,
  listFromWire,
  listMember,
  objectFromWire,
  textMember,
  wordMember,
} from './wire-json.ts';
export type { JsonObject } from './wire-json.ts';
export { baseAddress } from './base-address.ts';
export { statementRows } from './statement-rows.ts';
export { fromMinorUnits, toMinorUnits } from './minor-units.ts';
export { createTokenCache } from './token-cache.ts';
export { callWithToken, noToken } from './token-call.ts';
export type { TokenSource } from './token-call.ts';
export { silenceMs } from './own-silence.ts';
export { isSamePhone } from './same-phone.ts';
export { rateLimit } from './rate.ts';
export { isPartId, normalPartId } from './sms-part-id.ts';
export { heldEscape, heldHalves, heldOctets, heldUcs2, withHeldLetters } from './cut-letters.ts';
export { latinText, textOfOctets, textOfUcs2 } from './text-of-octets.ts';
export {
  account,
  choice,
  fields,
  flag,
  hinted,
  httpFields,
  int,
  isWhole,
  like,
  number,
  optional,
  rate,
  sandbox,
  secret,
  text,
  timeout,
  url,
  withDefault,
} from './fields.ts';
export type { ConfigOf, Refuse } from './fields.ts';
export { checkTls, tlsFields } from './config-tls.ts';
export { callEnded, standingBefore } from './http-origin.ts';
