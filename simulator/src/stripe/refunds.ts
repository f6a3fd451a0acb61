// Refunds of payments, whole or in parts.

import { randomUUID } from 'node:crypto';
import { formatAmount, parseAmount } from '../core/money.ts';
import { refundOrder } from '../core/refund.ts';
import { isWebAddress } from '../http/exchange.ts';
import { account } from './deps.ts';
import { invalidRequest, otherParameters } from './errors.ts';
import { tellOfRefund } from './events.ts';
import { pageOf } from './list.ts';
import { amountOfUnits } from './money.ts';
import { findPayment, noSuch } from './payments.ts';
import { idOf, presentRefund, seqOf } from './present.ts';
import type { Operation } from '../core/operation.ts';
import type { FromRequest, StripeDeps } from './deps.ts';
import type { StripeError } from './errors.ts';
import type { Answer, Outcome } from './keys.ts';

const reasons = ['duplicate', 'fraudulent', 'requested_by_customer'];

export async function createRefund(
  deps: StripeDeps,
  form: URLSearchParams,
  request: FromRequest,
): Promise<Outcome> {
  const id = form.get('payment_intent') ?? form.get('charge') ?? '';
  if (id === '')
    return refuse(
      invalidRequest(
        'One of the following params should be provided for this request: payment_intent or charge.',
      ),
    );
  const original = await findRefunded(deps, id);
  if (original === null) return noSuch(id);
  const reference = request.idempotency_key ?? randomUUID();
  const asked = askedOf(deps, original, form, deps.store.byReference.get(reference));
  if (typeof asked !== 'string') return refuse(asked);
  const order = {
    ...refundOrder(original, reference, form.get('metadata[notice_url]'), asked),
    organisationReference: form.get('metadata[ref]') ?? '',
    account,
  };
  const submission = await deps.engine.submit(order, { refusal: 0, claimTaken: 0 });
  switch (submission.kind) {
    case 'hold':
      return null;
    case 'conflict':
      return otherParameters;
    case 'done': {
      const { operation, fresh } = submission;
      const reason = form.get('reason');
      if (reason !== null) deps.refundReasons.set(operation.seq, reason);
      if (fresh) tellOfRefund(deps, operation, 'refund.created', request);
      return { status: 200, body: presentRefund(deps, operation) };
    }
  }
}

const refuse = (error: StripeError): Answer => ({ status: 400, body: { error } });

/** A payment is named by its own id, or by that of its charge. */
const findRefunded = (deps: StripeDeps, id: string): Promise<Operation | null> =>
  findPayment(deps, id.replace(/^ch_/, 'pi_'));

/**
 * The amount to give back; without one, all that is left. @param known what was taken under this
 * key before is not judged anew.
 */
function askedOf(
  deps: StripeDeps,
  original: Operation,
  form: URLSearchParams,
  known: Operation | undefined,
): string | StripeError {
  const notice = form.get('metadata[notice_url]');
  if (notice !== null && !isWebAddress(notice))
    return invalidRequest('Not a valid URL', 'metadata[notice_url]', 'url_invalid');
  const reason = form.get('reason');
  if (reason !== null && !reasons.includes(reason))
    return invalidRequest(`Invalid reason: must be one of ${reasons.join(', ')}`, 'reason');
  const leftMinor = deps.store.refunds.leftMinor(original);
  const units = form.get('amount');
  const asked =
    units === null
      ? formatAmount(leftMinor)
      : amountOfUnits(units, original.currency.toLowerCase());
  if (asked === null)
    return invalidRequest('Invalid positive integer', 'amount', 'parameter_invalid_integer');
  if (known !== undefined) return units === null ? known.amount : asked;
  return faultOf(deps, original, asked) ?? asked;
}

function faultOf(deps: StripeDeps, original: Operation, asked: string): StripeError | null {
  const { refunds } = deps.store;
  const leftMinor = refunds.leftMinor(original);
  if (original.status === 'reversed' || leftMinor === 0n)
    return invalidRequest(
      `Charge ${idOf('ch', original.seq)} has already been refunded.`,
      undefined,
      'charge_already_refunded',
    );
  if (!deps.engine.refundable(original))
    return invalidRequest('This PaymentIntent does not have a successful charge to refund.');
  if ((parseAmount(asked) ?? 0n) <= leftMinor) return null;
  const whole = refunds.isBegun(original) ? 'unrefunded amount on charge' : 'charge amount';
  const { currency } = original;
  // This one has no code.
  return invalidRequest(
    `Refund amount (${asked} ${currency}) is greater than ${whole} (${formatAmount(leftMinor)} ${currency})`,
    'amount',
  );
}

export async function readRefund(deps: StripeDeps, id: string): Promise<Answer> {
  const refund = id.startsWith('re_') ? await deps.engine.findBySeq(seqOf(id)) : undefined;
  if (refund?.protocol !== 'stripe' || refund.kind !== 'refund') return noSuch(id);
  return { status: 200, body: presentRefund(deps, refund) };
}

/** Newest first: of one payment, or all. */
export async function listRefunds(deps: StripeDeps, query: URLSearchParams): Promise<Answer> {
  const id = query.get('payment_intent') ?? query.get('charge');
  await deps.book.settled();
  const found = id === null ? allRefunds(deps) : refundsOf(deps, await findRefunded(deps, id));
  const entries = found.toReversed().map((refund) => presentRefund(deps, refund));
  return pageOf('/v1/refunds', entries, query);
}

const refundsOf = ({ store }: StripeDeps, original: Operation | null): Operation[] =>
  original === null
    ? []
    : store.refunds.of(original).flatMap((reference) => store.byReference.get(reference) ?? []);

const allRefunds = ({ store }: StripeDeps): Operation[] =>
  store.bySeq.flatMap((operation) =>
    operation?.protocol === 'stripe' && operation.kind === 'refund' ? operation : [],
  );
