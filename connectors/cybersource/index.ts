// Entry point of the CyberSource connector: card payments with 3-D Secure 2 over an acquirer that
// uses this platform.

import { rateLimit } from '@jokko/connectors/kit';
import type { Capabilities, Connector } from '@jokko/connectors/kit';
import { cancel } from './cancel.ts';
import { configuration, settingsOf } from './config.ts';
import type { CybersourceConfig } from './config.ts';
import { connectionTest } from './connection-test.ts';
import { execute, executeStep } from './execute.ts';
import { goLive } from './go-live.ts';
import { isParty, prepare, prepareRefund, prepareStep, validate } from './operations.ts';
import { query, queryRefund } from './query.ts';
import { executeRefund } from './refund.ts';

export type { CybersourceConfig } from './config.ts';

function capabilities(config: CybersourceConfig): Capabilities {
  return {
    operations: ['card'],
    payerPages: ['card'],
    idempotency: 'none',
    replay: 'never',
    notification: { mode: 'none', auth: 'none', bookable: false },
    queryBy: ['ours'],
    tells: ['amount', 'currency'],
    refund: 'partial',
    cancelPending: true,
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

/** No acquirer publishes one; a bound keeps a slow one from taking every socket. */
const concurrencyMax = 64;

export const cybersourceConnector: Connector<CybersourceConfig> = {
  name: 'cybersource',
  ...configuration,
  goLive,
  capabilities,
  validate,
  prepare,
  execute,
  prepareStep,
  executeStep,
  query,
  isParty,
  // It sends none: every result is in an answer or in the search.
  receive: () => ({ reply: { status: 404 }, events: [] }),
  cancel,
  prepareRefund,
  executeRefund,
  queryRefund,
  connectionTest,
};
