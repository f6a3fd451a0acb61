// How does a process of ours reach its installation: directory, database, secrets? Every command goes through here, so that all agree.

import { join } from 'node:path';
import type { Config } from './config.ts';
import { claimInstallation } from './db/boot-check.ts';
import { openDatabase } from './db/database.ts';
import type { Database, OpenDatabase } from './db/database.ts';
import { startEmbedded } from './db/embedded.ts';
import { migrate } from './db/migrate.ts';
import { holdAuditKey, loadSecrets, makeSecretKey, WrongKeyError } from './domain/secrets/index.ts';
import type { KeyEncryptionKeys, Secrets } from './domain/secrets/index.ts';
import type { Log } from './log.ts';
import { prepareDataDir, writePrivateFileOnce } from './system/private-file.ts';
import { enterDataDir } from './system/residents.ts';
import type { Role } from './system/residents.ts';

export interface Installation {
  config: Config;
  log: Log;
  database: OpenDatabase;
  databaseUrl: string;
  secrets: Secrets;
  migrations: string[];
  /** Leaves; the last process on the DATA_DIR stops the embedded PostgreSQL. `beforeDatabase` runs once we are off the list. */
  close(beforeDatabase?: (left: { nodes: number }) => Promise<void>): Promise<void>;
}

/** Thrown with a sentence for the operator when this installation must not be worked on. */
export class InstallationError extends Error {}

/** Opens (and where needed starts, creates and migrates) the installation that the configuration names. */
export async function openInstallation(config: Config, log: Log, role: Role): Promise<Installation> {
  prepareDataDir(config.dataDir);
  const residence = enterDataDir(config.dataDir, role);
  const embedded = config.databaseUrl === null ? await startEmbedded({ dataDir: config.dataDir, log }) : null;
  const databaseUrl = config.databaseUrl ?? embedded?.url ?? '';
  const database = openDatabase(databaseUrl);
  const close: Installation['close'] = async (beforeDatabase) => {
    const left = residence.leave();
    await beforeDatabase?.(left);
    await database.close();
    await embedded?.close(left.all === 0);
  };
  try {
    const migrations = await migrate(databaseUrl);
    const refusal = await claimInstallation(database, config.mode, makeSecretKey());
    if (refusal !== null) throw new InstallationError(refusal);
    const keys = { current: config.secretKey ?? readSecretKey(config.dataDir), old: config.oldSecretKeys };
    const secrets = await openSecrets(database, keys);
    holdAuditKey(database, secrets);
    return { config, log, database, databaseUrl, secrets, migrations, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Sandbox only: the configuration demands a key in live mode. */
function readSecretKey(dataDir: string): Buffer {
  return Buffer.from(writePrivateFileOnce(join(dataDir, 'secret-key'), makeSecretKey().toString('base64')), 'base64');
}

/** A wrong key would refuse every API key and open no secret: better said at once. */
async function openSecrets(database: Database, keys: KeyEncryptionKeys): Promise<Secrets> {
  try {
    return await loadSecrets(database, keys);
  } catch (error) {
    if (!(error instanceof WrongKeyError)) throw error;
    throw new InstallationError(
      `JOKKO_SECRET_KEY (or DATA_DIR/secret-key) is not the key that this installation was made with, nor is one in JOKKO_SECRET_KEY_OLD: ${error.message}`,
      { cause: error },
    );
  }
}
