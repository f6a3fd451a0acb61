// Asks how an attempt stands: by our id, and by `statuts`, which names a final result for certain
// once twenty seconds have passed. A return has an id of its own and can be asked about by that
// only.

import {
  objectFromWire,
  textMember,
  wordMember,
  unclearCause,
  unknown,
} from '@jokko/connectors/kit';
import type {
  Context,
  HttpResult,
  Intent,
  Outcome,
  QueryOutcome,
  Refs,
} from '@jokko/connectors/kit';
import { call } from './call.ts';
import { settingsOf } from './config.ts';
import type { PiSpiConfig } from './config.ts';
import { operationOf, paymentsPath, requestsPath } from './operations.ts';
import { readPayment, undecided } from './read-payment.ts';
import type { Attempt } from './read-payment.ts';
import { transactionIdOf } from './transaction-id.ts';

export function query(
  context: Context<PiSpiConfig>,
  intent: Intent,
  refs: Refs,
): Promise<QueryOutcome> {
  return queryAttempt({ context, intent, operation: operationOf(intent), refs });
}

export function queryRefund(
  context: Context<PiSpiConfig>,
  intent: Intent,
  refs: Refs,
): Promise<QueryOutcome> {
  return queryAttempt({ context, intent, operation: 'return', refs });
}

export async function queryAttempt(attempt: Attempt): Promise<QueryOutcome> {
  const { operation, refs } = attempt;
  if (operation === 'return') return queryReturn(attempt);
  const base = operation === 'collect' ? requestsPath : paymentsPath;
  const path = `${base}/${transactionIdOf(refs.ours)}`;
  const result = await call(attempt.context, { method: 'GET', path });
  if (isNotFound(result)) return { kind: 'absent', refs: { ours: refs.ours } };
  const object =
    result.kind === 'answer' && result.status === 200 ? objectFromWire(result.body) : null;
  if (object === null) return unclear(attempt, result);
  const reading = readPayment(attempt, object);
  // The participant's own record of our id may not say that it is a repeat.
  if ('inquire' in reading) return undecided(attempt, refs, reading.word);
  if ('confirm' in reading) return confirmed(attempt, reading.confirm);
  return reading.kind === 'pending' ? confirmed(attempt, reading) : reading;
}

/**
 * What `statuts` says of it; `found` while it says nothing, unless that is a failure: the reason of
 * one counts when it is certain.
 */
export async function confirmed(attempt: Attempt, found: Outcome): Promise<QueryOutcome> {
  const { refs } = found;
  const open = (): QueryOutcome =>
    found.kind === 'failed'
      ? undecided(attempt, refs, { status: 'REJETE', reason: found.error.provider })
      : found;
  if (refs.theirs === undefined) return open();
  const certain = await askCertain({ ...attempt, refs }, refs.theirs);
  if (certain === null) return open();
  // It says the result and little else: what the first answer told stays told.
  const claims = 'claims' in found ? found.claims : undefined;
  return claims !== undefined && (certain.kind === 'succeeded' || certain.kind === 'failed')
    ? { ...certain, claims: { ...claims, ...certain.claims } }
    : certain;
}

/** Null: no final result yet, or none that could be had. */
async function askCertain(attempt: Attempt, end2endId: string): Promise<Outcome | null> {
  const path = `${paymentsPath}/${encodeURIComponent(end2endId)}/statuts`;
  const result = await call(attempt.context, { method: 'GET', path });
  const object =
    result.kind === 'answer' && result.status === 200 ? objectFromWire(result.body) : null;
  if (object === null || wordMember(object, 'statut') === undefined) return null;
  const reading = readPayment(attempt, object, true);
  if ('inquire' in reading) return undecided(attempt, reading.inquire, reading.word);
  return 'confirm' in reading ? null : reading;
}

/** A return whose answer was lost has no name that it could be asked by. */
async function queryReturn(attempt: Attempt): Promise<QueryOutcome> {
  const { refs, context } = attempt;
  const outcome = unknown(refs, 'ambiguous', settingsOf(context.config).resolution);
  if (refs.theirs === undefined) return outcome;
  return (await askCertain(attempt, refs.theirs)) ?? { kind: 'pending', refs, stage: 'provider' };
}

/** A 404 of a proxy or of a wrong base address is not the participant's word. */
function isNotFound(result: HttpResult): boolean {
  if (result.kind !== 'answer' || result.status !== 404) return false;
  const object = objectFromWire(result.body);
  return (
    object !== null && (textMember(object, 'title') ?? textMember(object, 'detail')) !== undefined
  );
}

function unclear({ context, refs }: Attempt, result: HttpResult): QueryOutcome {
  return unknown(refs, unclearCause(result), settingsOf(context.config).resolution);
}
