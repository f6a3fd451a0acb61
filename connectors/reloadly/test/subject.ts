// What the suites of all connectors have to know about this one and its simulator.

import { json } from '@jokko/connectors/kit/conformance';
import type { Subject } from '@jokko/connectors/kit/conformance';
import { errorTable } from '../error-table.ts';
import { reloadlyConnector } from '../index.ts';
import type { ReloadlyConfig } from '../index.ts';
import { productFor, sandboxConfig } from './sandbox-config.ts';
import { topUp } from './scripted.ts';

export const subject: Subject<ReloadlyConfig> = {
  connector: reloadlyConnector,
  config: (simulatorUrl, timeoutMs) => ({ ...sandboxConfig(simulatorUrl), timeoutMs }),
  mainKind: 'airtime',
  product: productFor,
  refusals: {
    answers: Object.entries(errorTable)
      .filter(([, row]) => typeof row.airtime === 'object')
      .map(([errorCode]) => json(400, { errorCode, message: 'no', details: [] })),
  },
  unlistedAnswers: [
    json(400, { errorCode: 'MOON_IN_WRONG_PHASE', message: 'no', details: [] }),
    json(409, { errorCode: 'constructor', message: 'no', details: [] }),
  ],
  finalWords: {
    reasons: [
      {
        by: 'query',
        refs: { theirs: '181341' },
        answers: [json(200, { code: 'MOON', status: 'FAILED', transaction: topUp() })],
        reason: 'MOON',
      },
      {
        by: 'submit',
        kind: 'bill_pay',
        answers: [json(200, { id: 7, status: 'FAILED', code: 'MOON' })],
        reason: 'MOON',
      },
    ],
    doubts: 'none',
    statuses: [
      {
        by: 'query',
        refs: { theirs: '181341' },
        answers: [json(200, { status: 'SLEEPING', transaction: topUp() })],
      },
    ],
  },
  tokens: {
    isTokenCall: ({ url }) => url.endsWith('/oauth/token'),
    refused: json(401, { errorCode: 'TOKEN_EXPIRED', message: 'expired', details: [] }),
  },
  lacks: ['answersAtOnce', 'reversals'],
};
