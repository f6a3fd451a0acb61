// Catalogue of business errors and their texts, as GET errors returns it: the entry without id
// first, then ids 1 to 136.
import { errorCodes } from './errors/codes.ts';
import type { ErrorCode, ErrorId } from './errors/codes.ts';
import { errorTexts } from './errors/texts.ts';
import type { Language } from './language.ts';

export { errorCodes, reservedErrorIds } from './errors/codes.ts';
export type { ErrorCode, ErrorId } from './errors/codes.ts';

export interface ErrorEntry {
  id: ErrorId | null;
  code: ErrorCode;
  /** `__amount__` in a message stands for the amount. */
  message: Record<Language, string>;
}

function entry(id: ErrorId | null): ErrorEntry {
  const key = id ?? 'unknown';
  return {
    id,
    code: id === null ? 'unknown_error' : errorCodes[id],
    message: { fr: errorTexts.fr[key], en: errorTexts.en[key] },
  };
}

const ids = Object.keys(errorCodes).map((key) => Number(key) as ErrorId);

/** All 137 entries in the order of the interface. */
export const errorCatalogue: readonly ErrorEntry[] = [entry(null), ...ids.map(entry)];

/** Ids that the gateway and its connectors name in code. */
export const errorIds = {
  invalidPhone: 1,
  walletBalanceTooLow: 2,
  paymentTimeout: 4,
  recipientNotCustomer: 5,
  sameAmountSameRecipient: 6,
  customerSuspended: 11,
  chatUserNotFound: 12,
  numberNotAllowed: 14,
  operatorInternalError: 17,
  monthly: 18,
  connection: 19,
  numberNotFound: 23,
  accountFull: 24,
  insufficientBalance: 26,
  operatorDown: 28,
  executionError: 29,
  noRecipientAccount: 44,
  noPayerAccount: 45,
  weekly: 50,
  daily: 51,
  providerLow: 53,
  customerBalanceLow: 57,
  expiredSession: 66,
  recipientBlocked: 72,
  cardExpired: 83,
  redirectUrl: 90,
  partial3ds: 99,
  cardRejectedByIssuer: 100,
  aboveMaximum: 103,
  badAuth: 108,
  belowMinimum: 116,
  remittanceExpired: 134,
  receptionPurposeInvalid: 135,
  referenceInvalid: 136,
} as const satisfies Record<string, ErrorId>;

/** The id of "amount must be a multiple of", by granularity in currency units. */
export const notMultipleOf = { 5: 38, 50: 15, 100: 16, 200: 86, 500: 87 } as const satisfies Record<
  number,
  ErrorId
>;
export type Granularity = keyof typeof notMultipleOf;

/** True for a number that is an id of the catalogue. */
export function isErrorId(id: number): id is ErrorId {
  return Object.hasOwn(errorCodes, id);
}

/** The code of an id; `unknown_error` for null. */
export function errorCodeOf(id: ErrorId | null): ErrorCode {
  return id === null ? 'unknown_error' : errorCodes[id];
}

/**
 * Puts the amount in place of each `__amount__`. `amountText` is plain digits such as "1350"; the
 * texts name the currency themselves.
 */
export function fillAmount(message: string, amountText: string): string {
  return message.replaceAll('__amount__', () => amountText);
}

/**
 * The text of an entry with the amount filled in. Ids 3 and 55 answer the empty string, as the
 * interface has it.
 */
export function errorText(id: ErrorId | null, language: Language, amountText: string): string {
  return fillAmount(errorTexts[language][id ?? 'unknown'], amountText);
}

/**
 * The smallest id that carries a code, or null for `unknown_error` and for a code that is not in
 * the catalogue.
 */
export function firstIdOfCode(code: string): ErrorId | null {
  if (code === 'unknown_error') return null;
  return ids.find((id) => errorCodes[id] === code) ?? null;
}
