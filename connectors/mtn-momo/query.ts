// Queries the status of an attempt by our own reference, and reads the provider's status object.

import { defined } from '@jokko/contract';
import type {
  Claims,
  Context,
  Intent,
  JsonObject,
  QueryOutcome,
  Refs,
} from '@jokko/connectors/kit';
import {
  about,
  doubted,
  amountFromWire,
  asObject,
  codeMember,
  failedFor,
  noted,
  objectFromWire,
  pending,
  succeeded,
  textMember,
  unclearCause,
  unknown,
  unlisted,
  wordMember,
} from '@jokko/connectors/kit';
import { call } from './call.ts';
import { settingsOf, wireCurrency } from './config.ts';
import type { MtnMomoConfig } from './config.ts';
import { operationOf, placeOf } from './operations.ts';
import { reasonOfStatus } from './read-reason.ts';
import type { MtnOperation } from './reason-table.ts';

/** What a status is read for. */
export interface Attempt {
  context: Context<MtnMomoConfig>;
  intent: Intent;
  operation: MtnOperation;
  refs: Refs;
}

/**
 * Looks an attempt up; `absent` only when the provider says in its own words that it does not know
 * our reference.
 */
export async function query(
  context: Context<MtnMomoConfig>,
  intent: Intent,
  refs: Refs,
): Promise<QueryOutcome> {
  return queryAttempt({ context, intent, operation: operationOf(intent), refs });
}

export async function queryAttempt(attempt: Attempt): Promise<QueryOutcome> {
  const { context, operation, refs } = attempt;
  const { product, path } = placeOf[operation];
  const result = await call(context, { method: 'GET', product, path: `${path}/${refs.ours}` });
  const object = result.kind === 'answer' ? objectFromWire(result.body) : null;
  if (result.kind === 'answer' && object !== null) {
    if (result.status === 200) return readStatus(attempt, object);
    if (result.status === 404 && textMember(object, 'code') === 'RESOURCE_NOT_FOUND')
      return { kind: 'absent', refs };
  }
  return unknown(refs, unclearCause(result), settingsOf(context.config).resolution);
}

function readStatus(attempt: Attempt, object: JsonObject): QueryOutcome {
  const { context, operation } = attempt;
  const theirs = codeMember(object, 'financialTransactionId') ?? attempt.refs.theirs;
  const refs: Refs = { ...attempt.refs, ...defined({ theirs }) };
  const status = wordMember(object, 'status') ?? '';
  const claims = claimsOf(attempt, object);
  const found = { connector: 'mtn-momo', operation };
  const { resolution } = settingsOf(context.config);
  if (claims === null)
    return doubted(context.log, found, refs, { status, about: 'unreadable' }, resolution);
  switch (status) {
    case 'SUCCESSFUL':
      return about(succeeded(refs), claims);
    case 'PENDING':
      return about(pending(refs, stageOf(operation)), claims);
    case 'FAILED':
      return about(readFailure({ ...attempt, refs }, object), claims);
    default:
      return unlisted(context.log, { ...found, code: `status ${status}` }, refs, resolution);
  }
}

/**
 * FAILED is final whatever the reason says: one that says "not yet" is of no table of failures, as
 * one that nobody has listed.
 */
function readFailure({ context, operation, refs }: Attempt, object: JsonObject): QueryOutcome {
  const reason = reasonOfStatus(context.config, operation, object);
  const word = { status: 'FAILED', reason: reason?.code, message: reason?.message };
  const row = typeof reason?.row === 'object' ? reason.row : undefined;
  return noted(context.log, { connector: 'mtn-momo', operation }, failedFor(refs, row, word));
}

export const stageOf = (operation: MtnOperation): 'payer' | 'provider' =>
  operation === 'collect' ? 'payer' : 'provider';

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** What the provider says that its status is about. Null: an amount that cannot be read. */
function claimsOf({ context, intent, operation }: Attempt, object: JsonObject): Claims | null {
  const amount = object['amount'] === undefined ? undefined : amountFromWire(object['amount']);
  if (amount === null) return null;
  const ours = textMember(object, 'externalId')?.toLowerCase();
  const told = textMember(object, 'currency');
  // In the provider's test environment EUR stands for the order's own currency.
  const isOurs = told === wireCurrency(context.config, intent.currency);
  const currency = isOurs ? intent.currency : told;
  const party = asObject(object[operation === 'collect' ? 'payer' : 'payee']);
  const phone = party === null ? undefined : codeMember(party, 'partyId');
  return defined({
    ours: ours === undefined || !uuid.test(ours) ? undefined : ours,
    amount,
    currency,
    party: phone === undefined || !/^\+?\d+$/.test(phone) ? undefined : phone,
  });
}
