// What does a node keep copies of, so that a request needs no query? Catalogue, SMS routing, accounts and SMS apps, the blacklist of look-ups and the database's
// clock, renewed when told and, in case a notice got lost, from time to time.

import type { Config } from './config.ts';
import { linkSettings, routeSettings } from './connectors.ts';
import type { Database } from './db/database.ts';
import { listen } from './db/listen.ts';
import { accountChannel, createDirectory, createSigningSecrets, type Directory, type SigningSecrets } from './domain/accounts/index.ts';
import { catalogueChannel, loadCatalogue, type Catalogue } from './domain/catalogue/index.ts';
import { blockChannel, createLookUps, lookUpChannel, type LookUps } from './domain/lookups/index.ts';
import { createAppDirectory, type AppDirectory } from './domain/sms/index.ts';
import { loadRouting, smsRoutingChannel, type Routing } from './domain/sms-routing/index.ts';
import type { Secrets } from './domain/secrets/index.ts';
import type { Log } from './log.ts';
import { createDatabaseClock, type DatabaseClock } from './work/database-clock.ts';

export interface Copies {
  catalogue(): Catalogue;
  refreshCatalogue(): Promise<void>;
  smsRouting(): Routing;
  refreshSmsRouting(): Promise<void>;
  directory: Directory;
  smsApps: AppDirectory;
  /** What signs for an account; null when there is none. */
  signingSecretsOf(accountId: number): Promise<SigningSecrets | null>;
  clock: DatabaseClock;
  lookUps: LookUps;
  close(): Promise<void>;
}

/** `lookUpSeed`: the secret by which all nodes count look-ups. */
export async function openCopies(
  from: {
    config: Config;
    database: Database;
    databaseUrl: string;
    secrets: Secrets;
    log: Log;
  },
  lookUpSeed: Buffer,
): Promise<Copies> {
  const { config, database, databaseUrl, secrets, log } = from;
  const settings = routeSettings(config, secrets);
  const clock = createDatabaseClock(database);
  await clock.read();
  const catalogue = await keepCopy(() => loadCatalogue(database, settings));
  const smsSettings = linkSettings(config, secrets);
  const smsRouting = await keepCopy((present?: Routing) => loadRouting(database, smsSettings, present));
  const directory = createDirectory(database, secrets);
  const smsApps = createAppDirectory(database, secrets);
  const signingSecrets = createSigningSecrets(database, secrets);
  const signingSecretsOf = async (accountId: number): Promise<SigningSecrets | null> => {
    const account = await directory.byId(accountId);
    return account === null ? null : signingSecrets.of(account);
  };
  const lookUps = createLookUps(database, config.lookUps, lookUpSeed, clock.now);
  await lookUps.reloadBlocks();
  const listener = listen(
    databaseUrl,
    [accountChannel, catalogueChannel, smsRoutingChannel, lookUpChannel, blockChannel],
    (channel, payload) => {
      if (channel === null || channel === accountChannel) {
        directory.forget();
        smsApps.forget();
      }
      if (channel === null || channel === catalogueChannel)
        catalogue.refresh().catch((error: unknown) => log.warn({ reason: String(error) }, 'catalogue not read'));
      if (channel === null || channel === smsRoutingChannel)
        smsRouting.refresh().catch((error: unknown) => log.warn({ reason: String(error) }, 'SMS routing not read'));
      lookUps.hear(channel, payload);
    },
  );
  const close = async () => {
    await listener.close();
    // A block of the last moment is a row before we go.
    await lookUps.exchange().catch(() => {});
  };
  return {
    ...{ catalogue: catalogue.present, refreshCatalogue: catalogue.refresh },
    ...{ smsRouting: smsRouting.present, refreshSmsRouting: smsRouting.refresh },
    directory,
    smsApps,
    signingSecretsOf,
    clock,
    lookUps,
    close,
  };
}

/** `load` is given what is kept, for a document that has not changed. */
async function keepCopy<Value>(load: (present?: Value) => Promise<Value>): Promise<{ present(): Value; refresh(): Promise<void> }> {
  let present = await load();
  const refresh = async () => {
    present = await load(present);
  };
  return { present: () => present, refresh };
}
