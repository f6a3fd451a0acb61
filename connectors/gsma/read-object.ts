// Reads the state of one attempt from a Transaction or a RequestState of the provider.

import { defined } from '@jokko/contract';
import type {
  Challenge,
  Claims,
  Context,
  Failed,
  FinalWord,
  Intent,
  JsonObject,
  QueryOutcome,
  RefusalRow,
  Refs,
} from '@jokko/connectors/kit';
import {
  about,
  doubted,
  amountFromWire,
  asObject,
  failed,
  failedFor,
  keyedValue,
  listMember,
  noted,
  pending,
  succeeded,
  textMember,
  unlisted,
  wordMember,
} from '@jokko/connectors/kit';
import { settingsOf } from './config.ts';
import type { GsmaConfig } from './config.ts';
import { isCorrelationId } from './correlation-id.ts';
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

/**
 * `askWhy`: the transaction that is about this failed, and only its request state says why.
 * `readObject`: completed, and the transaction must confirm it.
 */
export type TransactionReading = QueryOutcome | { askWhy: Claims };
export type RequestStateReading = QueryOutcome | { readObject: Refs };

/** Reads a Transaction; the refs of the result name it. */
export function readTransaction(attempt: Attempt, object: JsonObject): TransactionReading {
  const { context, operation } = attempt;
  const theirs = textMember(object, 'transactionReference') ?? attempt.refs.theirs;
  const refs = refsWith(attempt.refs, attempt.refs.session, theirs);
  const resolution = settingsOf(context.config).resolution;
  const word = wordMember(object, 'transactionStatus') ?? '';
  const meaning = settingsOf(context.config).statusWords.get(word.toLowerCase());
  if (meaning === undefined)
    return unlisted(
      context.log,
      { connector: 'gsma', operation, code: `transactionStatus ${word}` },
      refs,
      resolution,
    );
  const claims = claimsOf(attempt, object);
  if (claims === null) {
    const found = { connector: 'gsma', operation };
    return doubted(context.log, found, refs, { status: word, about: 'unreadable' }, resolution);
  }
  switch (meaning) {
    case 'completed':
      return about(succeeded(refs), claims);
    case 'pending':
      return about(pending(refs, stageOf(operation)), claims);
    case 'cancelled':
      return about(failed(refs, { ...cancelled, provider: word }), claims);
    case 'reversed':
      return { kind: 'reversed', refs, claims };
    case 'failed':
      return { askWhy: claims };
  }
}

/** Reads a RequestState. */
export function readRequestState(attempt: Attempt, object: JsonObject): RequestStateReading {
  const { context, operation } = attempt;
  const session = textMember(object, 'serverCorrelationId') ?? attempt.refs.session;
  const refs = refsWith(
    attempt.refs,
    session,
    textMember(object, 'objectReference') ?? attempt.refs.theirs,
  );
  const resolution = settingsOf(context.config).resolution;
  const status = (wordMember(object, 'status') ?? '').toLowerCase();
  if (status === 'pending') return pending(refs, stageOf(operation), challengeOf(object));
  if (status === 'completed') return { readObject: refs };
  if (status !== 'failed')
    return unlisted(
      context.log,
      { connector: 'gsma', operation, code: `request state ${status}` },
      refs,
      resolution,
    );
  const error = asObject(object['error']);
  const read = error === null ? null : readError(context, operation, error);
  const word = { status, reason: read?.code, message: read?.message };
  // Not about this request, but about one before it.
  if (read?.row === 'inquire')
    return doubted(context.log, { connector: 'gsma', operation }, refs, word, resolution);
  return failedWith({ ...attempt, refs }, read?.row, word);
}

/** "failed" is final, whatever the error beside it. */
export function failedWith(
  { context, operation, refs }: Attempt,
  row: RefusalRow | undefined,
  word: FinalWord,
): Failed {
  return noted(context.log, { connector: 'gsma', operation }, failedFor(refs, row, word));
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

/**
 * What the operator says that its transaction is about; it may leave members out. Null: an amount
 * that cannot be read.
 */
function claimsOf({ operation }: Attempt, object: JsonObject): Claims | null {
  const amount = object['amount'] === undefined ? undefined : amountFromWire(object['amount']);
  if (amount === null) return null;
  const currency = textMember(object, 'currency');
  // An operator may repeat the original's reference in a reversal.
  const ours = isReversal(operation)
    ? undefined
    : textMember(object, 'requestingOrganisationTransactionReference')?.toLowerCase();
  const party = phoneIn(listMember(object, paysUs(operation) ? 'debitParty' : 'creditParty'));
  return defined({
    ours: ours === undefined || !isCorrelationId(ours) ? undefined : ours,
    amount,
    currency,
    party,
  });
}

const isReversal = (operation: GsmaOperation): boolean =>
  operation === 'refundCollect' || operation === 'refundPayout';
const paysUs = (operation: GsmaOperation): boolean =>
  operation === 'collect' || operation === 'refundPayout';

/** The phone of the other party; undefined where the operator masks it. */
function phoneIn(party: readonly JsonObject[]): string | undefined {
  const phone = keyedValue(party, 'msisdn');
  return phone === undefined || !/^\+?[\d\s]+$/.test(phone) ? undefined : phone;
}

function challengeOf(object: JsonObject): Challenge | undefined {
  const items = listMember(object, 'metadata');
  const deepLinkUrl = keyedValue(items, 'deepLinkUrl');
  const qrText = keyedValue(items, 'qrText');
  if (deepLinkUrl === undefined && qrText === undefined) return undefined;
  const seconds = Number(keyedValue(items, 'expiresInSeconds'));
  const expiresInMs = Number.isFinite(seconds) && seconds > 0 ? seconds * 1000 : assumedLinkLifeMs;
  return {
    ...defined({ deepLinkUrl, qrText }),
    expiresInMs,
  };
}

/** The interface's payer window, for an operator that does not say how long its link lives. */
const assumedLinkLifeMs = 15 * 60_000;
