// Entry point of what carriers of SMS share: their pace and their back-off; and, of those with an
// HTTP interface, sessions and the reading of answers.

export { waitAfter, type Backoff } from './backoff.ts';
export { balanceMembers, balanceOf, messageUnits, readBalance, testByBalance } from './balance.ts';
export { openCarrierSession } from './session.ts';
export type { Carrier, Found, Submitted } from './carrier.ts';
export {
  carrierCapabilities,
  carrierFields,
  carrierSettings,
  resendAfterMs,
  resendField,
} from './config.ts';
export { entriesBy } from './entries.ts';
export { greetingProblem } from './greeting.ts';
export {
  acceptNotice,
  entriesOfNotice,
  formOfNotice,
  inboundOf,
  objectOfNotice,
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
  isOfPause,
  partsAllowed,
  pauseAll,
  watchRoom,
} from './pacing.ts';
export type { Pacing } from './pacing.ts';
export { phoneDigits } from './phone-digits.ts';
export { senderKind } from './sender.ts';
