// F31: proves how many rows a step compares, which of several payments or moves of one reference a
// row is about, and which times are in time.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inTransaction } from '../../platform/db/transaction.ts';
import { machine, runIn, type Environment } from '../../platform/environment.ts';
import { findFile } from './index.ts';
import { matchStep } from './match-step.ts';
import {
  bookFloat,
  classesOf,
  db,
  discrepanciesOf,
  file,
  hourMs,
  ids,
  line,
  period,
  ref,
  useBooks,
} from './testing/books.ts';
import { takeIn, workOff, type TestFile } from './testing/files.ts';

useBooks();

async function take(lines: string[], change: Partial<TestFile> = {}): Promise<number> {
  const { id, begun } = await takeIn(db, { content: file(lines), period: period(), ...change });
  assert.deepEqual(begun, { ok: true });
  await workOff(db);
  return id;
}
const fileOf = async (id: number) => (await findFile(db.database, id))!;

test('F31 a step takes fewer rows after each that was too long, one at least, and more again after a quick one', async () => {
  const id = await take(Array.from({ length: 100 }, () => line({})));
  const began = machine.monotonic();
  const quick: Environment = { ...machine, monotonic: () => began };
  /**
   * The last row that was compared, of rows that begin with 2, and how slow steps are known to be.
   */
  const stepWith = async (slowSteps: number, environment = quick) => {
    await db.sql(
      `update reconciliation_file set state = 'matching', position = 0, slow_steps = ${slowSteps}
        where id = ${id}`,
    );
    const begun = await fileOf(id);
    await runIn(environment, () =>
      inTransaction(db.database, (session) => matchStep(session, begun)),
    );
    const { position, slowSteps: left } = await fileOf(id);
    return [position, left];
  };
  assert.deepEqual(await stepWith(0), [101, 0]);
  assert.deepEqual(await stepWith(2), [63, 1]);
  assert.deepEqual(await stepWith(15), [2, 14]);
  let now = began;
  const slow: Environment = { ...machine, monotonic: () => (now += 1_000) };
  assert.deepEqual(await stepWith(2, slow), [63, 2]);
});

test('F31 a row is late from beyond the grace minutes of its statement around the days of the payment', async () => {
  await db.sql(`set session_replication_role = replica;
    update attempt set sent_at = '2026-04-02T00:10Z', updated_at = '2026-04-02T23:50Z';
    update transfer set created_at = '2026-04-02T23:50Z'`);
  const rows = [
    ['success', '2026-04-01T23:50:00.000Z'],
    ['withoutCommission', '2026-04-01T23:49:59.999Z'],
    ['otherAccount', '2026-04-03T00:10:00.000Z'],
    ['successUnannounced', '2026-04-03T00:10:00.001Z'],
  ] as const;
  const id = await take(
    rows.map(([name, at]) => line({ ours: ref(name), at: new Date(at) })),
    {
      mapping: { graceMinutes: 20 },
      period: { from: new Date('2026-04-01'), until: new Date('2026-04-04') },
    },
  );
  assert.deepEqual(
    [...(await classesOf(id))],
    [
      [3, 'late'],
      [5, 'late'],
    ],
  );
});

test('F31 a row that names a payment alone is about its last attempt', async () => {
  await db.sql(`set session_replication_role = replica;
    insert into attempt (account_id, operation_id, number, purpose, route, state, refs, created_at,
      sent_at, updated_at)
      select account_id, operation_id, 2, purpose, route, state, refs, created_at, sent_at,
        updated_at
        from attempt where operation_id = ${ids.success}`);
  const id = await take([line({ ours: `T${ids.success}` })]);
  const attempts = await db.database.query<{ attempt: number }>({
    name: 'attempts',
    text: `select attempt from reconciliation_line where file_id = ${id}`,
  });
  assert.deepEqual(attempts, [{ attempt: 2 }]);
});

test('F31 of moves of our own money with one reference a row is about the one of its amount', async () => {
  await bookFloat('VIR-7', '40000000');
  await bookFloat('VIR-7', '50000000');
  const id = await take([line({ theirs: 'VIR-7', direction: 'in', fee: '0' })]);
  assert.deepEqual([...(await classesOf(id))], []);
  const missing = (await discrepanciesOf(id)).filter(({ operationId }) => operationId === null);
  assert.deepEqual(
    missing.map(({ class: name, ours }) => [name, ours]),
    [['missing_there', 40_000_000n]],
  );
});

test('F31 of a row that names nothing of ours our side is empty', async () => {
  const id = await take([line({ theirs: 'nobody' })]);
  const [unknown] = await discrepanciesOf(id);
  assert.deepEqual([unknown!.class, unknown!.evidence.ours], ['missing_here', null]);
});

test('I-51 the fee that a fetched statement alone tells is booked, of what it names and with the fee that it states', async () => {
  const id = await take(
    [line({ theirs: 'nobody', fee: '50' }), line({ ours: ref('success'), fee: '50' })],
    { mapping: { isFetched: true } },
  );
  assert.deepEqual([...(await classesOf(id))], [[2, 'missing_here']]);
  const fees = await db.database.query<{ operation: string; amount: bigint }>({
    name: 'fees',
    text: `select operation_id::text as operation, amount from transfer
      where verb = 'provider_fee'`,
  });
  assert.deepEqual(fees, [{ operation: ids.success, amount: 500_000n }]);
});

test('F11 a period is judged up to its grace minutes, to what is committed, and from its beginning', async () => {
  const now = Date.now();
  const judgedOf = async (from: number, until: number) => {
    const id = await take([line({})], {
      mapping: { graceMinutes: 15 },
      period: { from: new Date(from), until: new Date(until) },
    });
    const { judgedFrom, judgedUntil } = await fileOf(id);
    return [judgedFrom!.getTime(), judgedUntil!.getTime()] as const;
  };
  const [long, ago] = [now - 3 * hourMs, now - hourMs];
  assert.deepEqual(await judgedOf(long, ago), [long, ago - 15 * 60_000]);
  const [, until] = await judgedOf(now - hourMs / 2, now + hourMs);
  assert.ok(until > ago && until <= Date.now() - 30_000, 'what is not over yet cannot be missing');
  const later = now + 2 * hourMs;
  assert.deepEqual(await judgedOf(later, later + hourMs), [later, later]);
});
