// Sends a remittance, or pays one out: an update names the people and what it is for, and moves
// nothing; the commit that follows is the execution. What is not clear before the commit was not
// sent; what is not clear from the commit on is unknown.

import {
  about,
  failed,
  notSent,
  succeeded,
  textMember,
  wordMember,
  unknown,
} from '@jokko/connectors/kit';
import { unclearCause } from '@jokko/connectors/kit';
import type {
  Context,
  HttpResult,
  Intent,
  JsonObject,
  Outcome,
  Prepared,
  QueryOutcome,
} from '@jokko/connectors/kit';
import { call } from './call.ts';
import { settingsOf } from './config.ts';
import type { MoneygramConfig } from './config.ts';
import { makeReady } from './make-ready.ts';
import { operationOf } from './operations.ts';
import { queryAttempt } from './query.ts';
import { readAnswer, referenceNumberIn, transactionIn } from './read-answer.ts';
import type { Answer } from './read-answer.ts';
import { claimsOf, readTransaction } from './read-transaction.ts';
import type { Attempt } from './read-transaction.ts';

export async function execute(
  context: Context<MoneygramConfig>,
  intent: Intent,
  prepared: Prepared,
  how: 'first' | 'replay',
): Promise<Outcome> {
  const attempt: Attempt = {
    context,
    intent,
    operation: operationOf(intent),
    refs: prepared.refs,
  };
  if (how === 'replay') {
    // One transaction, one commit: what became of the first decides.
    const found = await queryAttempt(attempt);
    if (found.kind !== 'absent') return asOutcome(attempt, found);
  }
  const ready = await makeReady(attempt, prepared);
  if ('outcome' in ready) return ready.outcome;
  const committing = { ...attempt, refs: { ...attempt.refs, session: ready.id } };
  const path = `${ready.path}/commit`;
  const headers = context.config.sandbox ? sandboxHeaders(intent) : {};
  const result = await call(context, { method: 'PUT', path, headers, body: '{}' });
  return readCommit(committing, result);
}

/**
 * The simulator is told where notices go and whose digits decide; MoneyGram has an address in its
 * portal.
 */
const sandboxHeaders = ({ urls, phone }: Intent) => ({
  'X-Sandbox-Notify-Url': urls.notify,
  'X-Sandbox-Phone': phone,
});

async function readCommit(attempt: Attempt, result: HttpResult): Promise<Outcome> {
  if (result.kind === 'not_sent') return notSent(attempt.refs, result.cause);
  const answer = readAnswer(attempt.context, attempt.operation, result);
  switch (answer.kind) {
    case 'unclear':
      return unclear(attempt, answer.result);
    case 'object':
      return committed(attempt, transactionIn(answer.object));
    case 'refused':
      return refused(attempt, answer);
  }
}

/** A commit is answered with the number that the remittance is collected with, or with a status. */
async function committed(attempt: Attempt, object: JsonObject): Promise<Outcome> {
  const id = textMember(object, 'transactionId');
  const isOther = id !== undefined && id !== attempt.refs.session;
  if (!isOther && wordMember(object, 'transactionStatus') !== undefined)
    return asOutcome(attempt, readTransaction(attempt, object));
  const code = referenceNumberIn(object);
  const claims = claimsOf(attempt, object);
  if (isOther || attempt.operation !== 'remit_send' || code === undefined || claims === null)
    return asOutcome(attempt, await queryAttempt(attempt));
  const refs = { ...attempt.refs, ...(attempt.refs.session && { theirs: attempt.refs.session }) };
  return about(succeeded(refs, { type: 'PICKUP_CODE', code }), claims);
}

/**
 * The codes of refusals are not public: that nothing was committed is believed when the status says
 * so too.
 */
async function refused(
  attempt: Attempt,
  { error }: Extract<Answer, { kind: 'refused' }>,
): Promise<Outcome> {
  const found = await queryAttempt(attempt);
  return found.kind === 'absent' ? failed(attempt.refs, error) : asOutcome(attempt, found);
}

/**
 * Directly after a commit, "absent" proves nothing, and a reversal is for a later status query to
 * find.
 */
function asOutcome(attempt: Attempt, found: QueryOutcome): Outcome {
  if (found.kind !== 'absent' && found.kind !== 'reversed') return found;
  return unknown(found.refs, 'ambiguous', settingsOf(attempt.context.config).resolution);
}

function unclear(attempt: Attempt, result: HttpResult): Outcome {
  return unknown(attempt.refs, unclearCause(result), settingsOf(attempt.context.config).resolution);
}
