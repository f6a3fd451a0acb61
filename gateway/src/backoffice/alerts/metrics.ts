// Metrics of alerts and notifications, as this node counted them last.

import type { Metrics } from '../../platform/metrics.ts';
import type { MeasuredAlerts } from './index.ts';

export function declareAlertMetrics(metrics: Metrics, measured: MeasuredAlerts): void {
  metrics.gauge({
    name: 'jokko_alerts_open',
    help: 'Alerts that are not resolved, counted every few seconds.',
    labels: ['rule', 'severity'],
    read: () =>
      measured.open.map(({ rule, severity, count }) => ({
        labels: { rule, severity },
        value: count,
      })),
  });
  metrics.gauge({
    name: 'jokko_notifications_waiting',
    help: 'Messages to people that were not sent yet.',
    read: () => measured.outbox.waiting,
  });
  metrics.gauge({
    name: 'jokko_notifications_oldest_seconds',
    help: 'How long the oldest of them waits.',
    read: () => measured.outbox.oldestSeconds,
  });
  metrics.gauge({
    name: 'jokko_notifications_abandoned',
    help: 'Messages to people that were given up in the last 30 days.',
    read: () => measured.outbox.abandoned,
  });
}
