// Gives a success back: a checkout by its refund, a payout by its reversal within three days. Both
// calls are idempotent by what they give back, and final in their answer.

import type {
  Context,
  HttpResult,
  Intent,
  Outcome,
  Prepared,
  QueryOutcome,
  Refs,
} from '@jokko/connectors/kit';
import { failed, notSent, succeeded } from '@jokko/connectors/kit';
import { isAboutUs, refusedBy, unclear } from './attempt.ts';
import type { Attempt } from './attempt.ts';
import type { WaveConfig } from './config.ts';
import { post } from './execute.ts';
import { nothingToReverse } from './error-table.ts';
import { refundOperationOf } from './operations.ts';
import { query } from './query.ts';

export async function executeRefund(
  context: Context<WaveConfig>,
  intent: Intent,
  prepared: Prepared,
  how: 'first' | 'replay',
): Promise<Outcome> {
  const attempt = attemptOf(context, intent, prepared.refs);
  const early = await mayBeReversed(attempt, how);
  if (early !== null) return early;
  const result = await post(attempt, prepared);
  if (result.kind === 'not_sent') return notSent(attempt.refs, result.cause);
  if (result.kind === 'lost') return unclear(attempt, result);
  // A key that is refused today says nothing about what was sent with it yesterday.
  if (how === 'replay' && isAboutUs(result)) return unclear(attempt, result);
  if (result.status < 200 || result.status >= 300) return refusedBy(attempt, result);
  if (!isWavesAnswer(result)) return unclear(attempt, result);
  if (attempt.operation === 'refundCollect') return given(attempt);
  const after = await askOriginal(attempt);
  return after.kind === 'reversed' ? given(attempt) : unclear(attempt, result);
}

/**
 * A payout that was reversed before answers 200 to another reversal too: it is read first, so that
 * only one attempt is told to have given it back. Null: send. A checkout does not show its refund.
 */
async function mayBeReversed(attempt: Attempt, how: 'first' | 'replay'): Promise<Outcome | null> {
  if (attempt.operation !== 'refundPayout') return null;
  const found = await askOriginal(attempt);
  switch (found.kind) {
    case 'succeeded':
      return null;
    case 'reversed':
      return how === 'replay' ? given(attempt) : refuse(attempt, 'reversed before');
    case 'pending':
    case 'failed':
      return refuse(attempt, found.kind);
    case 'absent':
      return refuse(attempt, 'no such payout');
    case 'unknown':
    case 'not_sent':
      return unclear(attempt, { kind: 'lost', cause: 'connection' });
  }
}

/**
 * Asks whether a payout is reversed. Wave shows no refund of a checkout under any reference of
 * ours: "absent" makes the core send it again, which gives the first answer again and moves
 * nothing.
 */
export async function queryRefund(
  context: Context<WaveConfig>,
  intent: Intent,
  refs: Refs,
): Promise<QueryOutcome> {
  const attempt = attemptOf(context, intent, refs);
  const absent: QueryOutcome = { kind: 'absent', refs };
  if (attempt.operation === 'refundCollect') return absent;
  const found = await askOriginal(attempt);
  if (found.kind === 'reversed')
    return { ...given(attempt), ...(found.claims && { claims: withoutOurs(found.claims) }) };
  return found.kind === 'succeeded'
    ? absent
    : unclear(attempt, { kind: 'lost', cause: 'connection' });
}

/**
 * The original by its id alone, as the reversal names it; the answer to somebody else's question is
 * none.
 */
async function askOriginal(attempt: Attempt): Promise<QueryOutcome> {
  const { context, intent, refs } = attempt;
  const original = refs['original'] ?? '';
  const found = await query(context, intent, { ours: refs.ours, theirs: original });
  const isOther = found.refs.theirs !== undefined && found.refs.theirs !== original;
  return isOther ? unclear(attempt, { kind: 'lost', cause: 'connection' }) : found;
}

/** The reference that the payout tells is the one of the payout. */
function withoutOurs<Claims extends { ours?: string }>({ ours: _, ...rest }: Claims) {
  return rest;
}

function attemptOf(context: Context<WaveConfig>, intent: Intent, refs: Refs): Attempt {
  return { context, intent, operation: refundOperationOf(intent), refs };
}

function given({ refs }: Attempt): Outcome {
  return succeeded({ ...refs, ...(refs['original'] && { theirs: refs['original'] }) });
}

function refuse(attempt: Attempt, why: string): Outcome {
  return failed(attempt.refs, { ...nothingToReverse, provider: why });
}

/** Wave answers an empty body, or the object; a page is somebody else's answer. */
function isWavesAnswer(result: Extract<HttpResult, { kind: 'answer' }>): boolean {
  const text = result.body.toString('utf8').trim();
  return text === '' || text.startsWith('{');
}
