// Reads an answer of the provider: `{data: {transaction}, status}`. The transaction's status word
// comes first, the response code says why.

import type {
  Claims,
  Context,
  JsonObject,
  ProviderError,
  QueryOutcome,
  Refs,
} from '@jokko/connectors/kit';
import {
  about,
  asObject,
  errorIds,
  failed,
  pending,
  queryRow,
  refusalRow,
  sandboxRow,
  succeeded,
  textMember,
  unknown,
  unlisted,
} from '@jokko/connectors/kit';
import { codeTable, shortCode } from './code-table.ts';
import type { AirtelOperation, AirtelRow } from './code-table.ts';
import { settingsOf } from './config.ts';
import type { AirtelConfig } from './config.ts';

/** What an answer is read for. */
export interface Attempt {
  context: Context<AirtelConfig>;
  operation: AirtelOperation;
  refs: Refs;
}

export interface Answer {
  /** TS, TF, TIP, TA, TE, or what else it says; empty: nothing. */
  word: string;
  /** Last four digits; null: none of this operation's family. */
  code: string | null;
  row: AirtelRow | undefined;
  /** The simulator itself has named the entry of the catalogue. */
  forced: boolean;
  /** The whole code, or what stands for it. */
  provider: string;
  message: string | undefined;
  refs: Refs;
  claims: Claims;
}

/** Null when the object is no answer of this protocol. */
export function readAnswer(attempt: Attempt, object: JsonObject): Answer | null {
  const { context, operation } = attempt;
  const status = asObject(object['status']);
  if (status === null) return null;
  const transaction = asObject(asObject(object['data'])?.['transaction']) ?? {};
  const whole = textMember(status, 'response_code');
  const code = shortCode(operation, whole);
  const id = status['catalogueId'];
  const forced = context.config.sandbox && typeof id === 'number' ? sandboxRow(id) : null;
  const theirs = textMember(transaction, 'airtel_money_id') ?? attempt.refs.theirs;
  const ours = textMember(transaction, 'id')?.toLowerCase();
  return {
    word: textMember(transaction, 'status') ?? '',
    code,
    forced: forced !== null,
    row: forced ?? (code === null ? undefined : queryRow(codeTable, operation, code)),
    provider: whole ?? textMember(status, 'result_code') ?? 'no code',
    message: textMember(transaction, 'message') ?? textMember(status, 'message'),
    refs: { ...attempt.refs, ...(theirs === undefined ? {} : { theirs }) },
    claims: ours === undefined ? {} : { ours },
  };
}

/** The state that a status query tells. */
export function outcomeOf(attempt: Attempt, answer: Answer): QueryOutcome {
  const { refs, claims, row, word } = answer;
  const { resolution } = settingsOf(attempt.context.config);
  switch (word) {
    case 'TS':
      // A success whose code says something else contradicts itself.
      return row === 'done' || answer.code === null
        ? about(succeeded(refs), claims)
        : unknown(refs, 'ambiguous', resolution);
    case 'TIP':
      return about(pending(refs, stageOf(attempt.operation)), claims);
    case 'TF':
    case 'TE':
      return about(failureOf(attempt, answer), claims);
    case 'TA':
      return unknown(refs, 'ambiguous', resolution);
    case '':
      return withoutWord(attempt, answer);
    default:
      return unlistedIn(attempt, answer, `status ${word}`);
  }
}

function withoutWord(attempt: Attempt, answer: Answer): QueryOutcome {
  if (answer.row === 'missing') return { kind: 'absent', refs: attempt.refs };
  if (answer.row === 'wait') return pending(answer.refs, stageOf(attempt.operation));
  if (answer.row === 'ask' || answer.row === 'done')
    return unknown(answer.refs, 'ambiguous', settingsOf(attempt.context.config).resolution);
  return unlistedIn(attempt, answer, answer.provider);
}

/** TF and TE are final; a code that does not fit them makes the whole answer doubtful. */
function failureOf(attempt: Attempt, answer: Answer): QueryOutcome {
  const { row, refs, word } = answer;
  if (typeof row === 'object') return failed(refs, refusal(row, answer));
  // That TE is an end without a code of its own is not confirmed.
  if (word === 'TF' && row === undefined && answer.provider === 'no code')
    return failed(refs, refusal(refusalRow(errorIds.connection, 'never'), answer));
  return unlistedIn(attempt, answer, `${word} ${answer.provider}`);
}

const messageLengthMax = 256;

export function refusal(row: Exclude<AirtelRow, string>, answer: Answer): ProviderError {
  const message = answer.message?.slice(0, messageLengthMax);
  return { ...row, provider: answer.provider, ...(message === undefined ? {} : { message }) };
}

export function unlistedIn(attempt: Attempt, answer: Answer, code: string) {
  const { context, operation } = attempt;
  const { resolution } = settingsOf(context.config);
  return unlisted(context.log, { connector: 'airtel', operation, code }, answer.refs, resolution);
}

export const stageOf = (operation: AirtelOperation): 'payer' | 'provider' =>
  operation === 'collect' ? 'payer' : 'provider';
