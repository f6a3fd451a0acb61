// Does the sandbox connector keep the contract of all connectors, against the simulator's sandbox protocol?

import { runConformance } from '@jokko/connector-kit/conformance';
import { sandboxConfig, sandboxConnector } from '../src/index.ts';
import { errorAnswer, json, operation } from './scripted.ts';

const ours = { reference: '<reference>' };

runConformance({
  connector: sandboxConnector,
  config: (simulatorUrl, timeoutMs) => ({ ...sandboxConfig(simulatorUrl), timeoutMs }),
  mainKind: 'airtime',
  unlistedAnswers: [
    json(202, operation({ ...ours, status: 'sleeping' })),
    json(202, operation({ ...ours, status: 'pending', stage: 'elsewhere' })),
    json(200, operation({ ...ours, status: 'failed', executed: 'no', error: { errorId: 999, code: 'x', text: 'y' } })),
    errorAnswer(418, 'teapot'),
  ],
});
