// Proves in which order statements and their mappings are listed, and whose more are to come.

import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { useDatabase } from '../../node/doctor/testing/use-postgres.ts';
import { keepMapping, keptMapping, listFiles, partyStands, usedMappings } from './file.ts';
import { testMapping } from './testing/files.ts';

const db = useDatabase();
beforeEach(() => db.sql('delete from reconciliation_file; delete from reconciliation_mapping'));

const route = 'OPA_SN';
const mappingOf = (timeZone: string) => ({ ...testMapping, timeZone });
/** Statements of the route, each with a mapping of its own by its number. */
const insert = (count: number): Promise<unknown> =>
  db.sql(`insert into reconciliation_file (route, routes, name, state, mapping)
    select '${route}', '{}', n::text, 'done',
      (replace('${JSON.stringify(mappingOf('NUMBER'))}', 'NUMBER', n::text))::json
    from generate_series(1, ${count}) n`);

test('statements are listed from the newest, and a page begins behind the last one', async () => {
  await insert(5);
  const names = async (before: number | null) =>
    (await listFiles(db.database, { party: route, before, limit: 2 })).map(({ id, name }) => ({
      id,
      name,
    }));
  const first = await names(null);
  assert.deepEqual(
    first.map(({ name }) => name),
    ['5', '4'],
  );
  assert.deepEqual(
    (await names(first[1]!.id)).map(({ name }) => name),
    ['3', '2'],
  );
});

test('the mapping that was kept comes first, then those of the fifty newest statements', async () => {
  assert.equal(await keptMapping(db.database, route), null);
  await insert(52);
  await keepMapping(db.database, route, mappingOf('kept'));
  assert.equal((await keptMapping(db.database, route))?.timeZone, 'kept');
  const used = (await usedMappings(db.database, route)).map(({ timeZone }) => timeZone);
  assert.deepEqual(used, ['kept', ...Array.from({ length: 50 }, (_none, n) => String(52 - n))]);
});

test('a closed bank account has no more statements to come', async () => {
  await db.sql(`
    insert into bank_account (id, name, bank, number, currency, closed_at) overriding system value
      values (1, 'open', 'B', '1', 'XOF', null), (2, 'closed', 'B', '2', 'XOF', now());
    insert into reconciliation_file (bank_account_id, routes, name)
      values (1, '{}', 'open'), (2, '{}', 'closed');
    insert into reconciliation_file (route, routes, name) values ('${route}', '{}', 'provider')`);
  const rows = await db.database.query<{ name: string }>({
    name: 'standing',
    text: `select f.name from reconciliation_file f where ${partyStands} order by f.name`,
  });
  assert.deepEqual(
    rows.map(({ name }) => name),
    ['open', 'provider'],
  );
});
