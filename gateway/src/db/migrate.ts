// Is the schema of this database the one the code expects? Applies the numbered migrations, each in its own transaction, under one
// advisory lock so that nodes starting together wait for each other.

import { readFileSync, readdirSync } from 'node:fs';
import pg from 'pg';

const migrationsDirectory = new URL('./migrations/', import.meta.url);
const migrationLockKey = 5_062_025;

/** Brings the database to the newest schema. Returns the names of the migrations that were applied. */
export async function migrate(url: string): Promise<string[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [migrationLockKey]);
    await client.query('create table if not exists migration (name text primary key, applied_at timestamptz not null default now())');
    const known = new Set((await client.query<{ name: string }>('select name from migration')).rows.map((row) => row.name));
    const missing = readdirSync(migrationsDirectory)
      .filter((name) => name.endsWith('.sql') && !known.has(name))
      .sort();
    for (const name of missing) await apply(client, name);
    return missing;
  } finally {
    await client.end();
  }
}

async function apply(client: pg.Client, name: string): Promise<void> {
  const text = readFileSync(new URL(name, migrationsDirectory), 'utf8');
  await client.query('begin');
  await client.query(text);
  await client.query('insert into migration (name) values ($1)', [name]);
  await client.query('commit');
}
