// What can be wrong with one field of a request? Kinds, not sentences: the language of the account decides the words (messages.ts).

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
  'invalidExpiry',
  'invalidCvc',
  'invalidDate',
  'invalidBase64',
  'notMediaExtension',
  'notBillPay',
  'notRemittance',
  'differsFromBill',
  'differsFromRecord',
  'notAllowed',
] as const;
export type FieldProblem = (typeof fieldProblems)[number];

/** One fault found in a request; `field` is the member's name, dotted for nested ones (`remitSendData.senderDetails.senderCity`). */
export interface FieldFault {
  field: string;
  problem: FieldProblem;
}
