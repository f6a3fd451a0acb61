// Polls a condition until it is true or a deadline passes; on failure, reports what was missing.

import { setTimeout as sleep } from 'node:timers/promises';

/**
 * A callback whose first attempt met a machine that stood still is sent again after a minute, and a
 * lease runs for half of one: what waits for either waits longer.
 */
const waitMaxMs = 120_000;

// As they are when this file is read: a test that holds the time of its process (held-time.ts)
// waits by the machine's all the same.
const wait = sleep;
const now = performance.now.bind(performance);

/**
 * Asks `read` every `everyMs` until it answers something other than undefined or false; throws
 * after `timeoutMs`, naming `what`.
 */
export async function until<T>(
  what: string,
  read: () => Promise<T | undefined | false> | T | undefined | false,
  { timeoutMs = waitMaxMs, everyMs = 20 }: { timeoutMs?: number; everyMs?: number } = {},
): Promise<T> {
  const deadline = now() + timeoutMs;
  for (;;) {
    const value = await read();
    if (value !== undefined && value !== false) return value;
    if (now() > deadline) throw new Error(`not within ${timeoutMs} ms: ${what}`);
    await wait(everyMs);
  }
}
