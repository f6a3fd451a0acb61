// Entry point of what carriers of SMS with an HTTP interface share: sessions, pace, and the reading of
// answers.

export { balanceMembers, balanceOf, readBalance, testByBalance } from './balance.ts';
export { openCarrierSession } from './session.ts';
export type { Carrier, Found, Submitted } from './carrier.ts';
export { carrierCapabilities, carrierFields } from './config.ts';
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
export { phoneDigits } from './phone-digits.ts';
export { senderKind } from './sender.ts';
