// The committed schema is what the migrations make, on a fresh database and on one that was
// upgraded step by step; committed migrations do not change; the data model names every table.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { startTestPostgres } from '../../node/doctor/testing/postgres.ts';
import type { TestDatabase, TestPostgres } from '../../node/doctor/testing/postgres.ts';
import { migrate } from './migrate.ts';
import { checksumOf, readMigrations } from './migration-files.ts';
import { readChecksums, schemaFile } from './testing/committed-schema.ts';
import { dumpSchema } from './testing/schema-dump.ts';

const migrations = readMigrations();
const committed = readFileSync(schemaFile, 'utf8');
const dataModel = readFileSync(new URL('../../../../docs/data-model.md', import.meta.url), 'utf8');

let postgres: TestPostgres;
before(async () => (postgres = await startTestPostgres()));
after(() => postgres.close());

/** The schema of an empty database after `work`. */
async function schemaAfter(work: (database: TestDatabase) => Promise<unknown>): Promise<string> {
  const database = await postgres.database('template0');
  try {
    await work(database);
    return await dumpSchema(database.database);
  } finally {
    await database.close();
  }
}

test('schema.sql is the schema of a fresh database (npm run schema writes it)', async () => {
  assert.equal(await schemaAfter(({ url }) => migrate(url)), committed);
});

test('schema.sql says everything: loaded, it makes the same schema', async () => {
  assert.equal(await schemaAfter(({ sql }) => sql(committed)), committed);
});

test('a database upgraded through every step equals a fresh one', async () => {
  const upgraded = await schemaAfter(async ({ url }) => {
    for (const [index, { name }] of migrations.entries())
      assert.deepEqual(await migrate(url, migrations.slice(0, index + 1)), [name]);
  });
  assert.equal(upgraded, committed);
});

test('a later migration shows in the dump', async () => {
  const text = 'alter table account add column later boolean; create index on account (later)';
  const later = { name: '9999_later.sql', text, checksum: checksumOf(text) };
  const upgraded = await schemaAfter(async ({ url }) => {
    await migrate(url);
    assert.deepEqual(await migrate(url, [...migrations, later]), ['9999_later.sql']);
  });
  assert.match(upgraded, /^ {2}later boolean,$/m);
  assert.match(upgraded, /^create index account_later_idx on account using btree \(later\);$/m);
});

test('what the dump cannot say is refused, not left out', async () => {
  await assert.rejects(
    schemaAfter(({ sql }) => sql('create view accounts as select 1 as id')),
    /not described: accounts/,
  );
});

test('committed migrations have not changed, and each has its number', () => {
  assert.deepEqual(
    new Map(migrations.map(({ name, checksum }) => [name, checksum])),
    readChecksums(),
    'npm run schema adds the checksums of new migrations; a committed one never changes',
  );
  for (const [index, { name }] of migrations.entries())
    assert.match(name, new RegExp(`^${String(index + 1).padStart(4, '0')}_[a-z_]+\\.sql$`));
});

test('docs/data-model.md names every table once, and no other', () => {
  const tables = [...committed.matchAll(/^create (?:unlogged )?table (\w+) \(/gm)];
  const named = [...dataModel.matchAll(/^\| `(\w+)` \|/gm)];
  assert.deepEqual(
    named.map(([, name]) => name).toSorted(),
    tables.map(([, name]) => name).toSorted(),
  );
});

test('the diagrams of docs/data-model.md relate tables that exist', () => {
  const tables = new Set([...dataModel.matchAll(/^\| `(\w+)` \|/gm)].map(([, name]) => name));
  const related = [...dataModel.matchAll(/^ +(\w+) [|}{o]+--[|}{o]+ (\w+) :/gm)];
  assert.ok(related.length > 20, 'relations were found');
  for (const name of related.flatMap(([, from, to]) => [from, to]))
    assert.ok(tables.has(name), name);
});
