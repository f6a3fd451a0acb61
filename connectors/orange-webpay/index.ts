// Entry point of the Orange Money Web Payment connector: collections by a page of Orange, in the
// countries beside Senegal.

import { rateLimit } from '@jokko/connectors/kit';
import type { Capabilities, Connector } from '@jokko/connectors/kit';
import { configuration, settingsOf } from './config.ts';
import type { OrangeWebpayConfig } from './config.ts';
import { connectionTest } from './connection-test.ts';
import { execute } from './execute.ts';
import { goLive } from './go-live.ts';
import { prepare, validate } from './order.ts';
import { query } from './query.ts';
import { receive } from './receive.ts';

export type { OrangeWebpayConfig } from './config.ts';

/** None is published; a bound keeps a slow provider from taking every socket. */
const concurrencyMax = 64;

function capabilities(config: OrangeWebpayConfig): Capabilities {
  return {
    operations: ['collect'],
    idempotency: 'unique-ref-conflict',
    replay: 'never',
    notification: { mode: 'push', auth: 'none', bookable: false },
    queryBy: ['theirs'],
    tells: [],
    refund: 'none',
    cancelPending: false,
    payerPages: ['collect'],
    balance: false,
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

export const orangeWebpayConnector: Connector<OrangeWebpayConfig> = {
  name: 'orange-webpay',
  ...configuration,
  goLive,
  capabilities,
  validate,
  prepare,
  execute,
  query,
  receive,
  connectionTest,
};
