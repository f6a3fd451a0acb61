// The Stripe connector as the suites of all connectors see it: with our simulator, and answers that
// the protocol does not list.

import { createHmac } from 'node:crypto';
import type { Notice } from '@jokko/connectors/kit';
import { json, type Subject } from '@jokko/connectors/kit/conformance';
import { stripeConnector } from '../index.ts';
import type { StripeConfig } from '../index.ts';
import { paymentIntent, refund } from './scripted.ts';
import { simulatorConfig } from './simulator-config.ts';

const ours = { metadata: { ref: '<reference>' } };

const oddlyFailed = paymentIntent({
  status: 'requires_payment_method',
  last_payment_error: { type: 'odd_error', code: 'odd', message: 'odd' },
});

function signed(object: unknown, type = 'payment_intent.payment_failed'): Notice {
  const body = JSON.stringify({ id: 'evt_1', object: 'event', type, data: { object } });
  const { webhookSecret } = simulatorConfig('');
  const v1 = createHmac('sha256', webhookSecret).update(`1.${body}`).digest('hex');
  const headers = { 'stripe-signature': `t=1,v1=${v1}` };
  return { method: 'POST', path: '/', headers, body: Buffer.from(body), receivedAtMs: 1_000 };
}

export const stripeSubject: Subject<StripeConfig> = {
  connector: stripeConnector,
  config: (simulatorUrl, timeoutMs) => ({ ...simulatorConfig(simulatorUrl), timeoutMs }),
  mainKind: 'card',
  refusals: {
    answers: [json(402, { error: { type: 'card_error', code: 'card_declined', message: 'no' } })],
  },
  unlistedAnswers: [
    json(200, paymentIntent({ ...ours, status: 'sleeping' })),
    json(200, paymentIntent({ ...ours, status: 'requires_capture' })),
    json(200, paymentIntent({ ...ours, status: 'requires_action', next_action: null })),
    json(402, { error: { type: 'odd_error', code: 'odd', message: 'odd' } }),
  ],
  finalWords: {
    reasons: [
      { by: 'query', refs: { theirs: 'pi_1' }, answers: [json(200, oddlyFailed)], reason: 'odd' },
      { by: 'notice', notice: () => signed(oddlyFailed), reason: 'odd' },
      {
        by: 'queryRefund',
        refs: { theirs: 're_1' },
        answers: [json(200, refund({ status: 'failed', failure_reason: 'odd' }))],
        reason: 'odd',
      },
      {
        by: 'notice',
        notice: () => signed(refund({ status: 'failed', failure_reason: 'odd' }), 'refund.failed'),
        reason: 'odd',
      },
    ],
    doubts: 'none',
    statuses: [
      {
        by: 'query',
        refs: { theirs: 'pi_1' },
        answers: [json(200, paymentIntent({ status: 'sleeping' }))],
      },
      {
        by: 'queryRefund',
        refs: { theirs: 're_1' },
        answers: [json(200, refund({ status: 'sleeping' }))],
      },
      { by: 'notice', notice: () => signed(paymentIntent({ status: 'sleeping' })) },
    ],
  },
  lacks: ['looseWriting', 'reversalNotices', 'unsignedNotices'],
};
