// The command that shows the callbacks of one transaction with every attempt, and how to fix what
// failed.

import { readNow } from '../../platform/db/now.ts';
import {
  adviceFor,
  listCallbacks,
  loadAttempts,
  type ListedCallback,
  type LoggedAttempt,
} from './index.ts';
import { homeCell } from '../../platform/db/cell-numbers.ts';
import { cellOfId } from '../../platform/db/scattered-ids.ts';
import { defineCommand } from '../../cli/command.ts';
import { Refusal } from '../../cli/errors.ts';
import { argument, option } from '../../cli/parameters.ts';
import { wholeNumber } from '../../cli/values.ts';
import { readTransactionId } from './cli-callback-filter.ts';
import { printCallback, shownState } from './cli-callback-output.ts';

const attemptsMax = 5_000;
/** A transaction has its result and, where wanted, one later end. */
const callbacksMax = 2;

export const show = defineCommand({
  name: 'show',
  summary: 'Show the callbacks of a transaction with every attempt and how to fix what failed.',
  arguments: { operationId: argument('TRANSACTION', 'Transaction id.', readTransactionId) },
  options: {
    attempts: option('N', 'Number of attempts to show.', wholeNumber(attemptsMax), '20'),
  },
  cellOf: ({ operationId }) => cellOfId(operationId) ?? homeCell,
  async run({ database }, { operationId, attempts }) {
    const found = await listCallbacks(database, { operationId }, callbacksMax);
    if (found.length === 0) throw new Refusal(`transaction ${operationId} has no callback`);
    const callbacks = await Promise.all(
      found.map(async (callback) => ({
        ...printCallback(callback),
        log: (await loadAttempts(database, callback, attempts)).map(withAdvice),
      })),
    );
    return { callbacks, now: await readNow(database) };
  },
  present: ({ callbacks, now }) =>
    callbacks.map((callback) => describe(callback, now)).join('\n\n'),
});

type Logged = Omit<LoggedAttempt, 'answer'> & {
  answer: string | null;
  advice: { en: string; fr: string } | null;
};

function withAdvice({ answer, ...attempt }: LoggedAttempt): Logged {
  const { errorClass } = attempt;
  return {
    ...attempt,
    answer: answer === null ? null : answer.toString('utf8'),
    advice: errorClass === null ? null : adviceFor({ ...attempt, errorClass }),
  };
}

function describe(
  { log, ...callback }: ReturnType<typeof printCallback<ListedCallback>> & { log: Logged[] },
  now: Date,
): string {
  const { operationId, accountId, lane, status, state, attempts, nextAttemptAt } = callback;
  const next = nextAttemptAt === null ? '' : `, ${nextAttemptText(nextAttemptAt, now.getTime())}`;
  return [
    `${operationId}  account ${accountId}  ${status}  ${shownState(state)}, ${attempts} attempts${next}  ${lane}`,
    ...log.flatMap(linesOf),
  ].join('\n');
}

/**
 * A server that does not answer gets one attempt a minute over all its callbacks: one that is due
 * waits for its turn.
 */
export function nextAttemptText(at: Date, nowMs: number): string {
  return at.getTime() > nowMs
    ? `next attempt ${at.toISOString()}`
    : `waits for its turn since ${at.toISOString()}: one attempt a minute while its server does not answer`;
}

function linesOf(attempt: Logged): string[] {
  const {
    number,
    startedAt,
    durationMs,
    httpStatus,
    errorClass,
    timeoutPhase,
    address,
    advice,
    answer,
    answerCut,
    answerHeaders,
  } = attempt;
  const outcome =
    errorClass === null
      ? 'delivered'
      : `${errorClass}${timeoutPhase === null ? '' : ` (${timeoutPhase})`}`;
  const head = `  ${number}  ${startedAt.toISOString()}  ${outcome}${httpStatus === null ? '' : `  HTTP ${httpStatus}`}  ${durationMs} ms`;
  const lines = [`${head}${address === null ? '' : `  ${address}`}${phasesOf(attempt)}`];
  if (advice !== null) lines.push(`     ${advice.en}`);
  for (const [name, value] of Object.entries(answerHeaders ?? {}))
    lines.push(`     < ${name}: ${value}`);
  if (answer !== null) lines.push(...answer.split('\n').map((line) => `     | ${line}`));
  if (answerCut) lines.push('     | …');
  return lines;
}

function phasesOf({
  dnsMs,
  connectMs,
  tlsMs,
  firstByteMs,
  tlsVersion,
  pinMatched,
  pinSeen,
}: Logged): string {
  const phases = [
    ['DNS', dnsMs],
    ['connect', connectMs],
    ['TLS', tlsMs],
    ['first byte', firstByteMs],
  ] as const;
  const shown = phases.filter(([, ms]) => ms !== null).map(([name, ms]) => `${name} ${ms}`);
  if (tlsVersion !== null) shown.push(`TLS 1.${tlsVersion - 10}`);
  if (pinMatched !== null)
    shown.push(pinMatched ? 'pin matched' : `pin not matched, presented ${pinSeen}`);
  return shown.length === 0 ? '' : `  (${shown.join(', ')})`;
}
