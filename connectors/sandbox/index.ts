// Entry point of the sandbox connector: the simulator's plain protocol for cards, bank transfers,
// airtime, bills, reloads, chat and remittances. Sandbox installations only.

import { rateLimit } from '@jokko/connectors/kit';
import type { Capabilities, Connector } from '@jokko/connectors/kit';
import { balance, health, listBills } from './account.ts';
import { cancel } from './cancel.ts';
import { configuration, resolution, settingsOf } from './config.ts';
import type { SandboxConfig } from './config.ts';
import { execute, executeRefund } from './execute.ts';
import { isParty, operations, prepare, prepareRefund, validate } from './operations.ts';
import { query } from './query.ts';
import { receive } from './receive.ts';
import { inquiry, quote } from './remittance.ts';
import { connectionTest } from './connection-test.ts';

export type { SandboxConfig } from './config.ts';

function capabilities(config: SandboxConfig): Capabilities {
  return {
    operations,
    idempotency: 'replay-key',
    replay: 'same-bytes',
    notification: { mode: 'push', auth: 'hmac', bookable: true },
    queryBy: ['ours'],
    tells: ['amount', 'currency', 'party'],
    refund: 'full',
    cancelPending: true,
    balance: true,
    listBills: true,
    quote: true,
    inquiry: true,
    resolution,
    limits: {
      concurrency: concurrencyMax,
      timeoutMs: settingsOf(config).timeoutMs,
      ...rateLimit(config.ratePerSec),
    },
  };
}

/** The simulator answers on one thread; more at once would only queue there. */
const concurrencyMax = 256;

export const sandboxConnector: Connector<SandboxConfig> = {
  name: 'sandbox',
  ...configuration,
  capabilities,
  validate,
  prepare,
  execute,
  query,
  receive: (config, notice) => receive(config, notice),
  cancel,
  prepareRefund,
  executeRefund,
  queryRefund: query,
  isParty,
  balance,
  listBills,
  quote,
  inquiry,
  health,
  connectionTest,
};
