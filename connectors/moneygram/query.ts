// Looks up what became of a transaction: a sent one by its id, a received one by its number.

import { textMember, unclearCause, unknown } from '@jokko/connectors/kit';
import type { Context, Intent, QueryOutcome, Refs } from '@jokko/connectors/kit';
import { call } from './call.ts';
import { settingsOf } from './config.ts';
import type { MoneygramConfig } from './config.ts';
import { operationOf } from './operations.ts';
import { readAnswer, referenceNumberIn, transactionIn } from './read-answer.ts';
import { readTransaction } from './read-transaction.ts';
import type { Attempt } from './read-transaction.ts';

export async function query(
  context: Context<MoneygramConfig>,
  intent: Intent,
  refs: Refs,
): Promise<QueryOutcome> {
  return queryAttempt({ context, intent, operation: operationOf(intent), refs });
}

/** `absent`: MoneyGram says that nothing was committed, or knows of no such transaction. */
export async function queryAttempt(attempt: Attempt): Promise<QueryOutcome> {
  const { context, operation, refs } = attempt;
  const isSend = operation === 'remit_send';
  const path = isSend
    ? `/status/v1/transactions/${encodeURIComponent(refs.session ?? '')}`
    : `/status/v1/transactions?referenceNumber=${encodeURIComponent(refs['number'] ?? '')}`;
  const result = await call(context, { method: 'GET', path });
  const answer = readAnswer(context, operation, result);
  if (answer.kind === 'refused' && answer.status === 404) return { kind: 'absent', refs };
  const object = answer.kind === 'object' ? transactionIn(answer.object) : null;
  const isOurs =
    object !== null &&
    (isSend
      ? textMember(object, 'transactionId') === refs.session
      : referenceNumberIn(object) === refs['number']);
  if (object === null || !isOurs)
    return unknown(refs, unclearCause(result), settingsOf(context.config).resolution);
  return readTransaction(attempt, object);
}
