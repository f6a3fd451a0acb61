// Reads the body of POST /async/transactions into an order, or says which documented error it is.

import { fingerprintOf } from '../core/fingerprint.ts';
import { isMembers, isWebAddress, textMember } from '../http/exchange.ts';
import { productOf, range } from './products.ts';
import { digitsOf } from './test-numbers.ts';
import type { Order } from '../core/operation.ts';
import type { Members } from '../http/exchange.ts';
import type { DtOneErrorCode } from './errors.ts';
import type { Product } from './products.ts';

const externalIdLengthMax = 40;

export function readTransaction(body: unknown): Order | DtOneErrorCode {
  if (!isMembers(body)) return 1000400;
  const reference = textMember(body, 'external_id');
  if (reference === undefined || reference.length > externalIdLengthMax) return 1000400;
  const product = productOf(Number(body['product_id']));
  if (product === undefined) return 1003001;
  const party = partyOf(body, product);
  if (typeof party === 'number') return party;
  const amount = amountOf(body, product);
  if (typeof amount === 'number') return amount;
  const callbackUrl = textMember(body, 'callback_url') ?? null;
  if (callbackUrl !== null && !isWebAddress(callbackUrl)) return 1000400;
  return {
    reference,
    protocol: 'dt-one',
    kind: product.kind,
    direction: 'out',
    amount,
    currency: product.currency,
    party,
    service: String(product.id),
    fingerprint: fingerprintOf(body),
    digits: digitsOf(party),
    organisationReference: '',
    callbackUrl,
    returnUrls: { success: null, error: null },
    challenge: 'none',
    payerWindowMs: 0,
    claim: null,
    originalReference: null,
    page: null,
    remit: null,
  };
}

function partyOf(body: Members, product: Product): string | DtOneErrorCode {
  const party = body['credit_party_identifier'];
  if (!isMembers(party)) return 1000400;
  if (product.kind !== 'airtime') return textMember(party, 'account_number') ?? 1000400;
  const phone = textMember(party, 'mobile_number');
  if (phone === undefined) return 1000400;
  return /^\+[1-9][0-9]{7,14}$/.test(phone) ? phone : 1005003;
}

/**
 * The amount of a fixed product is its own; of others it is what the order says in the product's
 * currency.
 */
function amountOf(body: Members, product: Product): string | DtOneErrorCode {
  if (product.amount !== null) return String(product.amount);
  const wanted = body['destination'];
  if (body['calculation_mode'] !== 'DESTINATION_AMOUNT' || !isMembers(wanted)) return 1000400;
  if (wanted['unit'] !== product.currency || wanted['unit_type'] !== 'CURRENCY') return 1003003;
  const amount = wanted['amount'];
  if (typeof amount !== 'number' || !(amount >= range.min && amount <= range.max)) return 1003002;
  return String(amount);
}
