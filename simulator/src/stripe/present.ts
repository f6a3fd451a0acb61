// Presents what is in the book as Stripe's objects: payments, charges, balance transactions and
// refunds.

import { createHmac } from 'node:crypto';
import { feeOf } from '../core/statement.ts';
import { parseAmount } from '../core/money.ts';
import { authenticationOf } from './authentication.ts';
import { webhookSecret } from './deps.ts';
import { cardError } from './errors.ts';
import { toUnits, unitsOf } from './money.ts';
import type { Operation } from '../core/operation.ts';
import type { Engine } from '../core/engine.ts';
import type { Store } from '../core/store.ts';
import type { Draft } from './deps.ts';

export interface PresentDeps {
  engine: Pick<Engine, 'firstLine'>;
  store: Store;
  pageBase: () => string;
  /** By number of the payment: why its caller cancelled it, where that was said. */
  cancellations: ReadonlyMap<number, string>;
  /** By number of the refund. */
  refundReasons: ReadonlyMap<number, string>;
}
export interface Body {
  id: string;
  [member: string]: unknown;
}

/** Prefix and 24 digits; the operation's number is in it. */
export const idOf = (prefix: 'pi' | 'ch' | 're' | 'txn', seq: number): string =>
  `${prefix}_${String(seq).padStart(24, '0')}`;

/** -1 when it is no id of ours. */
export function seqOf(id: string): number {
  return /^(pi|ch|re|txn)_[0-9]{24}$/.test(id) ? Number(id.slice(-24)) : -1;
}

export const seconds = (milliseconds: number): number => Math.floor(milliseconds / 1_000);

/** `expand`: the paths that the caller wants as objects instead of ids. */
export function presentPayment(
  deps: PresentDeps,
  operation: Operation,
  expand: readonly string[],
): Body {
  const isPaid = operation.status === 'succeeded' || operation.status === 'reversed';
  const amount = unitsOf(operation.amount, operation.currency);
  const status = statusOf(operation);
  return {
    id: idOf('pi', operation.seq),
    object: 'payment_intent',
    amount,
    amount_received: isPaid ? amount : 0,
    amount_capturable: 0,
    client_secret: secretOf(idOf('pi', operation.seq)),
    currency: operation.currency.toLowerCase(),
    status,
    created: seconds(operation.createdAtMs),
    livemode: false,
    capture_method: 'automatic',
    confirmation_method: 'automatic',
    payment_method_types: ['card'],
    metadata: { ref: operation.organisationReference },
    canceled_at: status === 'canceled' ? seconds(operation.updatedAtMs) : null,
    cancellation_reason: cancellationOf(deps, operation),
    latest_charge: isPaid ? presentedCharge(deps, operation, expand) : null,
    next_action: actionOf(deps, operation),
    last_payment_error: status === 'requires_payment_method' ? cardError(operation) : null,
  };
}

/** What a browser would name to act on a payment; nobody does here. */
const secretOf = (id: string): string =>
  `${id}_secret_${createHmac('sha256', webhookSecret).update(id).digest('hex').slice(0, 24)}`;

function statusOf({ status, live, errorId, digits }: Operation): string {
  switch (status) {
    case 'pending':
      return live?.token ? 'requires_action' : 'processing';
    case 'succeeded':
    case 'reversed':
      return 'succeeded';
    case 'canceled':
      return 'canceled';
    case 'failed':
      return isExpired(errorId, digits) ? 'canceled' : 'requires_payment_method';
  }
}

/**
 * The payer's window is over; digits that ask for this very failure are a refusal like any other.
 */
const isExpired = (errorId: number, digits: number): boolean =>
  errorId === 4 && digits !== 9004 && digits !== 7004;

function cancellationOf(
  { cancellations }: PresentDeps,
  { seq, status, errorId, digits }: Operation,
): string | null {
  if (status === 'canceled') return cancellations.get(seq) ?? 'abandoned';
  return status === 'failed' && isExpired(errorId, digits) ? 'automatic' : null;
}

function actionOf({ engine, pageBase }: PresentDeps, operation: Operation): object | null {
  const { status, live } = operation;
  if (status !== 'pending' || !live?.token) return null;
  return {
    type: 'redirect_to_url',
    redirect_to_url: {
      url: `${pageBase()}/3ds/${live.token}`,
      return_url: engine.firstLine(operation).returnUrls?.success ?? null,
    },
  };
}

function presentedCharge(
  deps: PresentDeps,
  operation: Operation,
  expand: readonly string[],
): string | Body {
  const wanted = expand.some((path) => /^(data\.)?latest_charge/.test(path));
  if (!wanted) return idOf('ch', operation.seq);
  return presentCharge(
    deps,
    operation,
    expand.some((path) => path.endsWith('.balance_transaction')),
  );
}

export function presentCharge(
  { store }: PresentDeps,
  operation: Operation,
  withTransaction: boolean,
): Body {
  const amount = unitsOf(operation.amount, operation.currency);
  const isRefunded = operation.status === 'reversed';
  const refundedMinor = store.refunds.doneMinor(operation);
  return {
    id: idOf('ch', operation.seq),
    object: 'charge',
    amount,
    amount_captured: amount,
    amount_refunded: isRefunded ? amount : toUnits(refundedMinor, operation.currency),
    refunded: isRefunded,
    captured: true,
    paid: true,
    disputed: false,
    livemode: false,
    status: 'succeeded',
    failure_code: null,
    failure_message: null,
    outcome: authorized,
    currency: operation.currency.toLowerCase(),
    created: seconds(operation.createdAtMs),
    payment_intent: idOf('pi', operation.seq),
    metadata: { ref: operation.organisationReference },
    payment_method_details: {
      type: 'card',
      card: {
        last4: operation.party.slice(-4),
        brand: 'visa',
        three_d_secure: authenticationOf(operation.party.slice(-4)),
      },
    },
    balance_transaction: withTransaction
      ? presentTransaction(operation)
      : idOf('txn', operation.seq),
  };
}

/** What the issuer said of every charge. */
const authorized = {
  type: 'authorized',
  network_status: 'approved_by_network',
  reason: null,
  advice_code: null,
  network_advice_code: null,
  network_decline_code: null,
  seller_message: 'Payment complete.',
};

function presentTransaction(operation: Operation): Body {
  const minor = parseAmount(operation.amount) ?? 0n;
  const amount = toUnits(minor, operation.currency);
  const fee = toUnits(feeOf(minor, operation.currency), operation.currency);
  return {
    id: idOf('txn', operation.seq),
    object: 'balance_transaction',
    amount,
    fee,
    net: amount - fee,
    currency: operation.currency.toLowerCase(),
    type: 'charge',
    created: seconds(operation.updatedAtMs),
    source: idOf('ch', operation.seq),
    status: 'available',
  };
}

export function presentDraft(draft: Draft): Body {
  return {
    id: draft.id,
    object: 'payment_intent',
    amount: draft.amount,
    amount_received: 0,
    amount_capturable: 0,
    client_secret: secretOf(draft.id),
    capture_method: 'automatic',
    confirmation_method: 'automatic',
    currency: draft.currency,
    status: draft.canceled ? 'canceled' : 'requires_payment_method',
    created: seconds(draft.createdAtMs),
    livemode: false,
    payment_method_types: ['card'],
    metadata: { ref: draft.reference },
    cancellation_reason: draft.canceled ? 'abandoned' : null,
    latest_charge: null,
    next_action: null,
    last_payment_error: null,
  };
}

export function presentRefund({ store, refundReasons }: PresentDeps, refund: Operation): Body {
  const original = store.byReference.get(refund.originalReference ?? '');
  const seq = original?.seq ?? 0;
  return {
    id: idOf('re', refund.seq),
    object: 'refund',
    amount: unitsOf(refund.amount, refund.currency),
    currency: refund.currency.toLowerCase(),
    status: refundStatus[refund.status],
    created: seconds(refund.createdAtMs),
    payment_intent: idOf('pi', seq),
    charge: idOf('ch', seq),
    metadata: { ref: refund.organisationReference },
    reason: refundReasons.get(refund.seq) ?? null,
    balance_transaction: refund.status === 'succeeded' ? idOf('txn', refund.seq) : null,
    destination_details: { type: 'card', card: { type: 'refund', reference_status: 'pending' } },
    receipt_number: null,
    source_transfer_reversal: null,
    transfer_reversal: null,
  };
}

const refundStatus: { [status in Operation['status']]: string } = {
  pending: 'pending',
  succeeded: 'succeeded',
  failed: 'failed',
  canceled: 'canceled',
  reversed: 'failed',
};
