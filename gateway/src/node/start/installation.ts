// Opens the installation of a process: directory, database, secrets. Every command uses this, so
// that all agree.

import { join } from 'node:path';
import type { Config } from '../config/config.ts';
import { claimInstallation } from '../../platform/db/boot-check.ts';
import { openDatabase } from '../../platform/db/database.ts';
import type { Database, OpenDatabase } from '../../platform/db/database.ts';
import { startEmbedded, stopRunningEmbedded } from '../../platform/db/embedded.ts';
import type { EmbeddedDatabase } from '../../platform/db/embedded.ts';
import { migrate, SchemaError } from '../../platform/db/migrate.ts';
import { findPooledTransactions } from '../../platform/db/pooler-check.ts';
import {
  holdAuditKey,
  holdPersonKey,
  loadSecrets,
  makeSecretKey,
  WrongKeyError,
} from '../../platform/secrets/index.ts';
import type { KeyEncryptionKeys, Secrets } from '../../platform/secrets/index.ts';
import type { Log } from '../../platform/log.ts';
import { writePrivateFileOnce } from '../../platform/system/private-file.ts';
import type { Role } from '../../platform/system/residents.ts';
import { InstallationError } from './installation-error.ts';
import { enterInstallation } from './residence.ts';
import { refuseUnopened, waitForDatabase } from './wait-for-database.ts';

export interface Installation {
  config: Config;
  log: Log;
  database: OpenDatabase;
  databaseUrl: string;
  secrets: Secrets;
  migrations: string[];
  /**
   * Leaves; the last process on the DATA_DIR stops the embedded PostgreSQL. `beforeDatabase` runs
   * once we are off the list.
   */
  close(
    beforeDatabase?: (left: { nodes: number }) => Promise<void>,
    /** The start failed, and may have left a server that starts. */
    unfinished?: boolean,
  ): Promise<void>;
}

/**
 * Opens (and where needed starts, creates and migrates) the installation that the configuration
 * names. While its database is away a node waits, a command is refused. Gives up when `stop` is
 * aborted.
 */
export async function openInstallation(
  config: Config,
  log: Log,
  role: Role,
  stop?: AbortSignal,
): Promise<Installation> {
  const how = stop === undefined ? {} : { stop };
  const residence = await enterInstallation(config, role, how);
  const parts: Parts = { embedded: null, database: null };
  const close: Installation['close'] = (beforeDatabase, unfinished = false) =>
    residence.leave(async (left) => {
      await beforeDatabase?.(left);
      await parts.database?.close();
      await parts.embedded?.close(left.all === 0);
      // A start that was given up may have begun to start it.
      if (unfinished && config.databaseUrl === null && left.all === 0)
        await stopRunningEmbedded(config.dataDir);
    }, unfinished);
  try {
    if (config.databaseUrl === null)
      parts.embedded = await startEmbedded({ dataDir: config.dataDir, log, ...how });
    const databaseUrl = config.databaseUrl ?? parts.embedded?.url ?? '';
    const database = openDatabase(databaseUrl);
    parts.database = database;
    const open = () => prepareDatabase(config, databaseUrl, database);
    const prepared =
      role === 'node'
        ? await waitForDatabase(open, { log, ...how })
        : await open().catch(refuseUnopened);
    return { config, log, database, databaseUrl, ...prepared, close };
  } catch (error) {
    await close(undefined, true);
    throw error;
  }
}

/** What `close` undoes, as far as the start came. */
interface Parts {
  embedded: EmbeddedDatabase | null;
  database: OpenDatabase | null;
}

/**
 * Upgrades the schema, claims the database for this mode and opens its secrets. May be repeated.
 */
export async function prepareDatabase(
  config: Config,
  databaseUrl: string,
  database: Database,
): Promise<Pick<Installation, 'migrations' | 'secrets'>> {
  if (config.databaseUrl !== null) await refusePooledTransactions(databaseUrl);
  const migrations = await upgradeSchema(databaseUrl);
  const refusal = await claimInstallation(database, config.mode, makeSecretKey());
  if (refusal !== null) throw new InstallationError(refusal);
  const secrets = await openSecrets(database, keysOf(config));
  holdAuditKey(database, secrets);
  holdPersonKey(database, secrets);
  return { migrations, secrets };
}

const keysOf = ({ secretKey, dataDir, oldSecretKeys }: Config): KeyEncryptionKeys => ({
  current: secretKey ?? readSecretKey(dataDir),
  old: oldSecretKeys,
});

async function refusePooledTransactions(databaseUrl: string): Promise<void> {
  const refusal = await findPooledTransactions(databaseUrl);
  if (refusal !== null) throw new InstallationError(refusal);
}

async function upgradeSchema(databaseUrl: string): Promise<string[]> {
  try {
    return await migrate(databaseUrl);
  } catch (error) {
    if (!(error instanceof SchemaError)) throw error;
    throw new InstallationError(error.message, { cause: error });
  }
}

/** Sandbox only: the configuration demands a key in live mode. */
function readSecretKey(dataDir: string): Buffer {
  return Buffer.from(
    writePrivateFileOnce(join(dataDir, 'secret-key'), makeSecretKey().toString('base64')),
    'base64',
  );
}

/** A wrong key would refuse every API key and open no secret: better said at once. */
async function openSecrets(database: Database, keys: KeyEncryptionKeys): Promise<Secrets> {
  try {
    return await loadSecrets(database, keys);
  } catch (error) {
    if (!(error instanceof WrongKeyError)) throw error;
    throw new InstallationError(
      `JOKKO_SECRET_KEY (or DATA_DIR/secret-key) is not the key of this installation, and neither is any key in JOKKO_SECRET_KEY_OLD: ${error.message}`,
      { cause: error },
    );
  }
}
