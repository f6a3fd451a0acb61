// Metrics of a node's threads.

import { performance } from 'node:perf_hooks';
import type { Metrics } from '../metrics.ts';
import type { Threads } from './threads.ts';

const msPerSecond = 1_000;

/** `threads` null: the node has one. */
export function declareThreadMetrics(metrics: Metrics, threads: Threads | null): void {
  metrics.counter({
    name: 'jokko_thread_busy_seconds_total',
    help: 'How long the event loop of each thread was busy; `0` is the main thread, which decides and writes.',
    labels: ['thread'],
    read: () =>
      [
        { number: 0, busyMs: () => performance.eventLoopUtilization().active },
        ...(threads?.ready ?? []),
      ].map(({ number, busyMs }) => ({
        labels: { thread: String(number) },
        value: busyMs() / msPerSecond,
      })),
  });
  metrics.counter({
    name: 'jokko_threads_replaced_total',
    help: 'Threads that have ended and were replaced.',
    read: () => threads?.replaced ?? 0,
  });
}
