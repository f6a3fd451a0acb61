// Reads statuses and errors of Orange Sonatel for one attempt.

import { defined } from '@jokko/contract';
import {
  about,
  doubted,
  amountFromWire,
  asObject,
  codeMember,
  failedFor,
  noted,
  pending,
  providerError,
  queryRow,
  sandboxRow,
  succeeded,
  textMember,
  unlisted,
  wordMember,
} from '@jokko/connectors/kit';
import type {
  Claims,
  Context,
  FinalWord,
  Intent,
  JsonObject,
  Outcome,
  ProviderError,
  QueryOutcome,
  RefusalRow,
  Refs,
} from '@jokko/connectors/kit';
import { settingsOf } from './config.ts';
import type { OrangeSonatelConfig } from './config.ts';
import { hasLink, operationOf } from './operations.ts';
import { errors, statuses } from './outcome-table.ts';

/** The attempt that an answer is read for. */
export interface Attempt {
  context: Context<OrangeSonatelConfig>;
  intent: Intent;
  refs: Refs;
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** An answer or a list entry with a `status`. */
export function readTransaction(
  attempt: Attempt,
  object: JsonObject,
): Exclude<QueryOutcome, { kind: 'absent' | 'reversed' }> {
  const { context, intent } = attempt;
  const operation = operationOf(intent);
  const theirs = textMember(object, 'transactionId') ?? attempt.refs.theirs;
  const refs: Refs = theirs === undefined ? attempt.refs : { ...attempt.refs, theirs };
  const status = wordMember(object, 'status') ?? 'no status';
  const row = queryRow(statuses, operation, status);
  if (row === undefined) return strange({ ...attempt, refs }, `status ${status}`);
  const claims = claimsOf(intent, object);
  const asked = { connector: 'orange-sonatel', operation };
  if (claims === null) {
    const { resolution } = settingsOf(context.config);
    return doubted(context.log, asked, refs, { status, about: 'unreadable' }, resolution);
  }
  if (row === 'open')
    return about(pending(refs, operation === 'collect' ? 'payer' : 'provider'), claims);
  if (row === 'done') return about(succeeded(refs), claims);
  const outcome = failedFor(refs, reasonOf(attempt, object, row), wordOf(object, status));
  return about(noted(context.log, asked, outcome), claims);
}

/**
 * Why a transaction failed, where Orange says it: a code of its own, which must be a refusal.
 * Without one the status says what it says.
 */
function reasonOf(
  { context, intent }: Attempt,
  object: JsonObject,
  withoutCode: RefusalRow,
): RefusalRow | undefined {
  const forced = forcedRow(context.config, object);
  if (forced !== null || codeOf(object) === '') return forced ?? withoutCode;
  const row = queryRow(errors, operationOf(intent), codeOf(object));
  return row === 'inquire' ? withoutCode : row;
}

const wordOf = (object: JsonObject, status: string): FinalWord => ({
  status,
  reason: codeOf(object) === '' ? undefined : `${status} ${codeOf(object)}`,
});

/** What an error body says; null: it proves nothing. An unlisted code is logged. */
export function readRefusal(
  attempt: Attempt,
  httpStatus: number,
  object: JsonObject,
): ProviderError | null {
  const code = codeOf(object);
  const { context, intent } = attempt;
  const operation = operationOf(intent);
  const row = forcedRow(context.config, object) ?? queryRow(errors, operation, code);
  if (row === undefined) strange(attempt, code || 'no code', httpStatus);
  if (row === undefined || row === 'inquire') return null;
  const message = textMember(object, 'detail') ?? textMember(object, 'title');
  return providerError(row, code, message);
}

export function codeOf({ code }: JsonObject): string {
  return typeof code === 'number' || typeof code === 'string' ? String(code) : '';
}

/** Our simulator names the entry of the catalogue itself. */
function forcedRow({ sandbox }: OrangeSonatelConfig, object: JsonObject): RefusalRow | null {
  const id = sandbox ? object['catalogueId'] : undefined;
  return typeof id === 'number' ? sandboxRow(id) : null;
}

/** What the answer says that it is about. Null: an amount that cannot be read. */
function claimsOf(intent: Intent, object: JsonObject): Claims | null {
  const told = asObject(object['amount']);
  const amount = told === null ? undefined : amountFromWire(told['value']);
  if (amount === null) return null;
  const unit = told === null ? undefined : textMember(told, 'unit');
  const reference = textMember(object, 'reference')?.toLowerCase();
  const customer = asObject(object['customer']);
  // Anybody may scan a code; a payout and a one-time code belong to one wallet.
  const party = customer === null || hasLink(intent) ? undefined : codeMember(customer, 'id');
  return defined({
    ours: reference !== undefined && uuid.test(reference) ? reference : undefined,
    amount,
    currency: unit,
    party,
  });
}

export function strange(
  { context, intent, refs }: Attempt,
  code: string,
  httpStatus?: number,
): Extract<Outcome, { kind: 'unknown' }> {
  return unlisted(
    context.log,
    {
      connector: 'orange-sonatel',
      operation: operationOf(intent),
      code,
      ...defined({ httpStatus }),
    },
    refs,
    settingsOf(context.config).resolution,
  );
}
