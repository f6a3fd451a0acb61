// What do a Transaction and a RequestState of the provider say about one attempt?

import type { Challenge, Context, Intent, JsonObject, QueryOutcome, Refs } from '@jokko/connector-kit';
import {
  amountFromWire,
  asObject,
  failed,
  keyedValue,
  listMember,
  pending,
  succeeded,
  textMember,
  unknown,
  unlisted,
} from '@jokko/connector-kit';
import { settingsOf } from './config.ts';
import type { GsmaConfig } from './config.ts';
import { cancelled } from './error-table.ts';
import type { GsmaOperation } from './error-table.ts';
import { readError } from './read-error.ts';

/** The attempt that an object is read for. */
export interface Attempt {
  context: Context<GsmaConfig>;
  intent: Intent;
  operation: GsmaOperation;
  /** What is known of it before the object is read. */
  refs: Refs;
}

/** `askWhy`: the transaction failed, and only its request state says why. `readObject`: completed, and the transaction must confirm it. */
export type TransactionReading = QueryOutcome | 'askWhy';
export type RequestStateReading = QueryOutcome | { readObject: Refs };

/** Reads a Transaction; the refs of the result name it. */
export function readTransaction(attempt: Attempt, object: JsonObject): TransactionReading {
  const { context, operation } = attempt;
  const theirs = textMember(object, 'transactionReference') ?? attempt.refs.theirs;
  const refs = refsWith(attempt.refs, attempt.refs.session, theirs);
  const resolution = settingsOf(context.config).resolution;
  const word = textMember(object, 'transactionStatus') ?? '';
  const meaning = settingsOf(context.config).statusWords.get(word);
  if (meaning === undefined)
    return unlisted(context.log, { connector: 'gsma', operation, code: `transactionStatus ${word}` }, refs, resolution);
  if (!isOurs(attempt, object)) {
    context.log('error', 'provider answered with another amount or currency', { connector: 'gsma', operation, ref: refs.ours });
    return unknown(refs, 'ambiguous', resolution);
  }
  switch (meaning) {
    case 'completed':
      return succeeded(refs);
    case 'pending':
      return pending(refs, stageOf(operation));
    case 'cancelled':
      return failed(refs, { ...cancelled, provider: word });
    case 'reversed':
      return { kind: 'reversed', refs };
    case 'failed':
      return 'askWhy';
  }
}

/** Reads a RequestState. */
export function readRequestState(attempt: Attempt, object: JsonObject): RequestStateReading {
  const { context, operation } = attempt;
  const session = textMember(object, 'serverCorrelationId') ?? attempt.refs.session;
  const refs = refsWith(attempt.refs, session, textMember(object, 'objectReference') ?? attempt.refs.theirs);
  const resolution = settingsOf(context.config).resolution;
  const status = textMember(object, 'status') ?? '';
  if (status === 'pending') return pending(refs, stageOf(operation), challengeOf(object));
  if (status === 'completed') return { readObject: refs };
  if (status !== 'failed')
    return unlisted(context.log, { connector: 'gsma', operation, code: `request state ${status}` }, refs, resolution);
  const error = asObject(object['error']);
  const read = error === null ? null : readError(context, operation, error);
  if (read?.kind === 'refused') return failed(refs, read.error);
  const code = read?.kind === 'unlisted' ? read.code : 'failed without a usable error';
  return unlisted(context.log, { connector: 'gsma', operation, code }, refs, resolution);
}

/** New refs, so that the stored ones stay as they were. */
function refsWith(known: Refs, session: string | undefined, theirs: string | undefined): Refs {
  const refs: Refs = { ours: known.ours };
  if (theirs !== undefined) refs.theirs = theirs;
  if (session !== undefined) refs.session = session;
  return refs;
}

/** A collection waits for its payer; everything else for the provider. */
function stageOf(operation: GsmaOperation): 'payer' | 'provider' {
  return operation === 'collect' ? 'payer' : 'provider';
}

/** A result for another amount is not ours (reliability.md F29). A member that the operator leaves out proves nothing. */
function isOurs(attempt: Attempt, object: JsonObject): boolean {
  const amount = object['amount'];
  const currency = object['currency'];
  if (amount !== undefined && amountFromWire(amount) !== attempt.intent.amount) return false;
  return currency === undefined || currency === attempt.intent.currency;
}

function challengeOf(object: JsonObject): Challenge | undefined {
  const items = listMember(object, 'metadata');
  const deepLinkUrl = keyedValue(items, 'deepLinkUrl');
  const qrText = keyedValue(items, 'qrText');
  if (deepLinkUrl === undefined && qrText === undefined) return undefined;
  const seconds = Number(keyedValue(items, 'expiresInSeconds'));
  const expiresInMs = Number.isFinite(seconds) && seconds > 0 ? seconds * 1000 : assumedLinkLifeMs;
  return { ...(deepLinkUrl === undefined ? {} : { deepLinkUrl }), ...(qrText === undefined ? {} : { qrText }), expiresInMs };
}

/** The interface's payer window, for an operator that does not say how long its link lives. */
const assumedLinkLifeMs = 15 * 60_000;
