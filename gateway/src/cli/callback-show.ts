// `jokko callback show`: one transaction's callbacks with every attempt, and what the developer should put right.

import { adviceFor, listCallbacks, loadAttempts, shownText, type ListedCallback, type LoggedAttempt } from '../domain/callbacks/index.ts';
import { readArguments, readWhole } from './arguments.ts';
import { readTransactionId } from './callback-filter.ts';
import { Refusal, withInstallation } from './command.ts';
import type { Command } from './command.ts';

const attemptsDefault = 20;
const attemptsMax = 5_000;
/** A transaction has its result and, where wanted, one later end. */
const callbacksMax = 2;

export const command: Command = {
  usage: `callback show TRANSACTION [--attempts ${attemptsDefault}]`,
  run(args, output) {
    const { values, positionals } = readArguments(args, { attempts: { type: 'string', default: String(attemptsDefault) } }, [
      'TRANSACTION',
    ]);
    const operationId = readTransactionId(positionals[0]!);
    const limit = readWhole('--attempts', values.attempts, attemptsMax);
    return withInstallation(async ({ database }) => {
      const found = await listCallbacks(database, { operationId }, callbacksMax);
      if (found.length === 0) throw new Refusal(`transaction ${operationId} has no callback`);
      const callbacks = await Promise.all(
        found.map(async (callback) => ({ ...callback, log: (await loadAttempts(database, callback, limit)).map(withAdvice) })),
      );
      output.result({ callbacks }, () => callbacks.map(describe).join('\n\n'));
      return 0;
    });
  },
};

type Logged = Omit<LoggedAttempt, 'answer'> & { answer: string | null; advice: { en: string; fr: string } | null };

function withAdvice({ answer, answerHeaders, ...attempt }: LoggedAttempt): Logged {
  const { errorClass } = attempt;
  return {
    ...attempt,
    answer: answer === null ? null : shownText(answer.toString('utf8')),
    answerHeaders:
      answerHeaders === null
        ? null
        : Object.fromEntries(Object.entries(answerHeaders).map(([name, value]) => [shownText(name), shownText(value)])),
    advice: errorClass === null ? null : adviceFor({ ...attempt, errorClass }),
  };
}

function describe({ log, ...callback }: ListedCallback & { log: Logged[] }): string {
  const { operationId, accountId, lane, status, state, attempts, nextAttemptAt } = callback;
  const next = nextAttemptAt === null ? '' : `, next attempt ${nextAttemptAt.toISOString()}`;
  return [`${operationId}  account ${accountId}  ${status}  ${state}, ${attempts} attempts${next}  ${lane}`, ...log.flatMap(linesOf)].join(
    '\n',
  );
}

function linesOf(attempt: Logged): string[] {
  const { number, startedAt, durationMs, httpStatus, errorClass, timeoutPhase, address, advice, answer, answerCut, answerHeaders } =
    attempt;
  const outcome = errorClass === null ? 'delivered' : `${errorClass}${timeoutPhase === null ? '' : ` (${timeoutPhase})`}`;
  const head = `  ${number}  ${startedAt.toISOString()}  ${outcome}${httpStatus === null ? '' : `  HTTP ${httpStatus}`}  ${durationMs} ms`;
  const lines = [`${head}${address === null ? '' : `  ${address}`}${phasesOf(attempt)}`];
  if (advice !== null) lines.push(`     ${advice.en}`);
  for (const [name, value] of Object.entries(answerHeaders ?? {})) lines.push(`     < ${name}: ${value}`);
  if (answer !== null) lines.push(...answer.split('\n').map((line) => `     | ${line}`));
  if (answerCut) lines.push('     | …');
  return lines;
}

function phasesOf({ dnsMs, connectMs, tlsMs, firstByteMs, tlsVersion, pinMatched, pinSeen }: Logged): string {
  const phases = [
    ['name', dnsMs],
    ['connect', connectMs],
    ['TLS', tlsMs],
    ['first byte', firstByteMs],
  ] as const;
  const shown = phases.filter(([, ms]) => ms !== null).map(([name, ms]) => `${name} ${ms}`);
  if (tlsVersion !== null) shown.push(`TLS 1.${tlsVersion - 10}`);
  if (pinMatched !== null) shown.push(pinMatched ? 'pin matched' : `pin not matched, key seen ${pinSeen}`);
  return shown.length === 0 ? '' : `  (${shown.join(', ')})`;
}
