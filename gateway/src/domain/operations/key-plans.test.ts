// Does the money path find rows by their whole keys, however young a table is? Without statistics any index that begins with a part of a key looks
// as good to the planner, and then all rows of an account are read for each row that is looked for.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import pg from 'pg';
import { plannerOptions } from '../../db/database.ts';
import { startTestPostgres } from '../../doctor/testing/postgres.ts';
import type { TestDatabase, TestPostgres } from '../../doctor/testing/postgres.ts';

let postgres: TestPostgres;
let db: TestDatabase;
let client: pg.Client;
before(async () => {
  postgres = await startTestPostgres();
  db = await postgres.database();
  client = new pg.Client({ connectionString: db.url, options: plannerOptions });
  await client.connect();
});
after(async () => {
  await client.end();
  await db.close();
  await postgres.close();
});

const keys = 'unnest($1::integer[], $2::bigint[]) as k(account_id, id)';
const byKey: readonly [index: string, text: string][] = [
  [
    'operation_external_id_account_id_key',
    'select 1 from operation where (account_id, external_id) in (select * from unnest($1::integer[], $2::text[]))',
  ],
  ['operation_pkey', 'select state from operation where (account_id, id) in (select * from unnest($1::integer[], $2::bigint[]))'],
  ['operation_pkey', `update operation o set state = 'FAILED' from ${keys} where o.account_id = k.account_id and o.id = k.id`],
  ['callback_pkey', `update callback c set attempts = 1 from ${keys} where c.account_id = k.account_id and c.operation_id = k.id`],
  [
    'attempt_pkey',
    `update attempt a set state = 'FAILED' from ${keys} where a.account_id = k.account_id and a.operation_id = k.id and a.number = 1`,
  ],
];

for (const [index, text] of byKey)
  test(`${text.slice(0, 60)}… goes by ${index}`, async () => {
    const { rows } = await client.query<{ 'QUERY PLAN': string }>(`explain (generic_plan) ${text}`);
    const scans = rows.map((row) => row['QUERY PLAN']).filter((line) => /Scan/.test(line) && !/Function Scan|Bitmap Heap/.test(line));
    assert.equal(scans.length, 1, scans.join());
    assert.match(scans[0]!, new RegExp(`using ${index} `));
  });
