// What the suites of all connectors have to know about this one and its simulator.

import { json } from '@jokko/connectors/kit/conformance';
import type { Subject } from '@jokko/connectors/kit/conformance';
import type { SandboxConfig } from '../config.ts';
import { sandboxConnector } from '../index.ts';
import { sandboxConfig } from './sandbox-config.ts';
import { errorAnswer, operation } from './scripted.ts';

const ours = { reference: '<reference>' };

export const subject: Subject<SandboxConfig> = {
  connector: sandboxConnector,
  config: (simulatorUrl, timeoutMs) => ({ ...sandboxConfig(simulatorUrl), timeoutMs }),
  mainKind: 'airtime',
  unlistedAnswers: [
    json(202, operation({ ...ours, status: 'sleeping' })),
    json(202, operation({ ...ours, status: 'pending', stage: 'elsewhere' })),
    json(
      200,
      operation({
        ...ours,
        status: 'failed',
        executed: 'no',
        error: { errorId: 999, code: 'x', text: 'y' },
      }),
    ),
    errorAnswer(418, 'teapot'),
  ],
};
