// What the suites of all connectors have to know about this one and its simulator.

import { json } from '@jokko/connectors/kit/conformance';
import type { Subject } from '@jokko/connectors/kit/conformance';
import { errorTable } from '../error-table.ts';
import { dtOneConnector } from '../index.ts';
import type { DtOneConfig } from '../index.ts';
import { productFor, sandboxConfig } from './sandbox-config.ts';
import { status, transaction as ofOurs } from './scripted.ts';

const transaction = { id: 2_100_000_001, external_id: '<reference>' };

const oddlyDeclined = ofOurs(status(9, 'DECLINED-MOON'));

export const subject: Subject<DtOneConfig> = {
  connector: dtOneConnector,
  config: (simulatorUrl, timeoutMs) => ({ ...sandboxConfig(simulatorUrl), timeoutMs }),
  mainKind: 'airtime',
  product: productFor,
  refusals: {
    answers: Object.entries(errorTable)
      .filter(([, row]) => typeof row.airtime === 'object')
      .map(([code]) => json(400, { errors: [{ code: Number(code), message: 'no' }] })),
  },
  unlistedAnswers: [
    json(201, { ...transaction, status: { id: 60000, class: { id: 6, message: 'SLEEPING' } } }),
    json(400, { errors: [{ code: 1_999_999, message: 'moon in the wrong phase' }] }),
  ],
  finalWords: {
    reasons: [
      { by: 'submit', answers: [json(201, oddlyDeclined)], reason: 'DECLINED-MOON' },
      {
        by: 'query',
        refs: { theirs: '2237512891' },
        answers: [json(200, oddlyDeclined)],
        reason: 'DECLINED-MOON',
      },
    ],
    doubts: [
      {
        by: 'query',
        refs: { theirs: '2237512891' },
        answers: [json(200, { status: 'COMPLETED' })],
        reason: 'cannot be read',
      },
    ],
    statuses: [
      {
        by: 'query',
        refs: { theirs: '2237512891' },
        answers: [json(200, ofOurs(status(6, 'SLEEPING')))],
      },
    ],
  },
};
