// What does a service code tell by its spelling, and how do service and operation types go together? The catalogue is data and has the
// last word; these rules check an imported catalogue and describe services in the documentation.

export const typeServices = ['CASHIN', 'CASHOUT', 'CREDIT_TELEPHONIQUE', 'BILL_PAY', 'BILL_BUY_RELOAD', 'MESSENGING_SMS'] as const;
export type TypeService = (typeof typeServices)[number];

/** DEBIT takes from the developer's balance, CREDIT adds to it. */
export const typeOperations = ['DEBIT', 'CREDIT'] as const;
export type TypeOperation = (typeof typeOperations)[number];

/** The operation type that belongs to each service type. CASHIN pays a wallet and debits the developer; CASHOUT collects and credits. */
export const typeOperationOf: Record<TypeService, TypeOperation> = {
  CASHIN: 'DEBIT',
  CASHOUT: 'CREDIT',
  CREDIT_TELEPHONIQUE: 'DEBIT',
  BILL_PAY: 'DEBIT',
  BILL_BUY_RELOAD: 'DEBIT',
  MESSENGING_SMS: 'DEBIT',
};

export const bankCardCode = 'BANK_CARD_API_CASH_OUT';
export const bankTransferCode = 'BANK_TRANSFER_SN_API_CASH_IN';
export const chatCode = 'CHAT_MESSAGING';

/** True for the two services whose phone must carry its country code, since their code names no single country of the phone (rule O1). */
export function needsCountryCode(codeService: string): boolean {
  return codeService === bankCardCode || codeService === chatCode;
}

const codeShape = /^[A-Z0-9]+(?:_[A-Z0-9]+)*$/;
const secondRoute = /_2$/;
const suffixes: readonly [suffix: string, type: TypeService][] = [
  ['_API_CASH_IN', 'CASHIN'],
  ['_API_CASH_OUT', 'CASHOUT'],
  ['_WALLET_CASH_IN', 'CASHIN'],
  ['_WALLET_CASH_OUT', 'CASHOUT'],
  ['_AIRTIME_CREDIT_TELEPHONIQUE', 'CREDIT_TELEPHONIQUE'],
  ['_BILL_PAY', 'BILL_PAY'],
  ['_BILL_RELOAD', 'BILL_BUY_RELOAD'],
];

/** True for upper-case words joined by underscores, the only spelling of a service code. */
export function isServiceCode(text: string): boolean {
  return codeShape.test(text) && text.length <= 64;
}

/** The service type that a code's suffix names, or null for a code of no known form. `_2` marks a second route to the same operator. */
export function typeServiceOfCode(codeService: string): TypeService | null {
  if (codeService === chatCode) return 'MESSENGING_SMS';
  const code = codeService.replace(secondRoute, '');
  return suffixes.find(([suffix]) => code.endsWith(suffix))?.[1] ?? null;
}

/** True when a catalogue entry may have this type: its suffix's, or BILL_BUY_RELOAD for a community collection spelled `_BILL_PAY`. */
export function typeServiceFitsCode(codeService: string, type: TypeService): boolean {
  const bySuffix = typeServiceOfCode(codeService);
  return bySuffix === type || (bySuffix === 'BILL_PAY' && type === 'BILL_BUY_RELOAD');
}

/** The two-letter country inside a code (`OPA_CI_API_CASH_IN` → `CI`), or null where it has none (card, chat). */
export function countryOfCode(codeService: string): string | null {
  return /_([A-Z]{2})_(?:API|WALLET|AIRTIME|BILL)_/.exec(codeService)?.[1] ?? null;
}

/** Which extra request members a service reads; the catalogue names one per service, `familyOfCode` is the guess by spelling. */
export const serviceFamilies = [
  'plain',
  'wallet',
  'card',
  'bankTransfer',
  'billPay',
  'reload',
  'chat',
  'remitSend',
  'remitReceive',
] as const;
export type ServiceFamily = (typeof serviceFamilies)[number];

/**
 * The family a code's spelling suggests. `wallet` is a cash-out that may open a link or QR page, `plain` has the common members alone.
 * A remittance code is known by `REMIT` in its first word only: an operator's own spelling needs the catalogue.
 */
export function familyOfCode(codeService: string): ServiceFamily {
  if (codeService === bankCardCode) return 'card';
  if (codeService === bankTransferCode) return 'bankTransfer';
  if (codeService === chatCode) return 'chat';
  if (codeService.includes('_BILL_PAY')) return 'billPay';
  if (codeService.includes('_BILL_RELOAD')) return 'reload';
  const remittance = codeService.startsWith('REMIT');
  if (codeService.includes('_CASH_OUT')) return remittance ? 'remitReceive' : 'wallet';
  return remittance && codeService.includes('_CASH_IN') ? 'remitSend' : 'plain';
}
