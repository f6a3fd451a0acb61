// Starts a throw-away PostgreSQL cluster for tests in a temporary directory. It listens on a unix
// socket only, never syncs, and holds a migrated template database.

import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { findBinaries } from '../../../platform/db/embedded-binaries.ts';
import { migrate } from '../../../platform/db/migrate.ts';
import { copyTemplate, type Template } from './template-cache.ts';

/** Names the directory of a cluster that the test run started for all of its files. */
export const clusterVariable = 'JOKKO_TEST_CLUSTER';
/** A migrated database that belongs to no installation yet. */
export const emptyTemplate = 'template_empty';
/** A migrated database with an installation row. */
export const migratedTemplate = 'template_jokko';

export interface Cluster {
  /** Where its socket is. */
  directory: string;
  /** Stops the whole cluster where it stands, and lets it go on. */
  freeze(): void;
  thaw(): void;
  close(): Promise<void>;
}

const isRoot = process.getuid?.() === 0;
const nobody = 65534;
/** PostgreSQL never runs as root. */
const user = isRoot ? { uid: nobody, gid: nobody } : {};
/** Where its programs are: a copy, if that user cannot enter the checkout. */
const findPrograms = (): string =>
  findBinaries(isRoot ? { name: 'nobody', uid: nobody, gid: nobody } : null, tmpdir());
/** Enough for the pools of every file that runs at the same time. */
export const connectionsMax = 400;

export const urlIn = (directory: string, name: string): string =>
  `postgres://jokko@localhost/${name}?host=${encodeURIComponent(directory)}`;

/**
 * Starts a cluster of its own and waits until it answers. `settings` of the server, beside those of
 * every test.
 */
export async function startCluster(settings: ServerSettings = {}): Promise<Cluster> {
  const directory = makeDirectory();
  await copyTemplate(migratedCluster, directory);
  const server = startServer(directory, settings);
  // A test run that is broken off must not leave a server behind.
  const leave = () => process.exit(1);
  const stop = () => {
    server.kill('SIGKILL');
    rmSync(directory, { recursive: true, force: true, maxRetries: 10 });
  };
  process.once('SIGTERM', leave).once('SIGINT', leave).once('exit', stop);
  const ended = once(server, 'exit');
  await waitUntilUp(urlIn(directory, 'postgres'), server);
  /** To the server, and to the process of each connection. */
  const signal = (name: NodeJS.Signals): void => {
    const own = readFileSync(`/proc/${server.pid}/task/${server.pid}/children`, 'utf8');
    for (const pid of [server.pid!, ...own.trim().split(' ').map(Number)]) process.kill(pid, name);
  };
  return {
    directory,
    freeze: () => signal('SIGSTOP'),
    thaw: () => signal('SIGCONT'),
    async close() {
      server.kill('SIGINT');
      await ended;
      process.off('SIGTERM', leave).off('SIGINT', leave).off('exit', stop);
      rmSync(directory, { recursive: true, force: true, maxRetries: 10 });
    },
  };
}

/** The cluster that every other one is a copy of. */
const migratedCluster: Template = {
  name: 'cluster',
  madeBy: [new URL(import.meta.url)],
  async make(directory) {
    if (isRoot) chownSync(directory, nobody, nobody);
    const options = ['-U', 'jokko', '-A', 'trust', '-E', 'UTF8', '--no-locale', '--no-sync'];
    const initdb = join(findPrograms(), 'initdb');
    const made = spawnSync(initdb, ['-D', join(directory, 'data'), ...options], {
      ...user,
      cwd: directory,
    });
    if (made.status !== 0) throw new Error(`initdb: ${made.error?.message ?? made.stderr}`);
    const server = startServer(directory);
    const ended = once(server, 'exit');
    try {
      await waitUntilUp(urlIn(directory, 'postgres'), server);
      await runSql(urlIn(directory, 'postgres'), `create database ${emptyTemplate}`);
      await migrate(urlIn(directory, emptyTemplate));
      await runSql(
        urlIn(directory, 'postgres'),
        `create database ${migratedTemplate} template ${emptyTemplate}`,
      );
      await runSql(
        urlIn(directory, migratedTemplate),
        `insert into installation (mode, id_key) values ('sandbox', '\\x00')`,
      );
    } finally {
      server.kill('SIGINT');
      await ended;
    }
  },
};

function makeDirectory(): string {
  const directory = mkdtempSync(join(tmpdir(), 'jokko-cluster-'));
  if (isRoot) chownSync(directory, nobody, nobody);
  return directory;
}

export interface ServerSettings {
  [name: string]: string | number;
}

function startServer(directory: string, own: ServerSettings = {}): ChildProcess {
  const settings = {
    max_connections: connectionsMax,
    // All of it is looked through for each database that is made or dropped, and little is kept of
    // databases that live for a moment.
    shared_buffers: '32MB',
    autovacuum: 'off',
    wal_level: 'minimal',
    max_wal_senders: 0,
    ...own,
  };
  const words = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const args = ['-D', join(directory, 'data'), '-k', directory, '-h', '', '-F', ...words];
  return spawn(join(findPrograms(), 'postgres'), args, {
    ...user,
    cwd: directory,
    stdio: 'ignore',
  });
}

/** Throws once the server has ended: nobody would ever answer. */
async function waitUntilUp(url: string, server: ChildProcess): Promise<void> {
  for (let tries = 0; ; tries++) {
    try {
      return await runSql(url, 'select 1');
    } catch (error) {
      const { exitCode } = server;
      if (exitCode !== null)
        throw new Error(
          `PostgreSQL ended at its start with exit code ${exitCode}: ${server.spawnargs.join(' ')}`,
        );
      if (tries > 2_000) throw error;
      await sleep(50);
    }
  }
}

/** Runs any number of plain statements on a connection of its own, as a superuser. */
export async function runSql(url: string, text: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => {});
  await client.connect();
  try {
    await client.query(text);
  } finally {
    await client.end();
  }
}
