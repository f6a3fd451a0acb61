// Entry point of the M-Pesa connector: collections, payouts and reversals over Safaricom's Daraja.

import { isSamePhone, rateLimit } from '@jokko/connectors/kit';
import type { Capabilities, Connector } from '@jokko/connectors/kit';
import { configuration, settingsOf } from './config.ts';
import type { MpesaConfig } from './config.ts';
import { connectionTest } from './connection-test.ts';
import { execute, executeRefund } from './execute.ts';
import { goLive } from './go-live.ts';
import { operationsOf, prepare, prepareRefund, validate } from './operations.ts';
import { query, queryRefund } from './query.ts';
import { receive } from './receive.ts';

export type { MpesaConfig } from './config.ts';

function capabilities(config: MpesaConfig): Capabilities {
  const { initiator, resolution, timeoutMs } = settingsOf(config);
  return {
    operations: operationsOf(config),
    idempotency: 'none',
    replay: 'never',
    notification: { mode: 'push', auth: 'secret-path', bookable: true },
    queryBy: ['theirs'],
    tells: [],
    refund: initiator !== null && config.passkey ? 'full' : 'none',
    refundOf: ['collect'],
    cancelPending: false,
    // The provider's answer to a balance query is a notice.
    balance: false,
    listBills: false,
    quote: false,
    inquiry: false,
    resolution,
    limits: { concurrency: concurrencyMax, timeoutMs, ...rateLimit(config.ratePerSec) },
  };
}

/** Safaricom publishes no limit; a bound keeps a slow provider from taking every socket. */
const concurrencyMax = 64;

export const mpesaConnector: Connector<MpesaConfig> = {
  name: 'mpesa',
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
  isParty: (intent, party) => isSamePhone(party, intent.phone),
  connectionTest,
};
