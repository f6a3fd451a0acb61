// The connector of the biller: what it can do, and its functions. Load it with JOKKO_CONNECTORS.

import type { Capabilities, Connector, GoLiveItem } from '@jokko/connectors/kit';
import { configuration, settingsOf, type RestBillerConfig } from './config.ts';
import { execute, prepare, query, validate } from './pay.ts';
import { balance, connectionTest, listBills } from './reads.ts';
import { receive } from './receive.ts';

export type { RestBillerConfig } from './config.ts';

function capabilities(config: RestBillerConfig): Capabilities {
  return {
    operations: ['bill_pay'],
    // A repeated reference with the same body executes nothing.
    idempotency: 'replay-key',
    replay: 'same-bytes',
    notification: { mode: 'push', auth: 'hmac', bookable: true },
    queryBy: ['ours'],
    tells: ['amount', 'currency', 'party'],
    refund: 'none',
    cancelPending: false,
    balance: true,
    listBills: true,
    quote: false,
    inquiry: false,
    resolution: settingsOf(config).resolution,
    limits: { concurrency: 32, timeoutMs: settingsOf(config).timeoutMs },
  };
}

/** What `jokko golive ROUTE` asks for before real money is sent. */
const goLive: readonly GoLiveItem[] = [
  {
    id: 'key',
    text: { fr: 'La clé de production est acceptée', en: 'The production key is accepted' },
    check: 'connection',
  },
  {
    id: 'notice',
    text: { fr: 'Une notification est arrivée', en: 'A notice has come' },
    check: 'notice',
  },
  {
    id: 'payment',
    text: { fr: 'Une facture a été payée', en: 'A bill has been paid' },
    check: 'payment',
  },
  {
    id: 'contract',
    text: {
      fr: 'Le contrat et le dépôt sont confirmés par le facturier',
      en: 'The biller has confirmed the contract and the deposit',
    },
    check: 'person',
  },
];

export const connector: Connector<RestBillerConfig> = {
  name: 'rest-biller',
  ...configuration,
  goLive,
  capabilities,
  validate,
  prepare,
  execute,
  query,
  receive,
  // The biller names the customer's account, not the payer's phone.
  isParty: ({ extra }, party) => extra.type === 'bill' && extra.accountNumber === party,
  balance,
  listBills,
  connectionTest,
};
