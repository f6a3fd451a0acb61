// Entry point of short messages: alphabets, segmentation, numbers, senders, and the wire of the SMS
// interface. Pure, so that a page can count parts while somebody types.
export { isGsmText } from './alphabet.ts';
export { decodeGsm7, decodeUcs2, encodeGsm7, encodeUcs2 } from './codecs.ts';
export { smsContentUnitsMax, smsPartLimits } from './encoding.ts';
export type { SmsEncoding } from './encoding.ts';
export * from './endpoints/index.ts';
export { smsRefusal, smsRefusalResponse } from './envelope.ts';
export type { SmsRefusalResponse } from './envelope.ts';
export {
  appKeyHeader,
  batchIdHeader,
  idempotencyKeyHeader,
  idempotencyKeyPattern,
  smsPageDefault,
  smsPageMax,
  smsRecipientsMax,
} from './fields.ts';
export type { SmsCharset } from './fields.ts';
export * from './inbound.ts';
export { readMsisdn } from './msisdn.ts';
export { smsNumberProblems } from './number-problem.ts';
export type { SmsNumberFault, SmsNumberProblem } from './number-problem.ts';
export { proposeGsm, type GsmCharacter, type GsmProposal } from './gsm-proposal.ts';
export type { SmsReplacement } from './replace.ts';
export * from './reports.ts';
export * from './request.ts';
export * from './schedule.ts';
export { charactersOutsideGsm, segmentText } from './segment.ts';
export type { SegmentedText } from './segment.ts';
export { checkSender } from './sender.ts';
export type { SenderCheck, SenderProblem } from './sender.ts';
export * from './states.ts';
export * from './texts/index.ts';
