// Runs tasks, each at its own interval and never twice at once; a failed round is logged and the
// next one tries again. While nothing happens the intervals are longer.

import type { Rounds } from '../../platform/health/index.ts';
import type { Log } from '../../platform/log.ts';
import type { Pace } from './pace.ts';
import { environment, type Timer } from '../../platform/environment.ts';
import { quietUsualMs, type Task } from '../../platform/task.ts';

export interface Loop {
  /** Waits for the rounds under way. */
  stop(): Promise<void>;
}

/** Between two rounds that follow each other at once: leaves room for requests. */
const busyPauseMs = 20;
/** When the quiet ends, what is overdue begins within this time and not all in one moment. */
const wakeSpreadMs = 300;

/** The share by which a long interval varies. */
const quietSpread = 0.3;

/** What is run of a task. */
export type Run = Pick<Task, 'everyMs' | 'quietMs' | 'runOnce'> & { name: string };

/** A task that rests until its timer. */
interface Rest {
  task: Run;
  timer: Timer;
  /** Monotonic ms. */
  since: number;
}

interface LoopOptions {
  /** Called after each round. */
  note?: Rounds['note'];
  /** Without it the intervals are always the usual ones. */
  pace?: Pick<Pace, 'isQuiet' | 'onWake'>;
}

export function runTasks(tasks: readonly Run[], log: Log, { note, pace }: LoopOptions = {}): Loop {
  let stopping = false;
  const rests = new Map<string, Rest>();
  const rounds = new Map<string, Promise<void>>();
  const rest = (task: Run, delayMs: number, since = environment.monotonic()): void => {
    if (stopping) return;
    const timer = environment.startTimer(() => {
      rests.delete(task.name);
      rounds.set(task.name, round(task));
    }, delayMs);
    rests.set(task.name, { task, timer, since });
  };
  const round = async (task: Run): Promise<void> => {
    const startedAt = environment.monotonic();
    const { more, error } = await runRound(task, log);
    const everyMs = pace?.isQuiet() === true ? quietMsOf(task) : task.everyMs;
    const durationMs = environment.monotonic() - startedAt;
    note?.({ task: task.name, everyMs, startedAt, durationMs, error });
    rest(task, more ? busyPauseMs : everyMs);
  };
  const stopWaking = pace?.onWake(() => {
    const now = environment.monotonic();
    for (const { task, timer, since } of [...rests.values()]) {
      environment.stopTimer(timer);
      const leftMs = since + task.everyMs - now;
      const spreadMs = Math.min(wakeSpreadMs, task.everyMs) * environment.random();
      rest(task, leftMs > 0 ? leftMs : spreadMs, since);
    }
  });
  for (const task of tasks) rest(task, task.everyMs);
  return {
    async stop() {
      stopping = true;
      stopWaking?.();
      for (const { timer } of rests.values()) environment.stopTimer(timer);
      await Promise.all(rounds.values());
    },
  };
}

/** Not all at the same time: together they would open a connection each. */
const quietMsOf = ({ everyMs, quietMs = Math.max(everyMs, quietUsualMs) }: Run): number =>
  Math.round(quietMs * (1 - quietSpread * environment.random()));

async function runRound(task: Run, log: Log): Promise<{ more: boolean; error: string | null }> {
  try {
    return { more: (await task.runOnce()) === true, error: null };
  } catch (error) {
    log.warn({ task: task.name, reason: String(error) }, 'task round failed');
    return { more: false, error: String(error) };
  }
}
