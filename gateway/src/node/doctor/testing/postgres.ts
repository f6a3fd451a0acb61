// Gives tests of SQL databases on a real PostgreSQL, each a copy of a migrated template. They stand
// in the cluster that the test run shares, or, where a file runs by itself, in one of its own.

import { openDatabase, type OpenDatabase } from '../../../platform/db/database.ts';
import {
  clusterVariable,
  emptyTemplate,
  migratedTemplate,
  runSql,
  startCluster,
  urlIn,
  type Cluster,
  type ServerSettings,
} from './cluster.ts';
import { keepConnection, type KeptConnection } from './kept-connection.ts';

/**
 * A test's process, or the server, may stand still for as long as the machine likes: no limit of
 * the product (connection-settings.ts) is met by chance. A test that proves a limit opens the
 * database's URL itself, with the usual patience.
 */
export const testPatience = 20;

export interface TestPostgres {
  /**
   * A migrated database of its own, with an installation row; with `template` a copy of that one,
   * which must have been left.
   */
  database(template?: string): Promise<TestDatabase>;
  /** Removes the databases that were left. */
  close(): Promise<void>;
}
/** A cluster that nobody else uses. */
export type OwnPostgres = TestPostgres & Pick<Cluster, 'freeze' | 'thaw'>;

export interface TestDatabase {
  name: string;
  url: string;
  database: OpenDatabase;
  /**
   * Runs any number of plain statements on a connection of their own, as a superuser. What they set
   * is over with them.
   */
  sql(text: string): Promise<void>;
  /** Closes the database and keeps it as a template. */
  leave(): Promise<void>;
  /** Closes and removes the database. */
  close(): Promise<void>;
}

/**
 * Databases in the shared cluster of the test run, or in a cluster of its own where there is no
 * shared one.
 */
export async function startTestPostgres(): Promise<TestPostgres> {
  const shared = process.env[clusterVariable];
  if (shared === undefined) return startOwnPostgres();
  return databasesIn(shared, (name, admin) => admin.run(`drop database ${name} with (force)`));
}

/** Starts a cluster for tests that freeze or stop it. */
export async function startOwnPostgres(settings: ServerSettings = {}): Promise<OwnPostgres> {
  const cluster = await startCluster(settings);
  // They go with their cluster.
  const { database, close } = databasesIn(cluster.directory, () => Promise.resolve());
  return {
    database,
    freeze: cluster.freeze,
    thaw: cluster.thaw,
    close: () => close().then(cluster.close),
  };
}

export interface SharedDatabase {
  url: string;
  drop(): Promise<void>;
}

/**
 * A migrated database for an installation, in the shared cluster of the test run; null where a file
 * runs by itself.
 */
export async function createSharedDatabase(): Promise<SharedDatabase | null> {
  const shared = process.env[clusterVariable];
  if (shared === undefined) return null;
  const admin = urlIn(shared, 'postgres');
  const name = nextName();
  await runSql(admin, `create database ${name} template ${emptyTemplate} strategy file_copy`);
  return {
    url: urlIn(shared, name),
    drop: () => runSql(admin, `drop database ${name} with (force)`),
  };
}

let made = 0;
const nextName = (): string => `test_${process.pid}_${++made}`;

function databasesIn(
  directory: string,
  drop: (name: string, admin: KeptConnection) => Promise<void>,
): TestPostgres {
  const admin = keepConnection(urlIn(directory, 'postgres'));
  const names = new Set<string>();
  const remove = async (name: string): Promise<void> => {
    await drop(name, admin);
    names.delete(name);
  };
  return {
    async database(template = migratedTemplate) {
      const name = nextName();
      // The strategy that does not log every page takes half of the time.
      await admin.run(`create database ${name} template ${template} strategy file_copy`);
      names.add(name);
      const url = urlIn(directory, name);
      const database = openDatabase(url, testPatience);
      const statements = keepConnection(url);
      const leave = async (): Promise<void> => {
        await statements.end();
        await database.close();
      };
      return {
        name,
        url,
        database,
        sql: statements.run,
        leave,
        async close() {
          await leave();
          await remove(name);
        },
      };
    },
    async close() {
      for (const name of names) await remove(name);
      await admin.end();
    },
  };
}

/**
 * Stops the database's clock (`jokko_now()`) until the function that is returned is called: however
 * slow the machine is, no time passes.
 */
export async function stopClock({ database, sql }: TestDatabase): Promise<() => Promise<void>> {
  const [row] = await database.query<{ definition: string; now: string }>({
    name: 'clock',
    text: `select pg_get_functiondef('jokko_now'::regproc) as definition, jokko_now()::text as now`,
  });
  await sql(
    `create or replace function jokko_now() returns timestamptz language sql stable as $$
      select timestamptz '${row!.now}' $$`,
  );
  return () => sql(row!.definition);
}
