// How do tasks run? Each in its own rhythm, never twice at once; a failed round is logged and the next one tries again.

import type { Rounds } from '../domain/health/index.ts';
import type { Log } from '../log.ts';
import type { Task } from './tasks.ts';

export interface Loop {
  /** Waits for the rounds under way. */
  stop(): Promise<void>;
}

/** Between two rounds that follow each other at once: leaves room for requests. */
const busyPauseMs = 20;

/** `note` is told of each round that has ended. */
export function runTasks(tasks: Task[], log: Log, note: Rounds['note'] = () => {}): Loop {
  let stopping = false;
  const timers = new Map<string, NodeJS.Timeout>();
  const rounds = new Map<string, Promise<void>>();
  const schedule = (task: Task, delayMs: number): void => {
    if (stopping) return;
    timers.set(
      task.name,
      setTimeout(() => rounds.set(task.name, round(task)), delayMs),
    );
  };
  const round = async (task: Task): Promise<void> => {
    let more = false;
    let failure: string | null = null;
    const [startedAt, begun] = [Date.now(), performance.now()];
    try {
      more = await task.runOnce();
    } catch (error) {
      failure = String(error);
      log.warn({ task: task.name, reason: failure }, 'task round failed');
    }
    note({ task: task.name, everyMs: task.everyMs, startedAt, durationMs: performance.now() - begun, error: failure });
    schedule(task, more ? busyPauseMs : task.everyMs);
  };
  for (const task of tasks) schedule(task, task.everyMs);
  return {
    async stop() {
      stopping = true;
      for (const timer of timers.values()) clearTimeout(timer);
      await Promise.all(rounds.values());
    },
  };
}
