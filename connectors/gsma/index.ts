// Entry point of the GSMA connector: the industry's open mobile-money standard, version 1.2, for
// every operator that speaks it.

import { isSamePhone, rateLimit } from '@jokko/connectors/kit';
import type { Capabilities, Connector } from '@jokko/connectors/kit';
import { balance, health, listBills } from './account.ts';
import { cancel } from './cancel.ts';
import { configuration, settingsOf } from './config.ts';
import type { GsmaConfig } from './config.ts';
import { execute, executeRefund } from './execute.ts';
import { operations, prepare, prepareRefund, refundOperationOf, validate } from './operations.ts';
import { query, queryAttempt } from './query.ts';
import { receive } from './receive.ts';
import { connectionTest } from './connection-test.ts';

export type { GsmaConfig } from './config.ts';

function capabilities(config: GsmaConfig): Capabilities {
  return {
    operations,
    idempotency: 'unique-ref-conflict',
    replay: 'same-bytes',
    notification: { mode: 'push', auth: 'secret-path', bookable: false },
    queryBy: ['ours', 'theirs'],
    tells: ['amount', 'currency', 'party'],
    refund: 'full',
    cancelPending: true,
    balance: true,
    listBills: true,
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

/** No operator publishes one; a bound keeps a slow operator from taking every socket. */
const concurrencyMax = 256;

export const gsmaConnector: Connector<GsmaConfig> = {
  name: 'gsma',
  ...configuration,
  capabilities,
  validate,
  prepare,
  execute,
  query,
  receive,
  cancel,
  prepareRefund,
  executeRefund,
  queryRefund: (context, intent, refs) =>
    queryAttempt({ context, intent, operation: refundOperationOf(intent), refs }),
  isParty: (intent, party) => isSamePhone(party, intent.phone),
  balance,
  listBills,
  health,
  connectionTest,
};
