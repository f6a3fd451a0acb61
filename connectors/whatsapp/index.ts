// Entry point of the WhatsApp connector: messages over Meta's Cloud API.

import { rateLimit } from '@jokko/connectors/kit';
import type { Capabilities, Connector } from '@jokko/connectors/kit';
import { configuration, resolution, settingsOf } from './config.ts';
import type { WhatsappConfig } from './config.ts';
import { connectionTest } from './connection-test.ts';
import { execute } from './execute.ts';
import { goLive } from './go-live.ts';
import { prepare, validate } from './message.ts';
import { query } from './query.ts';
import { receive } from './receive.ts';

export type { WhatsappConfig } from './config.ts';

function capabilities(config: WhatsappConfig): Capabilities {
  return {
    operations: ['chat'],
    idempotency: 'none',
    replay: 'never',
    notification: { mode: 'push', auth: 'hmac', bookable: true },
    queryBy: [],
    tells: [],
    refund: 'none',
    cancelPending: false,
    balance: false,
    listBills: false,
    quote: false,
    inquiry: false,
    resolution,
    limits: {
      concurrency: concurrencyMax,
      timeoutMs: settingsOf(config).timeoutMs,
      ...rateLimit(config.ratePerSec ?? ratePerSecDefault),
    },
  };
}

/** What Meta gives a new number. */
const ratePerSecDefault = 80;
const concurrencyMax = 64;

export const whatsappConnector: Connector<WhatsappConfig> = {
  name: 'whatsapp',
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
