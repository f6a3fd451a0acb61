// Asks Stripe what became of a payment or a refund. A payment is found by its id, or by the
// reference in its metadata; a refund by its id, or among the refunds of its payment.

import type {
  Context,
  HttpResult,
  Intent,
  JsonObject,
  QueryOutcome,
  Refs,
} from '@jokko/connectors/kit';
import {
  asObject,
  listMember,
  noted,
  objectFromWire,
  textMember,
  unclearCause,
  unknown,
  unlisted,
} from '@jokko/connectors/kit';
import { expandCharge, get } from './call.ts';
import { settingsOf } from './config.ts';
import type { StripeConfig } from './config.ts';
import type { StripeCall } from './error-table.ts';
import { readPayment, referenceOf } from './read-payment.ts';
import { readRefund } from './read-refund.ts';

/** The attempt that an answer is read for. */
export interface Attempt {
  context: Context<StripeConfig>;
  intent: Intent;
  refs: Refs;
}

export async function query(
  context: Context<StripeConfig>,
  intent: Intent,
  refs: Refs,
): Promise<QueryOutcome> {
  const attempt = { context, intent, refs };
  const result = await get(context, pathOfPayment(refs));
  const object = objectOf(result);
  if (object === null) return unclear(attempt, result);
  if (refs.theirs !== undefined) return paymentIn(attempt, object, result);
  return onlyOne(attempt, listOf(object, 'search_result'), result, (found) =>
    paymentIn(attempt, found, result),
  );
}

export async function queryRefund(
  context: Context<StripeConfig>,
  intent: Intent,
  refs: Refs,
): Promise<QueryOutcome> {
  const attempt = { context, intent, refs };
  const path =
    refs.theirs === undefined
      ? `/v1/refunds?payment_intent=${encodeURIComponent(refs.session ?? '')}&limit=100`
      : `/v1/refunds/${encodeURIComponent(refs.theirs)}`;
  const result = await get(context, path);
  const object = objectOf(result);
  if (object === null) return unclear(attempt, result);
  if (refs.theirs !== undefined) return refundIn(attempt, object, result);
  const list = listOf(object, 'list');
  // A payment has at most a handful; a longer list would hide one from us.
  if (object['has_more'] === true) return unclear(attempt, result);
  const ours = list?.filter((found) => referenceOf(found) === refs.ours) ?? null;
  return onlyOne(attempt, ours, result, (found) => refundIn(attempt, found, result));
}

/**
 * What was read, with an unlisted status logged and left unknown, and an unlisted reason logged.
 */
export function settled(
  { context, refs }: Attempt,
  call: StripeCall,
  outcome: QueryOutcome | { kind: 'unlisted'; code: string },
): QueryOutcome {
  if (outcome.kind !== 'unlisted')
    return noted(context.log, { connector: 'stripe', operation: call }, outcome);
  const found = { connector: 'stripe', operation: call, code: outcome.code };
  return unlisted(context.log, found, refs, settingsOf(context.config).resolution);
}

function pathOfPayment({ ours, theirs }: Refs): string {
  if (theirs !== undefined)
    return `/v1/payment_intents/${encodeURIComponent(theirs)}?expand[]=${expandCharge}`;
  const words = encodeURIComponent(`metadata['ref']:'${ours}'`);
  return `/v1/payment_intents/search?query=${words}&expand[]=data.${expandCharge}`;
}

function paymentIn(attempt: Attempt, object: JsonObject, result: HttpResult): QueryOutcome {
  const read = readPayment(attempt.context.config, object, attempt.intent);
  return read === null ? unclear(attempt, result) : settled(attempt, 'pay', read.outcome);
}

function refundIn(attempt: Attempt, object: JsonObject, result: HttpResult): QueryOutcome {
  const read = readRefund(object, attempt.refs);
  return read === null ? unclear(attempt, result) : settled(attempt, 'refund', read.outcome);
}

/** None: absent. More than one under a reference that we use once: only a person can tell. */
function onlyOne(
  attempt: Attempt,
  list: readonly JsonObject[] | null,
  result: HttpResult,
  read: (found: JsonObject) => QueryOutcome,
): QueryOutcome {
  const { context, refs } = attempt;
  if (list === null) return unclear(attempt, result);
  const [first, second] = list;
  if (first === undefined) return { kind: 'absent', refs };
  if (second === undefined) return read(first);
  context.log('error', 'provider has a reference twice', {
    connector: 'stripe',
    ref: refs.ours,
    other: textMember(second, 'id') ?? '?',
  });
  return unclear(attempt, result);
}

/** The objects of a list; null when it is none, or not this kind of list. */
function listOf(object: JsonObject, kind: 'list' | 'search_result'): JsonObject[] | null {
  const data = object['data'];
  if (object['object'] !== kind || !Array.isArray(data)) return null;
  return data.every((entry) => asObject(entry) !== null) ? listMember(object, 'data') : null;
}

const objectOf = (result: HttpResult): JsonObject | null =>
  result.kind === 'answer' && result.status === 200 ? objectFromWire(result.body) : null;

/**
 * A status query that failed says nothing about the attempt; above all not that it was never sent.
 */
function unclear({ context, refs }: Attempt, result: HttpResult): QueryOutcome {
  return unknown(refs, unclearCause(result), settingsOf(context.config).resolution);
}
