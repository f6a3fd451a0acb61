// How does a test wait for something that becomes true? By asking again until a deadline, and saying at the end what was missing.

import { setTimeout as sleep } from 'node:timers/promises';

/** Asks `read` every `everyMs` until it answers something other than undefined or false; throws after `timeoutMs`, naming `what`. */
export async function until<T>(
  what: string,
  read: () => Promise<T | undefined | false> | T | undefined | false,
  { timeoutMs = 10_000, everyMs = 20 }: { timeoutMs?: number; everyMs?: number } = {},
): Promise<T> {
  const deadline = performance.now() + timeoutMs;
  for (;;) {
    const value = await read();
    if (value !== undefined && value !== false) return value;
    if (performance.now() > deadline) throw new Error(`not within ${timeoutMs} ms: ${what}`);
    await sleep(everyMs);
  }
}
