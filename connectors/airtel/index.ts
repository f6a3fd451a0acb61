// Entry point of the Airtel Money connector: collections and payouts over Airtel's Open API.

import { rateLimit } from '@jokko/connectors/kit';
import type { Capabilities, Connector } from '@jokko/connectors/kit';
import { balance, connectionTest } from './account.ts';
import { configuration, settingsOf } from './config.ts';
import type { AirtelConfig } from './config.ts';
import { execute } from './execute.ts';
import { goLive } from './go-live.ts';
import { operationsOf, prepare, validate } from './operations.ts';
import { query } from './query.ts';
import { receive } from './receive.ts';

export type { AirtelConfig } from './config.ts';

function capabilities(config: AirtelConfig): Capabilities {
  const { resolution, timeoutMs } = settingsOf(config);
  return {
    operations: operationsOf(config),
    idempotency: 'unique-ref-conflict',
    replay: 'same-ref-after-404',
    notification: { mode: 'push', auth: 'none', bookable: false },
    queryBy: ['ours'],
    tells: [],
    // The call exists; its answer, its states and whether it may be repeated are not documented.
    refund: 'none',
    cancelPending: false,
    balance: true,
    listBills: false,
    quote: false,
    inquiry: false,
    resolution,
    limits: { concurrency: concurrencyMax, timeoutMs, ...rateLimit(config.ratePerSec) },
  };
}

/** Airtel publishes no limit; a bound keeps a slow provider from taking every socket. */
const concurrencyMax = 64;

export const airtelConnector: Connector<AirtelConfig> = {
  name: 'airtel',
  ...configuration,
  goLive,
  capabilities,
  validate,
  prepare,
  execute,
  query,
  receive,
  balance,
  connectionTest,
};
