// How do the SMS of this installation stand, in figures for Prometheus?

import { waitingMax, type SmsDelivery } from './domain/sms-delivery/index.ts';
import type { ServerDeps } from './http/server.ts';

export function smsFigures(
  delivery: Pick<SmsDelivery, 'waiting' | 'held' | 'happenings' | 'sessionCounters'>,
): ReturnType<ServerDeps['ops']['figures']> {
  const waiting = delivery.waiting();
  const happened = (wanted: 'answer' | 'receipt') =>
    delivery.happenings().flatMap(({ link, kind, what, count }) => (kind === wanted ? [{ labels: { link, what }, value: count }] : []));
  return [
    {
      name: 'jokko_sms_waiting',
      help: `Messages waiting on a link, on all nodes, counted up to ${waitingMax} every 15 s.`,
      values: waiting.map(({ link, count }) => ({ labels: { link }, value: count })),
    },
    {
      name: 'jokko_sms_oldest_waiting_seconds',
      help: 'For how long the oldest waiting message of a link has been due.',
      values: waiting.map(({ link, oldestSec }) => ({ labels: { link }, value: oldestSec })),
    },
    {
      name: 'jokko_sms_unrecorded',
      help: 'Messages in hand of this node whose outcome is not recorded.',
      values: delivery.held().map(({ link, unrecorded }) => ({ labels: { link }, value: unrecorded })),
    },
    {
      name: 'jokko_sms_answers_total',
      help: 'Answers to submitted parts on this node; late: after they were given up.',
      type: 'counter',
      values: happened('answer'),
    },
    {
      name: 'jokko_sms_receipts_total',
      help: 'Receipts on this node by what they said; unmatched: of no known part, unreadable: nothing could be stored.',
      type: 'counter',
      values: happened('receipt'),
    },
    {
      name: 'jokko_sms_session_total',
      help: 'What happened on the open sessions of this node, as their connector counts it.',
      type: 'counter',
      values: delivery.sessionCounters().map(({ link, what, count }) => ({ labels: { link, what }, value: count })),
    },
  ];
}
