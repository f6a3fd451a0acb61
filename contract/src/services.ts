// The service and operation types of the interface, and the form of a service code. What else the
// spelling of a code says is in kinds/by-code.ts.

export const typeServices = [
  'CASHIN',
  'CASHOUT',
  'CREDIT_TELEPHONIQUE',
  'BILL_PAY',
  'BILL_BUY_RELOAD',
  'MESSENGING_SMS',
] as const;
export type TypeService = (typeof typeServices)[number];

/** DEBIT takes from the developer's balance, CREDIT adds to it. */
export const typeOperations = ['DEBIT', 'CREDIT'] as const;
export type TypeOperation = (typeof typeOperations)[number];

const codeShape = /^[A-Z0-9]+(?:_[A-Z0-9]+)*$/;
/** True for upper-case words joined by underscores, the only spelling of a service code. */
export function isServiceCode(text: string): boolean {
  return codeShape.test(text) && text.length <= 64;
}

/**
 * The two-letter country inside a code (`OPA_CI_API_CASH_IN` → `CI`), or null where it has none
 * (card, chat).
 */
export function countryOfCode(codeService: string): string | null {
  return /_([A-Z]{2})_(?:API|WALLET|AIRTIME|BILL)_/.exec(codeService)?.[1] ?? null;
}
