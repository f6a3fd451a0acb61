// Runs tasks, each at its own interval and never twice at once; a failed round is logged and the
// next one tries again. While nothing happens the intervals are longer.

import type { Rounds } from '../platform/health/index.ts';
import type { Log } from '../platform/log.ts';
import type { Pace } from './pace.ts';
import type { Task } from './tasks.ts';
import { environment, type Timer } from '../platform/environment.ts';

export interface Loop {
  /** Waits for the rounds under way. */
  stop(): Promise<void>;
}

/** Between two rounds that follow each other at once: leaves room for requests. */
const busyPauseMs = 20;
/** When the quiet ends, what is overdue begins within this time and not all in one moment. */
const wakeSpreadMs = 300;

/** Of a long interval, by how much it varies. */
const quietSpread = 0.3;

/** A task that rests until its timer. */
interface Rest {
  task: Task;
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

export function runTasks(tasks: Task[], log: Log, { note, pace }: LoopOptions = {}): Loop {
  let stopping = false;
  const rests = new Map<string, Rest>();
  const rounds = new Map<string, Promise<void>>();
  const rest = (task: Task, delayMs: number, since = environment.monotonic()): void => {
    if (stopping) return;
    const timer = environment.startTimer(() => {
      rests.delete(task.name);
      rounds.set(task.name, round(task));
    }, delayMs);
    rests.set(task.name, { task, timer, since });
  };
  const round = async (task: Task): Promise<void> => {
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
const quietMsOf = ({ everyMs, quietMs = everyMs }: Task): number =>
  Math.round(quietMs * (1 - quietSpread * environment.random()));

async function runRound(task: Task, log: Log): Promise<{ more: boolean; error: string | null }> {
  try {
    return { more: await task.runOnce(), error: null };
  } catch (error) {
    log.warn({ task: task.name, reason: String(error) }, 'task round failed');
    return { more: false, error: String(error) };
  }
}
