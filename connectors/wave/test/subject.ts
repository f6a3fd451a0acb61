// What the suites have to know about this connector beyond its interface.

import { json, type Subject } from '@jokko/connectors/kit/conformance';
import { waveConnector } from '../index.ts';
import type { WaveConfig } from '../index.ts';
import { sandboxConfig } from './sandbox-config.ts';

const payout = { id: 'pt-1', currency: 'XOF', receive_amount: '1350', fee: '14' };

export const waveSubject: Subject<WaveConfig> = {
  connector: waveConnector,
  config: (simulatorUrl, timeoutMs) => ({ ...sandboxConfig(simulatorUrl), timeoutMs }),
  mainKind: 'payout',
  noticeKind: 'collect',
  silentKinds: ['payout'],
  lacks: ['pendingRefunds'],
  unlistedAnswers: [
    json(200, { ...payout, status: 'sleeping' }),
    json(422, { code: 'moon-in-wrong-phase', message: 'x' }),
  ],
  // A refund is known by what it gives back.
  bookReference: ({ refs }) =>
    refs['original'] === undefined ? refs.ours : `refund ${refs['original']}`,
};
