// What the conformance suite has to know about the connector: `jokko connector test` runs it.

import { fileURLToPath } from 'node:url';
import { json, type Subject } from '@jokko/connectors/kit/conformance';
import { connector, type EauxDuSahelConfig } from './index.ts';

const payment = {
  numero: 'R000000001',
  reference: '<reference>',
  police: '21000000001',
  montant: 1350,
};

export const subject: Subject<EauxDuSahelConfig> = {
  connector,
  simulator: fileURLToPath(new URL('simulator.ts', import.meta.url)),
  config: (simulatorUrl, timeoutMs) => ({
    baseUrl: `${simulatorUrl}/eaux-du-sahel`,
    apiKey: 'eaux-du-sahel-test-key',
    noticeSecret: 'eaux-du-sahel-test-secret',
    sandbox: true,
    timeoutMs,
  }),
  mainKind: 'bill_pay',
  unlistedAnswers: [
    json(200, { ...payment, etat: 'SOMMEIL' }),
    json(201, { ...payment, etat: 'REJETE', motif: 'LUNE' }),
    json(422, { erreur: 'LUNE' }),
  ],
};
