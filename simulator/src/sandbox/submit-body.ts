// Parses a submit of the sandbox protocol. Reads and checks the body by hand and builds its order.

import { billClaim } from '../core/bills.ts';
import { accountOfRib, decidingDigits } from '../core/digits.ts';
import { fingerprintOf } from '../core/fingerprint.ts';
import { parseAmount } from '../core/money.ts';
import { directionOf } from '../core/operation.ts';
import { isMembers, isWebAddress, textMember } from '../http/exchange.ts';
import type { ChallengeKind, Kind, Order, PageDetails, RemitDetails } from '../core/operation.ts';
import type { Members } from '../http/exchange.ts';

type SubmitKind = Exclude<Kind, 'refund'>;
export type SubmitBody =
  | {
      ok: true;
      order: Order;
      bill: { account: string; reference: string } | null;
      remittance: string | null;
      quotedTotal: string | null;
    }
  | { ok: false; text: string };

const kinds: readonly SubmitKind[] = [
  'card',
  'bank_transfer',
  'airtime',
  'bill_pay',
  'reload',
  'chat',
  'remit_send',
  'remit_receive',
  'collect',
  'payout',
];
export const referencePattern = /^[\x21-\x2e\x30-\x7e]{1,128}$/;
const currencyPattern = /^[A-Z]{3}$/;
const phonePattern = /^\+[0-9]{6,15}$/;
const payerWindowDefaultSeconds = 900;

/** What one kind adds: fields that decide the outcome, and facts for the book. */
interface Special {
  digits: (string | undefined)[];
  party: string;
  /** Parts that two equal submits must share. */
  same: unknown;
  challenge: ChallengeKind;
  claim: string | null;
  page: PageDetails | null;
  remit: RemitDetails | null;
  bill: { account: string; reference: string } | null;
  remittance: string | null;
  /** What the sender of a remittance was told that it costs in all. */
  quotedTotal: string | null;
}

class Malformed extends Error {}

function must(members: Members, name: string, within = ''): string {
  const value = textMember(members, name);
  if (value === undefined) throw new Malformed(`${within}${name}: a non-empty string is needed`);
  return value;
}

function part(members: Members, name: string): Members {
  const value = members[name];
  if (!isMembers(value)) throw new Malformed(`${name}: an object is needed`);
  return value;
}

export function readSubmit(body: unknown): SubmitBody {
  if (!isMembers(body)) return { ok: false, text: 'a JSON object is needed' };
  try {
    return makeOrder(body);
  } catch (error) {
    if (error instanceof Malformed) return { ok: false, text: error.message };
    throw error;
  }
}

function makeOrder(body: Members): SubmitBody {
  const reference = must(body, 'reference');
  if (!referencePattern.test(reference))
    throw new Malformed('reference: 1 to 128 printable ASCII characters without "/" are needed');
  const kind = kinds.find((candidate) => candidate === body['kind']);
  if (kind === undefined) throw new Malformed('kind: unknown');
  const amount = must(body, 'amount');
  const minor = parseAmount(amount);
  if (minor === null || (minor === 0n && kind !== 'chat'))
    throw new Malformed('amount: a positive decimal string with at most 4 decimals is needed');
  const currency = must(body, 'currency');
  if (!currencyPattern.test(currency))
    throw new Malformed('currency: three capital letters are needed');
  const phone = must(body, 'phone');
  if (!phonePattern.test(phone)) throw new Malformed('phone: + and 6 to 15 digits are needed');
  const service = must(body, 'service');
  const callbackUrl = webAddress(body, 'callbackUrl', '');
  const urls = body['returnUrls'] === undefined ? {} : part(body, 'returnUrls');
  const returnUrls = {
    success: webAddress(urls, 'success', 'returnUrls.'),
    error: webAddress(urls, 'error', 'returnUrls.'),
  };
  const payerWindowMs = windowSeconds(body['payerWindowSeconds']) * 1000;
  const special = readSpecial(kind, body, service, phone);
  const same = [
    kind,
    amount,
    currency,
    body['country'],
    service,
    phone,
    callbackUrl,
    returnUrls,
    payerWindowMs,
    special.same,
  ];
  const order: Order = {
    reference,
    protocol: 'sandbox',
    kind,
    direction: directionOf(kind),
    amount,
    currency,
    party: special.party,
    service,
    fingerprint: fingerprintOf(same),
    digits: decidingDigits([...special.digits, phone]),
    organisationReference: '',
    callbackUrl,
    returnUrls,
    challenge: special.challenge,
    payerWindowMs,
    claim: special.claim,
    originalReference: null,
    page: special.page,
    remit: special.remit,
  };
  const { bill, remittance, quotedTotal } = special;
  return { ok: true, order, bill, remittance, quotedTotal };
}

function webAddress(members: Members, name: string, within: string): string | null {
  const value = members[name];
  if (value === undefined || value === null || value === '') return null;
  if (typeof value !== 'string' || !isWebAddress(value))
    throw new Malformed(`${within}${name}: an absolute http(s) URL is needed`);
  return value;
}

function windowSeconds(value: unknown): number {
  if (value === undefined) return payerWindowDefaultSeconds;
  if (typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= 86_400)
    return value;
  throw new Malformed('payerWindowSeconds: a whole number from 1 to 86400 is needed');
}

function readSpecial(kind: SubmitKind, body: Members, service: string, phone: string): Special {
  const none: Special = {
    digits: [],
    party: phone,
    same: null,
    challenge: 'none',
    claim: null,
    page: null,
    remit: null,
    bill: null,
    remittance: null,
    quotedTotal: null,
  };
  switch (kind) {
    case 'payout':
    case 'airtime':
      return none;
    case 'collect':
      return { ...none, ...readLink(body) };
    case 'card':
      return { ...none, ...readCard(part(body, 'card')) };
    case 'bank_transfer':
      return { ...none, ...readBank(part(body, 'bank')) };
    case 'bill_pay': {
      const bill = {
        account: must(part(body, 'bill'), 'accountNumber', 'bill.'),
        reference: must(part(body, 'bill'), 'billReference', 'bill.'),
      };
      return {
        ...none,
        digits: [bill.account],
        same: bill,
        claim: billClaim(service, bill.account, bill.reference),
        bill,
      };
    }
    case 'reload': {
      const account = must(part(body, 'reload'), 'accountNumber', 'reload.');
      return { ...none, digits: [account], same: account };
    }
    case 'chat': {
      const chat = part(body, 'chat');
      // A picture may go without words.
      if (chat['media'] === undefined) must(chat, 'message', 'chat.');
      return { ...none, same: [chat['message'], chat['media']] };
    }
    case 'remit_send':
      return { ...none, ...readRemittance(part(body, 'remitSend')) };
    case 'remit_receive': {
      const number = must(part(body, 'remitReceive'), 'referenceNumber', 'remitReceive.');
      return {
        ...none,
        digits: [number],
        same: number,
        claim: `remittance ${number}`,
        remittance: number,
      };
    }
  }
}

function readLink(body: Members): Partial<Special> {
  const link = body['link'];
  if (link === undefined || link === null) return {};
  if (link !== 'deepLink' && link !== 'qr') throw new Malformed('link: deepLink or qr is needed');
  return {
    challenge: link,
    same: link,
    page: { merchant: textMember(body, 'merchantName') ?? '', lastFour: '' },
  };
}

function readCard(card: Members): Partial<Special> {
  const number = must(card, 'number', 'card.').replaceAll(' ', '');
  const names = [
    'expireMonth',
    'expireYear',
    'cvc',
    'type',
    'firstName',
    'lastName',
    'merchantName',
  ];
  const values = names.map((name) => must(card, name, 'card.'));
  const lastFour = number.slice(-4);
  return {
    digits: [number],
    party: `card ${lastFour}`,
    same: [
      lastFour,
      values.filter((_, index) => names[index] !== 'cvc'),
      card['email'],
      card['description'],
    ],
    challenge: 'auth',
    page: { merchant: must(card, 'merchantName', 'card.'), lastFour },
  };
}

function readBank(bank: Members): Partial<Special> {
  const rib = must(bank, 'rib', 'bank.').replaceAll(' ', '');
  if (rib.length !== 24) throw new Malformed('bank.rib: 24 characters are needed');
  const names = [must(bank, 'firstName', 'bank.'), must(bank, 'lastName', 'bank.')];
  return {
    digits: [accountOfRib(rib)],
    party: `rib ${rib.slice(18)}`,
    same: [rib, names, bank['email'], bank['description']],
  };
}

/** What the record of a remittance shows later; nothing else of the people is kept. */
const senderDetails = [
  'senderFirstName',
  'senderLastName',
  'senderHomePhone',
  'senderCountry',
  'sendCurrency',
  'sendPurposeOfTransaction',
  'deliveryOption',
];
const receiverDetails = [
  'receiverFirstName',
  'receiverLastName',
  'receiveCountry',
  'receiveCurrency',
];

function readRemittance(remitSend: Members): Partial<Special> {
  const sender = part(remitSend, 'senderDetails');
  const receiver = part(remitSend, 'receiverDetails');
  const remit: RemitDetails = {};
  for (const name of senderDetails) remit[name] = textMember(sender, name) ?? '';
  for (const name of receiverDetails) remit[name] = textMember(receiver, name) ?? '';
  const quote = remitSend['quote'] === undefined ? null : part(remitSend, 'quote');
  const quotedTotal = quote === null ? null : must(quote, 'total', 'remitSend.quote.');
  return { remit, quotedTotal, same: [sender, receiver, quotedTotal] };
}
