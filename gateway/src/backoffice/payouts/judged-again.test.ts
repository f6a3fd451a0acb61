// Proves at which bounds a batch is judged again before money leaves: one wrong line, one warning,
// one line that costs more.

import assert from 'node:assert/strict';
import { afterEach, beforeEach, test } from 'node:test';
import { stopClock } from '../../node/doctor/testing/postgres.ts';
import { usePostgres } from '../../node/doctor/testing/use-postgres.ts';
import type { TestDatabase } from '../../node/doctor/testing/postgres.ts';
import { approvePayouts, retryPayouts, rowsMax, submitPayouts, uploadPayouts } from './index.ts';
import { createCompleter } from './complete.ts';
import { payDue } from './pay.ts';
import {
  kinds,
  number,
  openPayoutBackOffice,
  units,
  user,
  type PayoutBackOffice,
} from './testing.ts';

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

const users = () => ({ database: db.database, kinds });
const one = (index: number, external = ''): string[] => [number(index), '1000', '', external, ''];
async function submit(batchId: number): Promise<string> {
  const of = { batchId, accountId: 1 };
  const submitted = await submitPayouts(users(), user(1), await backOffice.context(), of);
  return submitted.ok ? 'ok' : submitted.refusal;
}
async function approve(batchId: number): Promise<string> {
  const { approvalRequestId } = await backOffice.batchOf(batchId);
  const decided = await approvePayouts(
    users(),
    user(2),
    { batchId, approvalRequestId: approvalRequestId! },
    null,
  );
  return decided.ok ? decided.state : decided.refusal;
}
async function retry(batchId: number): Promise<unknown> {
  const of = { batchId, accountId: 1 };
  const retried = await retryPayouts(users(), user(1), await backOffice.context(), of);
  return retried.ok ? retried : retried.refusal;
}
async function pay(): Promise<void> {
  await db.sql(`update payout_batch set next_at = '-infinity'`);
  await payDue(backOffice.deps);
}
/** Each line costs so many francs from now on. */
async function charge(francs: number): Promise<void> {
  await db.sql(
    `update account_service set price = '{"fixed": ${francs}}'; update account
      set version = version + 1`,
  );
  backOffice.deps.directory.forget();
}
/** What went out to these has failed. */
async function fail(...indexes: number[]): Promise<void> {
  const phones = indexes.map((index) => `'+221${number(index)}'`).join();
  await db.sql(`update operation set state = 'FAILED', error_id = 5, next_step_at = null
    where state = 'READY' and phone in (${phones})`);
  await createCompleter(db.database)();
}
const problemsOf = async (batchId: number) =>
  (await backOffice.linesOf(batchId)).map(({ problems }) =>
    (problems ?? []).map(({ column, problem }) => `${column} ${problem}`).join(),
  );

test('a draft with one wrong line is not submitted, nor one with a line that is not what was shown', async () => {
  await charge(50);
  assert.equal(
    await submit(await backOffice.upload([one(1), ['12', '1000', '', '', '']])),
    'wrongLines',
  );
  const used = await backOffice.upload([one(2), one(3, 'INV-3'), one(4)]);
  await backOffice.approved([one(5, 'INV-3')]);
  assert.equal(await submit(used), 'changed');
  assert.deepEqual(await problemsOf(used), ['', 'externalId idUsed', '']);
  const { wrong, amount, fees } = await backOffice.batchOf(used);
  assert.deepEqual([wrong, amount, fees], [1, units(2_000), units(100)], 'summed without it');
  const dearer = await backOffice.upload([one(6)]);
  await charge(60);
  assert.equal(await submit(dearer), 'changed');
  assert.equal((await backOffice.batchOf(dearer)).fees, units(60));
  assert.equal(await submit(dearer), 'ok');
  const other = await backOffice.upload([one(7)]);
  await db.sql(`update payout_line set phone = '+221770000000' where batch_id = ${other}`);
  assert.equal(await submit(other), 'changed');
  assert.deepEqual(await problemsOf(other), ['line notAllowed'], 'it would pay somebody else');
  const gone = await backOffice.upload([one(8)]);
  await db.sql('delete from account_service; update account set version = version + 1');
  backOffice.deps.directory.forget();
  assert.equal(await submit(gone), 'changed');
  assert.deepEqual(await problemsOf(gone), ['service notActivated']);
});

test('one line that looks like a payment made meanwhile is told to who submits and to who approves', async () => {
  const draft = await backOffice.upload([one(1)]);
  const asked = await backOffice.upload([one(2)]);
  assert.equal(await submit(asked), 'ok');
  await backOffice.approved([one(1), one(2)]);
  assert.equal(await submit(draft), 'duplicates');
  assert.equal(await approve(asked), 'duplicates');
  assert.equal(await approve(asked), 'done');
  assert.equal(await approve(asked), 'conflict', 'it is approved once');
});

test('a payment is told of for thirty-five days to who would make it again', async () => {
  await stopClock(db);
  await backOffice.approved([one(1)]);
  await pay();
  const told = async (ago: string) => {
    await db.sql(`update operation set created_at = jokko_now() - interval '${ago}'`);
    const [line] = await backOffice.linesOf(await backOffice.upload([one(1)]));
    return (line!.duplicates ?? []).map(({ kind }) => kind);
  };
  assert.deepEqual(await told('35 days'), []);
  assert.deepEqual(await told('35 days -1 microsecond'), ['paidBefore']);
});

test('what is asked for again has the sum of its lines with their fees, and is looked at once more by who approves', async () => {
  const id = await backOffice.approved([one(1), one(2), one(3)]);
  await pay();
  await fail(1, 2);
  await charge(50);
  assert.deepEqual(await retry(id), { ok: true, lines: 2, approval: true });
  const [request] = await db.database.query<{ parameters: object }>({
    name: 'newest_request',
    text: 'select parameters from approval_request order by id desc limit 1',
  });
  assert.deepEqual(request!.parameters, {
    batchId: id,
    again: true,
    before: 'running',
    lines: 2,
    amount: '2000',
    fees: '100',
    currency: 'XOF',
  });
  await backOffice.approved([one(2)]);
  assert.equal(await approve(id), 'duplicates');
  assert.equal(await approve(id), 'done');
});

test('lines that cost more are not asked for while others wait or go out', async () => {
  const id = await backOffice.approved([one(1), one(2), one(3)]);
  await pay();
  await fail(1);
  await charge(50);
  for (const [waiting, sending, answer] of [
    [1, 0, 'nothing'],
    [0, 1, 'nothing'],
    [1, 1, 'nothing'],
    [0, 0, { ok: true, lines: 1, approval: true }],
  ] as const) {
    await db.sql(
      `update payout_batch set waiting = ${waiting}, sending = ${sending},
        sent = ${2 - waiting - sending} where id = ${id}`,
    );
    assert.deepEqual(await retry(id), answer, `${waiting} wait, ${sending} go out`);
  }
});

test('a line is not sent again under an id that another payment has', async () => {
  const id = await backOffice.approved([one(1, 'A')]);
  await pay();
  await backOffice.approved([one(2, 'A-r2')]);
  await fail(1);
  assert.equal(await retry(id), 'nothing');
  assert.deepEqual(await problemsOf(id), ['externalId idUsed']);
});

test('what failed is sent again only of a batch that was begun, and not while one that is stopped still sends', async () => {
  const id = await backOffice.approved([one(1)]);
  await pay();
  await fail(1);
  for (const [state, sending, answer] of [
    ['draft', 0, 'conflict'],
    ['awaiting_approval', 0, 'conflict'],
    ['refused', 0, 'conflict'],
    ['canceling', 1, 'conflict'],
    ['canceling', 0, { ok: true, lines: 1, approval: false }],
    ['running', 0, { ok: true, lines: 1, approval: false }],
    ['waiting_for_funds', 0, { ok: true, lines: 1, approval: false }],
    ['paused', 0, { ok: true, lines: 1, approval: false }],
    ['done', 0, { ok: true, lines: 1, approval: false }],
    ['canceled', 0, { ok: true, lines: 1, approval: false }],
  ] as const) {
    await db.sql(`update payout_line set state = 'failed', operation_id = (select id from operation
      limit 1) where batch_id = ${id};
      update payout_batch set state = '${state}', sending = ${sending}, waiting = 0, failed = 1
        where id = ${id}`);
    assert.deepEqual(await retry(id), answer, `${state} ${sending}`);
  }
});

test('a file has ten thousand lines at most, and nine rows above them', async () => {
  assert.equal(rowsMax, 10_009);
  const told = async (count: number) => {
    const rows = Array.from({ length: count }, (_, index) => ({
      line: index + 2,
      cells: one(1),
      numbers: new Set<number>(),
    }));
    const header = ['Téléphone', 'Montant', 'service', 'Référence', 'Nom'];
    const uploaded = await uploadPayouts(db.database, user(1).who, await backOffice.context(), {
      accountId: 1,
      madeBy: 1,
      name: 'n',
      fileName: 'f',
      codeService: null,
      fileHash: Buffer.alloc(32),
      table: { form: 'csv', sheet: null, hiddenRows: 0, header, rows },
      // There is none: what fits is refused for that, before a line is read.
      replaces: 1_000_000,
    });
    return uploaded.ok || uploaded.refusal;
  };
  assert.deepEqual(
    [await told(0), await told(10_000), await told(10_001)],
    ['empty', 'notFound', 'tooManyLines'],
  );
});
