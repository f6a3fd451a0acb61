// Caches of a node, so that a request needs no query: catalogue, SMS routing, accounts and SMS
// apps, the blacklist of status queries and the database's clock. Renewed on notification and, in
// case a notification was lost, from time to time.

import { connectionSettings, routeSettings } from './connectors.ts';
import type { GatewayOptions } from './options.ts';
import { listen } from '../../platform/db/listen.ts';
import {
  accountChannel,
  createDirectory,
  createSigningSecrets,
  type Directory,
  type SigningSecrets,
} from '../../payments/accounts/index.ts';
import {
  catalogueChannel,
  catalogueOfCell,
  loadCatalogue,
  withBreakers,
  type Catalogue,
  type RouteSettings,
} from '../../payments/catalogue/index.ts';
import {
  blockChannel,
  createStatusLimits,
  statusLimitChannel,
  type StatusLimits,
} from '../../payments/status-limits/index.ts';
import { breakerChannel, keepBreakers, type Breakers } from '../../payments/breakers/index.ts';
import { createAppDirectory, type AppDirectory } from '../../messaging/applications/index.ts';
import { loadRouting, smsRoutingChannel, type Routing } from '../../messaging/routing/index.ts';
import type { Log } from '../../platform/log.ts';
import { clockChannel } from './advance-clock.ts';
import { createDatabaseClock, type DatabaseClock } from './database-clock.ts';

export interface Caches {
  /** With the breakers that are not closed. */
  catalogue(): Catalogue;
  breakers: Breakers;
  refreshCatalogue(): Promise<void>;
  smsRouting(): Routing;
  refreshSmsRouting(): Promise<void>;
  directory: Directory;
  smsApps: AppDirectory;
  /** What signs for an account; null when there is none. */
  signingSecretsOf(accountId: number): Promise<SigningSecrets | null>;
  clock: DatabaseClock;
  /** `look` runs whenever the sandbox clock has been moved. */
  followClock(look: () => Promise<void>): void;
  statusLimits: StatusLimits;
  close(): Promise<void>;
}

/**
 * `statusLimitSeed`: the secret by which all nodes count status requests. `onNotification`: told of
 * each.
 */
export async function openCaches(
  from: GatewayOptions,
  statusLimitSeed: Buffer,
  onNotification: () => void,
): Promise<Caches> {
  const { config, database, databaseUrl, secrets, log } = from;
  const settings = routeSettings(config, secrets);
  const clock = createDatabaseClock(database);
  await clock.read();
  const catalogue = await keepCopy(() => loadOwnCatalogue(from, settings));
  const breakers = await keepBreakers(database);
  const smsSettings = connectionSettings(config, secrets);
  const smsRouting = await keepCopy(async (present?: Routing) => {
    const routing = await loadRouting(database, smsSettings, present);
    if (routing !== present) warnOfUnusable(routing, log);
    return routing;
  });
  const directory = createDirectory(database, secrets);
  const smsApps = createAppDirectory(database, secrets);
  const signingSecrets = createSigningSecrets(database, secrets);
  const signingSecretsOf = async (accountId: number): Promise<SigningSecrets | null> => {
    const account = await directory.byId(accountId);
    return account === null ? null : signingSecrets.of(account);
  };
  const { statusLimits: thresholds } = config;
  const statusLimits = createStatusLimits(database, thresholds, statusLimitSeed, clock.now);
  await statusLimits.reloadBlocks();
  const clockFollower = { refresh: clock.read };
  const listener = followNotifications(databaseUrl, log, {
    clock: clockFollower,
    directory,
    smsApps,
    catalogue,
    breakers,
    smsRouting,
    statusLimits,
    onNotification,
  });
  const close = async () => {
    await listener.close();
    // A block of the last moment is a row before we go.
    await statusLimits.exchange().catch(() => {});
  };
  return {
    catalogue: withPresentBreakers(catalogue.present, breakers),
    breakers,
    async refreshCatalogue() {
      await Promise.all([catalogue.refresh(), breakers.refresh()]);
    },
    smsRouting: smsRouting.present,
    refreshSmsRouting: smsRouting.refresh,
    directory,
    smsApps,
    signingSecretsOf,
    clock,
    followClock: (look) => void (clockFollower.refresh = look),
    statusLimits,
    close,
  };
}

/** Loads the catalogue of a further cell: without what is done at home alone. */
async function loadOwnCatalogue(
  { database, cell }: GatewayOptions,
  settings: RouteSettings,
): Promise<Catalogue> {
  const loaded = await loadCatalogue(database, settings);
  return cell === undefined ? loaded : catalogueOfCell(loaded, settings);
}

/**
 * Renews each copy when the database says that it has changed, and all of them when notifications
 * may have been missed.
 */
function followNotifications(
  databaseUrl: string,
  log: Log,
  {
    clock,
    directory,
    smsApps,
    catalogue,
    breakers,
    smsRouting,
    statusLimits,
    onNotification,
  }: Pick<Caches, 'directory' | 'smsApps' | 'statusLimits' | 'breakers'> & {
    clock: { refresh(): Promise<void> };
    catalogue: { refresh(): Promise<void> };
    smsRouting: { refresh(): Promise<void> };
    onNotification(): void;
  },
): ReturnType<typeof listen> {
  const warn = (message: string) => (error: unknown) =>
    log.warn({ reason: String(error) }, message);
  return listen(
    databaseUrl,
    [
      clockChannel,
      accountChannel,
      catalogueChannel,
      breakerChannel,
      smsRoutingChannel,
      statusLimitChannel,
      blockChannel,
    ],
    (channel, payload) => {
      if (channel !== null) onNotification();
      if (channel === clockChannel) clock.refresh().catch(warn('clock not read'));
      if (channel === null || channel === accountChannel) {
        const accountId = channel === null ? undefined : Number(payload);
        directory.forget(accountId);
        smsApps.forget(accountId);
      }
      if (channel === null || channel === catalogueChannel)
        catalogue.refresh().catch(warn('catalogue not read'));
      if (channel === null || channel === breakerChannel)
        breakers.refresh().catch(warn('breakers not read'));
      if (channel === null || channel === smsRoutingChannel)
        smsRouting.refresh().catch(warn('SMS routing not read'));
      statusLimits.handleNotification(channel, payload);
    },
  );
}

/** Made again only when one of the two has changed. */
function withPresentBreakers(
  catalogue: () => Catalogue,
  { notClosed }: Pick<Breakers, 'notClosed'>,
): () => Catalogue {
  let from = { catalogue: catalogue(), breakers: notClosed() };
  let made = withBreakers(from.catalogue, from.breakers);
  return () => {
    const now = { catalogue: catalogue(), breakers: notClosed() };
    if (now.catalogue !== from.catalogue || now.breakers !== from.breakers) {
      from = now;
      made = withBreakers(from.catalogue, from.breakers);
    }
    return made;
  };
}

function warnOfUnusable({ unusableConnections }: Routing, log: Log): void {
  for (const { name, problem } of unusableConnections.values())
    log.warn({ connection: name, problem }, 'an SMS carrier connection cannot be used');
}

/** `load` is given what is kept, for a document that has not changed. */
async function keepCopy<Value>(
  load: (present?: Value) => Promise<Value>,
): Promise<{ present(): Value; refresh(): Promise<void> }> {
  let present = await load();
  const refresh = async () => {
    present = await load(present);
  };
  return { present: () => present, refresh };
}
