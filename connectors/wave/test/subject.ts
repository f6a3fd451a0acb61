// What the suites have to know about this connector beyond its interface.

import { json, type Subject } from '@jokko/connectors/kit/conformance';
import { errorTable } from '../error-table.ts';
import { waveConnector } from '../index.ts';
import type { WaveConfig } from '../index.ts';
import { sandboxConfig } from './sandbox-config.ts';

const payout = { id: 'pt-1', currency: 'XOF', receive_amount: '1350', fee: '14' };

const odd = { error_code: 'moon-in-wrong-phase', error_message: 'x' };
const endedSession = {
  id: 'cos-1',
  amount: '1350',
  currency: 'XOF',
  checkout_status: 'expired',
  payment_status: 'cancelled',
};

export const waveSubject: Subject<WaveConfig> = {
  connector: waveConnector,
  config: (simulatorUrl, timeoutMs) => ({ ...sandboxConfig(simulatorUrl), timeoutMs }),
  mainKind: 'payout',
  noticeKind: 'collect',
  silentKinds: ['payout'],
  lacks: ['pendingRefunds'],
  refusals: {
    answers: Object.entries(errorTable)
      // Those with a colon are told by their details.
      .filter(([code, row]) => typeof row.payout === 'object' && !code.includes(':'))
      .map(([code]) => json(422, { code, message: 'no' })),
  },
  unlistedAnswers: [
    json(200, { ...payout, status: 'sleeping' }),
    json(422, { code: 'moon-in-wrong-phase', message: 'x' }),
  ],
  finalWords: {
    reasons: [
      {
        by: 'submit',
        answers: [json(200, { ...payout, status: 'failed', payout_error: odd })],
        reason: 'moon-in-wrong-phase',
      },
      {
        by: 'query',
        refs: { theirs: 'pt-1' },
        answers: [json(200, { ...payout, status: 'failed', payout_error: odd })],
        reason: 'moon-in-wrong-phase',
      },
      {
        by: 'query',
        refs: { theirs: 'pt-1' },
        answers: [json(200, { ...payout, status: 'failed' })],
        reason: 'failed',
      },
      {
        by: 'query',
        kind: 'collect',
        refs: { theirs: 'cos-1' },
        answers: [
          json(200, { ...endedSession, last_payment_error: { code: 'odd', message: 'x' } }),
        ],
        reason: 'odd',
      },
    ],
    doubts: 'none',
    statuses: [
      { by: 'query', refs: { theirs: 'pt-1' }, answers: [json(200, { ...payout, status: 'zzz' })] },
      {
        by: 'query',
        kind: 'collect',
        refs: { theirs: 'cos-1' },
        answers: [json(200, { ...endedSession, checkout_status: 'zzz' })],
      },
    ],
  },
  // A refund is known by what it gives back.
  bookReference: ({ refs }) =>
    refs['original'] === undefined ? refs.ours : `refund ${refs['original']}`,
};
