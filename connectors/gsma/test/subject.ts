// What the suites of all connectors have to know about this one and its simulator.

import { json } from '@jokko/connectors/kit/conformance';
import type { Subject } from '@jokko/connectors/kit/conformance';
import { gsmaConnector } from '../index.ts';
import { sandboxConfig } from './sandbox-config.ts';
import type { GsmaConfig } from '../index.ts';

const transaction = { transactionReference: 'T1', amount: '1350', currency: 'XOF' };

export const subject: Subject<GsmaConfig> = {
  connector: gsmaConnector,
  config: (simulatorUrl, timeoutMs) => ({ ...sandboxConfig(simulatorUrl), timeoutMs }),
  mainKind: 'payout',
  digitsInPhone: ['bill_pay'],
  unlistedAnswers: [
    json(201, { ...transaction, transactionStatus: 'sleeping' }),
    json(202, { serverCorrelationId: 'S1', status: 'sleeping' }),
    json(400, { errorCategory: 'businessRule', errorCode: 'moonInWrongPhase' }),
  ],
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
