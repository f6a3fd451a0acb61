// The door of the sandbox connector: the simulator's plain protocol for cards, bank transfers, airtime, bills, reloads, chat and
// remittances. Sandbox installations only.

import { rateLimit } from '@jokko/connector-kit';
import type { Capabilities, Connector } from '@jokko/connector-kit';
import { balance, health, listBills } from './account.ts';
import { cancel } from './cancel.ts';
import { checkConfig, configForm, resolution, settingsOf } from './config.ts';
import type { SandboxConfig } from './config.ts';
import { execute, executeRefund } from './execute.ts';
import { operations, prepare, prepareRefund, validate } from './operations.ts';
import { query } from './query.ts';
import { receive } from './receive.ts';
import { lookup, quote } from './remittance.ts';
import { trial } from './trial.ts';

export { sandboxConfig } from './config.ts';
export type { SandboxConfig } from './config.ts';

function capabilities(config: SandboxConfig): Capabilities {
  return {
    operations,
    idempotency: 'replay-key',
    replay: 'same-bytes',
    notification: { mode: 'push', auth: 'hmac', bookable: true },
    queryBy: ['ours'],
    refund: 'full',
    cancelPending: true,
    balance: true,
    listBills: true,
    quote: true,
    lookup: true,
    resolution,
    limits: { concurrency: concurrencyMax, timeoutMs: settingsOf(config).timeoutMs, ...rateLimit(config.ratePerSec) },
  };
}

/** The simulator answers on one thread; more at once would only queue there. */
const concurrencyMax = 256;

export const sandboxConnector: Connector<SandboxConfig> = {
  name: 'sandbox',
  configForm,
  capabilities,
  checkConfig,
  validate,
  prepare,
  execute,
  query,
  receive: (config, notice) => receive(config, notice),
  cancel,
  prepareRefund,
  executeRefund,
  queryRefund: query,
  balance,
  listBills,
  quote,
  lookup,
  health,
  trial,
};
