// Metrics of SMS: what waits, on which carrier connection, and what came back.

import type { Metrics, Sample } from '../../platform/metrics.ts';
import { waitingMax, type SmsDelivery } from './index.ts';

export interface MeasuredSms {
  /** Requests that wait for the next transaction. */
  readonly waiting: number;
  commitWaitMs(): number;
  delivery: Pick<SmsDelivery, 'carrierStates' | 'held' | 'connectionEvents' | 'sessionCounters'>;
}

export function declareSmsMetrics(metrics: Metrics, sms: MeasuredSms): void {
  metrics.gauge({
    name: 'jokko_sms_writer_waiting',
    help: 'SMS requests waiting for the next transaction.',
    read: () => sms.waiting,
  });
  metrics.gauge({
    name: 'jokko_sms_commit_wait_ms',
    help: 'How long an SMS request waits for its commit.',
    read: sms.commitWaitMs,
  });
  declareWaiting(metrics, sms);
  declareReturned(metrics, sms);
}

function declareWaiting(metrics: Metrics, { delivery }: MeasuredSms): void {
  metrics.gauge({
    name: 'jokko_sms_waiting',
    help: `Messages waiting on a carrier connection, on all nodes, counted up to ${waitingMax} every 5 s.`,
    labels: ['connection'],
    read: () =>
      delivery
        .carrierStates()
        .map(({ name, waiting }) => ({ labels: { connection: name }, value: waiting })),
  });
  metrics.gauge({
    name: 'jokko_sms_oldest_waiting_seconds',
    help: 'For how long the oldest waiting message of a carrier connection has been due.',
    labels: ['connection'],
    read: () =>
      delivery
        .carrierStates()
        .map(({ name, oldestSec }) => ({ labels: { connection: name }, value: oldestSec })),
  });
  metrics.gauge({
    name: 'jokko_sms_connection_bound',
    help: 'Bound sessions of a carrier connection, on all nodes; 0: it is down.',
    labels: ['connection'],
    read: () =>
      delivery
        .carrierStates()
        .map(({ name, bound }) => ({ labels: { connection: name }, value: bound })),
  });
  metrics.gauge({
    name: 'jokko_sms_connection_since_seconds',
    help: 'When a carrier connection came up or went down last, in seconds since 1970.',
    labels: ['connection'],
    read: () =>
      delivery
        .carrierStates()
        .flatMap(({ name, since }) =>
          since === null
            ? []
            : [{ labels: { connection: name }, value: Math.round(since.getTime() / 1_000) }],
        ),
  });
  metrics.gauge({
    name: 'jokko_sms_unrecorded',
    help: 'Messages in progress on this node whose outcome is not recorded.',
    labels: ['connection'],
    read: () =>
      delivery
        .held()
        .map(({ connection, unrecorded }) => ({ labels: { connection }, value: unrecorded })),
  });
}

function declareReturned(metrics: Metrics, { delivery }: MeasuredSms): void {
  const happened = (wanted: 'answer' | 'receipt'): Sample[] =>
    delivery
      .connectionEvents()
      .flatMap(({ connection, kind, what, count }) =>
        kind === wanted ? [{ labels: { connection, what }, value: count }] : [],
      );
  metrics.counter({
    name: 'jokko_sms_answers_total',
    help: 'Answers to submitted parts on this node; late: after they were given up; other_parts: taken, and the carrier counts other parts than were charged.',
    labels: ['connection', 'what'],
    read: () => happened('answer'),
  });
  metrics.counter({
    name: 'jokko_sms_receipts_total',
    help: 'Receipts on this node by what they said; unmatched: of no known part, unreadable: nothing could be stored.',
    labels: ['connection', 'what'],
    read: () => happened('receipt'),
  });
  metrics.counter({
    name: 'jokko_sms_session_total',
    help: 'What happened on the open sessions of this node, as their connector counts it.',
    labels: ['connection', 'what'],
    read: () =>
      delivery
        .sessionCounters()
        .map(({ connection, what, count }) => ({ labels: { connection, what }, value: count })),
  });
}
