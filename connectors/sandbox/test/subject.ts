// What the suites of all connectors have to know about this one and its simulator.

import { json, ourRef } from '@jokko/connectors/kit/conformance';
import type { Subject } from '@jokko/connectors/kit/conformance';
import type { SandboxConfig } from '../config.ts';
import { sandboxConnector } from '../index.ts';
import { sandboxConfig } from './sandbox-config.ts';
import { errorAnswer, operation } from './scripted.ts';

const ours = { reference: '<reference>' };

const oddlyFailed = {
  reference: ourRef,
  status: 'failed',
  executed: 'no',
  error: { errorId: 999, code: 'x', text: 'y' },
};

export const subject: Subject<SandboxConfig> = {
  connector: sandboxConnector,
  config: (simulatorUrl, timeoutMs) => ({ ...sandboxConfig(simulatorUrl), timeoutMs }),
  mainKind: 'airtime',
  lacks: ['looseWriting'],
  refusals: { answers: [errorAnswer(400, 'malformed')] },
  unlistedAnswers: [
    json(202, operation({ ...ours, status: 'sleeping' })),
    json(202, operation({ ...ours, status: 'pending', stage: 'elsewhere' })),
    errorAnswer(418, 'teapot'),
  ],
  finalWords: {
    reasons: [
      { by: 'submit', answers: [json(200, operation(oddlyFailed))], reason: 'x' },
      { by: 'query', answers: [json(200, operation(oddlyFailed))], reason: 'x' },
      { by: 'queryRefund', answers: [json(200, operation(oddlyFailed))], reason: 'x' },
    ],
    doubts: 'none',
    statuses: [
      { by: 'query', answers: [json(200, operation({ reference: ourRef, status: 'sleeping' }))] },
    ],
  },
};
