// Sends a card payment and a refund, and classifies the answer. Only a documented refusal proves
// that nothing was executed; everything else that is not a result is unknown.

import type {
  Context,
  HttpResult,
  Intent,
  JsonObject,
  Outcome,
  Prepared,
  QueryOutcome,
} from '@jokko/connectors/kit';
import {
  about,
  asObject,
  failed,
  notSent,
  objectFromWire,
  providerError,
  textMember,
  unclearCause,
  unknown,
  unlisted,
  gaveUp,
} from '@jokko/connectors/kit';
import { post } from './call.ts';
import { bytesToSend } from './card-body.ts';
import { settingsOf } from './config.ts';
import type { StripeConfig } from './config.ts';
import { strangersByStatus } from './error-table.ts';
import type { StripeCall } from './error-table.ts';
import { query, queryRefund, settled } from './query.ts';
import type { Attempt } from './query.ts';
import { readError } from './read-error.ts';
import { neverConfirmed, readPayment, referenceOf } from './read-payment.ts';
import { readRefund } from './read-refund.ts';

export async function execute(
  context: Context<StripeConfig>,
  intent: Intent,
  prepared: Prepared,
  how: 'first' | 'replay',
): Promise<Outcome> {
  const attempt = { context, intent, refs: prepared.refs };
  const body = bytesToSend(context, intent, prepared);
  if (body === null) return withoutCard(attempt, prepared, how);
  try {
    return await send(attempt, 'pay', prepared.path, body);
  } finally {
    // It held a card.
    body.fill(0);
  }
}

export async function executeRefund(
  context: Context<StripeConfig>,
  intent: Intent,
  prepared: Prepared,
): Promise<Outcome> {
  const attempt = { context, intent, refs: prepared.refs };
  return send(attempt, 'refund', prepared.path, prepared.body);
}

/**
 * The card is gone. What was never sent has failed. What may have been sent is closed: the stored
 * bytes, which hold no card, go out under the same key. Either the key is new, and from now on
 * belongs to a payment that nobody can confirm; or Stripe refuses other bytes under a known key,
 * and the first request did arrive.
 */
async function withoutCard(
  attempt: Attempt,
  prepared: Prepared,
  how: 'first' | 'replay',
): Promise<Outcome> {
  const { context, intent, refs } = attempt;
  if (how === 'first') return failed(refs, neverConfirmed);
  const found = await query(context, intent, refs);
  if (found.kind !== 'absent') return asOutcome(attempt, found);
  return send(attempt, 'pay', prepared.path, prepared.body);
}

async function send(
  attempt: Attempt,
  call: StripeCall,
  path: string,
  body: string | Buffer,
): Promise<Outcome> {
  const { context, refs } = attempt;
  const result = await post(context, path, body, refs.ours);
  if (result.kind === 'not_sent') return notSent(refs, result.cause);
  if (result.kind === 'lost' || gaveUp(result.status)) return unclear(attempt, result);
  const object = objectFromWire(result.body);
  if (object === null) return unclear(attempt, result);
  if (result.status >= 400) return refused(attempt, call, result, object);
  if (result.status !== 200) return unclear(attempt, result);
  const read =
    call === 'pay' ? readPayment(context.config, object, attempt.intent) : readRefund(object, refs);
  if (read === null) return unclear(attempt, result);
  const outcome = settled(attempt, call, read.outcome);
  // A replayed answer is as old as the first one.
  if (outcome.kind === 'pending' && result.headers['idempotent-replayed'] === 'true')
    return inquire({ ...attempt, refs: { ...refs, ...read.refs } }, call);
  return asOutcome(attempt, outcome);
}

async function refused(
  attempt: Attempt,
  call: StripeCall,
  result: Extract<HttpResult, { kind: 'answer' }>,
  object: JsonObject,
): Promise<Outcome> {
  const { context, refs } = attempt;
  const error = asObject(object['error']);
  if (error === null) return unclear(attempt, result);
  const { code = 'no code', row: told, message } = readError(context.config, call, error);
  // The error of a wrong, revoked or expired key says no more than that the request is bad.
  const row = strangersByStatus[result.status] ?? told;
  if (row === 'inquire') return inquire(attempt, call);
  if (row === undefined) {
    const found = { connector: 'stripe', operation: call, code, httpStatus: result.status };
    return unlisted(context.log, found, refs, settingsOf(context.config).resolution);
  }
  // A declined payment is named, so that it can be found again, and told from another's.
  const payment = asObject(error['payment_intent']) ?? {};
  const theirs = textMember(payment, 'id');
  const ours = referenceOf(payment);
  const known = theirs === undefined ? refs : { ...refs, theirs };
  const outcome = failed(known, providerError(row, code, message));
  return ours === undefined ? outcome : about(outcome, { ours });
}

async function inquire(attempt: Attempt, call: StripeCall): Promise<Outcome> {
  const { context, intent, refs } = attempt;
  const found =
    call === 'pay' ? await query(context, intent, refs) : await queryRefund(context, intent, refs);
  return asOutcome(attempt, found);
}

/**
 * Directly after sending, "absent" proves nothing, and a success taken back is for a later status
 * query to find.
 */
function asOutcome({ context }: Attempt, found: QueryOutcome): Outcome {
  if (found.kind !== 'absent' && found.kind !== 'reversed') return found;
  return unknown(found.refs, 'ambiguous', settingsOf(context.config).resolution);
}

function unclear({ context, refs }: Attempt, result: HttpResult): Outcome {
  return unknown(refs, unclearCause(result), settingsOf(context.config).resolution);
}
