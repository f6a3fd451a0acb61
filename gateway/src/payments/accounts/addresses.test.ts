// S1 on a real database: an address counts for 24 hours, and is then forgotten.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { useDatabase } from '../../node/doctor/testing/use-postgres.ts';
import { createAddresses } from './index.ts';
import { removeOldAddresses } from './addresses.ts';

const db = useDatabase();

const read = <Row>(text: string) => db.database.query<Row>({ name: text.slice(0, 60), text });
const stored = async () =>
  (await read<{ address: string }>('select address from key_address order by address')).map(
    ({ address }) => address,
  );

test('S1 an address counts for 24 hours after its last use and is then swept, others stay', async () => {
  const addresses = createAddresses(db.database, Date.now);
  addresses.note(1, '192.0.2.1');
  addresses.note(2, '192.0.2.1');
  assert.deepEqual((await addresses.accountsAt('192.0.2.1')).sort(), [1, 2]);
  await db.sql(
    `insert into key_address values ('192.0.2.8', 1, jokko_now() - interval '24 hours 1 s'),
      ('192.0.2.9', 1, jokko_now() - interval '23 hours 59 minutes')`,
  );
  assert.deepEqual(await addresses.accountsAt('192.0.2.8'), []);
  assert.deepEqual(await addresses.accountsAt('192.0.2.9'), [1]);
  assert.equal(await removeOldAddresses(db.database), false);
  assert.deepEqual(await stored(), ['192.0.2.1', '192.0.2.1', '192.0.2.9']);
});

test('the sweep takes what there is in steps and finds it by index', async () => {
  await db.sql(
    `insert into key_address select 'x' || n, 1, jokko_now() - interval '2 days'
      from generate_series(1, 1500) n;
     insert into key_address select 'y' || n, 1, jokko_now() from generate_series(1, 5000) n`,
  );
  assert.deepEqual(
    [await removeOldAddresses(db.database), await removeOldAddresses(db.database)],
    [true, false],
  );
  assert.equal((await stored()).filter((address) => address.startsWith('x')).length, 0);
  const plan = await read<{ 'QUERY PLAN': string }>(
    `explain select ctid from key_address where last_used_at <= jokko_now() - interval '24 hours'
      order by last_used_at limit 1000 for update skip locked`,
  );
  assert.match(
    plan.map((row) => row['QUERY PLAN']).join('\n'),
    /Index Scan using key_address_last_used/,
  );
});
