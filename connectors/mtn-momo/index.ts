// Entry point of the MTN MoMo connector: collections, payouts and refunds over MTN's Open API.

import { isSamePhone, rateLimit } from '@jokko/connectors/kit';
import type { Capabilities, Connector } from '@jokko/connectors/kit';
import { balance, verifyRecipient } from './account.ts';
import { configuration, settingsOf } from './config.ts';
import type { MtnMomoConfig } from './config.ts';
import { connectionTest } from './connection-test.ts';
import { execute, executeRefund } from './execute.ts';
import { goLive } from './go-live.ts';
import { operationsOf, prepare, prepareRefund, validate } from './operations.ts';
import { query, queryAttempt } from './query.ts';
import { receive } from './receive.ts';

export type { MtnMomoConfig } from './config.ts';

function capabilities(config: MtnMomoConfig): Capabilities {
  const { credentials, resolution, timeoutMs } = settingsOf(config);
  const canRefund = credentials.collection !== undefined && credentials.disbursement !== undefined;
  return {
    operations: operationsOf(config),
    idempotency: 'unique-ref-conflict',
    replay: 'same-ref-after-404',
    notification: { mode: 'push', auth: 'none', bookable: false },
    queryBy: ['ours'],
    tells: ['amount', 'currency', 'party'],
    refund: canRefund ? 'full' : 'none',
    refundOf: ['collect'],
    cancelPending: false,
    balance: true,
    listBills: false,
    quote: false,
    inquiry: false,
    resolution,
    limits: { concurrency: concurrencyMax, timeoutMs, ...rateLimit(config.ratePerSec) },
  };
}

/** MTN publishes no limit; a bound keeps a slow provider from taking every socket. */
const concurrencyMax = 64;

export const mtnMomoConnector: Connector<MtnMomoConfig> = {
  name: 'mtn-momo',
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
  queryRefund: (context, intent, refs) =>
    queryAttempt({ context, intent, operation: 'refund', refs }),
  isParty: (intent, party) => isSamePhone(party, intent.phone),
  balance,
  verifyRecipient,
  connectionTest,
};
