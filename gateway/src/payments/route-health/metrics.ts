// Metrics of health: how each route, carrier connection and receiver is.

import type { Metrics } from '../../platform/metrics.ts';
import type { HealthLevel, HealthOf } from './index.ts';

const levels: { readonly [state in HealthLevel]: number } = { healthy: 0, degraded: 1, down: 2 };

export function declareHealthMetrics(
  metrics: Metrics,
  { present }: { present(): readonly HealthOf[] },
): void {
  metrics.gauge({
    name: 'jokko_health_state',
    help: 'How a route, SMS connection or callback receiver is, on all nodes, over five minutes: 0 healthy, 1 degraded, 2 down.',
    labels: ['kind', 'name'],
    read: () =>
      present().map(({ subject: { kind, name }, state }) => ({
        labels: { kind, name },
        value: levels[state],
      })),
  });
}
