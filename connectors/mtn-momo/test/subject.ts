// What the suites of all connectors have to know about this one and its simulator.

import { json } from '@jokko/connectors/kit/conformance';
import type { Subject } from '@jokko/connectors/kit/conformance';
import { mtnMomoConnector } from '../index.ts';
import type { MtnMomoConfig } from '../index.ts';
import { sandboxConfig } from './sandbox-config.ts';

export const subject: Subject<MtnMomoConfig> = {
  connector: mtnMomoConnector,
  config: (simulatorUrl, timeoutMs) => ({ ...sandboxConfig(simulatorUrl), timeoutMs }),
  mainKind: 'collect',
  unlistedAnswers: [
    json(400, { code: 'MOON_IN_WRONG_PHASE', message: 'no' }),
    json(409, { code: 'SOMETHING_ELSE', message: 'no' }),
    json(500, { code: 'constructor', message: 'no' }),
  ],
  tokens: {
    isTokenCall: ({ url }) => url.endsWith('/token/'),
    refused: json(401, { statusCode: 401, message: 'Access denied' }),
  },
  lacks: ['payerLinks', 'answersAtOnce', 'reversals'],
};
