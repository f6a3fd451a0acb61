// Keeps a process that we depend on running. Checks each second whether it lives and restarts
// it, with a longer delay each time it fails at once.

import type { Log } from '../log.ts';
import { environment } from '../environment.ts';

export interface Dependency {
  name: string;
  lives(): boolean;
  /** Settles when it answers again; gives up when `stop` is aborted. */
  restart(stop: AbortSignal): Promise<void>;
  log: Log;
}

const watchMs = 1_000;
const restartDelaysMs = [0, 200, 500, 1_000, 2_000, 5_000, 10_000];
const settledAfterMs = 60_000;

/** Watches until `end` is called; it returns once a restart under way has been given up. */
export function keepRunning(dependency: Dependency): { end(): Promise<void> } {
  const stop = new AbortController();
  const running = watch(dependency, stop.signal).catch((error: unknown) => {
    if (!stop.signal.aborted)
      dependency.log.error({ error: String(error) }, `monitoring of ${dependency.name} ended`);
  });
  return {
    async end() {
      stop.abort();
      await running;
    },
  };
}

async function watch({ name, lives, restart, log }: Dependency, stop: AbortSignal): Promise<void> {
  let failures = 0;
  let startedAt = Number.NEGATIVE_INFINITY;
  for (;;) {
    await environment.sleep(watchMs, { signal: stop });
    if (lives()) continue;
    failures = environment.monotonic() - startedAt > settledAfterMs ? 0 : failures + 1;
    const delayMs = restartDelaysMs[Math.min(failures, restartDelaysMs.length - 1)] ?? 0;
    log.error({ delayMs }, `${name} stopped; restarting it`);
    await environment.sleep(delayMs, { signal: stop });
    startedAt = environment.monotonic();
    try {
      await restart(stop);
      log.info(`${name} is available again`);
    } catch (error) {
      if (stop.aborted) return;
      log.error({ error: String(error) }, `${name} could not be restarted`);
    }
  }
}
