// What the suites of all connectors have to know about this one and its simulator.

import { json } from '@jokko/connectors/kit/conformance';
import type { Subject } from '@jokko/connectors/kit/conformance';
import { orangeWebpayConnector } from '../index.ts';
import type { OrangeWebpayConfig } from '../index.ts';
import { orderIdOf } from '../order-id.ts';

/** The configuration of a route to the simulator. */
export function sandboxConfig(simulatorUrl: string): OrangeWebpayConfig {
  return {
    baseUrl: `${simulatorUrl}/orange-webpay`,
    country: 'ci',
    clientId: 'jokko-webpay',
    clientSecret: 'sandbox-webpay-secret',
    merchantKey: 'sandbox-merchant-key',
    sandbox: true,
  };
}

export const subject: Subject<OrangeWebpayConfig> = {
  connector: orangeWebpayConnector,
  config: (simulatorUrl, timeoutMs) => ({ ...sandboxConfig(simulatorUrl), timeoutMs }),
  mainKind: 'collect',
  refusals: { answers: [json(401, { code: 40, message: 'no' })] },
  unlistedAnswers: [
    json(201, { status: 201, message: 'MOON' }),
    json(400, { code: 4711, message: 'moon in wrong phase' }),
  ],
  finalWords: {
    // It has statuses alone.
    reasons: 'none',
    doubts: [
      {
        by: 'query',
        refs: { session: 'T1' },
        answers: [json(201, { status: 'SUCCESS', order_id: 'x' })],
        reason: 'cannot be read',
      },
    ],
    statuses: [{ by: 'query', refs: { session: 'T1' }, answers: [json(201, { status: 'ZZZ' })] }],
  },
  tokens: {
    isTokenCall: ({ url }) => url.endsWith('/oauth/v3/token'),
    refused: json(401, { code: 42, message: 'Expired credentials' }),
  },
  lacks: ['reversals'],
  payerWindowSeconds: 600,
  afterLostAnswer: { collect: { taken: 'unknown', never: 'unknown' } },
  // Nothing can be asked about those whose first answer never came.
  unresolvedShareMax: 0.35,
  bookReference: ({ refs }) => orderIdOf(refs.ours),
};
