// The Stripe connector as the suites of all connectors see it: with our simulator, and answers that
// the protocol does not list.

import { json, type Subject } from '@jokko/connectors/kit/conformance';
import { stripeConnector } from '../index.ts';
import type { StripeConfig } from '../index.ts';
import { paymentIntent } from './scripted.ts';
import { simulatorConfig } from './simulator-config.ts';

const ours = { metadata: { ref: '<reference>' } };

export const stripeSubject: Subject<StripeConfig> = {
  connector: stripeConnector,
  config: (simulatorUrl, timeoutMs) => ({ ...simulatorConfig(simulatorUrl), timeoutMs }),
  mainKind: 'card',
  unlistedAnswers: [
    json(200, paymentIntent({ ...ours, status: 'sleeping' })),
    json(200, paymentIntent({ ...ours, status: 'requires_capture' })),
    json(200, paymentIntent({ ...ours, status: 'requires_action', next_action: null })),
    json(402, { error: { type: 'odd_error', code: 'odd', message: 'odd' } }),
  ],
  lacks: ['reversalNotices', 'unsignedNotices'],
};
