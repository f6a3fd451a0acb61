// What the suites of all connectors have to know about this one and its simulator.

import { json } from '@jokko/connectors/kit/conformance';
import type { Subject } from '@jokko/connectors/kit/conformance';
import { airtelConnector } from '../index.ts';
import type { AirtelConfig } from '../index.ts';
import { sandboxConfig } from './sandbox-config.ts';

const status = { code: '200', message: 'no', success: false };

export const subject: Subject<AirtelConfig> = {
  connector: airtelConnector,
  config: (simulatorUrl, timeoutMs) => ({ ...sandboxConfig(simulatorUrl), timeoutMs }),
  mainKind: 'payout',
  unlistedAnswers: [
    json(200, { status: { ...status, response_code: 'DP00900009999' } }),
    json(200, { status: { ...status, response_code: 'DP00800001008' } }),
    json(400, { status: { ...status, code: '400' } }),
  ],
  tokens: {
    isTokenCall: ({ url }) => url.endsWith('/auth/oauth2/token'),
    refused: json(401, { error: 'invalid_token' }),
  },
  async registerNotices(simulatorUrl, address) {
    const body = JSON.stringify({ url: address });
    await fetch(`${simulatorUrl}/airtel/portal/callback`, { method: 'POST', body });
  },
  lacks: ['payerLinks', 'reversals'],
};
