// Gives a request its time to arrive in which this process could hear it. Node.js compares with the
// clock before it reads what has arrived meanwhile, so that each request under way would be answered
// 408 by a process that was frozen, or busy in one turn of its event loop.

import type { Server } from 'node:http';
import { silenceMs } from '@jokko/connectors/kit';
import { environment } from '../../environment.ts';

interface ArrivalLimits {
  headersTimeout: number;
  requestTimeout: number;
}

/** In ms. Node.js reads the limits of `server` each `everyMs`, its `connectionsCheckingInterval`. */
export function limitArrival(server: Server, limits: ArrivalLimits, everyMs: number): void {
  const longestMs = Math.max(limits.headersTimeout, limits.requestTimeout);
  let silences: { endedAt: number; ms: number }[] = [];
  let readAt = environment.monotonic();
  const silentMs = (): number => {
    const now = environment.monotonic();
    const ms = silenceMs(everyMs, now - readAt);
    readAt = now;
    // What was under way then has ended.
    silences = silences.filter(({ endedAt }) => endedAt > now - longestMs);
    if (ms > 0) silences.push({ endedAt: now, ms });
    return Math.ceil(silences.reduce((sum, silence) => sum + silence.ms, 0));
  };
  for (const limit of ['headersTimeout', 'requestTimeout'] as const)
    Object.defineProperty(server, limit, { get: () => limits[limit] + silentMs() });
}
