// Refunds of whole payments.

import { randomUUID } from 'node:crypto';
import { refundClaim, refundOrder } from '../core/refund.ts';
import { account } from './deps.ts';
import { invalidRequest, otherParameters } from './errors.ts';
import { unitsOf } from './money.ts';
import { findPayment, noSuch } from './payments.ts';
import { presentRefund, seqOf } from './present.ts';
import type { Operation } from '../core/operation.ts';
import type { StripeDeps } from './deps.ts';
import type { Answer, Outcome } from './keys.ts';

export async function createRefund(
  deps: StripeDeps,
  form: URLSearchParams,
  key: string | undefined,
): Promise<Outcome> {
  const id = form.get('payment_intent') ?? '';
  const original = await findPayment(deps, id);
  if (original === null) return noSuch(id);
  const reference = key ?? randomUUID();
  const known = deps.store.byReference.get(reference);
  const fault = known === undefined ? faultOf(deps, original, form) : null;
  if (fault !== null) return { status: 400, body: { error: fault } };
  const submission = await deps.engine.submit(
    {
      ...refundOrder(original, reference, form.get('metadata[notice_url]')),
      organisationReference: form.get('metadata[ref]') ?? '',
      account,
    },
    { refusal: 0, claimTaken: 0 },
  );
  switch (submission.kind) {
    case 'hold':
      return null;
    case 'conflict':
      return otherParameters;
    case 'done':
      return { status: 200, body: presentRefund(deps, submission.operation) };
  }
}

function faultOf(deps: StripeDeps, original: Operation, form: URLSearchParams) {
  if (original.status === 'reversed' || deps.store.claims.has(refundClaim(original)))
    return invalidRequest(
      'Charge has already been refunded.',
      undefined,
      'charge_already_refunded',
    );
  if (!deps.engine.refundable(original))
    return invalidRequest('This PaymentIntent does not have a successful charge to refund.');
  const amount = form.get('amount');
  const whole = unitsOf(original.amount, original.currency);
  if (amount === null || Number(amount) === whole) return null;
  return invalidRequest(
    Number(amount) > whole
      ? 'Refund amount is greater than charge amount.'
      : 'This simulator refunds whole payments.',
    'amount',
    'amount_too_large',
  );
}

export async function readRefund(deps: StripeDeps, id: string): Promise<Answer> {
  const refund = id.startsWith('re_') ? await deps.engine.findBySeq(seqOf(id)) : undefined;
  if (refund?.protocol !== 'stripe' || refund.kind !== 'refund') return noSuch(id);
  return { status: 200, body: presentRefund(deps, refund) };
}

/** Only those of one payment. */
export async function listRefunds(deps: StripeDeps, query: URLSearchParams): Promise<Answer> {
  const original = await findPayment(deps, query.get('payment_intent') ?? '');
  const holder = original === null ? undefined : deps.store.claims.get(refundClaim(original));
  const refund = holder === undefined ? undefined : await deps.engine.find(holder);
  const data = refund === undefined ? [] : [presentRefund(deps, refund)];
  return { status: 200, body: { object: 'list', url: '/v1/refunds', has_more: false, data } };
}
