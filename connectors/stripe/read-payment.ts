// Reads a PaymentIntent. Pure, so that an answer and a signed notice are read alike.

import { defined } from '@jokko/contract';
import type { Claims, Intent, JsonObject, QueryOutcome, Refs } from '@jokko/connectors/kit';
import {
  about,
  asObject,
  errorIds,
  failed,
  failedFor,
  pending,
  refusalRow,
  succeeded,
  textMember,
} from '@jokko/connectors/kit';
import type { StripeConfig } from './config.ts';
import { partyOf } from './operations.ts';
import { readError } from './read-error.ts';
import { amountFromStripe } from './wire-amount.ts';

export interface ReadPayment {
  refs: Refs;
  claims: Claims;
  /** `unlisted`: a status or an error that the table does not know. */
  outcome: QueryOutcome | { kind: 'unlisted'; code: string };
}

/**
 * Null when the object is no PaymentIntent of ours. `payerWindowMs`: how long its link lives;
 * Stripe does not say.
 */
export function readPayment(
  config: StripeConfig,
  object: JsonObject,
  { payerWindowMs }: Pick<Intent, 'payerWindowMs'>,
): ReadPayment | null {
  const theirs = textMember(object, 'id');
  const status = textMember(object, 'status');
  const currency = textMember(object, 'currency')?.toUpperCase();
  const ours = referenceOf(object);
  if (object['object'] !== 'payment_intent' || theirs === undefined || status === undefined)
    return null;
  if (currency === undefined || ours === undefined) return null;
  const received = status === 'succeeded' ? object['amount_received'] : object['amount'];
  const amount = amountFromStripe(received, currency);
  if (amount === null) return null;
  const charge = asObject(object['latest_charge']);
  const party = charge === null ? undefined : partyIn(charge);
  const claims: Claims = { ours, amount, currency, ...defined({ party }) };
  const refs: Refs = { ours, theirs };
  const outcome = outcomeOf(config, object, status, refs, payerWindowMs);
  if (outcome.kind === 'unlisted') return { refs, claims, outcome };
  return { refs, claims, outcome: about(outcome, claims) };
}

/** Our reference, which Stripe copies from a payment to its charge. */
export function referenceOf(object: JsonObject): string | undefined {
  const metadata = asObject(object['metadata']);
  return metadata === null ? undefined : textMember(metadata, 'ref');
}

function outcomeOf(
  config: StripeConfig,
  object: JsonObject,
  status: string,
  refs: Refs,
  payerWindowMs: number,
): ReadPayment['outcome'] {
  switch (status) {
    case 'succeeded':
      return successOf(object, refs);
    case 'processing':
      return pending(refs, 'provider');
    case 'requires_action': {
      const authUrl = linkIn(object);
      if (authUrl === undefined) return { kind: 'unlisted', code: 'requires_action without link' };
      return pending(refs, 'payer', { authUrl, expiresInMs: payerWindowMs });
    }
    case 'requires_payment_method':
      return failureOf(config, object, refs);
    case 'canceled':
      return failed(refs, canceled);
    default:
      return { kind: 'unlisted', code: `status ${status}` };
  }
}

function successOf(object: JsonObject, refs: Refs): QueryOutcome {
  const charge = asObject(object['latest_charge']);
  if (charge?.['refunded'] === true) return { kind: 'reversed', refs };
  const transaction = charge === null ? null : asObject(charge['balance_transaction']);
  const currency = textMember(object, 'currency');
  // A fee in another currency is that of the account, and not ours to book.
  const fee =
    transaction === null || currency === undefined || transaction['currency'] !== currency
      ? null
      : amountFromStripe(transaction['fee'], currency.toUpperCase());
  return fee === null || fee < 0n ? succeeded(refs) : { ...succeeded(refs), fee };
}

function failureOf(config: StripeConfig, object: JsonObject, refs: Refs): ReadPayment['outcome'] {
  const error = asObject(object['last_payment_error']);
  // It was never confirmed, and nobody but us could: no card was charged.
  if (error === null) return failed(refs, neverConfirmed);
  // The payment waits for another card, which nobody will give: whatever the error, none was
  // charged.
  const { row, code, message } = readError(config, 'pay', error);
  const known = row === 'inquire' ? undefined : row;
  return failedFor(refs, known, { status: 'requires_payment_method', reason: code, message });
}

function linkIn(object: JsonObject): string | undefined {
  const action = asObject(object['next_action']);
  const redirect = action === null ? null : asObject(action['redirect_to_url']);
  return redirect === null ? undefined : textMember(redirect, 'url');
}

function partyIn(charge: JsonObject): string | undefined {
  const details = asObject(charge['payment_method_details']);
  const card = details === null ? null : asObject(details['card']);
  const last4 = card === null ? undefined : textMember(card, 'last4');
  return last4 === undefined ? undefined : partyOf(last4);
}

/** `canceled` is also the core's word for what was dropped because somebody asked for it. */
const canceled = { ...refusalRow(errorIds.paymentTimeout, 'newAttempt'), provider: 'canceled' };
export const neverConfirmed = {
  ...refusalRow(errorIds.partial3ds, 'newAttempt'),
  provider: 'card data no longer held',
};
