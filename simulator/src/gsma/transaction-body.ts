// Parses a GSMA transaction request. Reads body and headers into an order, or reports which rule
// of the specification it breaks.

import { decidingDigits } from '../core/digits.ts';
import { parseAmount } from '../core/money.ts';
import { header, isMembers, isWebAddress, textMember } from '../http/exchange.ts';
import type { ChallengeKind, Kind, Order } from '../core/operation.ts';
import type { Exchange, Members } from '../http/exchange.ts';

export interface Fault {
  code: string;
  text: string;
}

/** Transaction types that are served, and what each is for us. */
const kindByType: { [type: string]: Kind } = {
  merchantpay: 'collect',
  withdrawal: 'collect',
  disbursement: 'payout',
  deposit: 'payout',
  transfer: 'payout',
  inttransfer: 'payout',
  billpay: 'bill_pay',
};
const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const payerWindowMs = 900_000;
const keyValuesMax = 20;

/** The client's correlation id and callback address, which every POST has. */
export function readHeaders(
  exchange: Exchange,
): { correlationId: string; callbackUrl: string | null } | Fault {
  const correlationId = header(exchange, 'x-correlationid');
  if (correlationId === undefined)
    return { code: 'mandatoryValueNotSupplied', text: 'X-CorrelationID is missing' };
  if (!uuid.test(correlationId))
    return { code: 'formatError', text: 'X-CorrelationID must be a UUID' };
  const callbackUrl = header(exchange, 'x-callback-url') || null;
  if (callbackUrl !== null && !isWebAddress(callbackUrl))
    return { code: 'formatError', text: 'X-Callback-URL must be an absolute URL' };
  return { correlationId: correlationId.toLowerCase(), callbackUrl };
}

export function readTransaction(exchange: Exchange, type: string, body: unknown): Order | Fault {
  const kind = kindByType[type];
  if (kind === undefined)
    return { code: 'transactionTypeError', text: 'this transaction type is not served' };
  const headers = readHeaders(exchange);
  if ('code' in headers) return headers;
  if (!isMembers(body)) return { code: 'formatError', text: 'a JSON object is needed' };
  const amount = textMember(body, 'amount');
  const currency = textMember(body, 'currency');
  if (amount === undefined || currency === undefined)
    return { code: 'mandatoryValueNotSupplied', text: 'amount and currency are needed' };
  const money = moneyFault(amount, currency);
  if (money !== null) return money;
  const party = readParty(body[kind === 'collect' ? 'debitParty' : 'creditParty']);
  if (party === undefined)
    return { code: 'mandatoryValueNotSupplied', text: 'the other party is missing' };
  if (party.msisdn && !/^\+[0-9]{6,15}$/.test(party.value))
    return { code: 'formatError', text: 'msisdn must be + and digits' };
  const own = readParty(body[kind === 'collect' ? 'creditParty' : 'debitParty']);
  const challenge = readChallenge(body, kind);
  if (challenge === null)
    return {
      code: 'formatError',
      text: 'challenge must be deepLink or qr, its addresses absolute URLs',
    };
  return {
    reference: headers.correlationId,
    protocol: 'gsma',
    kind,
    direction: kind === 'collect' ? 'in' : 'out',
    amount,
    currency,
    party: party.value,
    service: type,
    // A repeated correlation id is a duplicate whatever its body says.
    fingerprint: '',
    digits: party.msisdn ? decidingDigits([party.value]) : 0,
    organisationReference: (
      textMember(body, 'requestingOrganisationTransactionReference') ?? ''
    ).slice(0, 256),
    callbackUrl: headers.callbackUrl,
    returnUrls: { success: challenge.successUrl, error: challenge.errorUrl },
    challenge: challenge.kind,
    payerWindowMs,
    claim: null,
    originalReference: null,
    ...(own === undefined ? {} : { account: own.value.slice(0, 100) }),
    page: challenge.kind === 'none' ? null : { merchant: challenge.merchant, lastFour: '' },
    remit: null,
  };
}

export function moneyFault(amount: string, currency: string): Fault | null {
  const minor = parseAmount(amount);
  if (amount.startsWith('-')) return { code: 'negativeValue', text: 'amount must not be negative' };
  if (minor === null || minor === 0n)
    return { code: 'formatError', text: 'amount must be a positive decimal string' };
  return /^[A-Z]{3}$/.test(currency)
    ? null
    : { code: 'currencyNotSupported', text: 'currency must be an ISO 4217 code' };
}

function readParty(value: unknown): { value: string; msisdn: boolean } | undefined {
  if (!Array.isArray(value) || value.length === 0 || value.length > keyValuesMax) return undefined;
  const pairs = value.filter(isMembers);
  const chosen = pairs.find((pair) => pair['key'] === 'msisdn') ?? pairs[0];
  const text = chosen === undefined ? undefined : textMember(chosen, 'value');
  return chosen === undefined || text === undefined
    ? undefined
    : { value: text, msisdn: chosen['key'] === 'msisdn' };
}

interface Challenge {
  kind: ChallengeKind;
  successUrl: string | null;
  errorUrl: string | null;
  merchant: string;
}

/**
 * `metadata` or `customData` items challenge, successUrl, errorUrl, merchantName; null when one is
 * wrong.
 */
function readChallenge(body: Members, kind: Kind): Challenge | null {
  const items = new Map<string, string>();
  for (const list of [body['customData'], body['metadata']]) {
    if (!Array.isArray(list)) continue;
    for (const item of list.slice(0, keyValuesMax)) {
      if (isMembers(item))
        items.set(textMember(item, 'key') ?? '', textMember(item, 'value') ?? '');
    }
  }
  const asked = items.get('challenge') ?? 'none';
  const urls = {
    successUrl: items.get('successUrl') || null,
    errorUrl: items.get('errorUrl') || null,
  };
  if (kind !== 'collect' || asked === 'none') return { kind: 'none', ...urls, merchant: '' };
  if (asked !== 'deepLink' && asked !== 'qr') return null;
  if ([urls.successUrl, urls.errorUrl].some((url) => url !== null && !isWebAddress(url)))
    return null;
  return { kind: asked, ...urls, merchant: items.get('merchantName') ?? '' };
}
