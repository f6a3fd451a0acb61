// What the suites have to know about this connector beyond its interface.

import { json, type Subject } from '@jokko/connectors/kit/conformance';
import { moneygramConnector } from '../index.ts';
import type { MoneygramConfig } from '../index.ts';
import { sandboxConfig } from './sandbox-config.ts';

const errors = [{ category: 'MOON', code: 'WRONG_PHASE', message: 'no' }];

export const moneygramSubject: Subject<MoneygramConfig> = {
  connector: moneygramConnector,
  config: (simulatorUrl, timeoutMs) => ({ ...sandboxConfig(simulatorUrl), timeoutMs }),
  mainKind: 'remit_send',
  lacks: ['pendingRefunds', 'singleCalls'],
  unlistedAnswers: [json(418, { errors }), json(402, { errors })],
  finalWords: {
    // Why a transaction was rejected is told to nobody.
    reasons: 'none',
    // Paid out, and nothing says to whose order.
    doubts: [
      {
        by: 'query',
        kind: 'remit_receive',
        refs: { session: 'S1' },
        answers: [json(200, { transactionId: 'S1', transactionStatus: 'RECEIVED' })],
        reason: 'cannot be read',
      },
    ],
    statuses: [
      {
        by: 'query',
        refs: { session: 'S1' },
        answers: [json(200, { transactionId: 'S1', transactionStatus: 'SLEEPING' })],
      },
    ],
  },
  tokens: {
    isTokenCall: ({ url }) => url.includes('/oauth/accesstoken'),
    refused: json(401, { errors: [{ category: 'AUTH', code: 'UNAUTHORIZED', message: 'no' }] }),
  },
  // A refund is known by what it gives back.
  bookReference: ({ refs }) =>
    refs['original'] === undefined ? refs.ours : `refund ${refs['original']}`,
};
