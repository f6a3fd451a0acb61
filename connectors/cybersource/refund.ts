// Gives a payment back: by a void while it is not settled, which costs nothing, else by a credit.

import type { Context, HttpResult, Intent, Outcome, Prepared } from '@jokko/connectors/kit';
import { failed, notSent, objectFromWire, gaveUp } from '@jokko/connectors/kit';
import type { JsonObject } from '@jokko/connectors/kit';
import { post } from './call.ts';
import type { CybersourceConfig } from './config.ts';
import { queryRefund } from './query.ts';
import { readGivenBack } from './read-given-back.ts';
import { ourKey, refusal } from './read-payment.ts';
import { reasonIn } from './read-reason.ts';
import type { Reading } from './read-payment.ts';
import { asOutcome, settle, unclear } from './settle.ts';
import type { Attempt } from './settle.ts';

export async function executeRefund(
  context: Context<CybersourceConfig>,
  intent: Intent,
  prepared: Prepared,
): Promise<Outcome> {
  const { refs, body } = prepared;
  const attempt: Attempt = { context, intent, refs, call: 'refund' };
  const stored = JSON.parse(body) as { clientReferenceInformation: object };
  const { clientReferenceInformation } = stored;
  const voidBody = JSON.stringify({ clientReferenceInformation });
  const voided = await post(context, prepared.path.replace(/refunds$/, 'voids'), voidBody);
  if (voided.kind === 'not_sent') return notSent(refs, voided.cause);
  if (!isTooLate(voided)) return outcomeOf(attempt, voided);
  const credited = await post(context, prepared.path, body);
  // The void was refused, and nothing of the credit has left: the whole may be tried again.
  if (credited.kind === 'not_sent') return notSent(refs, credited.cause);
  return outcomeOf(attempt, credited);
}

/** The refusals of a void after settlement. */
function isTooLate(result: HttpResult): boolean {
  if (result.kind !== 'answer' || result.status !== 400) return false;
  const object = objectFromWire(result.body);
  const reason = object === null ? undefined : reasonIn(object);
  return reason === 'NOT_VOIDABLE' || reason === 'TRANSACTION_ALREADY_SETTLED';
}

async function outcomeOf(attempt: Attempt, result: HttpResult): Promise<Outcome> {
  const { context, intent, refs } = attempt;
  if (result.kind !== 'answer' || gaveUp(result.status)) return unclear(attempt, result);
  const object = objectFromWire(result.body);
  if (object === null) return unclear(attempt, result);
  const inquire = () => queryRefund(context, intent, refs);
  const reading = readingOf(attempt, result.status, object);
  return asOutcome(attempt, await settle(attempt, reading, result, inquire));
}

function readingOf(attempt: Attempt, status: number, object: JsonObject): Reading | null {
  const reader = { ...attempt, config: attempt.context.config };
  if (status === 201) return readGivenBack(reader, object);
  if (status === 401) return failed(attempt.refs, ourKey);
  return status === 400 ? refusal(reader, object, attempt.refs) : null;
}
