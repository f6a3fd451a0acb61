// How do tasks run? Each in its own rhythm, never twice at once; a failed round is logged and the next one tries again.

import type { Log } from '../log.ts';
import type { Task } from './tasks.ts';

export interface Loop {
  /** Waits for the rounds under way. */
  stop(): Promise<void>;
}

/** Between two rounds that follow each other at once: leaves room for requests. */
const busyPauseMs = 20;

export function runTasks(tasks: Task[], log: Log): Loop {
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
    try {
      more = await task.runOnce();
    } catch (error) {
      log.warn({ task: task.name, reason: String(error) }, 'task round failed');
    }
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
