// Voids, reversals and refunds: of a payment by its id, or by the caller's own id of its request.

import { parseAmount, formatAmount } from '../core/money.ts';
import { refundOrder } from '../core/refund.ts';
import { isMembers, textMember } from '../http/exchange.ts';
import { badRequest, missing, notFound, wrong } from './answers.ts';
import { followUp, idOf, seqOf } from './present.ts';
import type { Operation } from '../core/operation.ts';
import type { Answer } from './answers.ts';
import type { CybersourceDeps } from './deps.ts';

/** A sale is settled with the night's batch; from then on only a refund gives it back. */
const settledAfterMs = 24 * 3_600_000;

type Way = 'voids' | 'reversals' | 'refunds';

/** Null: no answer is ever given. */
export async function giveBackById(
  deps: CybersourceDeps,
  id: string,
  way: Way,
  body: unknown,
): Promise<Answer | null> {
  const payment = await deps.engine.findBySeq(seqOf(id));
  return giveBack(deps, isPayment(payment) ? payment : undefined, way, body);
}

/** By `clientReferenceInformation.transactionId`, for a caller that never had an answer. */
export async function giveBackByOurId(
  deps: CybersourceDeps,
  way: 'voids' | 'reversals',
  body: unknown,
): Promise<Answer | null> {
  const wanted = clientMember(body, 'transactionId');
  if (wanted === undefined) return missing('clientReferenceInformation.transactionId');
  for (const operation of deps.store.byReference.values())
    if (isPayment(operation) && operation.organisationReference === wanted)
      return giveBack(deps, await deps.engine.find(operation.reference), way, body);
  return notFound();
}

const isPayment = (operation: Operation | undefined): operation is Operation =>
  operation?.protocol === 'cybersource' && operation.kind === 'card';

async function giveBack(
  deps: CybersourceDeps,
  payment: Operation | undefined,
  way: Way,
  body: unknown,
): Promise<Answer | null> {
  const code = clientMember(body, 'code');
  if (code === undefined) return missing('clientReferenceInformation.code');
  if (payment === undefined) return notFound();
  if (payment.status === 'pending') return dropPending(deps, payment, way, code);
  const { refunds } = deps.store;
  if (way === 'reversals') return notReversible(payment);
  if (payment.status !== 'succeeded' || refunds.leftMinor(payment) === 0n) return cannot(way);
  const isSettled = deps.nowMs() - payment.updatedAtMs > settledAfterMs;
  if (way === 'voids' && (isSettled || refunds.isBegun(payment))) return cannot(way);
  const amount = way === 'voids' ? payment.amount : amountIn(deps, payment, body);
  if (typeof amount !== 'string') return amount;
  const order = {
    ...refundOrder(payment, referenceOf(payment, code, way), null, amount),
    service: way === 'voids' ? 'ics_void' : 'ics_credit',
    ...(way === 'voids' ? { atOnce: true as const } : {}),
  };
  const submission = await deps.engine.submit(order, { refusal: 0, claimTaken: 0 });
  if (submission.kind === 'hold') return null;
  if (submission.kind === 'conflict')
    return badRequest('DUPLICATE_REQUEST', 'this code was received before');
  return { status: 201, body: presentGivenBack(submission.operation, code, way) };
}

/** A part, or what is left of the payment when the request names no amount. */
function amountIn(deps: CybersourceDeps, payment: Operation, body: unknown): string | Answer {
  const order = isMembers(body) ? body['orderInformation'] : undefined;
  const details = isMembers(order) ? order['amountDetails'] : undefined;
  const leftMinor = deps.store.refunds.leftMinor(payment);
  if (!isMembers(details)) return formatAmount(leftMinor);
  const field = 'orderInformation.amountDetails';
  const asked = textMember(details, 'totalAmount');
  const currency = textMember(details, 'currency')?.toUpperCase();
  if (asked === undefined) return missing(`${field}.totalAmount`);
  if (currency === undefined) return missing(`${field}.currency`);
  if (currency !== payment.currency) return wrong(`${field}.currency`);
  const minor = parseAmount(asked);
  if (!minor) return wrong(`${field}.totalAmount`);
  if (minor > leftMinor) return badRequest('INVALID_AMOUNT', 'more than is left of the payment');
  return minor === parseAmount(payment.amount) ? payment.amount : formatAmount(minor);
}

/** What follows a payment may have its code; the book has each reference once. */
const referenceOf = ({ reference }: Operation, code: string, way: Way): string =>
  reference === code ? followUp(code, way) : code;

/** An authorisation that waits is reversed; nothing of it was ever taken. */
async function dropPending(
  deps: CybersourceDeps,
  payment: Operation,
  way: Way,
  code: string,
): Promise<Answer> {
  if (way === 'refunds') return cannot(way);
  await deps.engine.cancel(payment);
  if (payment.status !== 'canceled') return cannot(way);
  const { amount, currency } = payment;
  return {
    status: 201,
    body: {
      id: `${idOf(payment.seq).slice(0, -1)}9`,
      submitTimeUtc: new Date(deps.nowMs()).toISOString(),
      status: 'REVERSED',
      clientReferenceInformation: { code },
      reversalAmountDetails: { reversedAmount: amount, currency },
    },
  };
}

function presentGivenBack(operation: Operation, code: string, way: Way) {
  const { seq, amount, currency, createdAtMs } = operation;
  const common = {
    id: idOf(seq),
    submitTimeUtc: new Date(createdAtMs).toISOString(),
    clientReferenceInformation: { code },
  };
  return way === 'voids'
    ? { ...common, status: 'VOIDED', voidAmountDetails: { voidAmount: amount, currency } }
    : { ...common, status: 'PENDING', refundAmountDetails: { refundAmount: amount, currency } };
}

/** Only what is set aside can be reversed. */
function notReversible({ status }: Operation): Answer {
  if (status === 'canceled')
    return badRequest('AUTH_ALREADY_REVERSED', 'the authorisation was reversed before');
  return status === 'failed'
    ? badRequest('MISSING_AUTH', 'the payment was not authorised')
    : badRequest('TRANSACTION_ALREADY_REVERSED_OR_SETTLED', 'the payment was captured');
}

function cannot(way: Way): Answer {
  if (way === 'refunds') return badRequest('INVALID_PAYMENT_ID', 'nothing to refund');
  return badRequest('NOT_VOIDABLE', 'not voidable, or not any more');
}

function clientMember(body: unknown, name: string): string | undefined {
  const client = isMembers(body) ? body['clientReferenceInformation'] : undefined;
  return isMembers(client) ? textMember(client, name) : undefined;
}
