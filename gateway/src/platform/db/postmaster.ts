// Creates, starts, stops and detects a PostgreSQL server on a data directory. PostgreSQL's own
// lock file (postmaster.pid) is authoritative: it names process and port, and prevents a second
// server, whoever starts it.

import { spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  chownSync,
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { totalmem } from 'node:os';
import { join } from 'node:path';
import { readFileIfAny } from '../system/private-file.ts';
import { anyProcessIn, isAlive, workingDirectoryOf } from '../system/processes.ts';
import { childEnvironment } from './embedded-binaries.ts';
import type { Home } from './embedded-home.ts';
import type { Account } from './embedded-account.ts';
import { environment } from '../environment.ts';

export interface Postmaster {
  pid: number;
  port: number;
}

export const superuser = 'postgres';
const logBytesMax = 20_000_000;

/**
 * The living server of this data directory, or null. A lock file left behind by a killed server
 * does not count.
 */
export function findPostmaster(directory: string): Postmaster | null {
  const lines = readFileIfAny(join(directory, 'postmaster.pid'))?.split('\n');
  // Process, data directory, start time, port, …: written top down while the server starts, so the
  // port may not be there yet.
  const [pid, , , port] = lines ?? [];
  if (pid === undefined || port === undefined || !/^\d+$/.test(pid) || !/^\d+$/.test(port))
    return null;
  return worksOn(Number(pid), directory) ? { pid: Number(pid), port: Number(port) } : null;
}

/** Where a running server of ours listens beside its port. */
export function socketFile(directory: string, port: number): string {
  return join(directory, `.s.PGSQL.${port}`);
}

/**
 * A server works inside its data directory, so a process that took over a dead server's number is
 * recognized.
 */
function worksOn(pid: number, directory: string): boolean {
  if (!isAlive(pid)) return false;
  const place = workingDirectoryOf(pid);
  return place === null || place === directory || place === realpathSync(directory);
}

/**
 * PostgreSQL removes the lock files of a dead server by itself, that of its socket too, except
 * where the number in them answers to signals: a zombie, or an unrelated process of the same user.
 * Then we remove them, once nothing works in the data directory any more (orphaned server processes
 * of a killed server may still write).
 */
export function clearDeadLock(directory: string): void {
  const locks = readdirSync(directory).filter(
    (name) => name === 'postmaster.pid' || socketLockPattern.test(name),
  );
  if (
    locks.length === 0 ||
    locks.some((name) => mayLive(join(directory, name), directory)) ||
    anyProcessIn(realpathSync(directory))
  )
    return;
  for (const name of locks) rmSync(join(directory, name), { force: true });
}

const socketLockPattern = /^\.s\.PGSQL\.[0-9]+\.lock$/;

function mayLive(lock: string, directory: string): boolean {
  const pid = Number(readFileIfAny(lock)?.split('\n')[0] ?? Number.NaN);
  return !Number.isInteger(pid) || pid <= 0 || worksOn(pid, directory);
}

/**
 * Makes the data directory unless it is there: complete or not at all, whoever else tries at the
 * same time.
 */
export function initialiseCluster(binaries: string, home: Home): void {
  if (existsSync(join(home.directory, 'PG_VERSION'))) return;
  const draft = join(home.parent, `postgres-draft-${randomBytes(6).toString('hex')}`);
  const passwordFile = `${draft}.password`;
  try {
    mkdirSync(draft, { mode: 0o700 });
    writeFileSync(passwordFile, `${home.password}\n`, { mode: 0o600 });
    if (home.account !== null)
      for (const path of [draft, passwordFile]) chownSync(path, home.account.uid, home.account.gid);
    const locale = [
      '--encoding=UTF8',
      '--locale=C',
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
    ];
    const access = ['--auth=scram-sha-256', `--username=${superuser}`, `--pwfile=${passwordFile}`];
    const run = spawnSync(
      join(binaries, 'initdb'),
      [`--pgdata=${draft}`, '--data-checksums', ...locale, ...access],
      {
        ...identity(home.account),
        encoding: 'utf8',
      },
    );
    if (run.status !== 0)
      throw new Error(`initdb failed: ${run.error?.message ?? run.stderr.trim()}`);
    renameSync(draft, home.directory);
  } catch (error) {
    if (!existsSync(join(home.directory, 'PG_VERSION'))) throw error;
  } finally {
    rmSync(draft, { recursive: true, force: true });
    rmSync(passwordFile, { force: true });
  }
}

function identity(account: Account | null): {
  cwd: string;
  env: typeof childEnvironment;
  uid?: number;
  gid?: number;
} {
  const base = { cwd: '/', env: childEnvironment };
  return account === null ? base : { ...base, uid: account.uid, gid: account.gid };
}

export interface StartedServer {
  /** Settles when the server has ended; the text says how. */
  ended: Promise<string>;
}

/**
 * Starts a server in a session of its own: Ctrl-C in our terminal must not stop it before the work
 * in flight is done. It outlives us; its log goes to a file, so that it never writes into an unread
 * pipe.
 */
export function spawnPostmaster(
  binaries: string,
  home: Home,
  port: number,
  logFile: string,
): StartedServer {
  const tooLong = (statSync(logFile, { throwIfNoEntry: false })?.size ?? 0) > logBytesMax;
  if (tooLong) renameSync(logFile, `${logFile}.1`);
  const output = openSync(logFile, 'a', 0o600);
  try {
    const settings = serverSettings(supportsLz4(binaries, home), port).flatMap((setting) => [
      '-c',
      setting,
    ]);
    const child = spawn(join(binaries, 'postgres'), ['-D', home.directory, ...settings], {
      ...identity(home.account),
      detached: true,
      stdio: ['ignore', output, output],
    });
    child.unref();
    const ended = new Promise<string>((resolve) => {
      child.once('error', (error) => resolve(error.message));
      child.once('exit', (code, signal) => resolve(signal ?? `exit code ${code ?? 'unknown'}`));
    });
    return { ended };
  } finally {
    closeSync(output);
  }
}

function serverSettings(lz4: boolean, port: number): string[] {
  const sharedBuffersMb = Math.max(64, Math.min(256, Math.floor(totalmem() / 8 / 1_048_576)));
  return [
    'listen_addresses=127.0.0.1',
    `port=${port}`,
    // The data directory, where the server works: nobody else may enter it.
    'unix_socket_directories=.',
    'max_connections=100',
    // Durability: what we acknowledge survives a power cut.
    'fsync=on',
    'synchronous_commit=on',
    'full_page_writes=on',
    `wal_compression=${lz4 ? 'lz4' : 'off'}`,
    'max_wal_size=4GB',
    'checkpoint_timeout=15min',
    `shared_buffers=${sharedBuffersMb}MB`,
    // Containers give 64 MB of /dev/shm; parallel plans there fail for want of it.
    'max_parallel_workers_per_gather=0',
    'jit=off',
    'timezone=UTC',
    'log_timezone=UTC',
    'default_transaction_isolation=read committed',
    // The log names errors, never the values in them.
    'log_error_verbosity=terse',
    'log_min_error_statement=panic',
    'log_line_prefix=%m [%p] ',
  ];
}

function supportsLz4(binaries: string, home: Home): boolean {
  const question = ['-D', home.directory, '-c', 'wal_compression=lz4', '-C', 'wal_compression'];
  return (
    spawnSync(join(binaries, 'postgres'), question, { ...identity(home.account), stdio: 'ignore' })
      .status === 0
  );
}

/**
 * Fast shutdown: running statements are aborted, everything committed is written down. Settles when
 * the server is gone.
 */
export async function stopPostmaster(directory: string, waitMs: number): Promise<boolean> {
  const found = findPostmaster(directory);
  if (found === null) return true;
  try {
    process.kill(found.pid, 'SIGINT');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
  const deadline = environment.monotonic() + waitMs;
  while (environment.monotonic() < deadline) {
    if (!worksOn(found.pid, directory)) return true;
    await environment.sleep(20);
  }
  return false;
}
