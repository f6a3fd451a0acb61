// Runs servers of the system's own PostgreSQL (Debian's package `postgresql`), each with a port on
// the loopback address, for tests that need what the PostgreSQL that Jokko brings does not have:
// `pg_basebackup` for a standby, and a port for a pooler.

import { execFile, spawn } from 'node:child_process';
import { appendFileSync, chownSync, existsSync, globSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { freePort } from '../harness/free-port.ts';
import { until } from '../harness/index.ts';
import { killDatabase } from './kill.ts';

const run = promisify(execFile);

const versionMin = 15;
const binaries = globSync('/usr/lib/postgresql/*/bin')
  .filter((folder) => existsSync(join(folder, 'pg_basebackup')))
  .filter((folder) => Number(folder.split('/')[4]) >= versionMin)
  .toSorted()
  .at(-1);

/** Why tests that need it are skipped; false where it is installed. */
export const noPostgres: string | false =
  binaries === undefined
    ? `needs PostgreSQL ${versionMin} or newer of the system: apt-get install postgresql`
    : false;

/** Neither PostgreSQL nor pgbouncer runs as root. */
const nobody = 65534;
const isRoot = process.getuid?.() === 0;
export const unprivileged: { uid?: number; gid?: number } = isRoot
  ? { uid: nobody, gid: nobody }
  : {};

/** The database of the installation under test, and its owner. */
export const database = 'jokko';
const owner = 'jokko';

export interface Server {
  /** 127.0.0.1:port */
  place: string;
  directory: string;
  /** Runs one statement and answers the first column of its rows. */
  sql(text: string): Promise<string[]>;
  /**
   * Starts it as what its directory says: a standby when it was copied from a primary. Resolves
   * once it answers.
   */
  start(): Promise<void>;
  /** SIGKILL to all of its processes. */
  kill(): Promise<void>;
}

/** A directory that the servers' user may write to. */
export function makeServerDirectory(name: string): { path: string; remove(): void } {
  const path = mkdtempSync(join(tmpdir(), `jokko-${name}-`));
  if (isRoot) chownSync(path, nobody, nobody);
  return { path, remove: () => rmSync(path, { recursive: true, force: true, maxRetries: 10 }) };
}

/** A server that has no data yet: `initialise` or `copyFrom` gives it some. */
export async function placeServer(root: string, name: string): Promise<Server> {
  const directory = join(root, name);
  const port = await freePort();
  const place = `127.0.0.1:${port}`;
  const sql: Server['sql'] = async (text) => {
    const url = `postgres://${owner}@${place}/postgres`;
    const { stdout } = await run(join(binaries!, 'psql'), ['-XAtq', '-c', text, url], unprivileged);
    return stdout.split('\n').filter((line) => line !== '');
  };
  const answers = (): Promise<boolean> =>
    sql('select 1').then(
      () => true,
      () => false,
    );
  return {
    place,
    directory,
    sql,
    async start() {
      const args = ['-D', directory, '-p', String(port), '-k', root];
      const how = { ...unprivileged, cwd: root, stdio: 'ignore' } as const;
      const child = spawn(join(binaries!, 'postgres'), args, how);
      // A test run that is broken off must not leave a server behind.
      process.once('exit', () => child.kill('SIGQUIT'));
      await until(`PostgreSQL at ${place} answers`, answers, { timeoutMs: 120_000 });
    },
    kill: () => killDatabase(directory),
  };
}

/** Makes an empty database on it and starts it. */
export async function initialise(server: Server): Promise<void> {
  const options = ['-U', owner, '-A', 'trust', '-E', 'UTF8', '--no-locale', '--no-sync'];
  await run(join(binaries!, 'initdb'), ['-D', server.directory, ...options], unprivileged);
  appendFileSync(
    join(server.directory, 'postgresql.conf'),
    "listen_addresses = '127.0.0.1'\nfsync = off\nmax_connections = 200\nwal_keep_size = 256MB\n",
  );
  await server.start();
  await server.sql(`create database ${database}`);
}

/** Makes `standby`, which must not run, a copy that follows `primary`. */
export async function copyFrom(primary: Server, standby: Server): Promise<void> {
  rmSync(standby.directory, { recursive: true, force: true, maxRetries: 10 });
  const [host, port] = primary.place.split(':') as [string, string];
  const from = ['-h', host, '-p', port, '-U', owner, '--checkpoint=fast', '--no-sync'];
  const to = ['-R', '-D', standby.directory];
  await run(join(binaries!, 'pg_basebackup'), [...from, ...to], unprivileged);
}
