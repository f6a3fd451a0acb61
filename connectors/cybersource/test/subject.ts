// The CyberSource connector as suites of all connectors see it: with our simulator, and a payer who
// lets the device be recognised and passes the bank's page.

import { json, type Subject } from '@jokko/connectors/kit/conformance';
import { cybersourceConnector } from '../index.ts';
import type { CybersourceConfig } from '../index.ts';
import { payer } from './payer.ts';
import { found, transaction } from './scripted.ts';
import { simulatorConfig } from './simulator-config.ts';

const declinedCredit = transaction('999', [], {
  applicationInformation: {
    reasonCode: '999',
    rCode: '0',
    applications: [{ name: 'ics_credit', reasonCode: '999', rCode: '0' }],
  },
});

export const cybersourceSubject: Subject<CybersourceConfig> = {
  connector: cybersourceConnector,
  config: (simulatorUrl, timeoutMs) => ({ ...simulatorConfig(simulatorUrl), timeoutMs }),
  mainKind: 'card',
  unlistedAnswers: [
    json(201, { id: '7', status: 'SLEEPING' }),
    json(201, { id: '7', status: 'PENDING_AUTHENTICATION' }),
  ],
  finalWords: {
    reasons: [
      {
        by: 'submit',
        answers: [json(400, { status: 'INVALID_REQUEST', reason: 'ODD' })],
        reason: 'ODD',
      },
      {
        by: 'submit',
        answers: [json(201, { id: '7', status: 'DECLINED', errorInformation: { reason: 'ODD' } })],
        reason: 'ODD',
      },
      { by: 'submit', answers: [json(201, { id: '7', status: 'DECLINED' })], reason: 'DECLINED' },
      {
        by: 'query',
        answers: [
          json(201, found(['7'])),
          json(200, transaction('999', [], { status: 'DECLINED' })),
        ],
        reason: '999',
      },
      {
        by: 'queryRefund',
        answers: [json(201, found(['7'])), json(200, declinedCredit)],
        reason: '999',
      },
    ],
    doubts: [
      {
        by: 'query',
        answers: [
          json(201, found(['7'])),
          json(200, transaction('104', [], { status: 'DECLINED' })),
        ],
        reason: 'DUPLICATE_REQUEST',
      },
    ],
    statuses: [
      { by: 'query', answers: [json(201, found(['7'])), json(200, transaction('999', []))] },
    ],
  },
  lacks: ['looseWriting', 'singleAnswers', 'payerLinks', 'reversals', 'pendingRefunds'],
  payer: (challenge) => payer(challenge),
  // A refund whose answer was lost and that the search does not know is left to a person.
  unresolvedShareMax: 0.05,
};
