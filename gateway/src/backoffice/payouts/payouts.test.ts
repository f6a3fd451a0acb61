// Bulk payouts on a real database and through the real writer: what a file may hold, two users,
// each line paid once, and the money.

import assert from 'node:assert/strict';
import { afterEach, beforeEach, test } from 'node:test';
import { stopClock } from '../../node/doctor/testing/postgres.ts';
import { usePostgres } from '../../node/doctor/testing/use-postgres.ts';
import type { TestDatabase } from '../../node/doctor/testing/postgres.ts';
import { runDoctor } from '../../node/doctor/index.ts';
import { approve, refuseApprovalRequest, withdrawApprovalRequest } from '../approvals/index.ts';
import {
  cancelPayouts,
  findListedBatch,
  pausePayouts,
  resumePayouts,
  retryPayouts,
  submitPayouts,
  type LineContext,
  type PayDeps,
} from './index.ts';
import { createCompleter } from './complete.ts';
import { payDue } from './pay.ts';
import { purgeDrafts } from './old-drafts.ts';
import {
  kinds,
  number,
  openPayoutBackOffice,
  user,
  some,
  units,
  type PayoutBackOffice,
} from './testing.ts';

const postgres = usePostgres();
let db: TestDatabase;
let backOffice: PayoutBackOffice;
let deps: PayDeps;
let context: LineContext;

beforeEach(async () => {
  db = await postgres.database();
  backOffice = await openPayoutBackOffice(db);
  ({ deps } = backOffice);
  context = await backOffice.context();
});
afterEach(async () => {
  await backOffice.close();
  await db.close();
});

const upload: PayoutBackOffice['upload'] = (lines, more) => backOffice.upload(lines, more);
const approved: PayoutBackOffice['approved'] = (lines) => backOffice.approved(lines);
const batchOf: PayoutBackOffice['batchOf'] = (id) => backOffice.batchOf(id);
const linesOf: PayoutBackOffice['linesOf'] = (id) => backOffice.linesOf(id);
const operations: PayoutBackOffice['operations'] = () => backOffice.operations();
const of = (batchId: number) => ({ batchId, accountId: 1 });
const users = () => ({ database: db.database, kinds });

/** Rounds of paying until nothing is due, with the pauses between them left out. */
async function pay(rounds = 3): Promise<void> {
  for (let round = 0; round < rounds; round += 1) {
    await db.sql(`update payout_batch set next_at = '-infinity'`);
    await payDue(deps);
  }
}
async function complete(): Promise<void> {
  await createCompleter(db.database)();
}
/** What a provider would say. */
const conclude = (phone: string, state: 'SUCCESS' | 'FAILED') =>
  db.sql(`update operation set state = '${state}', next_step_at = null where phone = '${phone}'`);

/** The batch's numbers are those of its lines, and nobody paid alone. */
async function inOrder(): Promise<void> {
  const { checks } = await runDoctor(db.database);
  assert.deepEqual(
    checks
      .filter(({ id, violations }) => (id === 'I-42' || id === 'I-43') && violations > 0)
      .map(({ examples }) => examples),
    [],
  );
  assert.ok(checks.some(({ id }) => id === 'I-42'));
}

test('each line of a file is checked as a request would be, and what is wrong is told by column', async () => {
  const id = await upload([
    ['77 123 45 67', '1 500', '', 'INV-1', 'Awa'],
    ['2.21771E+11', '1000', '', '', ''],
    ['771234568', '1.500', '', '', ''],
    ['771234569', '1000,5', '', 'INV-1', ''],
    ['12', '-5', '', '', ''],
    ['', '', 'NOBODY', '', ''],
    ['771234570', '1000', 'OPA_SN_API_CASH_OUT', '', ''],
    ['771234571', '1', '', '', ''],
    ['221771234567', '1500', '', '', 'again'],
  ]);
  const lines = await linesOf(id);
  const reported = lines.map(({ problems }) =>
    (problems ?? []).map(({ column, problem }) => `${column} ${problem}`).join(', '),
  );
  assert.deepEqual(reported, [
    '',
    'phone scientific',
    'amount ambiguous',
    'amount tooManyDecimals, externalId sameIdInFile',
    reported[4],
    'phone missing, amount missing, service unknownService',
    'service notPayout',
    'amount refused',
    '',
  ]);
  assert.match(reported[4]!, /phone invalidPhone|amount notPositive/);
  assert.deepEqual(lines[8]!.duplicates, [{ kind: 'sameInFile', line: 2 }]);
  assert.deepEqual(
    [lines[0]!.phone, lines[0]!.amount, lines[0]!.fileLine],
    ['+221771234567', units(1_500), 2],
  );
  const batch = await batchOf(id);
  assert.deepEqual(
    [batch.wrong, batch.duplicated, batch.counts.draft, batch.countries],
    [7, 1, 9, ['*', 'SN']],
  );
  assert.deepEqual(await submitPayouts(users(), user(1), context, of(id)), {
    ok: false,
    refusal: 'wrongLines',
  });
  const corrected = await upload(some(2), { replaces: id });
  assert.equal(await findListedBatch(db.database, id, { accountId: null, countries: null }), null);
  assert.equal((await batchOf(corrected)).wrong, 0);
  await inOrder();
});

test('O1 a phone in a file is read as that of a request, and shown as it was given', async () => {
  const given = [
    '\u202a+221\u00a077\u2011123\u200945\ufe0d67\u202c',
    '\u200e(77) 123\t45\u202f67',
    '\u0667\u0667\u0661\u0662\u0663\u0664\u0665\u0666\u0667',
    '77 123 45 67 / 78 123 45 67',
  ];
  const lines = await linesOf(await upload(given.map((phone) => [phone, '1500', '', '', ''])));
  assert.deepEqual(
    lines.map(({ phone, phoneGiven }) => [phone, phoneGiven]),
    given.map((phone, index) => [index < 2 ? '+221771234567' : null, phone]),
  );
  assert.deepEqual(lines[1]!.duplicates, [{ kind: 'sameInFile', line: 2 }]);
  for (const { problems } of lines.slice(2))
    assert.deepEqual(problems, [{ column: 'phone', problem: 'invalidPhone' }]);
});

test('a thousands separator never divides an amount, and a sum that no account can hold is told by line', async () => {
  const id = await upload([
    [number(1), '150', '', '', '', '000'],
    [number(2), '1500.000', '', '', ''],
    [number(3), '500 .000', '', '', ''],
    [number(4), '1 500,000', '', '', ''],
    [number(5), '150', '', '', '000'],
    [number(6), '150', '', '001', 'Awa'],
    [number(7), '1 500', '', '', ''],
  ]);
  assert.deepEqual(
    (await linesOf(id)).map(({ problems }) =>
      (problems ?? []).map(({ column, problem }) => `${column} ${problem}`).join(),
    ),
    [
      'line extraCells',
      ...['amount ambiguous', 'amount ambiguous', 'amount ambiguous', 'amount ambiguous'],
      '',
      '',
    ],
  );
  const { amount, wrong } = await batchOf(id);
  assert.deepEqual([amount, wrong], [units(1_650), 5], 'what is wrong is not part of the sum');
  const huge = await batchOf(await upload(some(1_100, 900_719_925_474)));
  assert.deepEqual(
    [huge.wrong, huge.amount],
    [1_100, 0n],
    'above what the service takes, and more together than a bigint',
  );
  await inOrder();
});

test('nobody approves what they asked for, nor does another account or the operator; two who approve at once start it once', async () => {
  const id = await upload(some(2));
  assert.deepEqual(await submitPayouts(users(), user(1), context, { batchId: id, accountId: 2 }), {
    ok: false,
    refusal: 'notFound',
  });
  await submitPayouts(users(), user(1), context, of(id));
  const approvalRequest = (await batchOf(id)).approvalRequestId!;
  assert.deepEqual(await approve(users(), user(1), approvalRequest, null), {
    ok: false,
    refusal: 'ownRequest',
  });
  assert.deepEqual(await approve(users(), user(2, 2), approvalRequest, null), {
    ok: false,
    refusal: 'notFound',
  });
  const { accountId: _, ...operator } = user(2);
  assert.deepEqual(await approve(users(), operator, approvalRequest, null), {
    ok: false,
    refusal: 'notFound',
  });
  await pay();
  assert.equal((await operations()).length, 0);
  const answers = await Promise.all([
    approve(users(), user(2), approvalRequest, null),
    approve(users(), user(2), approvalRequest, null),
  ]);
  assert.equal(answers.filter(({ ok }) => ok).length, 1);
  assert.equal((await batchOf(id)).state, 'running');
  const refused = await upload([[number(50), '900', '', '', '']]);
  await submitPayouts(users(), user(1), context, of(refused));
  assert.ok(
    (
      await refuseApprovalRequest(
        users(),
        user(2),
        (await batchOf(refused)).approvalRequestId!,
        'no',
      )
    ).ok,
  );
  assert.equal((await batchOf(refused)).state, 'refused');
  const withdrawn = await upload([[number(51), '900', '', '', '']]);
  await submitPayouts(users(), user(1), context, of(withdrawn));
  await db.sql(`update approval_request set expires_at = now() - interval '1 day'`);
  assert.ok(
    (await withdrawApprovalRequest(users(), user(1), (await batchOf(withdrawn)).approvalRequestId!))
      .ok,
    'what nobody decided in time, too',
  );
  assert.equal((await batchOf(withdrawn)).state, 'draft');
  await inOrder();
});

test('every line is paid once, whatever breaks off: two nodes at once, a node that dies before or after the operation is stored', async () => {
  const id = await approved(some(30));
  await Promise.all([pay(), pay()]);
  assert.equal((await operations()).length, 30);
  assert.deepEqual((await batchOf(id)).counts.sent, 30);
  // As if a node had died with three lines in its hands: two of them stored already, the operation
  // of one never begun.
  const other = await approved([[number(90), '700', '', '', '']]);
  await db.sql(`update payout_line set state = 'sending', operation_id = null,
    held_until = now() - interval '1 second'
      where batch_id = ${id} and number <= 2;
    update payout_batch set sent = sent - 2, sending = 2 where id = ${id};
    update payout_line set state = 'sending', held_until = now() - interval '1 second'
      where batch_id = ${other};
    update payout_batch set waiting = 0, sending = 1, state = 'paused' where id = ${other}`);
  await Promise.all([payDue(deps), payDue(deps)]);
  assert.equal((await operations()).length, 31);
  assert.equal(new Set((await linesOf(id)).map(({ operationId }) => operationId)).size, 30);
  assert.equal(
    (await linesOf(other))[0]!.state,
    'sent',
    'it may have gone out before it was paused, so it goes on',
  );
  assert.deepEqual(backOffice.errors, []);
  await inOrder();
});

test('a batch that is held sends nothing, one that is stopped ends, and both finish what has gone out', async () => {
  const id = await approved(some(30));
  await db.sql(`update payout_batch set next_at = '-infinity'`);
  // One group of lines goes out; the next one would be due in a moment.
  const goOn = await stopClock(db);
  await payDue(deps);
  assert.ok((await pausePayouts(db.database, user(2).who, of(id))).ok);
  await goOn();
  await pay();
  assert.deepEqual((await batchOf(id)).counts.waiting, 5);
  await conclude(`+221${number(0)}`, 'SUCCESS');
  await complete();
  assert.deepEqual(
    [(await batchOf(id)).counts.succeeded, (await batchOf(id)).counts.sent],
    [1, 24],
  );
  assert.deepEqual(await retryPayouts(users(), user(1), context, of(id)), {
    ok: false,
    refusal: 'nothing',
  });
  assert.ok((await resumePayouts(db.database, user(2).who, of(id))).ok);
  await pausePayouts(db.database, user(2).who, of(id));
  assert.ok((await cancelPayouts(db.database, user(2).who, of(id))).ok);
  assert.equal((await batchOf(id)).state, 'canceling');
  assert.ok(!(await resumePayouts(db.database, user(2).who, of(id))).ok);
  await pay();
  await db.sql(`update operation set state = 'SUCCESS'`);
  await complete();
  const { state, counts } = await batchOf(id);
  assert.deepEqual([state, counts.succeeded, counts.canceled, counts.sent], ['canceled', 25, 5, 0]);
  assert.equal((await operations()).length, 25);
  await inOrder();
});

test('a batch waits when the balance is short, and goes on when money comes; what the ledger refused is no failure', async () => {
  await db.sql(`update balance set available = ${units(2_500)}`);
  const id = await approved(some(4));
  await pay();
  assert.deepEqual(
    [(await batchOf(id)).state, (await batchOf(id)).counts.waiting],
    ['waiting_for_funds', 4 - (await operations()).length],
  );
  const paid = (await operations()).length;
  assert.ok(paid >= 1 && paid <= 2, `${paid} lines fit into 2500`);
  await db.sql(`update balance set available = ${units(10_000)}`);
  await pay();
  assert.deepEqual([(await batchOf(id)).state, (await batchOf(id)).counts.sent], ['running', 4]);
  await inOrder();
});

test('what the ledger refuses after the look at the balance waits for money under a new id, and is canceled when the batch is stopped', async () => {
  // Another request was quicker: the lease saw money that is gone when the operation is opened.
  const { directory } = deps;
  const spending = (also = '') => {
    const byId = async (accountId: number) => {
      await db.sql(`update balance set available = 0; ${also}`);
      return directory.byId(accountId);
    };
    deps = { ...deps, directory: { ...directory, byId } };
  };
  const id = await approved([[number(1), '1000', '', '', '']]);
  spending();
  await pay(2);
  const [line] = await linesOf(id);
  assert.deepEqual(
    [line!.state, line!.externalId, (await batchOf(id)).state],
    ['waiting', `payout-${id}-1-r2`, 'waiting_for_funds'],
  );
  await cancelPayouts(db.database, user(2).who, of(id));
  deps = { ...deps, directory };
  await db.sql(`update balance set available = ${units(5_000)}`);
  const stopped = await approved([[number(2), '1000', '', '', '']]);
  spending(`update payout_batch set state = 'canceling' where id = ${stopped}`);
  await pay(1);
  assert.deepEqual(
    [(await linesOf(stopped))[0]!.state, (await batchOf(stopped)).state],
    ['canceled', 'canceled'],
  );
  assert.equal((await operations()).length, 2);
  await inOrder();
});

test('nothing of a suspended account goes out, and drafts that nobody wants are forgotten', async () => {
  const id = await approved(some(1));
  await db.sql('update account set suspended = true');
  await pay();
  assert.equal((await batchOf(id)).counts.waiting, 1);
  const draft = await upload(some(3));
  assert.equal(await purgeDrafts(db.database), false);
  await db.sql(`update payout_batch set changed_at = now() - interval '31 days'`);
  assert.equal(await purgeDrafts(db.database), true);
  assert.equal(await purgeDrafts(db.database), false);
  assert.equal(
    await findListedBatch(db.database, draft, { accountId: null, countries: null }),
    null,
  );
  assert.equal((await batchOf(id)).state, 'running');
  await inOrder();
});

test('only what failed is sent again, under an id of its own; more money needs another approval', async () => {
  const id = await approved([
    [number(1), '1000', '', 'A', ''],
    [number(2), '1000', '', 'B', ''],
    [number(3), '1000', '', '', ''],
  ]);
  await pay();
  await conclude(`+221${number(1)}`, 'SUCCESS');
  await db.sql(
    `update operation set state = 'FAILED', error_id = 5, next_step_at = null
      where phone <> '+221${number(1)}'`,
  );
  await complete();
  assert.deepEqual([(await batchOf(id)).state, (await batchOf(id)).counts.failed], ['done', 2]);
  assert.deepEqual(await retryPayouts(users(), user(1), context, of(id)), {
    ok: true,
    lines: 2,
    approval: false,
  });
  await pay();
  assert.deepEqual(
    (await operations()).map(({ external }) => external),
    ['A', 'B', 'B-r2', `payout-${id}-3`, `payout-${id}-3-r2`],
  );
  await db.sql(
    `update operation set state = 'FAILED', error_id = 5, next_step_at = null
      where external_id like '%-r2'`,
  );
  await complete();
  // The price went up: the very same lines cost more than anybody has approved.
  await db.sql(
    `update payout_line set approved_fee = 0; update account_service set price = '{"fixed": 50}'`,
  );
  await db.sql(`update account set version = version + 1`);
  deps.directory.forget();
  context = { ...context, account: (await deps.directory.byId(1))! };
  const again = await retryPayouts(users(), user(1), context, of(id));
  assert.deepEqual(again, { ok: true, lines: 2, approval: true });
  await pay();
  assert.equal((await operations()).length, 5, 'nothing goes out before the approval');
  assert.ok((await approve(users(), user(2), (await batchOf(id)).approvalRequestId!, null)).ok);
  await pay();
  assert.equal((await operations()).length, 7);
  await inOrder();
});

test('a line whose fee has grown since the approval is not sent', async () => {
  const id = await approved([[number(1), '1000', '', '', '']]);
  await db.sql(`update account_service set price = '{"fixed": 50}'`);
  await db.sql(`update account set version = version + 1`);
  deps.directory.forget();
  await pay();
  const [line] = await linesOf(id);
  assert.deepEqual([line!.state, line!.failure?.problem], ['failed', 'feeGrew']);
  assert.deepEqual(await operations(), []);
  await inOrder();
});

test('an id that was used, and a recipient who was paid, are told before anything is sent', async () => {
  const first = await approved([[number(7), '1000', '', 'INV-7', '']]);
  const onTheWay = await upload([[number(7), '1000', '', '', '']]);
  assert.deepEqual((await linesOf(onTheWay))[0]!.duplicates, [{ kind: 'inBatch', batchId: first }]);
  await pay();
  const id = await upload([
    [number(7), '1000', '', 'INV-7', ''],
    [number(7), '1000', '', 'INV-8', ''],
  ]);
  const [used, same] = await linesOf(id);
  const [paid] = await db.database.query<{ id: string }>({
    name: 'paid_before',
    text: `select id::text from operation where external_id = 'INV-7'`,
  });
  assert.deepEqual(used!.problems, [
    { column: 'externalId', problem: 'idUsed', usedBy: { by: 'transaction', id: paid!.id } },
  ]);
  assert.deepEqual(
    same!.duplicates!.map(({ kind }) => kind),
    ['sameInFile', 'paidBefore'],
  );
  // Between the look and the approval another batch takes the id.
  const [one, two] = [
    await upload([[number(8), '1000', '', 'SAME', '']]),
    await upload([[number(9), '1000', '', 'SAME', '']]),
  ];
  await submitPayouts(users(), user(1), context, of(one));
  await submitPayouts(users(), user(1), context, of(two));
  assert.equal(
    (await approve(users(), user(2), (await batchOf(one)).approvalRequestId!, null)).ok,
    true,
  );
  const late = await approve(users(), user(2), (await batchOf(two)).approvalRequestId!, null);
  assert.deepEqual([late.ok && late.state, (await batchOf(two)).state], ['failed', 'draft']);
  await inOrder();
});
