// Kinds of problems that a field of a request can have. They are kinds, not sentences: the
// account's language decides the wording (messages.ts).

import type { AddressReason, Suggestion } from './messages/suggestions.ts';

export const fieldProblems = [
  'missing',
  'empty',
  'notString',
  'notNumber',
  'notBoolean',
  'notObject',
  'notAmount',
  'notStringOrObject',
  'notIdentifier',
  'tooLong',
  'badCharacters',
  'notDigits',
  'notPositive',
  'tooLarge',
  'tooManyDecimals',
  'notJsonObject',
  'notUrl',
  'notHttps',
  'urlNotAllowed',
  'aliasDiffers',
  'invalidPhone',
  'invalidRib',
  'invalidCardNumber',
  'cardNumber',
  'invalidExpiry',
  'invalidCvc',
  'invalidDate',
  'invalidBase64',
  'notMediaExtension',
  'notBillPay',
  'notRemittance',
  'differsFromBill',
  'differsFromRecord',
  'differsFromTransaction',
  'differsFromService',
  'notAllowed',
] as const;
export type FieldProblem = (typeof fieldProblems)[number];

/**
 * One fault found in a request; `field` is the member's name, dotted for nested ones
 * (`remitSendData.senderDetails.senderCity`).
 */
export interface FieldFault {
  field: string;
  problem: FieldProblem;
  /** What was probably meant. */
  suggestion?: Suggestion;
}

/** Why an address is not called: what its field is told, and what its sender can change. */
export interface AddressProblem {
  problem: FieldProblem;
  reason: AddressReason;
}
