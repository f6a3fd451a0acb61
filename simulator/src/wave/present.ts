// Presents operations as Wave does: a checkout session, a payout.

import { formatAmount, parseAmount } from '../core/money.ts';
import { feeOf, stepOf } from '../core/statement.ts';
import { decimalHash } from '../core/voucher.ts';
import { reasonOf } from './errors.ts';
import type { Operation } from '../core/operation.ts';
import type { WaveDeps } from './deps.ts';

type Body = { [member: string]: unknown };
type PresentDeps = Pick<WaveDeps, 'pageBase' | 'engine'>;

/** A session ends by itself after this; its length is not documented. */
export const sessionLifeMs = 15 * 60_000;

/** `cos-` and `pt-`, as Wave's ids begin, and the number in a form that does not look like one. */
export function idOf({ seq, kind }: { seq: number; kind?: string }): string {
  return `${kind === 'collect' ? 'cos' : 'pt'}-${seq.toString(36).padStart(9, '0')}`;
}

/** -1: no id of this kind. */
export function seqOfId(id: string, prefix: 'cos' | 'pt'): number {
  return new RegExp(`^${prefix}-[0-9a-z]{9}$`).test(id) ? Number.parseInt(id.slice(-9), 36) : -1;
}

export function transactionId(seq: number): string {
  return `T_${decimalHash(`wave ${seq}`, 10)}${seq}`;
}

const sessionStates: { readonly [status in Operation['status']]: readonly [string, string] } = {
  pending: ['open', 'processing'],
  succeeded: ['complete', 'succeeded'],
  failed: ['expired', 'cancelled'],
  canceled: ['expired', 'processing'],
  // A session does not show that it was refunded.
  reversed: ['complete', 'succeeded'],
};

export function presentSession(deps: PresentDeps, operation: Operation): Body {
  const { live, errorId } = operation;
  const [checkoutStatus, payment] = sessionStates[operation.status];
  const reason = operation.status === 'failed' ? reasonOf(operation) : null;
  const isUnpaid = operation.status === 'failed' && reason === null && errorId === nobodyPaid;
  const first = deps.engine.firstLine(operation);
  const isPaid = checkoutStatus === 'complete';
  return {
    id: idOf(operation),
    amount: operation.amount,
    checkout_status: checkoutStatus,
    client_reference: operation.organisationReference || null,
    currency: operation.currency,
    error_url: first.returnUrls?.error ?? null,
    success_url: first.returnUrls?.success ?? null,
    last_payment_error: reason,
    business_name: 'Jokko test',
    payment_status: isUnpaid ? 'processing' : payment,
    restrict_payer_mobile: operation.party || null,
    transaction_id: isPaid ? transactionId(operation.seq) : null,
    wave_launch_url: `${deps.pageBase()}/pay/${live?.token ?? first.token ?? 'closed'}`,
    when_created: iso(operation.createdAtMs),
    when_completed: isPaid ? iso(operation.updatedAtMs) : null,
    when_expires: iso(operation.createdAtMs + sessionLifeMs),
  };
}

const nobodyPaid = 4;

export function presentPayout(operation: Operation): Body {
  const { status } = operation;
  const reason = status === 'failed' ? reasonOf(operation) : null;
  const fee = feeOf(parseAmount(operation.amount) ?? 0n, operation.currency);
  return {
    id: idOf(operation),
    currency: operation.currency,
    receive_amount: operation.amount,
    ...keptMembers(fee, operation.currency),
    mobile: operation.party,
    client_reference: operation.organisationReference || null,
    status: status === 'pending' || status === 'canceled' ? 'processing' : status,
    ...(reason && {
      payout_error: {
        error_code: reason.code,
        error_message: reason.message,
        sandbox_catalogue_id: reason.sandbox_catalogue_id,
      },
    }),
    timestamp: iso(operation.createdAtMs),
  };
}

/** The state takes a sixth of what Wave keeps, told beside its own fee. */
export function keptMembers(minor: bigint, currency: string): Body {
  const step = stepOf(currency);
  const tax = (minor / 6n / step) * step;
  return { fee: formatAmount(minor - tax), government_tax_amount: formatAmount(tax) };
}

const iso = (ms: number): string => new Date(ms).toISOString();
