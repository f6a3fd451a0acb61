// Entry point of the Reloadly connector: airtime, and prepaid meters and bills by its utilities.

import { rateLimit } from '@jokko/connectors/kit';
import type { Capabilities, Connector } from '@jokko/connectors/kit';
import { balance, connectionTest } from './account.ts';
import { configuration, settingsOf } from './config.ts';
import type { ReloadlyConfig } from './config.ts';
import { execute } from './execute.ts';
import { goLive } from './go-live.ts';
import { isParty, operationsOf, prepare, validate } from './operations.ts';
import { products } from './products.ts';
import { query } from './query.ts';

export type { ReloadlyConfig } from './config.ts';

function capabilities(config: ReloadlyConfig): Capabilities {
  const operations = operationsOf(config);
  return {
    operations,
    productFor: operations,
    idempotency: 'unique-ref-conflict',
    replay: 'same-bytes',
    notification: { mode: 'none', auth: 'none', bookable: false },
    queryBy: ['ours', 'theirs'],
    tells: ['amount', 'currency', 'party'],
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

/** Reloadly publishes no limit and closes every connection; more at once would only wait there. */
const concurrencyMax = 32;

export const reloadlyConnector: Connector<ReloadlyConfig> = {
  name: 'reloadly',
  ...configuration,
  goLive,
  capabilities,
  validate,
  prepare,
  execute,
  query,
  // Its webhooks are of some products only and their signature is not documented: none is expected.
  receive: () => ({ reply: { status: 404 }, events: [] }),
  isParty,
  balance,
  products,
  connectionTest,
};
