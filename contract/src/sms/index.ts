// The door of short messages: alphabets, segmentation, numbers, senders. Pure, so that a page can count while somebody types.
export { isGsmText } from './alphabet.ts';
export { decodeGsm7, decodeUcs2, encodeGsm7, encodeUcs2 } from './codecs.ts';
export { smsPartLimits } from './encoding.ts';
export type { SmsEncoding } from './encoding.ts';
export type { SmsReplacement } from './replace.ts';
export { segmentText } from './segment.ts';
export type { SegmentedText } from './segment.ts';
export { readMsisdn } from './msisdn.ts';
export { checkSender } from './sender.ts';
export type { SenderCheck, SenderProblem } from './sender.ts';
