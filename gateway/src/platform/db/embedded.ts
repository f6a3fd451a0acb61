// Runs PostgreSQL on a laptop without an installation. Starts the packaged one below DATA_DIR, or
// adopts the one already running there, and keeps it running. Every process on the DATA_DIR
// watches it; the last to leave stops it.

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { connectClient } from './connect.ts';
import type { Log } from '../log.ts';
import { findFreePort } from '../system/free-port.ts';
import { keepRunning } from '../system/keep-running.ts';
import { findBinaries } from './embedded-binaries.ts';
import { chooseHome, readHome, storePort } from './embedded-home.ts';
import type { Home } from './embedded-home.ts';
import {
  clearDeadLock,
  findPostmaster,
  initialiseCluster,
  socketFile,
  spawnPostmaster,
  stopPostmaster,
  superuser,
} from './postmaster.ts';
import type { StartedServer } from './postmaster.ts';
import { environment } from '../environment.ts';
import { startDeadline, type Deadline } from '../system/deadline.ts';

export interface EmbeddedDatabase {
  /** Connection URL of the database `jokko`, as its owner. */
  url: string;
  /** True when the server ran already. */
  adopted: boolean;
  directory: string;
  /**
   * Stops monitoring. With `stopServer` the server is shut down too: only if no other process uses
   * it.
   */
  close(stopServer: boolean): Promise<void>;
}

const databaseName = 'jokko';
const roleName = 'jokko';
/**
 * Recovery after a crash reads the write-ahead log since the last checkpoint: seconds, minutes on a
 * slow disk.
 */
const startWaitMs = 600_000;
const stopWaitMs = 20_000;
const pollMs = 50;
const socketPathMaxBytes = 103;

/**
 * Starts or adopts the server of this DATA_DIR and waits until it answers. Throws with a sentence
 * that says what to do.
 */
export async function startEmbedded(options: {
  dataDir: string;
  log: Log;
  /** Gives up when it is aborted; a server that was started goes on. */
  stop?: AbortSignal;
}): Promise<EmbeddedDatabase> {
  const home = chooseHome(options.dataDir);
  const server = { dataDir: options.dataDir, home, log: options.log, port: home.port };
  const before = findPostmaster(home.directory);
  const port = await bringUp(server, 'may move to another port', options.stop);
  await createDatabase(home, port);
  const watch = keepRunning({
    name: 'PostgreSQL',
    lives: () => findPostmaster(home.directory) !== null,
    // Every pool and writer knows this port.
    restart: async (stop) => void (await bringUp({ ...server, port }, 'must keep its port', stop)),
    log: options.log,
  });
  return {
    url: urlOf(home, port, roleName, databaseName),
    adopted: before !== null,
    directory: home.directory,
    async close(stopServer) {
      await watch.end();
      if (stopServer && !(await stopPostmaster(home.directory, stopWaitMs)))
        options.log.warn('PostgreSQL is still shutting down');
    },
  };
}

/** Where the running server of this DATA_DIR answers, or null when none runs. */
export function findRunningEmbedded(dataDir: string): string | null {
  const home = readHome(dataDir);
  const found = home === null ? null : findPostmaster(home.directory);
  return home === null || found === null ? null : urlOf(home, found.port, roleName, databaseName);
}

/**
 * The running server of this DATA_DIR for who copies it: its directory, and the URL of its
 * superuser. Null when none runs.
 */
export function findRunningCluster(dataDir: string): { directory: string; url: string } | null {
  const home = readHome(dataDir);
  const found = home === null ? null : findPostmaster(home.directory);
  if (home === null || found === null) return null;
  return { directory: home.directory, url: urlOf(home, found.port, superuser, databaseName) };
}

/**
 * Stops the server of this DATA_DIR, where one runs, once nobody uses it. False when it is not done
 * in time.
 */
export function stopRunningEmbedded(dataDir: string): Promise<boolean> {
  const home = readHome(dataDir);
  return home === null ? Promise.resolve(true) : stopPostmaster(home.directory, stopWaitMs);
}

/**
 * By the server's socket where its path fits into an address (107 bytes on Linux, 103 elsewhere):
 * cheaper than TCP for both sides.
 */
function urlOf(home: Home, port: number, user: string, database: string): string {
  const url = `postgres://${user}:${home.password}@127.0.0.1:${port}/${database}`;
  const socket = socketFile(home.directory, port);
  return Buffer.byteLength(socket) <= socketPathMaxBytes && existsSync(socket)
    ? `${url}?host=${encodeURIComponent(home.directory)}`
    : url;
}

interface Server {
  dataDir: string;
  home: Home;
  log: Log;
  port: number | null;
}

type WhenPortIsTaken = 'may move to another port' | 'must keep its port';

async function bringUp(
  server: Server,
  whenPortIsTaken: WhenPortIsTaken,
  stop?: AbortSignal,
): Promise<number> {
  const deadline = startDeadline(startWaitMs);
  try {
    return await bringUpWithin(deadline, server, whenPortIsTaken, stop);
  } finally {
    deadline.stop();
  }
}

/**
 * Returns the port once a server answers, whoever started it. Starting is left to PostgreSQL's own
 * lock: of two servers started on one data directory the second ends by itself, and the loop finds
 * the first.
 */
async function bringUpWithin(
  deadline: Deadline,
  server: Server,
  whenPortIsTaken: WhenPortIsTaken,
  stop?: AbortSignal,
): Promise<number> {
  const { home, log } = server;
  const logFile = join(server.dataDir, 'postgres.log');
  let port = server.port ?? (await findFreePort());
  let started: StartedServer | null = null;
  let ended: string | null = null;
  let failures = 0;
  while (deadline.leftMs() > 0) {
    stop?.throwIfAborted();
    const running = findPostmaster(home.directory);
    if (running !== null && (await answers(home, running.port))) {
      storePort(server.dataDir, running.port);
      return running.port;
    }
    if (running === null && ended !== null) {
      const why = lastLogLines(logFile);
      log.warn({ ended, why }, 'PostgreSQL did not start');
      if (++failures >= 5 && whenPortIsTaken === 'may move to another port')
        throw new Error(`PostgreSQL does not start (${ended}): ${why}`);
      if (whenPortIsTaken === 'may move to another port') port = await findFreePort();
      started = null;
      ended = null;
      await environment.sleep(failures * 200);
    }
    if (running === null && started === null) {
      const binaries = findBinaries(home.account, home.parent);
      initialiseCluster(binaries, home);
      clearDeadLock(home.directory);
      started = spawnPostmaster(binaries, home, port, logFile);
      void started.ended.then((how) => (ended = how));
    }
    await environment.sleep(pollMs);
  }
  throw new Error(
    `PostgreSQL does not answer after ${startWaitMs / 1000} s: ${lastLogLines(logFile)}`,
  );
}

/**
 * False while the server starts, recovers (57P03) or shuts down. Throws when it refuses us for
 * good.
 */
async function answers(home: Home, port: number): Promise<boolean> {
  try {
    const url = urlOf(home, port, superuser, 'postgres');
    await (await connectClient(url, { purpose: 'statement' })).end();
    return true;
  } catch (error) {
    const code = (error as { code?: string }).code;
    if (code === '28P01')
      throw new Error(`The PostgreSQL in ${home.directory} refuses the password in postgres.json`, {
        cause: error,
      });
    return false;
  }
}

/**
 * An owner without rights beyond its database but to read statistics and to ask for checkpoints
 * (bench).
 */
async function createDatabase(home: Home, port: number): Promise<void> {
  const url = urlOf(home, port, superuser, 'postgres');
  const client = await connectClient(url, { purpose: 'migration' });
  try {
    await client.query('select pg_advisory_lock(5062026)');
    const found = await client.query('select 1 from pg_database where datname = $1', [
      databaseName,
    ]);
    if (found.rowCount !== 0) return;
    const password = client.escapeLiteral(home.password);
    const role = await client.query('select 1 from pg_roles where rolname = $1', [roleName]);
    if (role.rowCount === 0)
      await client.query(`create role ${roleName} login password ${password}`);
    await client.query(`grant pg_monitor, pg_checkpoint to ${roleName}`);
    await client.query(`create database ${databaseName} owner ${roleName}`);
  } finally {
    await client.end();
  }
}

function lastLogLines(logFile: string): string {
  try {
    return readFileSync(logFile, 'utf8').trimEnd().split('\n').slice(-5).join(' | ');
  } catch {
    return 'it left no log';
  }
}
