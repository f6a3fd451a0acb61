// Queries an order by Reloadly's id, else by searching for our identifier. "Absent" only when the
// search finds nothing.

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
import { call } from './call.ts';
import { settingsOf } from './config.ts';
import type { ReloadlyConfig } from './config.ts';
import { operationOf, serviceOf } from './operations.ts';
import type { ReloadlyOperation } from './operations.ts';
import { readTransaction, toldBy } from './read-transaction.ts';

interface Attempt {
  context: Context<ReloadlyConfig>;
  operation: ReloadlyOperation;
  refs: Refs;
}

export async function query(
  context: Context<ReloadlyConfig>,
  intent: Intent,
  refs: Refs,
): Promise<QueryOutcome> {
  const operation = operationOf(intent);
  const attempt: Attempt = { context, operation, refs };
  if (refs.theirs !== undefined) {
    const id = encodeURIComponent(refs.theirs);
    const path = operation === 'airtime' ? `/topups/${id}/status` : `/transactions/${id}`;
    const result = await call(context, serviceOf(operation), path);
    if (result.kind !== 'answer' || result.status !== 404) return readAnswer(attempt, result);
  }
  return search(attempt);
}

async function search(attempt: Attempt): Promise<QueryOutcome> {
  const { context, operation, refs } = attempt;
  const ours = encodeURIComponent(refs.ours);
  const path =
    operation === 'airtime'
      ? `/topups/reports/transactions?customIdentifier=${ours}`
      : `/transactions?referenceId=${ours}`;
  const result = await call(context, serviceOf(operation), path);
  const page =
    result.kind === 'answer' && result.status === 200 ? objectFromWire(result.body) : null;
  if (page === null || !Array.isArray(page['content'])) return unclear(attempt, result);
  const entries = listMember(page, 'content');
  // The search does not tell capitals from small letters, and an installation that ignored the
  // filter would show us the orders of others.
  const found = entries.filter((entry) => identifierOf(entry) === refs.ours);
  const [one, another] = found;
  if (one !== undefined && another === undefined) return read(attempt, one);
  // Reloadly takes an identifier twice from two calls at one time: a person has to see that.
  if (one !== undefined) context.log('error', 'two orders under one identifier', logOf(attempt));
  return entries.length === 0 && page['content'].length === 0
    ? { kind: 'absent', refs }
    : unclear(attempt, result);
}

function identifierOf(entry: JsonObject): string | undefined {
  const transaction = asObject(entry['transaction']) ?? entry;
  return textMember(transaction, 'customIdentifier') ?? textMember(transaction, 'referenceId');
}

function readAnswer(attempt: Attempt, result: HttpResult): QueryOutcome {
  const object =
    result.kind === 'answer' && result.status === 200 ? objectFromWire(result.body) : null;
  return object === null ? unclear(attempt, result) : read(attempt, object);
}

function read(attempt: Attempt, object: JsonObject): QueryOutcome {
  const { context, operation, refs } = attempt;
  const resolution = settingsOf(context.config).resolution;
  const told = toldBy(object, context.config.sandbox);
  const reading = told === null ? null : readTransaction(told, refs, operation);
  if (reading === null) return unknown(refs, 'ambiguous', resolution);
  return reading.kind === 'unlisted'
    ? unlisted(
        context.log,
        { connector: 'reloadly', operation, code: reading.code },
        refs,
        resolution,
      )
    : noted(context.log, { connector: 'reloadly', operation }, reading);
}

const logOf = ({ operation, refs }: Attempt) => ({
  connector: 'reloadly',
  operation,
  ref: refs.ours,
});

/**
 * A status query that failed says nothing about the order; above all not that it was never sent.
 */
function unclear({ context, refs }: Attempt, result: HttpResult): QueryOutcome {
  return unknown(refs, unclearCause(result), settingsOf(context.config).resolution);
}
