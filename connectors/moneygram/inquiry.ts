// Looks up what waits under a reference number.

import type { Context, ProviderError, RemitRecord } from '@jokko/connectors/kit';
import { call } from './call.ts';
import type { MoneygramConfig } from './config.ts';
import { down, noSuchReference } from './outcome-table.ts';
import { referencePattern } from './operations.ts';
import { presentRecord } from './present-record.ts';
import { readAnswer, transactionIn } from './read-answer.ts';
import type { Answer } from './read-answer.ts';

/** The transaction that waits under a number: MoneyGram's answer, read. */
export async function findPayout(
  context: Context<MoneygramConfig>,
  number: string,
): Promise<Answer> {
  const path = `/payout/v1/transactions/?referenceNumber=${encodeURIComponent(number)}`;
  const answer = readAnswer(context, 'remit_receive', await call(context, { method: 'GET', path }));
  return answer.kind === 'object'
    ? { kind: 'object', object: transactionIn(answer.object) }
    : answer;
}

export async function inquiry(
  context: Context<MoneygramConfig>,
  _codeService: string,
  referenceNumber: string,
): Promise<{ record: RemitRecord } | { error: ProviderError }> {
  if (!referencePattern.test(referenceNumber))
    return { error: { ...noSuchReference, provider: 'referenceNumber' } };
  const found = await findPayout(context, referenceNumber);
  if (found.kind === 'refused') return { error: found.error };
  const record = found.kind === 'object' ? presentRecord(found.object, context.now()) : null;
  return record === null ? { error: { ...down, provider: 'no usable answer' } } : { record };
}
