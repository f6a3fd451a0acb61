// Metrics of health: how each route, carrier connection and receiver is, and what hangs on routes.

import { toJsonNumber } from '@jokko/contract';
import type { Metrics } from '../../platform/metrics.ts';
import { hangingOf, type HealthLevel, type HealthOf } from './index.ts';

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
  metrics.gauge({
    name: 'jokko_operations_hanging',
    help: 'Operations whose outcome is unknown or overdue, by route and currency; as on the start page.',
    labels: ['route', 'currency'],
    read: () =>
      hangingOf(present()).map(({ route, currency, count }) => ({
        labels: { route, currency },
        value: count,
      })),
  });
  metrics.gauge({
    name: 'jokko_hanging_amount',
    help: 'Their amounts, in units of the currency.',
    labels: ['route', 'currency'],
    read: () =>
      hangingOf(present()).map(({ route, currency, amount }) => ({
        labels: { route, currency },
        value: toJsonNumber(amount),
      })),
  });
}
