// Asks providers for our balance with them, and keeps it beside what our books say. The books of a
// simulated provider begin with what it lends us (decisions/0020).

import type { Database } from '../../platform/db/database.ts';
import type { Catalogue } from '../../payments/catalogue/index.ts';
import { openFloat, readFloats } from '../../payments/ledger/index.ts';
import type { Provider, Providers } from '../../payments/operations/index.ts';
import type { Log } from '../../platform/log.ts';
import { providerAccounts, type ProviderAccount } from './provider-account.ts';
import { leaseReading, saveProviderBalance } from './store.ts';

/** Between two readings of an account, by whichever node. */
const everySeconds = 600;
/**
 * What the simulator lends each account in each currency (simulator/PROTOCOL.md section 4.1).
 * Ten-thousandths.
 */
const lentMinor = 1_000_000_000n * 10_000n;

export interface ReportDeps {
  database: Database;
  providers: Providers;
  catalogue(): Catalogue;
  log: Pick<Log, 'warn'>;
}

export interface BalanceDeps extends ReportDeps {
  /** Whether it is the simulator of a sandbox. */
  isSimulated(provider: Provider): boolean;
}

/** One round: each account whose turn it is, one after the other. False: nothing waits. */
export function createBalanceReader(deps: BalanceDeps): { runOnce(): Promise<boolean> } {
  return {
    async runOnce() {
      const accounts = providerAccounts(deps.providers, deps.catalogue()).filter(
        ({ provider: { connector, capabilities } }) =>
          capabilities.balance && connector.balance !== undefined,
      );
      const left = new Map(accounts.map((account) => [account.route, account]));
      for (;;) {
        const leased = await leaseReading(deps.database, [...left.keys()], everySeconds);
        if (leased === null) return false;
        await readOne(deps, left.get(leased)!);
        // However long the others take, each has its turn.
        left.delete(leased);
      }
    },
  };
}

async function readOne(
  deps: BalanceDeps,
  { route, routes, provider }: ProviderAccount,
): Promise<void> {
  const { database, isSimulated, log } = deps;
  try {
    const told = await provider.connector.balance!(provider.context);
    const floats = await readFloats(database);
    for (const { currency, available } of told) {
      let booked = floats
        .filter((float) => routes.includes(float.route) && float.currency === currency)
        .reduce((sum, { amount }) => sum + amount, 0n);
      if (isSimulated(provider) && lacksOpening(available, booked)) {
        const opening = { route, currency, amount: lentMinor };
        if (await openFloat(database, opening)) booked += lentMinor;
      }
      await saveProviderBalance(database, { routes, currency, available, booked });
    }
  } catch (error) {
    log.warn({ route, reason: String(error) }, 'balance at the provider not read');
  }
}

/**
 * What moved meanwhile is far less. Books that have it already, by a float move of two users, say,
 * are left as they are.
 */
const lacksOpening = (available: bigint, booked: bigint): boolean =>
  available - booked > lentMinor / 2n;
