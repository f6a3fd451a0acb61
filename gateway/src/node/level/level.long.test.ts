// Proves that lists, searches, statements and sweeps read their own rows only, however many there
// are: rows and pages are counted, so that a slow machine changes nothing.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startTestPostgres } from '../doctor/testing/postgres.ts';
import type { TestDatabase, TestPostgres } from '../doctor/testing/postgres.ts';
import { leaseForFile, leaseOperations } from '../../payments/operations/attempts/lease.ts';
import { countOpenCases, listOperations, everyOperation } from '../../payments/operations/index.ts';
import { eachOfStatement, readBounds, readStatement } from '../../payments/ledger/index.ts';
import { pageCallbacks } from '../../payments/callbacks/index.ts';
import { listCases } from '../../backoffice/cases/list.ts';
import { fillWithManyRows, manyRows } from './testing/many-rows.ts';
import { measureOn, type MeasuredSession } from './testing/rows-read.ts';

let postgres: TestPostgres;
let db: TestDatabase;
let session: MeasuredSession;
before(async () => {
  postgres = await startTestPostgres();
  db = await postgres.database();
  await fillWithManyRows(db);
  session = await measureOn(db.url);
});
after(async () => {
  await session.close();
  await db.close();
  await postgres.close();
});

const { large, small, route, currency } = manyRows;

async function assertReads(
  what: string,
  { rows, pages }: { rows: number; pages: number },
  read: () => Promise<unknown>,
): Promise<void> {
  await test(what, async (t) => {
    await read();
    const taken = session.take();
    t.diagnostic(`${taken.rows} rows, ${taken.pages} pages`);
    assert.ok(
      taken.rows <= rows && taken.pages <= pages,
      `${taken.rows} rows, ${taken.pages} pages
${taken.plan}`,
    );
  });
}

const room = (rows: number) => [{ route, room: rows, sendsFiles: false }];
test('a sweep of due operations reads what it takes, whatever waits behind', async () => {
  await assertReads('64 of a backlog of 200,000', { rows: 1_000, pages: 8_000 }, async () => {
    assert.equal((await leaseOperations(session, 1, room(64), [])).length, 128);
  });
  await assertReads('64 for a file', { rows: 500, pages: 4_000 }, async () => {
    assert.equal((await leaseForFile(session, 1, route, 64)).length, 64);
  });
});

test('what waits for a user is counted without reading the backlog', async () => {
  await assertReads('open cases', { rows: 100, pages: 100 }, () => countOpenCases(session));
  const page = { accountId: null, kind: null, services: null, after: null, limit: 51 };
  for (const kept of ['open', 'closed', 'unknown'] as const)
    await assertReads(`cases, ${kept}`, { rows: 100, pages: 100 }, () =>
      listCases(session, { ...page, of: kept }),
    );
});

const monthsAgo = (count: number) => new Date(Date.now() - count * 30 * 86_400_000);
const places = [null, { at: monthsAgo(1), id: '0' }, { at: monthsAgo(34), id: '0' }];

test('a list costs the same at every place', async () => {
  for (const accountId of [large, 20, small])
    for (const [index, place] of places.entries())
      await assertReads(`account ${accountId}, place ${index}`, { rows: 250, pages: 400 }, () =>
        listOperations(session, { ...everyOperation, accountId }, place, 50),
      );
  for (const [index, place] of places.entries())
    await assertReads(`all accounts, place ${index}`, { rows: 5_000, pages: 6_000 }, async () => {
      assert.equal((await listOperations(session, everyOperation, place, 50)).items.length, 50);
    });
});

test('the newest of all accounts are those that sorting all of them finds', async () => {
  for (const place of places) {
    const { items } = await listOperations(session, everyOperation, place, 50);
    const sorted = await session.query<{ id: string }>(
      {
        name: 'sort_all_operations',
        text: `select id::text as id from operation where (created_at, id) < ($1::timestamptz,
          $2::bigint)
          order by created_at desc, id desc limit 50`,
      },
      [place?.at ?? 'infinity', place?.id ?? '9223372036854775807'],
    );
    assert.deepEqual(
      items.map(({ id }) => id),
      sorted.map(({ id }) => id),
    );
  }
  session.take();
});

test('a list of a period reads that period', async () => {
  const period = { from: monthsAgo(20), until: monthsAgo(19) };
  for (const accountId of [large, small])
    await assertReads(`account ${accountId}`, { rows: 250, pages: 400 }, () =>
      listOperations(session, { ...everyOperation, accountId, ...period }, null, 50),
    );
});

test('a search without a match reads no more than its bound', async () => {
  await assertReads('amount', { rows: 40_000, pages: 45_000 }, () =>
    listOperations(
      session,
      { ...everyOperation, accountId: large, amount: { from: 7n, until: 7n } },
      null,
      50,
    ),
  );
  // What no id has whole may be a piece of one.
  await assertReads('a piece', { rows: 40_000, pages: 45_000 }, () =>
    listOperations(
      session,
      { ...everyOperation, accountId: large, identified: { id: null, text: 'none', phones: [] } },
      null,
      50,
    ),
  );
  // The backlog was made in one moment, which no window divides.
  for (const [index, bounds] of [
    { rows: 250_000, pages: 200_000 },
    { rows: 40_000, pages: 40_000 },
    { rows: 40_000, pages: 40_000 },
  ].entries())
    await assertReads(`of all, place ${index}`, bounds, () =>
      listOperations(
        session,
        { ...everyOperation, amount: { from: 7n, until: 7n } },
        places[index]!,
        50,
      ),
    );
});

test('a search by what identifies one reads that one', async () => {
  const [one] = await db.database.query<{ id: string; text: string; phone: string }>({
    name: 'one_of_large',
    text: `select id::text, provider_reference as text, phone from operation
      where account_id = ${large} and provider_reference is not null limit 1`,
  });
  const { id, text, phone } = one!;
  const identified = { id, text, phones: [phone] };
  for (const accountId of [null, large])
    await assertReads(`account ${accountId}`, { rows: 50, pages: 200 }, async () => {
      const filter = { ...everyOperation, accountId, identified };
      const { items } = await listOperations(session, filter, null, 50);
      assert.ok(items.some((item) => item.id === id));
    });
});

test('a page of a statement costs the same at every place', async () => {
  for (const accountId of [large, 20, small])
    for (const months of [36, 20, 1]) {
      const period = { accountId, currency, from: monthsAgo(months), until: monthsAgo(months - 1) };
      const what = `account ${accountId}, ${months} months ago`;
      await assertReads(what, { rows: 600, pages: 1_200 }, () =>
        readStatement(session, period, null, 51),
      );
      await assertReads(`${what}, balances`, { rows: 600, pages: 1_200 }, () =>
        readBounds(session, period),
      );
      await assertReads(`${what}, export`, { rows: 600, pages: 1_200 }, () =>
        eachOfStatement(session, period).next(),
      );
    }
});

test('a page of callbacks costs the same at every place', async () => {
  for (const accountId of [large, small])
    for (const months of [0, 1, 34]) {
      const createdUs = String(monthsAgo(months).getTime() * 1_000);
      await assertReads(`account ${accountId}, ${months}`, { rows: 400, pages: 800 }, () =>
        pageCallbacks(
          session,
          { accountId },
          { after: { createdUs, operationId: '0', second: false }, limit: 51 },
        ),
      );
    }
});
