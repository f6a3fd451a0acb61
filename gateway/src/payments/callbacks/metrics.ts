// Metrics of callbacks: attempts and what came of them, what waits, and what receivers show of
// themselves.

import type { Metrics, Observe } from '../../platform/metrics.ts';
import { backlogMax, type Backlog } from './backlog.ts';
import type { Deliverer } from './deliver.ts';

export const measureCallbacks = (metrics: Metrics): Observe<'outcome'> =>
  metrics.duration({
    name: 'jokko_callback_duration_seconds',
    help: 'How long an attempt to deliver a callback takes, by what came of it.',
    labels: ['outcome'],
  });

export interface MeasuredCallbacks {
  deliverer: Pick<Deliverer, 'held' | 'counters'>;
  /** On all nodes. */
  backlog: Backlog;
  certificates: { readonly counts: { mismatches: number; expiring: number; newKeys: number } };
}

export function declareCallbackMetrics(metrics: Metrics, measured: MeasuredCallbacks): void {
  declareAttempts(metrics, measured);
  declareBacklog(metrics, measured);
  declareReceivers(metrics, measured);
}

function declareAttempts(metrics: Metrics, { deliverer }: MeasuredCallbacks): void {
  metrics.gauge({
    name: 'jokko_callbacks_held',
    help: 'Callbacks held in memory.',
    read: () => deliverer.held,
  });
  metrics.counter({
    name: 'jokko_callback_attempts_total',
    help: 'Attempts to deliver a callback by what came of them.',
    labels: ['outcome'],
    read: () =>
      Array.from(deliverer.counters.attempts, ([outcome, value]) => ({
        labels: { outcome },
        value,
      })),
  });
  metrics.counter({
    name: 'jokko_callbacks_parked_total',
    help: 'Callbacks that this node abandoned.',
    read: () => deliverer.counters.abandonedCount,
  });
}

function declareBacklog(metrics: Metrics, { backlog }: MeasuredCallbacks): void {
  const counted = `on all nodes, counted up to ${backlogMax} every 15 s.`;
  metrics.gauge({
    name: 'jokko_callbacks_due',
    help: `Callbacks not delivered yet, ${counted}`,
    read: () => backlog.due,
  });
  metrics.gauge({
    name: 'jokko_callbacks_parked',
    help: `Abandoned callbacks that were not replayed, ${counted}`,
    read: () => backlog.abandoned,
  });
  metrics.gauge({
    name: 'jokko_callback_late_ms',
    help: 'How long the most overdue callback waits for its attempt, looked at every 15 s.',
    read: () => backlog.lateMs,
  });
  metrics.gauge({
    name: 'jokko_callback_lanes_away',
    help: `Receivers that nobody answers at, ${counted}`,
    read: () => backlog.destinationsAway,
  });
}

function declareReceivers(metrics: Metrics, { certificates }: MeasuredCallbacks): void {
  metrics.counter({
    name: 'jokko_callback_pin_mismatches_total',
    help: 'Attempts at a host with pins whose key was not among them, or that was addressed without https.',
    read: () => certificates.counts.mismatches,
  });
  metrics.counter({
    name: 'jokko_callback_certificate_warnings_total',
    help: 'Certificates of callback receivers that end soon, or that bear a new key.',
    labels: ['kind'],
    read: () => [
      { labels: { kind: 'ends_soon' }, value: certificates.counts.expiring },
      { labels: { kind: 'new_key' }, value: certificates.counts.newKeys },
    ],
  });
}
