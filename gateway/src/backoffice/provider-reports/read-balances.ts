// Asks providers for our balance with them, and keeps it beside what our books say.

import type { Database } from '../../platform/db/database.ts';
import type { Catalogue } from '../../payments/catalogue/index.ts';
import { readFloats } from '../../payments/ledger/index.ts';
import type { Providers } from '../../payments/operations/index.ts';
import type { Log } from '../../platform/log.ts';
import { providerAccounts, type ProviderAccount } from './provider-account.ts';
import { claimReading, saveProviderBalance } from './store.ts';

/** Between two readings of an account, by whichever node. */
const everySeconds = 600;

export interface ReportDeps {
  database: Database;
  providers: Providers;
  catalogue(): Catalogue;
  log: Pick<Log, 'warn'>;
}

/** One round: each account whose turn it is, one after the other. False: nothing waits. */
export function createBalanceReader(deps: ReportDeps): { runOnce(): Promise<boolean> } {
  return {
    async runOnce() {
      for (const account of providerAccounts(deps.providers, deps.catalogue())) {
        const { connector, capabilities } = account.provider;
        if (!capabilities.balance || connector.balance === undefined) continue;
        if (await claimReading(deps.database, account.route, everySeconds))
          await readOne(deps, account);
      }
      return false;
    },
  };
}

async function readOne(
  { database, log }: ReportDeps,
  { route, routes, provider }: ProviderAccount,
): Promise<void> {
  try {
    const told = await provider.connector.balance!(provider.context);
    const floats = await readFloats(database);
    for (const { currency, available } of told) {
      const booked = floats
        .filter((float) => routes.includes(float.route) && float.currency === currency)
        .reduce((sum, { amount }) => sum + amount, 0n);
      await saveProviderBalance(database, { routes, currency, available, booked });
    }
  } catch (error) {
    log.warn({ route, reason: String(error) }, 'balance at the provider not read');
  }
}
