// Queries an order by DT One's id, else by our external id. "Absent" only when a search by our
// external id finds nothing.

import type {
  Context,
  HttpResult,
  Intent,
  JsonObject,
  QueryOutcome,
  Refs,
} from '@jokko/connectors/kit';
import {
  doubted,
  listFromWire,
  noted,
  objectFromWire,
  unclearCause,
  unknown,
  unlisted,
} from '@jokko/connectors/kit';
import { get } from './call.ts';
import { settingsOf } from './config.ts';
import type { DtOneConfig } from './config.ts';
import { operationOf } from './operations.ts';
import { readTransaction } from './read-transaction.ts';

export async function query(
  context: Context<DtOneConfig>,
  intent: Intent,
  refs: Refs,
): Promise<QueryOutcome> {
  if (refs.theirs !== undefined) {
    const result = await get(context, `/transactions/${encodeURIComponent(refs.theirs)}`);
    if (result.kind !== 'answer' || result.status !== 404) {
      const object =
        result.kind === 'answer' && result.status === 200 ? objectFromWire(result.body) : null;
      return object === null ? unclear(context, refs, result) : read(context, intent, refs, object);
    }
  }
  return search(context, intent, refs);
}

async function search(
  context: Context<DtOneConfig>,
  intent: Intent,
  refs: Refs,
): Promise<QueryOutcome> {
  const path = `/transactions?external_id=${encodeURIComponent(refs.ours)}`;
  const result = await get(context, path);
  const list = result.kind === 'answer' && result.status === 200 ? listFromWire(result.body) : null;
  if (list === null) return unclear(context, refs, result);
  // An installation that ignored the filter would show us the orders of others.
  const found = list.find((object) => object['external_id'] === refs.ours);
  if (found !== undefined) return read(context, intent, refs, found);
  return list.length === 0 && saysNone(result)
    ? { kind: 'absent', refs }
    : unclear(context, refs, result);
}

function read(
  context: Context<DtOneConfig>,
  intent: Intent,
  refs: Refs,
  object: JsonObject,
): QueryOutcome {
  const operation = operationOf(intent);
  const found = readTransaction(object, operation, context.config.sandbox);
  const resolution = settingsOf(context.config).resolution;
  const asked = { connector: 'dt-one', operation };
  if (found === null) return doubted(context.log, asked, refs, unreadable, resolution);
  const { outcome } = found;
  return outcome.kind === 'unlisted'
    ? unlisted(context.log, { ...asked, code: outcome.code }, refs, resolution)
    : noted(context.log, asked, outcome);
}

const unreadable = { status: 'of a transaction', about: 'unreadable' } as const;

/** An empty list is DT One's word only where its paging says so too. */
function saysNone(result: HttpResult): boolean {
  return result.kind === 'answer' && result.headers['x-total'] === '0';
}

/**
 * A status query that failed says nothing about the order; above all not that it was never sent.
 */
function unclear(context: Context<DtOneConfig>, refs: Refs, result: HttpResult): QueryOutcome {
  return unknown(refs, unclearCause(result), settingsOf(context.config).resolution);
}
