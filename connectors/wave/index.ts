// Entry point of the Wave connector: collections by checkout link and payouts, in the countries of
// Wave Business.

import { isSamePhone, rateLimit } from '@jokko/connectors/kit';
import type { Capabilities, Connector } from '@jokko/connectors/kit';
import { balance, verifyRecipient } from './account.ts';
import { cancel } from './cancel.ts';
import { configuration, settingsOf } from './config.ts';
import type { WaveConfig } from './config.ts';
import { connectionTest } from './connection-test.ts';
import { execute } from './execute.ts';
import { goLive } from './go-live.ts';
import { operations, prepare, prepareRefund, validate } from './operations.ts';
import { query } from './query.ts';
import { receive } from './receive.ts';
import { executeRefund, queryRefund } from './refund.ts';
import { statement } from './statement.ts';

export type { WaveConfig } from './config.ts';

function capabilities(config: WaveConfig): Capabilities {
  return {
    operations,
    idempotency: 'replay-key',
    replay: 'same-bytes',
    notification: { mode: 'push', auth: 'hmac', bookable: config.noticeAuth !== 'none' },
    queryBy: ['ours', 'theirs'],
    tells: ['amount', 'currency'],
    refund: 'full',
    cancelPending: true,
    cancelOf: ['collect'],
    balance: true,
    listBills: false,
    quote: false,
    inquiry: false,
    resolution: settingsOf(config).resolution,
    limits: {
      concurrency: concurrencyMax,
      timeoutMs: settingsOf(config).timeoutMs,
      ...rateLimit(config.ratePerSec),
    },
  };
}

/** Wave publishes none; a bound keeps a slow provider from taking every socket. */
const concurrencyMax = 64;

export const waveConnector: Connector<WaveConfig> = {
  name: 'wave',
  ...configuration,
  goLive,
  capabilities,
  validate,
  prepare,
  execute,
  query,
  receive,
  cancel,
  prepareRefund,
  executeRefund,
  queryRefund,
  isParty: (intent, party) => isSamePhone(party, intent.phone),
  balance,
  statement,
  verifyRecipient,
  connectionTest,
};
