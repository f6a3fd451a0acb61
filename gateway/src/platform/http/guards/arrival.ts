// Gives a request its time to arrive in which this process could hear it. Node.js compares with the
// clock before it reads what has arrived meanwhile, so that each request under way would be
// answered 408 by a process that was frozen, or busy in one turn of its event loop.

import type { Server } from 'node:http';
import { environment } from '../../environment.ts';
import { createHeardClock } from '../../system/deadline.ts';

interface ArrivalLimits {
  headersTimeout: number;
  requestTimeout: number;
}

/**
 * In ms. Node.js reads the limits of `server` each `everyMs`, its `connectionsCheckingInterval`.
 */
export function limitArrival(server: Server, limits: ArrivalLimits, everyMs: number): void {
  const longestMs = Math.max(limits.headersTimeout, limits.requestTimeout);
  const clock = createHeardClock(everyMs);
  let silences: { endedAt: number; ms: number }[] = [];
  let silentMs = 0;
  /**
   * What the requests that are under way may have lost: they are as old as the time in which they
   * could be heard.
   */
  const recentlySilentMs = (): number => {
    clock.look();
    const heardMs = clock.now();
    const ms = environment.monotonic() - heardMs - silentMs;
    silentMs += ms;
    silences = [...silences, { endedAt: heardMs, ms }].filter(
      (silence) => silence.ms > 0 && silence.endedAt > heardMs - longestMs,
    );
    return Math.ceil(silences.reduce((sum, silence) => sum + silence.ms, 0));
  };
  for (const limit of ['headersTimeout', 'requestTimeout'] as const)
    Object.defineProperty(server, limit, { get: () => limits[limit] + recentlySilentMs() });
}
