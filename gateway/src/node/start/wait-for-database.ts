// Waits at a node's start until PostgreSQL answers, and says so. What no waiting mends, such as a
// wrong password, is refused with one sentence.

import type { Log } from '../../platform/log.ts';
import { openFaultOf } from '../../platform/db/open-fault.ts';
import { environment } from '../../platform/environment.ts';
import { InstallationError } from './installation-error.ts';

const tryEveryMs = 500;
const reportEveryMs = 10_000;

/**
 * Repeats `open` while the database is away. Rejects with an InstallationError when it refuses us,
 * and when `stop` is aborted, at once: a server that never answers is not waited for.
 */
export async function waitForDatabase<Result>(
  open: () => Promise<Result>,
  { log, stop }: { log: Log; stop?: AbortSignal },
): Promise<Result> {
  const stopped = untilAborted(stop);
  let reportedAt: number | null = null;
  for (;;) {
    try {
      const result = await Promise.race([open(), stopped]);
      if (reportedAt !== null) log.info('PostgreSQL answers');
      return result;
    } catch (error) {
      const fault = openFaultOf(error);
      if (fault?.kind !== 'away') refuseUnopened(error);
      if (reportedAt === null || environment.monotonic() - reportedAt >= reportEveryMs) {
        reportedAt = environment.monotonic();
        log.warn({ reason: fault?.reason }, 'PostgreSQL is not available; waiting for it');
      }
    }
    await environment.sleep(tryEveryMs, stop === undefined ? {} : { signal: stop });
  }
}

function untilAborted(stop: AbortSignal | undefined): Promise<never> {
  const { promise, reject } = Promise.withResolvers<never>();
  promise.catch(() => {});
  if (stop?.aborted === true) reject(stop.reason);
  stop?.addEventListener('abort', () => reject(stop.reason), { once: true });
  return promise;
}

/** Throws the sentence for the operator where there is one, otherwise the error. */
export function refuseUnopened(error: unknown): never {
  const fault = openFaultOf(error);
  if (fault === null) throw error;
  const sentence =
    fault.kind === 'away'
      ? `PostgreSQL is not available: ${fault.reason}`
      : `PostgreSQL refuses the connection in DATABASE_URL: ${fault.reason}`;
  throw new InstallationError(sentence, { cause: error });
}
