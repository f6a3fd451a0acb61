// What the suites of all connectors have to know about this one and its simulator.

import { json } from '@jokko/connectors/kit/conformance';
import type { Subject } from '@jokko/connectors/kit/conformance';
import { gsmaConnector } from '../index.ts';
import { sandboxConfig } from './sandbox-config.ts';
import type { GsmaConfig } from '../index.ts';

const transaction = { transactionReference: 'T1', amount: '1350', currency: 'XOF' };

const failedState = {
  serverCorrelationId: 'S1',
  status: 'failed',
  error: { errorCategory: 'businessRule', errorCode: 'moonInWrongPhase' },
};

const repeat = { errorCategory: 'businessRule', errorCode: 'duplicateRequest' };

export const subject: Subject<GsmaConfig> = {
  connector: gsmaConnector,
  config: (simulatorUrl, timeoutMs) => ({ ...sandboxConfig(simulatorUrl), timeoutMs }),
  mainKind: 'payout',
  digitsInPhone: ['bill_pay'],
  refusals: {
    answers: [json(400, { errorCategory: 'businessRule', errorCode: 'insufficientFunds' })],
  },
  unlistedAnswers: [
    json(201, { ...transaction, transactionStatus: 'sleeping' }),
    json(202, { serverCorrelationId: 'S1', status: 'sleeping' }),
    json(400, { errorCategory: 'businessRule', errorCode: 'moonInWrongPhase' }),
  ],
  finalWords: {
    reasons: [
      { by: 'submit', answers: [json(202, failedState)], reason: 'moonInWrongPhase' },
      {
        by: 'query',
        refs: { session: 'S1' },
        answers: [json(200, failedState)],
        reason: 'moonInWrongPhase',
      },
      {
        by: 'queryRefund',
        refs: { session: 'S1' },
        answers: [json(200, failedState)],
        reason: 'moonInWrongPhase',
      },
      // The transaction failed, and nobody says why.
      {
        by: 'query',
        refs: { theirs: 'T1', session: 'S1' },
        answers: [
          json(200, { ...transaction, transactionStatus: 'failed' }),
          json(503, { errorCategory: 'serviceUnavailable', errorCode: 'genericError' }),
        ],
        reason: 'failed',
      },
    ],
    doubts: [
      {
        by: 'query',
        refs: { session: 'S1' },
        answers: [json(200, { ...failedState, error: repeat })],
        reason: 'duplicateRequest',
      },
      {
        by: 'query',
        refs: { theirs: 'T1' },
        answers: [json(200, { ...transaction, transactionStatus: 'completed', amount: 'x' })],
        reason: 'cannot be read',
      },
    ],
    statuses: [
      {
        by: 'query',
        refs: { theirs: 'T1' },
        answers: [json(200, { ...transaction, transactionStatus: 'sleeping' })],
      },
      {
        by: 'query',
        refs: { session: 'S1' },
        answers: [json(200, { serverCorrelationId: 'S1', status: 'sleeping' })],
      },
    ],
  },
  tokens: {
    config: (simulatorUrl, tokenUrl) => ({
      ...sandboxConfig(simulatorUrl),
      auth: 'oauth2cc',
      tokenUrl,
      clientId: 'us',
      clientSecret: 'secret',
    }),
    refused: json(401, { errorCategory: 'authorisation', errorCode: 'clientAuthorisationError' }),
  },
};
