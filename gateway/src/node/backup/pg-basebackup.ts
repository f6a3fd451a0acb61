// Takes a base backup of the PostgreSQL that DATABASE_URL names with PostgreSQL's own program.

import { defined } from '@jokko/contract';
import { execFile, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Refusal } from '../../cli/errors.ts';
import { childEnvironment } from '../../platform/db/embedded-binaries.ts';
import { serversOf } from '../../platform/db/servers.ts';
import type { BaseBackup } from './manifest.ts';

const run = promisify(execFile);

/**
 * Copies the server that takes writes to `target`, which must not exist, with the write-ahead log
 * that the copy needs.
 */
export async function runPgBasebackup(
  databaseUrl: string,
  serverVersion: string,
  target: string,
): Promise<BaseBackup> {
  const program = findProgram(Number.parseInt(serverVersion, 10));
  const { url, password } = withoutPassword(await serversOf(databaseUrl).find());
  const args = ['--pgdata', target, '--wal-method=stream', '--checkpoint=fast', '--no-password'];
  const env = { ...childEnvironment, ...defined({ PGPASSWORD: password }) };
  try {
    await run(program, [...args, '--label=jokko backup', '--dbname', url], { env });
  } catch (error) {
    throw refusalOf((error as { stderr?: string }).stderr?.trim() || String(error));
  }
  return readPositions(target);
}

/**
 * Finds a program of the machine: the one in PATH, unless it is older than the server; then
 * Debian's for the server's version.
 */
function findProgram(major: number): string {
  const found = ['pg_basebackup', `/usr/lib/postgresql/${major}/bin/pg_basebackup`].find(
    (program) => versionOf(program) >= major,
  );
  if (found !== undefined) return found;
  throw new Refusal(
    `pg_basebackup of PostgreSQL ${major} is not on this machine: install it (Debian: apt-get install postgresql-client-${major})`,
  );
}

/** 0: there is none. */
function versionOf(program: string): number {
  const { stdout } = spawnSync(program, ['--version'], { env: childEnvironment, encoding: 'utf8' });
  return Number(/(\d+)/.exec(stdout ?? '')?.[1] ?? 0);
}

/** Command lines can be read by every user of a machine, environments cannot. */
export function withoutPassword(url: string): { url: string; password: string | null } {
  const [, scheme, user, password, rest] =
    /^(postgres(?:ql)?:\/\/)([^:@/?#]*):([^@/?#]*)(@.*)$/.exec(url) ?? [];
  const [own, given] =
    password === undefined
      ? [url, null]
      : [`${scheme}${user}${rest}`, decodeURIComponent(password)];
  const [place, query] = own.split('?', 2) as [string, string | undefined];
  const options = new URLSearchParams(query);
  const named = options.get('password');
  if (named === null) return { url: own, password: given };
  options.delete('password');
  return { url: `${place}?${String(options)}`, password: named };
}

function refusalOf(message: string): Refusal {
  const mayNotReplicate = /replication|pg_hba\.conf|WAL sender/i.test(message);
  const advice = mayNotReplicate
    ? '; the role of DATABASE_URL needs the right to replicate (ALTER ROLE … REPLICATION), and pg_hba.conf a line `host replication ROLE ADDRESS scram-sha-256`'
    : '';
  return new Refusal(`pg_basebackup failed: ${message}${advice}`);
}

/** PostgreSQL writes them into its own manifest. */
function readPositions(directory: string): BaseBackup {
  const manifest = JSON.parse(readFileSync(join(directory, 'backup_manifest'), 'utf8')) as {
    'WAL-Ranges': { 'Start-LSN': string; 'End-LSN': string }[];
  };
  const ranges = manifest['WAL-Ranges'];
  return {
    startPosition: ranges.at(-1)!['Start-LSN'],
    stopPosition: ranges[0]!['End-LSN'],
  };
}
