// Lists of operations on a slow machine: a page without a filter is always full, and a filtered one
// ends with a place from which the search goes on.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startTestPostgres } from '../../../node/doctor/testing/postgres.ts';
import type { TestDatabase, TestPostgres } from '../../../node/doctor/testing/postgres.ts';
import { machine, runIn } from '../../../platform/environment.ts';
import { everyOperation, listOperations, type ListFilter } from '../index.ts';
import type { ListPlace } from './list-store.ts';

let postgres: TestPostgres;
let db: TestDatabase;
before(async () => {
  postgres = await startTestPostgres();
  db = await postgres.database();
  // 1,511 payments of three accounts over the last ten months, none of the last hour; one fits 77.
  await db.sql(`
    set session_replication_role = replica;
    update installation set created_at = now() - interval '2 years';
    insert into account (id, name, webhook_secret_sealed) overriding system value
      select n, 'Account ' || n, '\\x00' from generate_series(1, 3) n;
    insert into operation (account_id, id, external_id, fingerprint, code_service, direction, route,
      phone_given, phone, amount, commission,
      currency, details, state, balance_before, balance_after, created_at, updated_at)
    select 1 + n % 3, 9000 + n, 'order-' || n, '\\x01', 'OPA_SN_API_CASH_IN', 'DEBIT', 'R', '77',
      '+221770000000', case n when 1500 then 77 when 300 then 78 else 10000 end, 0,
      'XOF', '{}', 'SUCCESS', 0, 0, date_trunc('milliseconds', now()) - interval '1 hour' - n
        * interval '5 hours', now()
    from generate_series(0, 1510) n`);
});
after(async () => {
  await db.close();
  await postgres.close();
});

/** Every look at the clock finds that a second went by: whatever is bounded by time ends. */
function onSlowMachine<Result>(work: () => Promise<Result>): Promise<Result> {
  let at = 0;
  return runIn({ ...machine, monotonic: () => (at += 1_000) }, work);
}

const page = (filter: ListFilter, place: ListPlace | null) =>
  onSlowMachine(() => listOperations(db.database, filter, place, 50));

test('without a filter every page is full, however slow the machine', async () => {
  const ids: string[] = [];
  let place: ListPlace | null = null;
  do {
    const { items, next, searchedUntil } = await page(everyOperation, place);
    assert.equal(searchedUntil, null);
    assert.equal(items.length, next === null ? 11 : 50);
    ids.push(...items.map(({ id }) => id));
    place = next;
  } while (place !== null);
  assert.deepEqual(
    ids,
    Array.from({ length: 1_511 }, (_none, n) => String(9_000 + n)),
  );
});

test('a filtered page that ends early says how far it came, and the search goes on from there', async () => {
  const filter = { ...everyOperation, amount: { from: 77n, until: 77n } };
  let place: ListPlace | null = null;
  for (let pages = 1; ; pages++) {
    const { items, next, searchedUntil } = await page(filter, place);
    if (items.length > 0) {
      assert.deepEqual(
        items.map(({ id }) => id),
        ['10500'],
      );
      assert.ok(pages > 1, 'the machine is slow');
      return;
    }
    assert.ok(next !== null && searchedUntil !== null, 'there is more to search');
    assert.equal(next.at.getTime(), searchedUntil.getTime());
    place = next;
  }
});

test('a short list is searched whole, however slow the machine', async () => {
  const { items } = await page({ ...everyOperation, amount: { from: 78n, until: 78n } }, null);
  assert.deepEqual(
    items.map(({ id }) => id),
    ['9300'],
  );
});

const identified = (text: string) => ({ id: null, text, phones: [] });
const found = async (text: string): Promise<string[]> => {
  const { items } = await listOperations(
    db.database,
    { ...everyOperation, accountId: 1, identified: identified(text) },
    null,
    3,
  );
  return items.map(({ id }) => id);
};

test('a piece of an id or of a phone finds the newest that have it, where none has it whole', async () => {
  await db.sql(`set session_replication_role = replica;
    update operation set phone = '+221771232468', provider_reference = 'OPC-77-XYZ'
      where id = 9600`);
  assert.deepEqual(await found('DER-60'), ['9060', '9600', '9603']);
  assert.deepEqual(await found('xyz'), ['9600']);
  assert.deepEqual(await found('2468'), ['9600']);
  assert.deepEqual(await found('77 123 24'), ['9600']);
  assert.deepEqual(await found('no-such'), []);
  // Whole, it is that one alone, although others begin with it.
  assert.deepEqual(await found('order-60'), ['9060']);
  // Two letters say too little.
  assert.deepEqual(await found('de'), []);
});

test('what has the whole of it in another state is not passed over for pieces of it', async () => {
  const filter = {
    ...everyOperation,
    accountId: 1 + (150 % 3),
    identified: identified('order-150'),
  };
  const listed = async (states: ListFilter['states']): Promise<string[]> => {
    const { items } = await listOperations(db.database, { ...filter, states }, null, 50);
    return items.map(({ id }) => id);
  };
  assert.deepEqual(await listed(['SUCCESS']), ['9150']);
  assert.deepEqual(await listed(['FAILED']), []);
  await db.sql(`update operation set state = 'FAILED' where id = 9150`);
  assert.deepEqual(await listed(['SUCCESS']), []);
  await db.sql(`update operation set state = 'SUCCESS' where id = 9150`);
});

test('the number of a payment whose phone was removed is not found by a piece of it', async () => {
  await db.sql(`set session_replication_role = replica;
    update operation set phone = '*4455667788' where id = 9603`);
  assert.deepEqual(await found('4455667'), []);
});

test('a search for a piece goes on from where it came to', async () => {
  const filter = { ...everyOperation, identified: identified('rder-150') };
  const ids: string[] = [];
  let place: ListPlace | null = null;
  let pages = 0;
  do {
    const { items, next } = await page(filter, place);
    ids.push(...items.map(({ id }) => id));
    place = next;
    pages += 1;
  } while (place !== null);
  assert.deepEqual(ids, ['9150', ...Array.from({ length: 10 }, (_none, n) => String(10_500 + n))]);
  assert.ok(pages > 1, 'the machine is slow');
});
