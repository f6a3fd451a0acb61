// What the conformance suite has to know about the connector: `jokko connector test` runs it.

import { fileURLToPath } from 'node:url';
import { json, ourRef, type Subject } from '@jokko/connectors/kit/conformance';
import { connector, type RestBillerConfig } from './index.ts';

const payment = {
  id: 'P1',
  reference: '<reference>',
  amount: '1350',
  currency: 'XOF',
  account: '21000000001',
};

/** FAILED is final, also for a reason that the biller has not documented. */
const oddlyFailed = {
  ...payment,
  reference: ourRef,
  status: 'FAILED',
  reason: { code: 'MOON_IN_WRONG_PHASE' },
};

export const subject: Subject<RestBillerConfig> = {
  connector,
  simulator: fileURLToPath(new URL('simulator.ts', import.meta.url)),
  config: (simulatorUrl, timeoutMs) => ({
    baseUrl: `${simulatorUrl}/rest-biller`,
    apiKey: 'rest-biller-test-key',
    noticeSecret: 'rest-biller-test-secret',
    sandbox: true,
    timeoutMs,
  }),
  mainKind: 'bill_pay',
  unlistedAnswers: [
    json(200, { ...payment, status: 'SLEEPING' }),
    json(422, { code: 'MOON_IN_WRONG_PHASE' }),
  ],
  finalWords: {
    reasons: [
      { by: 'submit', answers: [json(201, oddlyFailed)], reason: 'MOON_IN_WRONG_PHASE' },
      { by: 'query', answers: [json(200, oddlyFailed)], reason: 'MOON_IN_WRONG_PHASE' },
    ],
    statuses: [
      {
        by: 'query',
        answers: [json(200, { ...payment, reference: ourRef, status: 'SLEEPING' })],
      },
    ],
  },
};
