// What the conformance suite has to know about the connector: `jokko connector test` runs it.

import { fileURLToPath } from 'node:url';
import { json, ourRef, type Subject } from '@jokko/connectors/kit/conformance';
import { connector, type EauxDuSahelConfig } from './index.ts';

const payment = {
  numero: 'R000000001',
  reference: '<reference>',
  police: '21000000001',
  montant: 1350,
};

/** REJETE is final, also for a reason that the company has not documented. */
const rejected = { ...payment, reference: ourRef, etat: 'REJETE', motif: 'LUNE' };

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
  // The company keeps to its page to the letter.
  lacks: ['looseWriting'],
  unlistedAnswers: [json(200, { ...payment, etat: 'SOMMEIL' }), json(422, { erreur: 'LUNE' })],
  finalWords: {
    reasons: [
      { by: 'submit', answers: [json(201, rejected)], reason: 'LUNE' },
      { by: 'query', answers: [json(200, rejected)], reason: 'LUNE' },
    ],
    statuses: [
      { by: 'query', answers: [json(200, { ...payment, reference: ourRef, etat: 'SOMMEIL' })] },
    ],
  },
};
