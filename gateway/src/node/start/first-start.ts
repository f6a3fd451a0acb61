// Creates the initial data of a new sandbox: the default catalogue and SMS routing, and one
// account that may use all of it, with money in both CFA francs and an app for SMS.

import type { Language } from '@jokko/contract';
import type { Database } from '../../platform/db/database.ts';
import {
  createAccount,
  loadFirstAccountId,
  readWebhookSecret,
  showKey,
} from '../../payments/accounts/index.ts';
import { installDefaultCatalogue } from '../../payments/catalogue/index.ts';
import type { RouteSettings } from '../../payments/catalogue/index.ts';
import { fundAccount } from '../../payments/ledger/index.ts';
import { createApp, listApps, showAppKey } from '../../messaging/applications/index.ts';
import { installDefaultRouting, type ConnectionSettings } from '../../messaging/routing/index.ts';
import type { Secrets } from '../../platform/secrets/index.ts';

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
  settings: { routes: RouteSettings; connections: ConnectionSettings },
  language: Language = languageOfShell(),
): Promise<SandboxAccount> {
  const lock = await database.connect('migration');
  try {
    await lock.query({ name: 'lock_first_start', text: 'select pg_advisory_lock($1)' }, [
      firstStartLockKey,
    ]);
    await installDefaultCatalogue(database, settings.routes);
    // A simulator that runs elsewhere may have no SMPP port: then the operator says where messages
    // go.
    if (settings.connections.variables['SIMULATOR_SMPP_PORT'] !== undefined)
      await installDefaultRouting(database, settings.connections);
    const accountId =
      (await loadFirstAccountId(database)) ??
      (await createSandboxAccount(database, secrets, language));
    // A sandbox of an earlier version has an account, and no app.
    if ((await listApps(database, accountId))?.length === 0)
      await createApp(database, secrets, accountId, 'Sandbox');
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

/** The language of whoever started it: Node takes its locale from `LC_ALL` and `LANG`. */
export function languageOfShell(
  locale = new Intl.DateTimeFormat().resolvedOptions().locale,
): Language {
  return /^fr\b/i.test(locale) ? 'fr' : 'en';
}

async function createSandboxAccount(
  database: Database,
  secrets: Secrets,
  language: Language,
): Promise<number> {
  const account = {
    name: 'Sandbox',
    language,
    currency: 'XOF',
    fundMinor: firstBalanceMinor,
    activate: 'all',
  } as const;
  const created = await createAccount(database, secrets, account);
  if (!created.ok) throw new Error('the sandbox account could not be created');
  const { accountId } = created;
  await fundAccount(database, {
    accountId,
    currency: 'XAF',
    amountMinor: firstBalanceMinor,
    note: 'first funding',
  });
  return accountId;
}
