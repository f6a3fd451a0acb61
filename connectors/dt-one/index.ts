// Entry point of the DT One connector: airtime, reloads and bills over the Digital Value Services
// API, version 1.

import { rateLimit } from '@jokko/connectors/kit';
import type { Capabilities, Connector } from '@jokko/connectors/kit';
import { balance, connectionTest, products } from './account.ts';
import { configuration, settingsOf } from './config.ts';
import type { DtOneConfig } from './config.ts';
import { execute } from './execute.ts';
import { goLive } from './go-live.ts';
import { isParty, operations, prepare, validate } from './operations.ts';
import { query } from './query.ts';
import { receive } from './receive.ts';

export type { DtOneConfig } from './config.ts';

function capabilities(config: DtOneConfig): Capabilities {
  return {
    operations,
    productFor: operations,
    idempotency: 'unique-ref-conflict',
    replay: 'same-bytes',
    notification: { mode: 'push', auth: 'none', bookable: false },
    queryBy: ['ours', 'theirs'],
    tells: ['party'],
    refund: 'none',
    cancelPending: false,
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

/** DT One limits calls and does not publish the number; few at once keep clear of it. */
const concurrencyMax = 32;

export const dtOneConnector: Connector<DtOneConfig> = {
  name: 'dt-one',
  ...configuration,
  goLive,
  capabilities,
  validate,
  prepare,
  execute,
  query,
  receive,
  isParty,
  balance,
  products,
  connectionTest,
};
