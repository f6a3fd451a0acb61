// What is meant by a service entry that leaves things out? The spelling of the code tells the type, the country and the kind of work.

import { bankCardCode, countryOfCode, familyOfCode, typeOperationOf, typeServiceOfCode, needsCountryCode } from '@jokko/contract';
import type { TypeService } from '@jokko/contract';
import type { OperationKind } from '@jokko/connector-kit';
import type { ServiceEntry } from './document.ts';
import type { LinkKind, RequiredField } from './service.ts';

/** Currency where an entry names none: that of the code's country. */
const currencyOfCountry: { [country: string]: string } = { SN: 'XOF', CI: 'XOF', BJ: 'XOF', ML: 'XOF', BF: 'XOF', CM: 'XAF' };
const mainCurrency = 'XOF';
const cardOrderPrefix = 'JOKKO';

/** What a request must carry for each kind of work (rule O7). */
export const requiredFieldsOf: { readonly [kind in OperationKind]: readonly RequiredField[] } = {
  collect: [],
  payout: [],
  airtime: [],
  card: ['card', 'customerFirstName', 'customerLastName'],
  bill_pay: ['accountNumber', 'billReference'],
  reload: ['accountNumber'],
  bank_transfer: ['rib', 'customerFirstName', 'customerLastName'],
  chat: ['message'],
  remit_send: ['remitSendData'],
  remit_receive: ['referenceNumber'],
};

/** The kinds of work that a service type may stand for. */
export const kindsOfType: { readonly [type in TypeService]: readonly OperationKind[] } = {
  CASHIN: ['payout', 'bank_transfer', 'remit_send'],
  CASHOUT: ['collect', 'card', 'remit_receive'],
  CREDIT_TELEPHONIQUE: ['airtime'],
  BILL_PAY: ['bill_pay'],
  // Community collections are spelled `_BILL_PAY`: their bills are listed and paid like any other.
  BILL_BUY_RELOAD: ['reload', 'bill_pay'],
  MESSENGING_SMS: ['chat'],
};

/** The members that have a default which depends on the code, filled in; null where the code has no known suffix and no type is given. */
export interface FilledEntry {
  typeService: TypeService;
  direction: 'DEBIT' | 'CREDIT';
  kind: OperationKind;
  country: string | null;
  currency: string;
  link: LinkKind;
  requiredFields: RequiredField[];
}

export function fillIn(entry: ServiceEntry): FilledEntry | null {
  const typeService = entry.typeService ?? typeServiceOfCode(entry.code);
  if (typeService === null) return null;
  const kind = entry.kind ?? kindOf(entry.code, typeService);
  const country = entry.country !== undefined ? entry.country : needsCountryCode(entry.code) ? null : countryOfCode(entry.code);
  return {
    typeService,
    direction: entry.direction ?? typeOperationOf[typeService],
    kind,
    country,
    currency: entry.currency ?? currencyOfCountry[country ?? ''] ?? mainCurrency,
    link: entry.link ?? (kind === 'card' ? 'authPage' : 'none'),
    requiredFields: entry.requiredFields ?? [...requiredFieldsOf[kind]],
  };
}

function kindOf(code: string, typeService: TypeService): OperationKind {
  switch (familyOfCode(code)) {
    case 'card':
      return 'card';
    case 'bankTransfer':
      return 'bank_transfer';
    case 'chat':
      return 'chat';
    case 'billPay':
      return 'bill_pay';
    case 'reload':
      return 'reload';
    case 'remitSend':
      return 'remit_send';
    case 'remitReceive':
      return 'remit_receive';
    case 'wallet':
      return 'collect';
    case 'plain':
      return typeService === 'CREDIT_TELEPHONIQUE' ? 'airtime' : 'payout';
  }
}

/** The currency that counts for an entry; null where its code tells nothing. */
export function currencyOf(entry: ServiceEntry): string | null {
  return fillIn(entry)?.currency ?? null;
}

export function defaultIcon(code: string): string {
  return `/icons/${code.toLowerCase()}.svg`;
}

/** `OPA_SN_API_CASH_IN` → `Opa`: the first word of the code stands for the provider until an operator names it. */
export function defaultProvider(code: string): string {
  const word = code.split('_')[0] ?? code;
  return word.charAt(0) + word.slice(1).toLowerCase();
}

export function defaultOrderPrefix(code: string, link: LinkKind): string | null {
  return code === bankCardCode || link === 'authPage' ? cardOrderPrefix : null;
}
