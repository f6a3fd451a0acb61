// Reads a payment, a request to pay or a return, and problem documents.

import { defined } from '@jokko/contract';
import {
  about,
  doubted,
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
  gaveUp,
} from '@jokko/connectors/kit';
import type {
  Claims,
  Context,
  FinalWord,
  Intent,
  JsonObject,
  Outcome,
  ProviderError,
  RefusalRow,
  Refs,
} from '@jokko/connectors/kit';
import { settingsOf } from './config.ts';
import type { PiSpiConfig } from './config.ts';
import { amountOf } from './operations.ts';
import { reasons, refusals, statuses } from './outcome-table.ts';
import type { PiSpiOperation } from './outcome-table.ts';
import { ourRefOf } from './transaction-id.ts';

/** The attempt that an answer is read for. */
export interface Attempt {
  context: Context<PiSpiConfig>;
  intent: Intent;
  operation: PiSpiOperation;
  refs: Refs;
}

/**
 * `inquire`: the answer is about another order, or decides nothing. `confirm`: failed for this,
 * when `statuts` says rejected too.
 */
export type Reading = Outcome | { inquire: Refs; word: FinalWord } | { confirm: Outcome };

/** `certain`: the answer of `statuts`, which is final. */
export function readPayment(attempt: Attempt, object: JsonObject, certain = false): Reading {
  const { context, operation } = attempt;
  const refs = refsWith(attempt, object);
  const status = wordMember(object, 'statut') ?? 'no statut';
  const row = queryRow(statuses, operation, status);
  if (row === undefined) return strange({ ...attempt, refs }, `statut ${status}`);
  const claims = claimsOf(attempt, object);
  if (claims === null) return undecided(attempt, refs, { status, about: 'unreadable' });
  if (row === 'open')
    return about(pending(refs, operation === 'collect' ? 'payer' : 'provider'), claims);
  if (row === 'rejected') return rejected({ ...attempt, refs }, object, claims, certain);
  const fee = amountOf(context.config, object['montantFrais']);
  const done = succeeded(refs);
  return about(fee === null ? done : { ...done, fee }, claims);
}

function rejected(attempt: Attempt, object: JsonObject, claims: Claims, certain: boolean): Reading {
  const { context, operation, refs } = attempt;
  const reason = wordMember(object, 'statutRaison');
  const listed = reason === undefined ? undefined : queryRow(reasons, operation, reason);
  const row = forcedRow(context.config, object) ?? listed;
  const word = { status: 'REJETE', reason };
  if (row === 'inquire') return { inquire: refs, word };
  const refusal = row !== undefined && 'certain' in row ? row.certain : row;
  const outcome = about(failedFor(refs, refusal, word), claims);
  if (row !== undefined && 'certain' in row && !certain) return { confirm: outcome };
  return noted(context.log, { connector: 'pi-spi', operation }, outcome);
}

/** It is said to be rejected, for a reason that does not say what became of it. */
export function undecided(
  { context, operation }: Attempt,
  refs: Refs,
  word: Parameters<typeof doubted>[3],
): Outcome {
  const { resolution } = settingsOf(context.config);
  return doubted(context.log, { connector: 'pi-spi', operation }, refs, word, resolution);
}

/** What a problem document says; null: it proves nothing. */
export function readProblem(
  attempt: Attempt,
  httpStatus: number,
  object: JsonObject,
): ProviderError | 'inquire' | null {
  const reason = wordMember(object, 'statutRaison');
  const title = textMember(object, 'title') ?? textMember(object, 'detail') ?? reason;
  // The page of a proxy is no word of the participant.
  if (title === undefined || gaveUp(httpStatus)) return null;
  // A status that is not REJETE says that there is an order: no problem of its submission.
  if ((wordMember(object, 'statut') ?? 'REJETE') !== 'REJETE') return null;
  // A reason is finer than the status; one that counts only when it is certain is none here.
  const told = reason === undefined ? undefined : queryRow(reasons, attempt.operation, reason);
  const row =
    forcedRow(attempt.context.config, object) ??
    (told !== undefined && !(typeof told === 'object' && 'certain' in told) ? told : undefined) ??
    queryRow(refusals, attempt.operation, String(httpStatus));
  if (row === undefined) strange(attempt, title, httpStatus);
  if (row === undefined || row === 'inquire') return row ?? null;
  return providerError(row, reason ?? `HTTP ${httpStatus}`, textMember(object, 'detail') ?? title);
}

/** Our simulator names the entry of the catalogue itself. */
function forcedRow({ sandbox }: PiSpiConfig, object: JsonObject): RefusalRow | null {
  const id = sandbox ? object['catalogueId'] : undefined;
  return typeof id === 'number' ? sandboxRow(id) : null;
}

/** A return is a transaction of its own: the id of what is returned is not its name. */
function refsWith({ refs, operation }: Attempt, object: JsonObject): Refs {
  const told = textMember(object, 'end2endId');
  if (told === undefined || (operation === 'return' && told === refs.session)) return refs;
  return { ...refs, theirs: told };
}

/** What the answer says that it is about. Null: an amount or an id that cannot be ours. */
function claimsOf({ context, intent, operation }: Attempt, object: JsonObject): Claims | null {
  const { montant } = object;
  const amount = montant === undefined ? undefined : amountOf(context.config, montant);
  const txId = operation === 'return' ? undefined : textMember(object, 'txId');
  const ours = txId === undefined ? undefined : ourRefOf(txId);
  if (amount === null || ours === null) return null;
  const party = partyIn(intent, operation, object);
  return {
    ...defined({ ours, amount, party }),
  };
}

function partyIn(
  { extra }: Intent,
  operation: PiSpiOperation,
  object: JsonObject,
): string | undefined {
  if (operation === 'return') return undefined;
  if (operation === 'collect') return textMember(object, 'payeurAlias');
  return textMember(object, extra.type === 'bank' ? 'payeNumero' : 'payeAlias');
}

function strange(
  { context, operation, refs }: Attempt,
  code: string,
  httpStatus?: number,
): Outcome {
  return unlisted(
    context.log,
    {
      connector: 'pi-spi',
      operation,
      code,
      ...defined({ httpStatus }),
    },
    refs,
    settingsOf(context.config).resolution,
  );
}
