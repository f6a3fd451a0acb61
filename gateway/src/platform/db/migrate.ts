// Brings a database to the schema of this program: applies the numbered migrations that it lacks,
// each in its own transaction, under one advisory lock so that nodes starting together wait for
// each other. Refuses a database whose history is not the beginning of ours. Nodes of the version
// before may be at work meanwhile: no migration keeps a table from them for long.

import type pg from 'pg';
import { connectClient } from './connect.ts';
import { environment } from '../environment.ts';
import { readMigrations } from './migration-files.ts';
import type { Migration } from './migration-files.ts';
import { developmentDatabase, judgeHistory, unrecordedDatabase } from './migration-history.ts';
import type { AppliedMigration } from './migration-history.ts';

const migrationLockKey = 5_062_025;

/** How a table is waited for that is in use. */
export interface LockWait {
  /** Whoever asks for the table meanwhile waits behind the migration. */
  timeoutMs: number;
  /** Then they have their turn. */
  pauseMs: number;
  triesMax: number;
}

/** Shorter than a node waits for an answer, and about a minute in all. */
const lockWait: LockWait = { timeoutMs: 3_000, pauseMs: 1_000, triesMax: 15 };
const lockNotAvailable = '55P03';

/** Thrown with a sentence for the operator when this program must not work on the database. */
export class SchemaError extends Error {}

const selectState = `
  select to_regclass('migration') is not null as started,
    to_regclass('installation') is not null as used,
    exists (select from pg_attribute
      where attrelid = to_regclass('migration') and attname = 'checksum') as checked`;

const createMigration = `
  create table migration (
    name text primary key,
    -- SHA-256 of the file that was applied.
    checksum text not null,
    applied_at timestamptz not null default now()
  )`;

/**
 * Returns the names of the migrations that were applied. `migrations` and `wait`: tests pass
 * others.
 */
export async function migrate(
  url: string,
  migrations: readonly Migration[] = readMigrations(),
  wait: LockWait = lockWait,
): Promise<string[]> {
  const client = await connectClient(url, { purpose: 'migration' });
  try {
    await client.query('select pg_advisory_lock($1)', [migrationLockKey]);
    const applied = await readHistory(client);
    const refusal = judgeHistory(applied, migrations);
    if (refusal !== null) throw new SchemaError(refusal);
    const names = new Set(applied.map(({ name }) => name));
    const missing = migrations.filter(({ name }) => !names.has(name));
    for (const migration of missing) await applyOnceFree(client, migration, wait);
    return missing.map(({ name }) => name);
  } finally {
    await client.end();
  }
}

/** What was applied to this database; on an empty one, makes the table that keeps it. */
async function readHistory(client: pg.Client): Promise<AppliedMigration[]> {
  const { rows } = await client.query<{ started: boolean; used: boolean; checked: boolean }>(
    selectState,
  );
  const { started, used, checked } = rows[0]!;
  if (!started) {
    if (used) throw new SchemaError(unrecordedDatabase);
    await client.query(createMigration);
    return [];
  }
  if (!checked) throw new SchemaError(developmentDatabase);
  return (await client.query<AppliedMigration>('select name, checksum from migration')).rows;
}

async function applyOnceFree(
  client: pg.Client,
  migration: Migration,
  { timeoutMs, pauseMs, triesMax }: LockWait,
): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      return await apply(client, migration, timeoutMs);
    } catch (error) {
      await client.query('rollback').catch(() => {});
      if ((error as { code?: unknown }).code !== lockNotAvailable) throw error;
      if (tries >= triesMax)
        throw new SchemaError(
          `the migration ${migration.name} found a table in use ${triesMax} times: ` +
            'nothing of it was applied; end long reports and transactions, and start again',
          { cause: error },
        );
      await environment.sleep(pauseMs);
    }
  }
}

async function apply(
  client: pg.Client,
  { name, text, checksum }: Migration,
  lockTimeoutMs: number,
): Promise<void> {
  await client.query(`begin; set local lock_timeout = ${lockTimeoutMs}`);
  await client.query(text);
  await client.query('insert into migration (name, checksum) values ($1, $2)', [name, checksum]);
  await client.query('commit');
}
