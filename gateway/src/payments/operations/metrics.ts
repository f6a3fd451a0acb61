// Metrics of operations: what waits and is held on this node, and how long commits and providers
// take.

import type { Metrics, Observe } from '../../platform/metrics.ts';
import type { Dispatcher } from './attempts/dispatch.ts';

/** `writer`: which one, as its commit marks name it. */
export const measureCommits = (metrics: Metrics): Observe<'writer'> =>
  metrics.duration({
    name: 'jokko_commit_duration_seconds',
    help: 'From the first lock of a group commit to its end, by writer.',
    labels: ['writer'],
  });

export const measureProviderCalls = (metrics: Metrics): Observe<'route'> =>
  metrics.duration({
    name: 'jokko_provider_call_duration_seconds',
    help: 'How long a call to a provider takes, answered or not, by route.',
    labels: ['route'],
  });

export interface MeasuredOperations {
  writer: { readonly waiting: number };
  commitWaitMs(): number;
  dispatcher: Pick<Dispatcher, 'held' | 'queued'>;
}

export function declareOperationMetrics(
  metrics: Metrics,
  { writer, commitWaitMs, dispatcher }: MeasuredOperations,
): void {
  metrics.gauge({
    name: 'jokko_writer_waiting',
    help: 'Commands waiting for the next transaction.',
    read: () => writer.waiting,
  });
  metrics.gauge({
    name: 'jokko_commit_wait_ms',
    help: 'How long a command waits for its commit.',
    read: commitWaitMs,
  });
  metrics.gauge({
    name: 'jokko_operations_held',
    help: 'Operations held in memory.',
    read: () => dispatcher.held,
  });
  for (const part of ['queued', 'active'] as const)
    metrics.gauge({
      name: `jokko_route_${part}`,
      help: `Operations ${part} by route on this node.`,
      labels: ['route'],
      read: () =>
        dispatcher
          .queued()
          .map((queue) => ({ labels: { route: queue.route }, value: queue[part] })),
    });
}
