// Schedules the sends of each connection: closed loop (each connection as soon as it was
// answered), closed loop under an allowance, or open loop at a fixed rate. Counts, measures and
// journals the answers.

import type { LoadCommand, LoadResult } from './command.ts';
import { type Connection, type Outcome, openConnection } from './connection.ts';
import { createHistogram, type LatencyMs, recordUs, summariseMs } from './histogram.ts';
import { type LoadJournal, createJournal, refused, sentUnanswered } from './journal.ts';

/**
 * Requests still unanswered so long after the last one was started are given up and counted as
 * `late`.
 */
const lateAfterMs = 10_000;
const connectTimeMs = 300;
const tickMs = 5;
/** Above this rate several requests would be due in one tick and leave as a burst. */
const fineTickRatePerSec = 100;
const fineTickMs = 1;

export interface Engine {
  result: Promise<LoadResult>;
  allow(total: number): void;
  stop(): void;
}

interface Run {
  command: LoadCommand;
  started: number;
  answered: number;
  underWay: number;
  measured: number;
  codes: { [code: string]: number };
  faults: { [cause: string]: number };
  idle: Connection[];
  /** Open loop: when each request was due that found no idle connection. */
  waiting: number[];
  allowance: number;
  measureFromMs: number;
  endMs: number;
  lastAnswerMs: number;
  journal: LoadJournal | null;
}

export function startEngine(command: LoadCommand): Engine {
  const histogram = createHistogram();
  const beginMs = performance.now() + connectTimeMs;
  const run = newRun(command, beginMs);
  const connections = Array.from({ length: command.connections }, () =>
    openConnection(command, { onReady, onOutcome: (outcome) => measure(run, histogram, outcome) }),
  );
  let finish: (result: LoadResult) => void;
  const result = new Promise<LoadResult>((resolve) => (finish = resolve));
  const cpuBefore = process.cpuUsage();
  let dueAtMs = beginMs;

  function onReady(connection: Connection): void {
    const nowMs = performance.now();
    const due = run.waiting.shift();
    if (due !== undefined) start(run, connection, due);
    else if (command.ratePerSec === undefined && nowMs >= beginMs && mayStart(run, nowMs))
      start(run, connection, nowMs);
    else run.idle.push(connection);
  }

  function wake(nowMs: number): void {
    while (run.idle.length > 0 && nowMs >= beginMs && mayStart(run, nowMs))
      start(run, run.idle.pop() as Connection, nowMs);
  }

  function tick(): void {
    const nowMs = performance.now();
    if (command.ratePerSec === undefined) wake(nowMs);
    else if (nowMs >= beginMs) dueAtMs = startDue(run, dueAtMs, 1000 / command.ratePerSec, nowMs);
    if (isOver(run, nowMs)) end();
  }

  const timer = setInterval(
    tick,
    (command.ratePerSec ?? 0) > fineTickRatePerSec ? fineTickMs : tickMs,
  );

  function end(): void {
    clearInterval(timer);
    if (run.underWay > 0) run.faults['late'] = run.underWay;
    for (const connection of connections) connection.close();
    if (command.journalFile !== undefined) run.journal?.write(command.journalFile);
    finish(
      resultOf(
        run,
        summariseMs(histogram),
        process.cpuUsage(cpuBefore),
        performance.timeOrigin + beginMs,
      ),
    );
  }

  return {
    result,
    allow(total) {
      run.allowance = total;
      wake(performance.now());
    },
    stop() {
      run.endMs = Math.min(run.endMs, performance.now());
    },
  };
}

function newRun(command: LoadCommand, beginMs: number): Run {
  const measureFromMs = beginMs + (command.warmupSeconds ?? 0) * 1000;
  return {
    command,
    started: 0,
    answered: 0,
    underWay: 0,
    measured: 0,
    codes: {},
    faults: {},
    idle: [],
    waiting: [],
    allowance: command.allowance ?? Infinity,
    measureFromMs,
    endMs: measureFromMs + command.seconds * 1000,
    lastAnswerMs: measureFromMs,
    journal: command.journalFile === undefined ? null : createJournal(command.firstNumber),
  };
}

function resultOf(
  run: Run,
  latencyMs: LatencyMs,
  cpu: NodeJS.CpuUsage,
  beganAtMs: number,
): LoadResult {
  const measuredSeconds = Math.max(run.lastAnswerMs - run.measureFromMs, 1) / 1000;
  return {
    beganAtMs,
    started: run.started,
    answered: run.answered,
    measured: run.measured,
    measuredSeconds,
    perSec: run.measured / measuredSeconds,
    latencyMs,
    codes: run.codes,
    faults: run.faults,
    cpuUsPerAnswer: run.answered === 0 ? 0 : (cpu.user + cpu.system) / run.answered,
    nextNumber: run.command.firstNumber + run.started,
  };
}

function mayStart(run: Run, nowMs: number): boolean {
  return (
    nowMs < run.endMs &&
    run.started < run.allowance &&
    run.started < (run.command.requestsMax ?? Infinity)
  );
}

/**
 * Open loop: starts what is due by now; returns when the next one is due. Latency begins here, also
 * for one that waits for a connection.
 */
function startDue(run: Run, dueAtMs: number, intervalMs: number, nowMs: number): number {
  let due = dueAtMs;
  for (; due <= nowMs && mayStart(run, nowMs); due += intervalMs) {
    const connection = run.idle.shift();
    if (connection !== undefined) start(run, connection, nowMs);
    else run.waiting.push(nowMs);
  }
  return due;
}

function isOver(run: Run, nowMs: number): boolean {
  const allStarted = run.started >= (run.command.requestsMax ?? Infinity) || nowMs >= run.endMs;
  return (
    allStarted &&
    ((run.underWay === 0 && run.waiting.length === 0) || nowMs >= run.endMs + lateAfterMs)
  );
}

function start(run: Run, connection: Connection, startedMs: number): void {
  const { firstNumber, numberCount } = run.command;
  const number =
    firstNumber + (numberCount === undefined ? run.started : run.started % numberCount);
  run.started++;
  run.underWay++;
  run.journal?.set(number, sentUnanswered);
  connection.send(number, startedMs);
}

function measure(run: Run, histogram: ReturnType<typeof createHistogram>, outcome: Outcome): void {
  run.underWay--;
  const nowMs = performance.now();
  take(run, outcome);
  if (outcome.answer === null || nowMs < run.measureFromMs) return;
  run.measured++;
  run.lastAnswerMs = nowMs;
  recordUs(histogram, (nowMs - outcome.startedMs) * 1000);
}

function take(run: Run, outcome: Outcome): void {
  const { answer } = outcome;
  if (answer === null) {
    run.faults[outcome.cause] = (run.faults[outcome.cause] ?? 0) + 1;
    return;
  }
  run.answered++;
  run.codes[answer.code] = (run.codes[answer.code] ?? 0) + 1;
  if (answer.status !== 200)
    run.faults[`http${answer.status}`] = (run.faults[`http${answer.status}`] ?? 0) + 1;
  run.journal?.set(
    outcome.number,
    answer.code === (run.command.acceptedAs?.code ?? '2000') ? answer.storedId : refused,
  );
}
