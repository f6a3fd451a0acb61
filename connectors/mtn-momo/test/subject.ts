// What the suites of all connectors have to know about this one and its simulator.

import { json } from '@jokko/connectors/kit/conformance';
import type { Subject } from '@jokko/connectors/kit/conformance';
import { mtnMomoConnector } from '../index.ts';
import type { MtnMomoConfig } from '../index.ts';
import { reasonTable } from '../reason-table.ts';
import { sandboxConfig } from './sandbox-config.ts';

const failedFor = (told: unknown, reason: string) => ({
  by: 'query' as const,
  answers: [json(200, { status: 'FAILED', reason: told })],
  reason,
});

export const subject: Subject<MtnMomoConfig> = {
  connector: mtnMomoConnector,
  config: (simulatorUrl, timeoutMs) => ({ ...sandboxConfig(simulatorUrl), timeoutMs }),
  mainKind: 'collect',
  refusals: {
    answers: Object.entries(reasonTable)
      .filter(([, row]) => typeof row.collect === 'object')
      .map(([code]) => json(400, { code, message: 'no' })),
  },
  unlistedAnswers: [
    json(400, { code: 'MOON_IN_WRONG_PHASE', message: 'no' }),
    json(409, { code: 'SOMETHING_ELSE', message: 'no' }),
    json(500, { code: 'constructor', message: 'no' }),
  ],
  finalWords: {
    reasons: [
      failedFor('MOON_IN_WRONG_PHASE', 'MOON_IN_WRONG_PHASE'),
      failedFor({ code: 'SENDER_ACCOUNT_NOT_ACTIVE', message: 'no' }, 'SENDER_ACCOUNT_NOT_ACTIVE'),
      failedFor({ code: 4711 }, '4711'),
      failedFor('constructor', 'constructor'),
      { ...failedFor('MOON_IN_WRONG_PHASE', 'MOON_IN_WRONG_PHASE'), by: 'queryRefund' },
    ],
    doubts: [
      {
        by: 'query',
        answers: [json(200, { status: 'SUCCESSFUL', amount: 'x' })],
        reason: 'cannot be read',
      },
    ],
    statuses: [{ by: 'query', answers: [json(200, { status: 'SLEEPING' })] }],
  },
  tokens: {
    isTokenCall: ({ url }) => url.endsWith('/token/'),
    refused: json(401, { statusCode: 401, message: 'Access denied' }),
  },
  lacks: ['payerLinks', 'answersAtOnce', 'reversals'],
};
