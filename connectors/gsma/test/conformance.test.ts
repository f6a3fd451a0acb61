// Does the GSMA connector keep the contract of all connectors, against the simulator's GSMA API?

import { runConformance } from '@jokko/connector-kit/conformance';
import { gsmaConnector, sandboxConfig } from '../src/index.ts';
import type { GsmaConfig } from '../src/index.ts';
import { json } from './scripted.ts';

const transaction = { transactionReference: 'T1', amount: '1350', currency: 'XOF' };

runConformance<GsmaConfig>({
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
});
