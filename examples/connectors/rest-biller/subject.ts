// What the conformance suite has to know about the connector: `jokko connector test` runs it.

import { fileURLToPath } from 'node:url';
import { json, type Subject } from '@jokko/connectors/kit/conformance';
import { connector, type RestBillerConfig } from './index.ts';

const payment = {
  id: 'P1',
  reference: '<reference>',
  amount: '1350',
  currency: 'XOF',
  account: '21000000001',
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
    json(201, { ...payment, status: 'FAILED', reason: { code: 'MOON_IN_WRONG_PHASE' } }),
    json(422, { code: 'MOON_IN_WRONG_PHASE' }),
  ],
};
