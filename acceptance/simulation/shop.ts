// What stands in the database before a seed begins: two routes to the simulated provider, services
// in both directions, and accounts with money.

import type { Connector } from '@jokko/connectors/kit';
import {
  createAccount,
  createDirectory,
  type Account,
} from '../../gateway/src/payments/accounts/index.ts';
import {
  importCatalogue,
  type CatalogueDocument,
  type RouteSettings,
} from '../../gateway/src/payments/catalogue/index.ts';
import type { Database } from '../../gateway/src/platform/db/database.ts';
import { loadSecrets, type Secrets } from '../../gateway/src/platform/secrets/index.ts';
import { stubConnector } from './connector.ts';

export interface ShopAccount {
  id: number;
  apiKey: string;
  /** Ten-thousandths of a franc at the beginning. */
  funds: bigint;
}

export interface Shop {
  accounts: ShopAccount[];
  secrets: Secrets;
  settings: RouteSettings;
}

export const unit = 10_000n;
export const routes = ['REPLAYS', 'ONCE'] as const;
export type RouteName = (typeof routes)[number];

/** By route and direction. The commission of a collection is 1 %, of a payout 2 %. */
export const services: { [route in RouteName]: { DEBIT: string; CREDIT: string } } = {
  REPLAYS: { DEBIT: 'OPD_SN_WALLET_CASH_IN', CREDIT: 'OPD_SN_WALLET_CASH_OUT' },
  ONCE: { DEBIT: 'OPE_SN_WALLET_CASH_IN', CREDIT: 'OPE_SN_WALLET_CASH_OUT' },
};
export const percent = { DEBIT: 2n, CREDIT: 1n } as const;

/** The last one can pay little. */
const funds = [5_000_000n, 5_000_000n, 2_500n];

const catalogue: CatalogueDocument = {
  routes: routes.map((name) => ({ name, connector: name, config: {} })),
  services: routes.flatMap((route) =>
    (['DEBIT', 'CREDIT'] as const).map((direction) => ({
      code: services[route][direction],
      name: services[route][direction],
      route,
      minimum: 5,
      maximum: 2_000_000,
      price: { percent: Number(percent[direction]) },
    })),
  ),
};

export const connectorSettings = (
  secrets: Secrets,
  connectors: { [name: string]: Connector },
): RouteSettings => ({
  mode: 'sandbox',
  connectors,
  variables: {},
  secrets: {
    seal: (plain) => secrets.seal(plain, 'simulation').toString('base64'),
    open: (sealed) => secrets.unseal(Buffer.from(sealed, 'base64'), 'simulation'),
  },
});

export async function openShop(database: Database): Promise<Shop> {
  const secrets = await loadSecrets(database, { current: Buffer.alloc(32, 7), old: [] });
  const stubs = Object.fromEntries(routes.map((name) => [name, stubConnector(name)]));
  const settings = connectorSettings(secrets, stubs);
  const imported = await importCatalogue(database, JSON.stringify(catalogue), settings);
  if (!imported.ok) throw new Error(JSON.stringify(imported.problems));
  const accounts: ShopAccount[] = [];
  for (const [index, francs] of funds.entries()) {
    const made = await createAccount(database, secrets, {
      name: `Shop ${index + 1}`,
      currency: 'XOF',
      activate: 'all',
      fundMinor: francs * unit,
    });
    if (!made.ok) throw new Error(made.unknownServices.join());
    accounts.push({ id: made.accountId, apiKey: made.apiKey, funds: francs * unit });
  }
  return { accounts, secrets, settings };
}

/** How an account's caller is known to a node. */
export async function findCaller(
  directory: ReturnType<typeof createDirectory>,
  apiKey: string,
): Promise<Account> {
  const found = await directory.byKey(apiKey);
  if (found.type !== 'valid') throw new Error(`key is ${found.type}`);
  return found.account;
}
