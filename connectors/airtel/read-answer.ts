// Reads an answer of the provider: `{data: {transaction}, status}`. The transaction's status word
// decides, the response code says why.

import { defined } from '@jokko/contract';
import type {
  Claims,
  Context,
  Failed,
  JsonObject,
  ProviderError,
  QueryOutcome,
  Refs,
  Unknown,
} from '@jokko/connectors/kit';
import {
  about,
  asObject,
  codeMember,
  doubted,
  failedFor,
  noted,
  pending,
  providerError,
  sandboxRow,
  succeeded,
  textMember,
  unknown,
  unlisted,
  wordMember,
} from '@jokko/connectors/kit';
import { notApprovedInTime, rowOfCode } from './code-table.ts';
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
  /** The whole response code, where one is told. */
  code: string | undefined;
  row: AirtelRow | undefined;
  /** The simulator itself has named the entry of the catalogue. */
  forced: boolean;
  /** What stands for a code that is not told. */
  provider: string;
  message: string | undefined;
  refs: Refs;
  claims: Claims;
}

/** Null when the object is no answer of this protocol. */
export function readAnswer(attempt: Attempt, object: JsonObject): Answer | null {
  const { context, operation } = attempt;
  const transaction = asObject(asObject(object['data'])?.['transaction']) ?? {};
  const word = wordMember(transaction, 'status') ?? '';
  const status = asObject(object['status']) ?? (word === '' ? null : {});
  if (status === null) return null;
  const code = codeMember(status, 'response_code');
  const id = status['catalogueId'];
  const forced = context.config.sandbox && typeof id === 'number' ? sandboxRow(id) : null;
  const theirs = codeMember(transaction, 'airtel_money_id') ?? attempt.refs.theirs;
  const ours = textMember(transaction, 'id')?.toLowerCase();
  return {
    word,
    code,
    forced: forced !== null,
    row: forced ?? rowOfCode(operation, code),
    provider: code ?? codeMember(status, 'result_code') ?? 'no code',
    message: textMember(transaction, 'message') ?? textMember(status, 'message'),
    refs: { ...attempt.refs, ...defined({ theirs }) },
    claims: ours === undefined ? {} : { ours },
  };
}

/** The state that a status query tells. */
export function outcomeOf(attempt: Attempt, answer: Answer): QueryOutcome {
  const { refs, claims, row, word } = answer;
  const { resolution } = settingsOf(attempt.context.config);
  switch (word) {
    case 'TS':
      return isContradicted(row) ? doubtedIn(attempt, answer) : about(succeeded(refs), claims);
    case 'TIP':
      return about(pending(refs, stageOf(attempt.operation)), claims);
    case 'TF':
    case 'TE':
      return failureOf(attempt, answer);
    case 'TA':
      return unknown(refs, 'ambiguous', resolution);
    case '':
      return withoutWord(attempt, answer);
    default:
      return unlistedIn(attempt, answer, `status ${word}`);
  }
}

/**
 * A success with the code of a refusal. That of the first answer, "in process", is what Airtel
 * itself shows with one.
 */
const isContradicted = (row: AirtelRow | undefined): boolean =>
  typeof row === 'object' || row === 'ask' || row === 'missing';

function withoutWord(attempt: Attempt, answer: Answer): QueryOutcome {
  if (answer.row === 'missing') return { kind: 'absent', refs: attempt.refs };
  if (answer.row === 'wait') return pending(answer.refs, stageOf(attempt.operation));
  if (answer.row === 'ask' || answer.row === 'done')
    return unknown(answer.refs, 'ambiguous', settingsOf(attempt.context.config).resolution);
  return unlistedIn(attempt, answer, answer.provider);
}

/**
 * TF and TE are final, whatever the code; only one that tells another end makes the whole answer
 * doubtful.
 */
export function failureOf(attempt: Attempt, answer: Answer): Failed | Unknown {
  const { context, operation } = attempt;
  const { refs, row, word, code, message } = answer;
  if (typeof row === 'string') return doubtedIn(attempt, answer);
  const expired = word === 'TE' && code === undefined ? notApprovedInTime : undefined;
  const outcome = failedFor(refs, row ?? expired, { status: word, reason: code, message });
  return about(noted(context.log, { connector: 'airtel', operation }, outcome), answer.claims);
}

/** What the code says does not go with the word. */
export function doubtedIn({ context, operation }: Attempt, answer: Answer): Unknown {
  const word = { status: answer.word, reason: answer.provider };
  const { resolution } = settingsOf(context.config);
  return doubted(context.log, { connector: 'airtel', operation }, answer.refs, word, resolution);
}

export const refusal = (row: Exclude<AirtelRow, string>, answer: Answer): ProviderError =>
  providerError(row, answer.provider, answer.message);

export function unlistedIn(attempt: Attempt, answer: Answer, code: string) {
  const { context, operation } = attempt;
  const { resolution } = settingsOf(context.config);
  return unlisted(context.log, { connector: 'airtel', operation, code }, answer.refs, resolution);
}

export const stageOf = (operation: AirtelOperation): 'payer' | 'provider' =>
  operation === 'collect' ? 'payer' : 'provider';
