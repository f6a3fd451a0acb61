// Asks CyberSource what became of a payment or a refund: the transaction search finds it by our
// code, some seconds to minutes after it came. What waits for its payer is not asked about: without
// a step of ours nothing can move, and the payer's time is ours to count.

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
  errorIds,
  failed,
  listMember,
  objectFromWire,
  pending,
  refusalRow,
  textMember,
} from '@jokko/connectors/kit';
import { get, post } from './call.ts';
import type { CybersourceConfig } from './config.ts';
import { readTransaction } from './read-payment.ts';
import type { Reading } from './read-payment.ts';
import { settle, unclear } from './settle.ts';
import type { Attempt } from './settle.ts';

export async function query(
  context: Context<CybersourceConfig>,
  intent: Intent,
  refs: Refs,
): Promise<QueryOutcome> {
  const waits = waitsForPayer(context, refs);
  if (waits !== null) return waits;
  const attempt: Attempt = { context, intent, refs, call: 'pay' };
  const found = await search(attempt);
  if ('failure' in found) return unclear(attempt, found.failure);
  const [transaction, another] = found.transactions;
  if (transaction === undefined) return { kind: 'absent', refs };
  // Our code is used once: two payments under it are for a person to look at.
  if (another !== undefined) return unclear(attempt, found.result);
  return settle(attempt, read(attempt, transaction), found.result, null);
}

/** Null: a call that may have moved money, so that CyberSource must be asked. */
function waitsForPayer({ now }: Context<CybersourceConfig>, refs: Refs): QueryOutcome | null {
  const isSetup = refs['stage'] === 'setup';
  if (!isSetup && refs['authentication'] === undefined) return null;
  if (refs['stage'] === 'validate') return null;
  const until = Number(refs['until']);
  if (now() < until) return pending(refs, 'payer');
  if (!isSetup) return failed(refs, { ...abandoned, provider: 'the payer did not come back' });
  const hasBegun = refs['until'] !== undefined;
  return failed(
    refs,
    hasBegun ? neverOpened : { ...noSetup, provider: 'the set-up was not answered' },
  );
}

/**
 * A refund is a void and, where that is too late, a credit, both under one code. That neither ever
 * came cannot be known from a search that lags: nothing found is unknown, never absent.
 */
export async function queryRefund(
  context: Context<CybersourceConfig>,
  intent: Intent,
  refs: Refs,
): Promise<QueryOutcome> {
  const attempt: Attempt = { context, intent, refs, call: 'refund' };
  const found = await search(attempt);
  if ('failure' in found) return unclear(attempt, found.failure);
  const readings = found.transactions.map((transaction) => ({
    reading: read(attempt, transaction),
    isCredit: isCredit(transaction),
  }));
  const done = readings.find(({ reading }) => reading?.kind === 'succeeded');
  // A void that was refused says nothing about the credit that follows it; one that may have moved
  // money does.
  const decisive =
    done ??
    readings.find(({ reading }) => reading?.kind !== 'failed') ??
    readings.find(({ isCredit: credit }) => credit);
  return settle(attempt, decisive?.reading ?? null, found.result, null);
}

function isCredit(transaction: JsonObject): boolean {
  const information = asObject(transaction['applicationInformation']);
  const services = information === null ? [] : listMember(information, 'applications');
  return services.some((service) => service['name'] === 'ics_credit');
}

const read = (attempt: Attempt, transaction: JsonObject): Reading | null =>
  readTransaction({ ...attempt, config: attempt.context.config }, transaction);

type Found = { transactions: JsonObject[]; result: HttpResult } | { failure: HttpResult };

/**
 * All transactions under our code, each read by its id: the list leaves out why one was refused.
 */
async function search({ context, refs }: Attempt): Promise<Found> {
  const body = JSON.stringify({
    save: false,
    name: 'jokko',
    timezone: 'UTC',
    query: `clientReferenceInformation.code:${refs.ours}`,
    offset: 0,
    limit: foundMax,
    sort: 'submitTimeUtc:desc',
  });
  const result = await post(context, '/tss/v2/searches', body);
  const ids = result.kind === 'answer' && result.status === 201 ? idsIn(result.body) : null;
  if (ids === null) return { failure: result };
  const transactions: JsonObject[] = [];
  for (const id of ids) {
    const one = await get(context, `/tss/v2/transactions/${encodeURIComponent(id)}`);
    const object = one.kind === 'answer' && one.status === 200 ? objectFromWire(one.body) : null;
    const reference = object === null ? null : asObject(object['clientReferenceInformation']);
    if (object === null || reference?.['code'] !== refs.ours) return { failure: one };
    transactions.push(object);
  }
  return { transactions, result };
}

function idsIn(body: Buffer): string[] | null {
  const object = objectFromWire(body);
  const count = object?.['totalCount'];
  if (object === null || typeof count !== 'number') return null;
  const embedded = asObject(object['_embedded']);
  const summaries = embedded === null ? [] : listMember(embedded, 'transactionSummaries');
  const ids = summaries.map((summary) => textMember(summary, 'id'));
  if (ids.length !== Math.min(count, foundMax)) return null;
  return ids.every((id) => id !== undefined) ? ids : null;
}

const foundMax = 10;

const neverOpened = {
  ...refusalRow(errorIds.paymentTimeout, 'newAttempt'),
  provider: 'the page was never opened',
};
const abandoned = refusalRow(errorIds.partial3ds, 'newAttempt');
const noSetup = refusalRow(errorIds.operatorDown, 'otherRoute');
