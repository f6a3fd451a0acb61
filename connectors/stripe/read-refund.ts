// Reads a Refund. Pure, so that an answer and a signed notice are read alike.

import { defined } from '@jokko/contract';
import type { Claims, JsonObject, QueryOutcome, Refs, RefusalRow } from '@jokko/connectors/kit';
import { about, failedFor, pending, queryRow, succeeded, textMember } from '@jokko/connectors/kit';
import { refundFailed, refundReasons } from './error-table.ts';
import { referenceOf } from './read-payment.ts';
import { amountFromStripe } from './wire-amount.ts';

export interface ReadRefund {
  refs: Refs;
  claims: Claims;
  /** `unlisted`: a status that Stripe does not document. */
  outcome: QueryOutcome | { kind: 'unlisted'; code: string };
}

/** Null when the object is no refund of ours: one made in the dashboard has no reference. */
export function readRefund(object: JsonObject, known: Refs | null): ReadRefund | null {
  const theirs = textMember(object, 'id');
  const ours = referenceOf(object);
  const currency = textMember(object, 'currency')?.toUpperCase();
  if (object['object'] !== 'refund' || theirs === undefined || ours === undefined) return null;
  const amount = currency === undefined ? null : amountFromStripe(object['amount'], currency);
  if (currency === undefined || amount === null) return null;
  const session = textMember(object, 'payment_intent') ?? known?.session;
  const refs: Refs = { ours, theirs, ...defined({ session }) };
  const claims: Claims = { ours, amount, currency };
  const outcome = outcomeOf(object, refs);
  if (outcome.kind === 'unlisted') return { refs, claims, outcome };
  return { refs, claims, outcome: about(outcome, claims) };
}

function outcomeOf(object: JsonObject, refs: Refs): ReadRefund['outcome'] {
  const status = textMember(object, 'status') ?? '';
  const reason = textMember(object, 'failure_reason');
  switch (status) {
    case 'succeeded':
      return succeeded(refs);
    case 'pending':
    // The card's holder must say where the money goes; Stripe asks them.
    case 'requires_action':
      return pending(refs, 'provider');
    case 'failed':
    case 'canceled':
      return failedFor(refs, rowOf(reason), { status, reason });
    default:
      return { kind: 'unlisted', code: `refund status ${status}` };
  }
}

/** Why a refund failed, where Stripe says it; without a reason the status says enough. */
const rowOf = (reason: string | undefined): RefusalRow | undefined =>
  reason === undefined ? refundFailed : queryRow(refundReasons, 'refund', reason);
