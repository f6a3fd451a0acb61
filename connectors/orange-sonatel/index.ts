// Entry point of the Orange Sonatel connector: Orange Money in Senegal, collections by QR code,
// link or one-time code, and payouts.

import { isSamePhone, rateLimit } from '@jokko/connectors/kit';
import type { Capabilities, Connector } from '@jokko/connectors/kit';
import { balance, connectionTest } from './account.ts';
import { configuration, settingsOf } from './config.ts';
import type { OrangeSonatelConfig } from './config.ts';
import { execute, executeStep } from './execute.ts';
import { goLive } from './go-live.ts';
import { prepare, prepareStep, validate } from './operations.ts';
import { query } from './query.ts';
import { receive } from './receive.ts';

export type { OrangeSonatelConfig } from './config.ts';

/** None is published; a bound keeps a slow provider from taking every socket. */
const concurrencyMax = 64;

function capabilities(config: OrangeSonatelConfig): Capabilities {
  return {
    operations: config.partnerNumber === undefined ? ['collect'] : ['collect', 'payout'],
    idempotency: 'unique-ref-search',
    replay: 'never',
    notification: { mode: 'push', auth: noticeAuth(config), bookable: false },
    queryBy: ['ours', 'theirs'],
    tells: [],
    refund: 'none',
    cancelPending: false,
    // Without a link the payer types a one-time code on our page.
    payerPages: ['collect'],
    balance: config.pin !== undefined,
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

function noticeAuth({
  noticeKey,
  noticeSecret,
}: OrangeSonatelConfig): Capabilities['notification']['auth'] {
  if (noticeSecret) return 'hmac';
  return noticeKey ? 'secret-path' : 'none';
}

export const orangeSonatelConnector: Connector<OrangeSonatelConfig> = {
  name: 'orange-sonatel',
  ...configuration,
  goLive,
  capabilities,
  validate,
  prepare,
  execute,
  prepareStep,
  executeStep,
  query,
  isParty: (intent, party) => isSamePhone(party, intent.phone),
  receive,
  balance,
  connectionTest,
};
