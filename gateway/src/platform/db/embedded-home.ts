// Chooses directory and user of the embedded PostgreSQL: below DATA_DIR and the current user; but
// never root, and where the user it runs as instead cannot enter DATA_DIR, a place it can. The
// choice is written into DATA_DIR once and read from then on.

import { spawnSync } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import {
  chownSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { isAbsolute, join, relative } from 'node:path';
import { readFileIfAny, writePrivateFile, writePrivateFileOnce } from '../system/private-file.ts';
import { childEnvironment } from './embedded-binaries.ts';
import type { Account } from './embedded-account.ts';

export interface Home {
  /** Absolute; PostgreSQL's data directory. Need not exist yet. */
  directory: string;
  /** Where copies and drafts may go: the parent of `directory`. */
  parent: string;
  /** Null: we are not root, the database runs as we do. */
  account: Account | null;
  password: string;
  /** The port of the last start, to be taken again where it is free; null before the first. */
  port: number | null;
}

/**
 * DATA_DIR/postgres.json. `directory` is relative when it lies below DATA_DIR, so that DATA_DIR can
 * be moved.
 */
interface Stored {
  directory: string;
  password: string;
  port: number | null;
}

const fileName = 'postgres.json';
const directoryName = 'postgres';

/** Reads where the database of this DATA_DIR lives, or null when it has none yet. */
export function readHome(dataDir: string): Home | null {
  const text = readFileIfAny(join(dataDir, fileName));
  if (text === null) return null;
  const stored = JSON.parse(text) as Stored;
  const directory = isAbsolute(stored.directory)
    ? stored.directory
    : join(dataDir, stored.directory);
  return {
    directory,
    parent: join(directory, '..'),
    account: chooseAccount(directory),
    password: stored.password,
    port: stored.port,
  };
}

/**
 * Decides where the database of this DATA_DIR lives. Processes that start together get the same
 * answer.
 */
export function chooseHome(dataDir: string): Home {
  const known = readHome(dataDir);
  if (known !== null) return known;
  const directory = choosePlace(dataDir, chooseAccount(null));
  const fromDataDir = relative(dataDir, directory);
  const stored: Stored = {
    directory: fromDataDir.startsWith('..') ? directory : fromDataDir,
    password: randomBytes(24).toString('base64url'),
    port: null,
  };
  writePrivateFileOnce(join(dataDir, fileName), JSON.stringify(stored));
  const home = readHome(dataDir);
  if (home === null) throw new Error(`${join(dataDir, fileName)} vanished while it was written`);
  return home;
}

/**
 * What DATA_DIR/postgres.json is to say in a DATA_DIR to which the database was copied, below the
 * usual name.
 */
export function describeMovedHome({ password }: Home): string {
  return JSON.stringify({ directory: directoryName, password, port: null } satisfies Stored);
}

/** Remembers the port, so that a restarted server is found where its clients look for it. */
export function storePort(dataDir: string, port: number): void {
  const path = join(dataDir, fileName);
  const stored = JSON.parse(readFileSync(path, 'utf8')) as Stored;
  if (stored.port !== port)
    writePrivateFile(path, JSON.stringify({ ...stored, port } satisfies Stored));
}

/**
 * The owner of an existing data directory stays its user; else a user made for us, else nobody,
 * else any user without rights.
 */
function chooseAccount(directory: string | null): Account | null {
  if (process.getuid?.() !== 0) return null;
  const users = readUsers();
  const owner = directory !== null && existsSync(directory) ? statSync(directory).uid : null;
  const account =
    owner !== null && owner !== 0
      ? users.find((user) => user.uid === owner)
      : (['jokko', 'nobody', 'daemon']
          .map((name) => users.find((user) => user.name === name))
          .find((user) => user !== undefined) ?? users.find((user) => user.uid !== 0));
  if (account === undefined)
    throw new Error(
      'PostgreSQL must not run as root and there is no other user in /etc/passwd: use DATABASE_URL',
    );
  return account;
}

function readUsers(): Account[] {
  return readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
    .filter((fields) => fields.length >= 4)
    .map((fields) => ({ name: fields[0] ?? '', uid: Number(fields[2]), gid: Number(fields[3]) }));
}

function choosePlace(dataDir: string, account: Account | null): string {
  if (account === null) return join(dataDir, directoryName);
  const mark = createHash('sha256').update(realpathSync(dataDir)).digest('hex').slice(0, 12);
  const parents = [dataDir, `/var/lib/jokko-${mark}`, join(tmpdir(), `jokko-${mark}`)];
  const parent = parents.find(
    (candidate) =>
      (candidate === dataDir || isOursOrNew(candidate)) && canLiveIn(candidate, account),
  );
  if (parent === undefined)
    throw new Error(
      `User ${account.name} cannot write to any of ${parents.join(', ')}: move DATA_DIR or use DATABASE_URL`,
    );
  return join(parent, directoryName);
}

/**
 * In a place where everybody may write, a directory of the expected name could be somebody else's
 * trap.
 */
function isOursOrNew(parent: string): boolean {
  const found = lstatSync(parent, { throwIfNoEntry: false });
  return found === undefined || (found.isDirectory() && found.uid === 0);
}

/** Tries it out: modes alone do not tell (access lists, read-only mounts, security modules). */
function canLiveIn(parent: string, account: Account): boolean {
  const probe = join(parent, `probe-${randomBytes(6).toString('hex')}`);
  try {
    mkdirSync(parent, { recursive: true, mode: 0o711 });
    mkdirSync(probe, { mode: 0o700 });
    chownSync(probe, account.uid, account.gid);
    const who = { uid: account.uid, gid: account.gid, cwd: '/', env: childEnvironment };
    return (
      spawnSync('/bin/sh', ['-c', 'cd "$1" && : > probe && rm probe', 'sh', probe], {
        ...who,
        stdio: 'ignore',
      }).status === 0
    );
  } catch {
    return false;
  } finally {
    rmSync(probe, { recursive: true, force: true });
  }
}
