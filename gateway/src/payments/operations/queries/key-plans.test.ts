// Proves that the money path finds rows by their whole keys, however young a table is. Without
// statistics, any index that starts with part of a key looks equally good to the planner, which
// would then read all rows of an account for each row sought.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type pg from 'pg';
import { connectClient } from '../../../platform/db/connect.ts';
import { keepPeriodsAhead } from '../../../platform/db/id-periods.ts';
import { searchInAccount, searchInAll } from './list-store.ts';
import { selectReferenceOwners } from '../writer/transaction.ts';
import { startTestPostgres } from '../../../node/doctor/testing/postgres.ts';
import type { TestDatabase, TestPostgres } from '../../../node/doctor/testing/postgres.ts';

let postgres: TestPostgres;
let db: TestDatabase;
let client: pg.Client;
/** Index of a table in partitions, by the name of the partition's. */
const indexOfTable = new Map<string, string>();
let partitioned: ReadonlySet<string>;
before(async () => {
  postgres = await startTestPostgres();
  db = await postgres.database();
  await keepPeriodsAhead(db.database);
  client = await connectClient(db.url, { purpose: 'report' });
  const { rows } = await client.query<{ of: string; part: string }>(
    'select inhparent::regclass::text as "of", inhrelid::regclass::text as part from pg_inherits',
  );
  for (const { of, part } of rows) indexOfTable.set(part, of);
  partitioned = new Set(indexOfTable.values());
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
  [
    'operation_pkey',
    'select state from operation where (account_id, id) in (select * from unnest($1::integer[], $2::bigint[]))',
  ],
  [
    'operation_pkey',
    `update operation o set state = 'FAILED' from ${keys} where o.account_id = k.account_id
      and o.id = k.id`,
  ],
  [
    'operation_pkey',
    'select state from operation where id in (select * from unnest($1::bigint[]))',
  ],
  [
    'attempt_pkey',
    'select a.state from unnest($1::bigint[], $2::integer[]) as k(id, number) join attempt a on a.operation_id = k.id and a.number = k.number',
  ],
  [
    'attempt_request_pkey',
    `select r.prepared from ${keys} join attempt_request r on r.account_id = k.account_id
      and r.operation_id = k.id and r.number = 1`,
  ],
  [
    'callback_body_pkey',
    `select b.body from ${keys} join callback_body b on b.account_id = k.account_id
      and b.operation_id = k.id and not b.second`,
  ],
  ['operation_provider_reference', selectReferenceOwners.text],
  [
    'callback_pkey',
    `update callback c set attempts = 1 from ${keys} where c.account_id = k.account_id
      and c.operation_id = k.id`,
  ],
  [
    'attempt_pkey',
    `update attempt a set state = 'FAILED' from ${keys} where a.account_id = k.account_id
      and a.operation_id = k.id and a.number = 1`,
  ],
];

for (const [index, text] of byKey)
  test(`${text.slice(0, 60)}… goes by ${index}`, async () => {
    const { rows } = await client.query<{ 'QUERY PLAN': string }>(`explain (generic_plan) ${text}`);
    const scans = rows
      .map((row) => row['QUERY PLAN'])
      .filter((line) => /Scan/.test(line) && !/Function Scan|Bitmap Heap/.test(line));
    const used = scans.map((line) => /(?:using|Bitmap Index Scan on) (\w+) /.exec(line)?.[1]);
    assert.deepEqual(
      used.map((name) => indexOfTable.get(name ?? '') ?? name),
      Array(partitioned.has(index) ? 3 : 1).fill(index),
      scans.join(),
    );
    // By the key, rather than through the whole index.
    assert.ok(rows.some((row) => row['QUERY PLAN'].includes('Index Cond:')));
  });

for (const { name, text } of [searchInAccount, searchInAll])
  test(`${name} finds an operation by each of its ids and its phone, and reads no table whole`, async () => {
    const { rows } = await client.query<{ 'QUERY PLAN': string }>(`explain (generic_plan) ${text}`);
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
    assert.doesNotMatch(plan, /Seq Scan on operation/);
    for (const index of [
      'operation_pkey',
      'operation_external_id_account_id_key',
      'operation_provider_reference',
      'operation_of_phone',
    ])
      assert.match(plan, new RegExp(`(using|on) ${index}`), plan);
  });
