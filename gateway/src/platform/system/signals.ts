// Handles requests to stop: SIGTERM, Ctrl-C, or the terminal closing; a second request a while
// later means "now".

import type { Log } from '../log.ts';
import { environment } from '../environment.ts';

/**
 * npm passes Ctrl-C on to us although the terminal has sent it already: two within this time are
 * one.
 */
const echoMs = 1_000;

export const stopSignals = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const;

/**
 * Settles at the first request to stop. A later one ends the process at once; the database has
 * everything acknowledged.
 */
export function untilStopped(log: Log): Promise<void> {
  return new Promise((resolve) => {
    let askedAt: number | null = null;
    const ask = (signal: NodeJS.Signals): void => {
      if (askedAt === null) {
        askedAt = environment.monotonic();
        log.info({ signal }, 'stopping');
        resolve();
      } else if (environment.monotonic() - askedAt > echoMs) {
        log.warn({ signal }, 'stopping at once');
        process.exit(1);
      }
    };
    for (const signal of stopSignals) process.on(signal, ask);
  });
}
