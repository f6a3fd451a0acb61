// Reads a push, a payout or a reversal into an order, or names the field that is wrong.

import { decidingDigits } from '../core/digits.ts';
import { decryptPin } from '../core/pin-key.ts';
import { isWebAddress, textMember } from '../http/exchange.ts';
import { initiator, passkey, shortCodes } from './credentials.ts';
import type { Order } from '../core/operation.ts';
import type { Members } from '../http/exchange.ts';

/** The payer's prompt lives about a minute. */
const payerWindowMs = 60_000;
const phone = /^[1-9][0-9]{8,14}$/;
const accountReferenceMax = 12;
/** Its portal says 13; the description of the interface, and its clients, go up to here. */
const descriptionMax = 182;

/** Name of the field that is wrong. */
export interface Fault {
  field: string;
}

/** `''` when short code, password and time of a push or its query fit together. */
export function passwordFault(body: Members): string {
  const code = textMember(body, 'BusinessShortCode') ?? '';
  const time = textMember(body, 'Timestamp') ?? '';
  if (!Object.hasOwn(shortCodes, code)) return 'BusinessShortCode';
  if (!/^20[0-9]{12}$/.test(time)) return 'Timestamp';
  const expected = Buffer.from(`${code}${passkey}${time}`).toString('base64');
  return body['Password'] === expected ? '' : 'Password';
}

/** `''` when the initiator and its encrypted password are right. */
export function initiatorFault(body: Members, nameMember: 'Initiator' | 'InitiatorName'): string {
  if (body[nameMember] !== initiator.name) return nameMember;
  const password = decryptPin(textMember(body, 'SecurityCredential') ?? '');
  return password === initiator.password ? '' : 'SecurityCredential';
}

export function addressFault(body: Members, names: readonly string[]): string {
  return names.find((name) => !isWebAddress(textMember(body, name) ?? '')) ?? '';
}

/** Whole units only, as a number or its text. */
export function wholeAmount(value: unknown): string | null {
  const text = typeof value === 'number' ? String(value) : value;
  return typeof text === 'string' && /^[1-9][0-9]{0,11}$/.test(text) ? text : null;
}

/**
 * A push has no id of the caller's; the book calls it by its AccountReference, and a second one of
 * the same by a number more.
 */
export function readPush(body: Members, isKnown: (reference: string) => boolean): Order | Fault {
  const amount = wholeAmount(body['Amount']);
  const party = textMember(body, 'PartyA') ?? '';
  const account = textMember(body, 'AccountReference') ?? '';
  const description = textMember(body, 'TransactionDesc') ?? '';
  if (!/^CustomerPayBillOnline$|^CustomerBuyGoodsOnline$/.test(String(body['TransactionType'])))
    return { field: 'TransactionType' };
  if (amount === null) return { field: 'Amount' };
  if (!phone.test(party) || body['PhoneNumber'] !== party) return { field: 'PhoneNumber' };
  if (account === '' || account.length > accountReferenceMax) return { field: 'AccountReference' };
  if (description === '' || description.length > descriptionMax)
    return { field: 'TransactionDesc' };
  const address = addressFault(body, ['CallBackURL']);
  if (address !== '') return { field: address };
  let reference = account;
  for (let count = 2; isKnown(reference); count += 1) reference = `${account}#${count}`;
  const code = textMember(body, 'BusinessShortCode')!;
  return {
    ...orderOf({ reference, amount, party, currency: shortCodes[code]!, account: code }),
    kind: 'collect',
    direction: 'in',
    service: 'stk',
    callbackUrl: textMember(body, 'CallBackURL')!,
    payerWindowMs,
  };
}

export function readPayout(body: Members): Order | Fault {
  const amount = wholeAmount(body['Amount']);
  const party = textMember(body, 'PartyB') ?? '';
  const code = textMember(body, 'PartyA') ?? '';
  const reference = textMember(body, 'OriginatorConversationID') ?? '';
  const commands = ['SalaryPayment', 'BusinessPayment', 'PromotionPayment'];
  if (!/^[A-Za-z0-9-]{8,40}$/.test(reference)) return { field: 'OriginatorConversationID' };
  if (!commands.includes(String(body['CommandID']))) return { field: 'CommandID' };
  if (amount === null) return { field: 'Amount' };
  if (!Object.hasOwn(shortCodes, code)) return { field: 'PartyA' };
  if (!phone.test(party)) return { field: 'PartyB' };
  const address = addressFault(body, ['ResultURL', 'QueueTimeOutURL']);
  if (address !== '') return { field: address };
  return {
    ...orderOf({ reference, amount, party, currency: shortCodes[code]!, account: code }),
    kind: 'payout',
    direction: 'out',
    service: 'b2c',
    callbackUrl: textMember(body, 'ResultURL')!,
    payerWindowMs: 0,
  };
}

type Common = Omit<Order, 'kind' | 'direction' | 'service' | 'callbackUrl' | 'payerWindowMs'>;

function orderOf(
  own: Pick<Order, 'reference' | 'amount' | 'party' | 'currency'> & { account: string },
): Common {
  return {
    ...own,
    protocol: 'mpesa',
    fingerprint: '',
    digits: decidingDigits([own.party]),
    organisationReference: '',
    returnUrls: { success: null, error: null },
    challenge: 'none',
    claim: null,
    originalReference: null,
    page: null,
    remit: null,
  };
}
