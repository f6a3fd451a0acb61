// A batch by API whose node dies: before its answer came, and with lines in its hands. No line is
// paid twice, and each is paid under the merchant's own id.

import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { afterEach, beforeEach, test } from 'node:test';
import { runDoctor } from '../../node/doctor/index.ts';
import { usePostgres } from '../../node/doctor/testing/use-postgres.ts';
import type { TestDatabase } from '../../node/doctor/testing/postgres.ts';
import { makePayouts, type GivenLine } from './index.ts';
import { payDue } from './pay.ts';
import { number, openPayoutBackOffice, type PayoutBackOffice } from './testing.ts';

const postgres = usePostgres();
let db: TestDatabase;
let backOffice: PayoutBackOffice;

beforeEach(async () => {
  db = await postgres.database();
  backOffice = await openPayoutBackOffice(db);
});
afterEach(async () => {
  await backOffice.close();
  await db.close();
});

const lineOf = (index: number): GivenLine => ({
  fileLine: index,
  isExact: true,
  data: null,
  extraCells: false,
  isCutPhone: false,
  currency: null,
  phone: number(index),
  amount: '1000',
  name: 'Awa',
  note: '',
  service: 'OPA_SN_API_CASH_IN',
  externalId: `SALARY-${String(index).padStart(2, '0')}`,
});

let ids = 4_000_000_000_000_000;
async function make(
  lines: readonly GivenLine[],
  { failing = false, externalId = 'SALARIES', suspended = false } = {},
) {
  const [key] = await db.database.query<{ id: number }>({
    name: 'first_key',
    text: 'select min(id) as id from api_key where account_id = 1',
  });
  const deps = {
    database: db.database,
    nextId: () => Promise.resolve(String((ids += 1))),
  };
  const lost = {
    ...deps,
    nextId: () => Promise.reject(new Error('the node dies before it has stored the batch')),
  };
  const context = await backOffice.context();
  const account = { ...context.account, suspended };
  return makePayouts(
    failing ? lost : deps,
    { ...context, account },
    {
      who: { kind: 'nobody', address: null, agent: 'API' },
      keyId: key!.id,
      externalId,
      name: 'Salaries',
      callbackUrl: null,
      skipWrong: false,
      lines,
      hash: createHash('sha256').update(JSON.stringify(lines)).digest(),
    },
  );
}

async function inOrder(): Promise<void> {
  const { checks } = await runDoctor(db.database);
  const broken = checks.filter(
    ({ id: check, violations }) => (check === 'I-42' || check === 'I-43') && violations > 0,
  );
  assert.deepEqual(
    broken.map(({ examples }) => examples),
    [],
  );
}

test('a batch by API is made once and each line paid once, whenever its node dies', async () => {
  const lines = Array.from({ length: 30 }, (_, index) => lineOf(index + 1));
  await assert.rejects(make(lines, { failing: true }), /dies/);
  const made = await make(lines);
  assert.ok(made.ok);
  const { id, state, counts } = made.batch;
  assert.deepEqual([state, counts.waiting, counts.draft], ['running', 30, 0]);
  const repeated = await make(lines);
  assert.ok(repeated.ok && repeated.batch.id === id, 'its answer was lost');
  /** Two nodes at a time, until all is sent: one may find the batch in the other's hands. */
  const pay = async (): Promise<void> => {
    do {
      await db.sql(`update payout_batch set next_at = '-infinity'`);
      await Promise.all([payDue(backOffice.deps), payDue(backOffice.deps)]);
    } while ((await backOffice.batchOf(id)).counts.sent < 30);
  };
  /** A node has died with two lines in its hands, and holds them no more. */
  const died = (from: 'waiting' | 'sent') =>
    db.sql(`update payout_line set state = 'sending', operation_id = null,
      held_until = now() - interval '1 second'
        where batch_id = ${id} and number <= 2;
      update payout_batch set ${from} = ${from} - 2, sending = sending + 2, state = 'running'
        where id = ${id}`);
  await died('waiting');
  await pay();
  assert.equal((await backOffice.operations()).length, 30);
  await died('sent');
  await pay();
  const externals = (await backOffice.operations()).map(({ external }) => external);
  assert.deepEqual(
    externals,
    lines.map(({ externalId }) => externalId),
  );
  assert.equal((await backOffice.batchOf(id)).counts.sent, 30);
  assert.deepEqual(backOffice.errors, []);
  await inOrder();
});

test('a suspended account is answered its batch again, and makes no new one', async () => {
  const made = await make([lineOf(1)]);
  assert.ok(made.ok);
  const repeated = await make([lineOf(1)], { suspended: true });
  assert.ok(repeated.ok && repeated.batch.id === made.batch.id, 'its answer was lost');
  const other = await make([lineOf(2)], { externalId: 'OTHER', suspended: true });
  assert.deepEqual(other, { ok: false, refusal: 'suspended' });
});

test('a line that waits for money keeps clear of an id that another line has, and stops nothing', async () => {
  const lines = [
    { ...lineOf(1), externalId: 'SALARY' },
    { ...lineOf(2), externalId: 'SALARY-r2', amount: '500' },
    { ...lineOf(3), externalId: 'SALARY-r4' },
  ];
  const made = await make(lines);
  assert.ok(made.ok);
  const { id } = made.batch;
  const { directory } = backOffice.deps;
  // Somebody else spends of the balance after it was looked at: it is enough for the second line.
  const byId = async (accountId: number) => {
    await db.sql('update balance set available = 7000000');
    return directory.byId(accountId);
  };
  await payDue({ ...backOffice.deps, directory: { ...directory, byId } });
  const short = await backOffice.linesOf(id);
  assert.deepEqual(
    short.map(({ state, externalId }) => [state, externalId]),
    [
      ['waiting', 'SALARY-r3'],
      ['sent', 'SALARY-r2'],
      ['waiting', 'SALARY-r4-r2'],
    ],
  );
  await db.sql(`update balance set available = 1000000000;
    update payout_batch set next_at = '-infinity'`);
  await payDue(backOffice.deps);
  assert.equal((await backOffice.batchOf(id)).counts.sent, 3);
  assert.deepEqual(backOffice.errors, []);
  await inOrder();
});

test('of two batches at once with the same ids in other orders one is made, and the other one is told which', async () => {
  const lines = Array.from({ length: 3_000 }, (_, index) => ({
    ...lineOf(index + 1),
    amount: '10',
  }));
  const [one, two] = await Promise.all([
    make(lines, { externalId: 'ONE' }),
    make(lines.toReversed(), { externalId: 'TWO' }),
  ]);
  assert.deepEqual([one.ok, two.ok].toSorted(), [false, true]);
  const refused = one.ok ? two : one;
  assert.ok(!refused.ok && refused.refusal === 'wrong');
  assert.deepEqual(
    [refused.wrong.length, refused.wrong[0]!.problems![0]!.problem],
    [3_000, 'idUsed'],
  );
});
