// Maps 7NNN to its refusal. NNN is the SMPP command_status in decimal; carriers over HTTP express
// the same in codes of their own, which follow from words.

/** Status numbers of SMPP 3.4 (table 5-2), as far as this SMSC uses them. */
export const status = {
  ok: 0x00,
  badMessageLength: 0x01,
  badCommandLength: 0x02,
  badCommandId: 0x03,
  notBound: 0x04,
  alreadyBound: 0x05,
  systemError: 0x08,
  badSource: 0x0a,
  badDestination: 0x0b,
  badMessageId: 0x0c,
  badPassword: 0x0e,
  badSystemId: 0x0f,
  queueFull: 0x14,
  badEsmClass: 0x43,
  submitFailed: 0x45,
  throttled: 0x58,
  badExpiry: 0x62,
  receiverTemporary: 0x64,
  receiverPermanent: 0x65,
  receiverRejects: 0x66,
  queryFailed: 0x67,
  badOptionalPart: 0xc0,
  badParameterLength: 0xc2,
} as const;

/**
 * A refusal in a word, from which each carrier's code follows. `busy` ones are worth another try.
 */
export type RefusalWord =
  | 'invalid_number'
  | 'invalid_sender'
  | 'invalid_text'
  | 'barred'
  | 'no_credit'
  | 'not_permitted'
  | 'rejected'
  | 'busy'
  | 'queue_full';

const words: { readonly [number: number]: RefusalWord } = {
  1: 'invalid_text',
  8: 'busy',
  10: 'invalid_sender',
  11: 'invalid_number',
  20: 'queue_full',
  67: 'invalid_text',
  69: 'rejected',
  72: 'invalid_sender',
  73: 'invalid_sender',
  80: 'invalid_number',
  81: 'invalid_number',
  88: 'busy',
  98: 'not_permitted',
  102: 'barred',
};

/** Further statuses that 7NNN may name; all others become SUBMITFAIL. */
const others = [
  2, 3, 4, 5, 6, 7, 12, 13, 14, 15, 17, 19, 21, 51, 52, 64, 66, 68, 83, 84, 85, 97, 99, 100, 101,
  103, 192, 193, 194, 195, 196, 254, 255,
];
const known = new Set([...Object.keys(words).map(Number), ...others]);

/** 7900 to 7999 are the vendor's own: 0x400 to 0x463. */
const vendorFrom = 900;
const vendorBase = 0x400;
/** Two of them that have words: prepaid credit used up, subscriber barred. */
export const noCreditDigits = 902;
export const barredDigits = 903;
const vendorWords: { readonly [number: number]: RefusalWord } = {
  [noCreditDigits]: 'no_credit',
  [barredDigits]: 'barred',
};

export function statusOfDigits(number: number): number {
  if (number >= vendorFrom) return vendorBase + number - vendorFrom;
  return known.has(number) ? number : status.submitFailed;
}

export function wordOfDigits(number: number): RefusalWord {
  return vendorWords[number] ?? words[number] ?? 'rejected';
}
