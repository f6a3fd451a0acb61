// Entry point of the MoneyGram connector: remittances sent and received.

import { rateLimit } from '@jokko/connectors/kit';
import type { Capabilities, Connector } from '@jokko/connectors/kit';
import { configuration, settingsOf } from './config.ts';
import type { MoneygramConfig } from './config.ts';
import { connectionTest } from './connection-test.ts';
import { execute } from './execute.ts';
import { goLive } from './go-live.ts';
import { inquiry } from './inquiry.ts';
import { operations, prepare, prepareRefund, validate } from './operations.ts';
import { query } from './query.ts';
import { quote } from './quote.ts';
import { receive } from './receive.ts';
import { executeRefund, queryRefund } from './refund.ts';

export type { MoneygramConfig } from './config.ts';

function capabilities(config: MoneygramConfig): Capabilities {
  return {
    operations,
    idempotency: 'unique-ref-search',
    replay: 'same-bytes',
    notification: { mode: 'push', auth: config.noticeKey ? 'rsa' : 'none', bookable: false },
    queryBy: ['ours', 'theirs'],
    tells: ['amount', 'currency'],
    refund: 'full',
    refundOf: ['remit_send'],
    cancelPending: false,
    balance: false,
    listBills: false,
    quote: true,
    quoteSession: true,
    inquiry: true,
    resolution: settingsOf(config).resolution,
    limits: {
      concurrency: concurrencyMax,
      timeoutMs: settingsOf(config).timeoutMs,
      ...rateLimit(config.ratePerSec),
    },
  };
}

/** MoneyGram publishes none; a bound keeps a slow provider from taking every socket. */
const concurrencyMax = 32;

export const moneygramConnector: Connector<MoneygramConfig> = {
  name: 'moneygram',
  ...configuration,
  goLive,
  capabilities,
  validate,
  prepare,
  execute,
  query,
  receive,
  prepareRefund,
  executeRefund,
  queryRefund,
  quote,
  inquiry,
  connectionTest,
};
