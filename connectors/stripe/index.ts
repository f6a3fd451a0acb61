// Entry point of the Stripe connector: card payments by PaymentIntents, with 3-D Secure at Stripe's
// own page.

import { rateLimit } from '@jokko/connectors/kit';
import type { Capabilities, Connector } from '@jokko/connectors/kit';
import { balance, connectionTest } from './account.ts';
import { cancel } from './cancel.ts';
import { configuration, settingsOf } from './config.ts';
import type { StripeConfig } from './config.ts';
import { execute, executeRefund } from './execute.ts';
import { goLive } from './go-live.ts';
import { isParty, prepare, prepareRefund, validate } from './operations.ts';
import { query, queryRefund } from './query.ts';
import { receive } from './receive.ts';
import { statement } from './statement.ts';

export type { StripeConfig } from './config.ts';

function capabilities(config: StripeConfig): Capabilities {
  return {
    operations: ['card'],
    idempotency: 'replay-key',
    replay: 'same-bytes',
    notification: { mode: 'push', auth: 'hmac', bookable: true },
    queryBy: ['ours', 'theirs'],
    // The card's digits stand in an expanded charge only, which notices do not have.
    tells: ['amount', 'currency'],
    refund: 'partial',
    cancelPending: true,
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

/** Stripe allows some 100 calls a second; more at once would be answered 429. */
const concurrencyMax = 64;

export const stripeConnector: Connector<StripeConfig> = {
  name: 'stripe',
  ...configuration,
  goLive,
  capabilities,
  validate,
  prepare,
  execute,
  query,
  isParty,
  receive,
  cancel,
  prepareRefund,
  executeRefund,
  queryRefund,
  balance,
  statement,
  connectionTest,
};
