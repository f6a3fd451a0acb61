// Proves that a batch never pays the same recipient twice without a warning: the same file again,
// a draft left for long, a retry of what was paid after all, an id already used elsewhere.

import assert from 'node:assert/strict';
import { afterEach, beforeEach, test } from 'node:test';
import { usePostgres } from '../../node/doctor/testing/use-postgres.ts';
import type { TestDatabase } from '../../node/doctor/testing/postgres.ts';
import { runDoctor } from '../../node/doctor/index.ts';
import { approve, refuseApprovalRequest } from '../approvals/index.ts';
import { initiate } from '../../payments/operations/index.ts';
import {
  approvePayouts,
  findSameFile,
  retryPayouts,
  submitPayouts,
  sumLines,
  sumRetry,
} from './index.ts';
import { createCompleter } from './complete.ts';
import { payDue } from './pay.ts';
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

beforeEach(async () => {
  db = await postgres.database();
  backOffice = await openPayoutBackOffice(db);
});
afterEach(async () => {
  const { checks } = await runDoctor(db.database);
  const broken = checks.filter(({ id, violations }) => id === 'I-42' && violations > 0);
  await backOffice.close();
  await db.close();
  assert.deepEqual(
    broken.map(({ examples }) => examples),
    [],
  );
});

const users = () => ({ database: db.database, kinds });
const submit = async (batchId: number) => {
  const submitted = await submitPayouts(users(), user(1), await backOffice.context(), {
    batchId,
    accountId: 1,
  });
  return submitted.ok ? 'ok' : submitted.refusal;
};
const approveIt = async (batchId: number) => {
  const decided = await approvePayouts(
    users(),
    user(2),
    { batchId, approvalRequestId: (await backOffice.batchOf(batchId)).approvalRequestId! },
    null,
  );
  return decided.ok ? decided.state : decided.refusal;
};
const retry = async (batchId: number) =>
  retryPayouts(users(), user(1), await backOffice.context(), { batchId, accountId: 1 });
const duplicatesOf = async (batchId: number) =>
  (await backOffice.linesOf(batchId)).map(({ duplicates }) =>
    (duplicates ?? []).map(({ kind }) => kind).join(),
  );
const problemsOf = async (batchId: number) =>
  (await backOffice.linesOf(batchId)).map(({ problems }) =>
    (problems ?? []).map(({ problem }) => problem).join(),
  );
async function pay(): Promise<void> {
  await db.sql(`update payout_batch set next_at = '-infinity'`);
  await payDue(backOffice.deps);
}
/** The providers' results, passed on to the batches. */
async function conclude(state: 'SUCCESS' | 'FAILED', phones: readonly string[]): Promise<void> {
  const list = phones.map((phone) => `'+221${phone}'`).join();
  const error = state === 'FAILED' ? ', error_id = 5' : '';
  await db.sql(
    `update operation set state = '${state}', next_step_at = null${error} where state = 'READY'
      and phone in (${list})`,
  );
  await createCompleter(db.database)();
}

test('a pending batch is a duplicate warning for the next one, and the other way round when the next is approved first', async () => {
  const first = await backOffice.upload(some(2));
  const second = await backOffice.upload(some(2));
  assert.deepEqual(await duplicatesOf(second), ['', ''], 'both are drafts');
  assert.equal(await submit(first), 'ok');
  assert.deepEqual(await duplicatesOf(await backOffice.upload(some(1))), ['inBatch']);
  assert.equal(await submit(second), 'duplicates', 'nobody has seen these yet');
  assert.deepEqual(
    [await duplicatesOf(second), (await backOffice.batchOf(second)).duplicated],
    [['inBatch', 'inBatch'], 2],
  );
  assert.equal(await submit(second), 'ok', 'now somebody has');
  assert.equal(await approveIt(second), 'done');
  assert.equal(await approveIt(first), 'duplicates');
  assert.deepEqual(
    [(await backOffice.batchOf(first)).state, await duplicatesOf(first)],
    ['awaiting_approval', ['inBatch', 'inBatch']],
  );
  await pay();
  assert.equal((await backOffice.operations()).length, 2, 'nothing of the first one goes out');
  assert.equal(await approveIt(first), 'done', 'people may mean it');
});

test('a draft that lay while its payments were made is looked at again, over more than a month; the same file is told', async () => {
  // More together than a plain integer holds.
  const lines = some(3, 90_000);
  await db.sql(`update balance set available = ${units(300_000)}`);
  const draft = await backOffice.upload(lines);
  const same = await backOffice.approved(lines);
  await pay();
  await conclude('SUCCESS', [0, 1, 2].map(number));
  await db.sql(`update operation set created_at = created_at - interval '34 days'`);
  assert.equal(await submit(draft), 'duplicates');
  assert.deepEqual(await duplicatesOf(draft), ['paidBefore', 'paidBefore', 'paidBefore']);
  assert.deepEqual(
    [await findSameFile(db.database, same, null), await findSameFile(db.database, draft, null)],
    [draft, null],
  );
  assert.equal(
    await findSameFile(db.database, same, ['CI']),
    null,
    'not to who may not see that batch',
  );
  const { paid, counts } = await backOffice.batchOf(same);
  assert.deepEqual([paid, counts.succeeded], [units(270_000), 3]);
});

test('what may have been paid after all is not sent again, and says so', async () => {
  const id = await backOffice.approved(some(3));
  await pay();
  await conclude('FAILED', [0, 1, 2].map(number));
  assert.deepEqual(await sumLines(db.database, id), [
    { state: 'failed', amount: units(3_000), fees: 0n },
  ]);
  const opened = (index: number) =>
    `(select id from operation where phone = '+221${number(index)}' order by created_at limit 1)`;
  await db.sql(
    `insert into operation_case (account_id, operation_id, kind, evidence)
      values (1, ${opened(0)}, 'late_success', 'paid')`,
  );
  await db.sql(`insert into operation_case (account_id, operation_id, kind, evidence, resolved_at,
    resolution)
    values (1, ${opened(1)}, 'late_success', 'paid', now(), 'booked')`);
  assert.deepEqual(await retry(id), { ok: true, lines: 1, approval: false });
  assert.deepEqual(await problemsOf(id), ['caseOpen', 'paidAfterAll', '']);
  await pay();
  assert.deepEqual(
    (await backOffice.operations())
      .map(({ external }) => external)
      .filter((external) => external.endsWith('-r2')),
    [`payout-${id}-3-r2`],
  );
  await db.sql(
    `update operation_case set resolved_at = now(), resolution = 'explained'
      where resolved_at is null`,
  );
  assert.deepEqual(await retry(id), { ok: true, lines: 1, approval: false });
});

test('who has paid failed lines by another file is told before they are sent again', async () => {
  const id = await backOffice.approved(some(2));
  await pay();
  await conclude('FAILED', [0, 1].map(number));
  await backOffice.approved([[number(1), '1000', '', '', '']]);
  await pay();
  assert.deepEqual(await retry(id), { ok: false, refusal: 'duplicates' });
  assert.deepEqual(await duplicatesOf(id), ['', 'paidBefore']);
  assert.equal((await backOffice.operations()).length, 3, 'nothing goes out');
  assert.deepEqual(await retry(id), { ok: true, lines: 2, approval: false });
});

test('failed lines go again while another one hangs; an approval is about these lines alone, and a refusal leads back', async () => {
  const id = await backOffice.approved(some(3));
  await pay();
  await conclude('FAILED', [number(0)]);
  assert.equal((await backOffice.batchOf(id)).state, 'running');
  assert.deepEqual(await retry(id), { ok: true, lines: 1, approval: false });
  await pay();
  await conclude('FAILED', [number(0)]);
  await db.sql(
    `update payout_line set approved_fee = 0; update account_service
      set price = '{"fixed": 50}'; update account set version = version + 1`,
  );
  backOffice.deps.directory.forget();
  assert.deepEqual(await retry(id), { ok: true, lines: 1, approval: true });
  const asked = await backOffice.batchOf(id);
  assert.deepEqual(
    [asked.again, await sumRetry(db.database, asked)],
    [true, { lines: 1, amount: units(1_000), fees: units(50) }],
  );
  assert.ok((await refuseApprovalRequest(users(), user(2), asked.approvalRequestId!, null)).ok);
  assert.equal((await backOffice.batchOf(id)).state, 'running', 'as it was');
  assert.deepEqual(await retry(id), { ok: true, lines: 1, approval: true });
  // This one fails while the other user thinks: it was not asked for.
  await conclude('FAILED', [number(1)]);
  assert.equal(await approveIt(id), 'done');
  assert.deepEqual(
    (await backOffice.linesOf(id)).map(({ state }) => state),
    ['waiting', 'failed', 'sent'],
  );
  assert.deepEqual(
    await retry(id),
    { ok: false, refusal: 'nothing' },
    'an approval would hold up what waits',
  );
  assert.deepEqual(await problemsOf(id), ['', 'feeGrew', '']);
});

test('a payment that the account’s own server made under the id of a line is not the line’s', async () => {
  const call = async (phone: string, externalTransactionId: string) => {
    const body = {
      phone,
      amount: '1000',
      codeService: 'OPA_SN_API_CASH_IN',
      externalTransactionId,
    };
    const { account, catalogue } = await backOffice.context();
    const answer = await initiate(backOffice.deps.initiate, {
      body,
      account,
      catalogue,
      apiKey: '',
    });
    assert.equal(answer.type, 'opened');
  };
  const early = await backOffice.upload([[number(1), '1000', '', 'PAY-1', '']]);
  assert.equal(await submit(early), 'ok');
  await call(number(1), 'PAY-1');
  const approvalRequestId = (await backOffice.batchOf(early)).approvalRequestId!;
  const decided = await approve(users(), user(2), approvalRequestId, null);
  assert.deepEqual(
    [decided.ok && decided.state, (await backOffice.batchOf(early)).state],
    ['failed', 'draft'],
  );
  const late = await backOffice.approved([[number(2), '1000', '', 'PAY-2', '']]);
  await call(number(2), 'PAY-2');
  await pay();
  const [line] = await backOffice.linesOf(late);
  assert.deepEqual(
    [line!.state, line!.failure],
    ['failed', { column: 'externalId', problem: 'idUsed' }],
  );
  assert.deepEqual(await retry(late), { ok: false, refusal: 'nothing' });
});
