// What each protocol says of a payment or a message that failed for a reason in no table, digits
// 8020: a word of the protocol's own form that its provider never says. A protocol without a line
// here does not compile.

import { reasons } from './core/catalogue.ts';
import type { Protocol } from './sms/message.ts';
import type { Operation } from './core/operation.ts';

export const unheardOfWords = {
  /** The last digits of a response code. */
  airtel: '9999',
  /** As an ISO code: three or four characters. */
  'bank-file': 'ZZ99',
  cybersource: 'MOON_IN_WRONG_PHASE',
  'dt-one': 'DECLINED-MOON-IN-WRONG-PHASE',
  gsma: 'moonInWrongPhase',
  /** Tells nobody why a transaction was rejected. */
  moneygram: null,
  mpesa: 7777,
  'mtn-momo': 'MOON_IN_WRONG_PHASE',
  'orange-sonatel': 4711,
  /** Has no reasons. */
  'orange-webpay': null,
  'pi-spi': 'ZZ99',
  reloadly: 'MOON_IN_WRONG_PHASE',
  sandbox: 'moon_in_wrong_phase',
  stripe: 'moon_in_wrong_phase',
  wave: 'moon-in-wrong-phase',
  whatsapp: 139_999,
} as const;

/** Every simulated protocol. */
export type ProtocolName = keyof typeof unheardOfWords;

/** Is it to be told by the protocol's invented word, and by no id of the catalogue? */
export const isUnheardOf = ({ errorId }: Pick<Operation, 'errorId'>): boolean =>
  errorId === reasons.unheardOf;

/** The codes of SMS: in the answer to a submission (digits 8021), and in a report (8020). */
export const unheardOfCodes = {
  'africas-talking': { refusal: 499, report: 'MoonInWrongPhase' },
  infobip: { refusal: 199, report: 198 },
  'orange-sms': { refusal: 'SVC9999', report: 'MoonInWrongPhase' },
  /** A status between those of the standard and the vendors', and a word of a receipt. */
  smpp: { refusal: 0x03e9, report: 'MOONDWN' },
  twilio: { refusal: 29_999, report: 39_999 },
} as const satisfies {
  [name in Protocol]: { refusal: number | string; report: number | string };
};

/** The same as the number of a message's state, where SMPP asks for it. */
export const unheardOfState = 99;
