// What does a new sandbox begin with? The default catalogue and SMS routing, and one account that may use all of it, with money in both CFA francs
// and an app for SMS.

import type { Database } from './db/database.ts';
import { createAccount, loadFirstAccountId, readWebhookSecret, showKey } from './domain/accounts/index.ts';
import { installDefaultCatalogue } from './domain/catalogue/index.ts';
import type { RouteSettings } from './domain/catalogue/index.ts';
import { fundAccount } from './domain/ledger/index.ts';
import { createApp, listApps, showAppKey } from './domain/sms/index.ts';
import { installDefaultRouting, type LinkSettings } from './domain/sms-routing/index.ts';
import type { Secrets } from './domain/secrets/index.ts';

export interface SandboxAccount {
  accountId: number;
  /** Null when no key of the account is left. */
  apiKey: string | null;
  /** Key of the SMS app; null when none is left. */
  smsAppKey: string | null;
  webhookSecret: string | null;
}

const firstBalanceMinor = 1_000_000n * 10_000n;
const firstStartLockKey = 5_062_027;

/** Makes them unless they are there. Nodes that start together wait for each other. */
export async function prepareSandbox(
  database: Database,
  secrets: Secrets,
  settings: { routes: RouteSettings; links: LinkSettings },
): Promise<SandboxAccount> {
  const lock = await database.connect();
  try {
    await lock.query({ name: 'lock_first_start', text: 'select pg_advisory_lock($1)' }, [firstStartLockKey]);
    await installDefaultCatalogue(database, settings.routes);
    // A simulator that runs elsewhere may have no SMPP port: then the operator says where messages go.
    if (settings.links.variables['SIMULATOR_SMPP_PORT'] !== undefined) await installDefaultRouting(database, settings.links);
    const accountId = (await loadFirstAccountId(database)) ?? (await createSandboxAccount(database, secrets));
    // A sandbox of an earlier version has an account, and no app.
    if ((await listApps(database, accountId))?.length === 0) await createApp(database, secrets, accountId, 'Sandbox');
    return {
      accountId,
      apiKey: await showKey(database, secrets, accountId),
      smsAppKey: await showAppKey(database, secrets, accountId),
      webhookSecret: await readWebhookSecret(database, secrets, accountId),
    };
  } finally {
    await lock.close();
  }
}

async function createSandboxAccount(database: Database, secrets: Secrets): Promise<number> {
  const account = { name: 'Sandbox', currency: 'XOF', fundMinor: firstBalanceMinor, activate: 'all' } as const;
  const created = await createAccount(database, secrets, account);
  if (!created.ok) throw new Error('the sandbox account could not be made');
  const { accountId } = created;
  await fundAccount(database, { accountId, currency: 'XAF', amountMinor: firstBalanceMinor, note: 'first funding' });
  return accountId;
}
