// What the suites of all connectors have to know about this one and its simulator.

import { json, ourRef } from '@jokko/connectors/kit/conformance';
import type { Subject } from '@jokko/connectors/kit/conformance';
import { orangeSonatelConnector } from '../index.ts';
import type { OrangeSonatelConfig } from '../index.ts';
import { sandboxConfig } from './sandbox-config.ts';

const oddlyFailed = { transactionId: 'CI1', status: 'FAILED', reference: ourRef, code: 4711 };

export const subject: Subject<OrangeSonatelConfig> = {
  connector: orangeSonatelConnector,
  config: (simulatorUrl, timeoutMs) => ({ ...sandboxConfig(simulatorUrl), timeoutMs }),
  mainKind: 'payout',
  sample: { collect: { link: 'deepLink' } },
  refusals: { kind: 'collect', answers: [json(400, { code: 2000, title: 'no such customer' })] },
  unlistedAnswers: [
    json(200, { transactionId: 'CI1', status: 'SLEEPING', reference: '<reference>' }),
    json(400, { code: 4711, title: 'moon in wrong phase' }),
  ],
  finalWords: {
    reasons: [{ by: 'query', answers: [json(200, [oddlyFailed])], reason: '4711' }],
    doubts: [
      {
        by: 'query',
        answers: [json(200, [{ ...oddlyFailed, amount: { value: 'x' } }])],
        reason: 'cannot be read',
      },
    ],
    statuses: [
      {
        by: 'query',
        answers: [json(200, [{ transactionId: 'CI1', status: 'SLEEPING', reference: ourRef }])],
      },
    ],
  },
  tokens: {
    isTokenCall: ({ url }) => url.endsWith('/oauth/v1/token'),
    refused: json(401, { error: 'invalid_token' }),
  },
  lacks: ['reversals'],
  afterLostAnswer: { payout: { never: 'unknown' } },
  // A payout that the search does not show is never called failed.
  unresolvedShareMax: 0.15,
};
