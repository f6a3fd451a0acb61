// The report of what the bank paid: which settlements are of a period, and how programs and people
// read them.

import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { test } from 'node:test';
import { usePostgres } from '../../node/doctor/testing/use-postgres.ts';
import type { TestDatabase } from '../../node/doctor/testing/postgres.ts';
import { paidSettlementsFile, sumPaid } from './paid-file.ts';
import { openFixture } from './testing/fixture.ts';

const postgres = usePostgres();

const period = {
  from: new Date('2026-11-20T00:00:00Z'),
  until: new Date('2026-11-21T00:00:00Z'),
  language: 'fr',
  timeZone: 'UTC',
} as const;

/** The first two are of the day: from its first moment, and up to its last. */
async function openPaid(): Promise<TestDatabase> {
  const { db, destinationId } = await openFixture(postgres, 1n);
  await db.sql(`set local session_replication_role = replica;
    insert into settlement (account_id, key, destination_id, currency, amount, fee, state,
      approved_approval_request, reference, value_date, paid_at, ended_at)
      select 1, n, ${destinationId}, 'XOF', n * 10000000, 1000000, case when n = 2 then 'RETURNED'
        else 'PAID' end, n, 'VIR ' || n, '2026-11-20',
        paid_at, case when n = 2 then now() end
      from unnest(array['2026-11-20', '2026-11-20 23:59:59.999999', '2026-11-21',
        '2026-11-19 23:59:59.999999']::timestamp[]) with ordinality
        as s (local, n) cross join lateral (select local at time zone 'UTC' as paid_at)`);
  return db;
}

test('a settlement is of the period in which the bank paid it, from its first moment up to its end', async () => {
  const db = await openPaid();
  const read = async (form: 'plain' | 'excel'): Promise<string[]> => {
    const { content } = await paidSettlementsFile(db.database, period, form);
    const text = (await buffer(Readable.from(content as AsyncIterable<string>))).toString();
    return text.trim().split('\r\n').slice(1);
  };
  assert.deepEqual(await read('plain'), [
    '1,Teranga,XOF,1000,100,VIR 1,2026-11-20,2026-11-20T00:00:00.000Z,no',
    '2,Teranga,XOF,2000,100,VIR 2,2026-11-20,2026-11-20T23:59:59.999Z,yes',
  ]);
  const returned = (await read('excel')).map((line) => line.split(';').at(-1));
  assert.deepEqual(returned, ['non', 'oui']);
  const sums = await sumPaid(db.database, period);
  assert.deepEqual(sums, [{ currency: 'XOF', amount: 30_000_000n }]);
  await db.close();
});

test('it is pages, a workbook, or lines of text', async () => {
  const db = await openPaid();
  for (const [form, ending, begin] of [
    ['pdf', 'pdf', '%PDF-'],
    ['xlsx', 'xlsx', 'PK'],
    ['plain', 'csv', 'id,'],
  ] as const) {
    const { name, content } = await paidSettlementsFile(db.database, period, form);
    const bytes = await buffer(Readable.from(content as AsyncIterable<Buffer>));
    assert.equal(name, `settlements-2026-11-20.${ending}`);
    assert.ok(bytes.toString('latin1').startsWith(begin), form);
  }
  await db.close();
});
