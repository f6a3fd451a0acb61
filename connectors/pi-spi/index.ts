// Entry point of the PI-SPI connector: instant payments between all banks, wallets and
// micro-finance institutions of UEMOA, through one participant.

import { bankNumberText } from '@jokko/contract';
import { isSamePhone, rateLimit } from '@jokko/connectors/kit';
import type { Capabilities, Connector, Intent } from '@jokko/connectors/kit';
import { balance, connectionTest } from './account.ts';
import { configuration, settingsOf } from './config.ts';
import type { PiSpiConfig } from './config.ts';
import { execute, executeRefund } from './execute.ts';
import { goLive } from './go-live.ts';
import { operationsOf, prepare, prepareRefund, validate } from './operations.ts';
import { query, queryRefund } from './query.ts';
import { receive } from './receive.ts';

export type { PiSpiConfig } from './config.ts';

/** Limits are the participant's; a bound keeps a slow one from taking every socket. */
const concurrencyMax = 64;

function capabilities(config: PiSpiConfig): Capabilities {
  return {
    operations: operationsOf(config),
    idempotency: 'unique-ref-conflict',
    replay: 'same-ref-after-404',
    notification: { mode: 'push', auth: config.noticeSecret ? 'hmac' : 'none', bookable: false },
    queryBy: ['ours', 'theirs'],
    tells: [],
    refund: 'full',
    refundOf: ['collect'],
    cancelPending: false,
    balance: Boolean(config.accountNumber),
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

function isParty({ extra, phone }: Intent, party: string): boolean {
  if (extra.type !== 'bank') return isSamePhone(party, phone);
  return bankNumberText(party) === extra.rib;
}

export const piSpiConnector: Connector<PiSpiConfig> = {
  name: 'pi-spi',
  ...configuration,
  goLive,
  capabilities,
  validate,
  prepare,
  execute,
  query,
  isParty,
  receive,
  prepareRefund,
  executeRefund,
  queryRefund,
  balance,
  connectionTest,
};
