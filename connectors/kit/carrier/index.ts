// Entry point of what carriers of SMS share: their pace and their back-off; and, of those with an
// HTTP interface, all but their own wire.

export { waitAfter, type Backoff } from './backoff.ts';
export { balanceMembers, balanceOf, messageUnits, readBalance, testByBalance } from './balance.ts';
export { openCarrierSession } from './session.ts';
export type { Carrier, Found, Submitted } from './carrier.ts';
export { httpCarrier, type Sending } from './http-carrier.ts';
export type { CarrierContext } from './calls.ts';
export { createRecords } from './records.ts';
export { askEach } from './ask-each.ts';
export type { Listing } from './alike.ts';
export { goLiveItem, paidAccount } from './go-live.ts';
export { checkNoticeAuth, noticeAuthFields, proofOf } from './notice-auth.ts';
export { receiptOf } from './report.ts';
export {
  carrierCapabilities,
  carrierFields,
  carrierSettings,
  resendAfterMs,
  resendField,
} from './config.ts';
export { entriesBy, entriesIn } from './entries.ts';
export { greetingProblem } from './greeting.ts';
export {
  acceptNotice,
  entriesOfNotice,
  fieldsOfNotice,
  formOfNotice,
  inboundOf,
  objectOfNotice,
  receiveNotices,
  refuseNotice,
} from './notice.ts';
export { readRequestError, readUnlisted, readUnlistedRefusal } from './read-answer.ts';
export { quoted } from './quoted.ts';
export {
  accepted,
  busy,
  garbled,
  inferred,
  misconfigured,
  readingOf,
  readUnanswered,
  refused,
} from './reading.ts';
export type { HttpAnswer, Meaning, Reading } from './reading.ts';
export {
  countSubmitted,
  createPacing,
  endPauses,
  halveRate,
  partsAllowed,
  pauseAll,
  watchRoom,
} from './pacing.ts';
export type { Pacing } from './pacing.ts';
export { phoneDigits } from './phone-digits.ts';
export { refusedSender, senderKind, shownSender } from './sender.ts';
export { unlistedReport } from './unlisted-states.ts';
export { validityWithin } from './validity.ts';
