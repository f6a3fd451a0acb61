// Does a batch pay somebody twice without a word? The same file again, a draft that lay for long, a retry of what was paid after all, an id that
// somebody else has used.

import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, test } from 'node:test';
import { startTestPostgres } from '../../doctor/testing/postgres.ts';
import type { TestDatabase, TestPostgres } from '../../doctor/testing/postgres.ts';
import { runDoctor } from '../../doctor/index.ts';
import { approve, refuseWish } from '../approvals/index.ts';
import { initiate } from '../operations/index.ts';
import { approvePayouts, createSettler, findSameFile, payDue, retryPayouts, submitPayouts, sumLines, sumRetry } from './index.ts';
import { kinds, number, openPayoutDesk, person, some, units, type PayoutDesk } from './testing.ts';

let postgres: TestPostgres;
let db: TestDatabase;
let desk: PayoutDesk;

before(async () => {
  postgres = await startTestPostgres();
});
after(() => postgres.close());
beforeEach(async () => {
  db = await postgres.database();
  desk = await openPayoutDesk(db);
});
afterEach(async () => {
  const { checks } = await runDoctor(db.database);
  const broken = checks.filter(({ id, violations }) => id === 'I-42' && violations > 0);
  await desk.close();
  await db.close();
  assert.deepEqual(
    broken.map(({ examples }) => examples),
    [],
  );
});

const people = () => ({ database: db.database, kinds });
const submit = async (batchId: number) => {
  const submitted = await submitPayouts(people(), person(1), await desk.context(), { batchId, accountId: 1 });
  return submitted.ok ? 'ok' : submitted.refusal;
};
const approveIt = async (batchId: number) => {
  const decided = await approvePayouts(people(), person(2), { batchId, wishId: (await desk.batchOf(batchId)).wishId! }, null);
  return decided.ok ? decided.state : decided.refusal;
};
const retry = async (batchId: number) => retryPayouts(people(), person(1), await desk.context(), { batchId, accountId: 1 });
const doubtsOf = async (batchId: number) =>
  (await desk.linesOf(batchId)).map(({ doubts }) => (doubts ?? []).map(({ kind }) => kind).join());
const problemsOf = async (batchId: number) =>
  (await desk.linesOf(batchId)).map(({ problems }) => (problems ?? []).map(({ problem }) => problem).join());
async function pay(): Promise<void> {
  await db.sql(`update payout_batch set next_at = '-infinity'`);
  await payDue(desk.deps);
}
/** What providers say; the batches hear it. */
async function conclude(state: 'SUCCESS' | 'FAILED', phones: readonly string[]): Promise<void> {
  const list = phones.map((phone) => `'+221${phone}'`).join();
  const error = state === 'FAILED' ? ', error_id = 5' : '';
  await db.sql(`update operation set state = '${state}', next_step_at = null${error} where state = 'READY' and phone in (${list})`);
  await createSettler(db.database)();
}

test('a batch that waits for its approval is told to the next one, and to whoever approves the first when the next was quicker', async () => {
  const first = await desk.upload(some(2));
  const second = await desk.upload(some(2));
  assert.deepEqual(await doubtsOf(second), ['', ''], 'both are drafts');
  assert.equal(await submit(first), 'ok');
  assert.deepEqual(await doubtsOf(await desk.upload(some(1))), ['inBatch']);
  assert.equal(await submit(second), 'doubts', 'nobody has seen these yet');
  assert.deepEqual([await doubtsOf(second), (await desk.batchOf(second)).doubtful], [['inBatch', 'inBatch'], 2]);
  assert.equal(await submit(second), 'ok', 'now somebody has');
  assert.equal(await approveIt(second), 'done');
  assert.equal(await approveIt(first), 'doubts');
  assert.deepEqual([(await desk.batchOf(first)).state, await doubtsOf(first)], ['awaiting_approval', ['inBatch', 'inBatch']]);
  await pay();
  assert.equal((await desk.operations()).length, 2, 'nothing of the first one goes out');
  assert.equal(await approveIt(first), 'done', 'people may mean it');
});

test('a draft that lay while its payments were made is looked at again, over more than a month; the same file is told', async () => {
  // More together than a plain integer holds.
  const lines = some(3, 90_000);
  await db.sql(`update balance set available = ${units(300_000)}`);
  const draft = await desk.upload(lines);
  const same = await desk.approved(lines);
  await pay();
  await conclude('SUCCESS', [0, 1, 2].map(number));
  await db.sql(`update operation set created_at = created_at - interval '34 days'`);
  assert.equal(await submit(draft), 'doubts');
  assert.deepEqual(await doubtsOf(draft), ['paidBefore', 'paidBefore', 'paidBefore']);
  assert.deepEqual([await findSameFile(db.database, same, null), await findSameFile(db.database, draft, null)], [draft, null]);
  assert.equal(await findSameFile(db.database, same, ['CI']), null, 'not to who may not see that batch');
  const { paid, counts } = await desk.batchOf(same);
  assert.deepEqual([paid, counts.succeeded], [units(270_000), 3]);
});

test('what may have been paid after all is not sent again, and says so', async () => {
  const id = await desk.approved(some(3));
  await pay();
  await conclude('FAILED', [0, 1, 2].map(number));
  assert.deepEqual(await sumLines(db.database, id), [{ state: 'failed', amount: units(3_000), fees: 0n }]);
  const opened = (index: number) => `(select id from operation where phone = '+221${number(index)}' order by created_at limit 1)`;
  await db.sql(`insert into discrepancy (account_id, operation_id, kind, evidence) values (1, ${opened(0)}, 'late_success', 'paid')`);
  await db.sql(`insert into discrepancy (account_id, operation_id, kind, evidence, resolved_at, resolution)
    values (1, ${opened(1)}, 'late_success', 'paid', now(), 'booked')`);
  assert.deepEqual(await retry(id), { ok: true, lines: 1, approval: false });
  assert.deepEqual(await problemsOf(id), ['caseOpen', 'paidAfterAll', '']);
  await pay();
  assert.deepEqual(
    (await desk.operations()).map(({ external }) => external).filter((external) => external.endsWith('-r2')),
    [`payout-${id}-3-r2`],
  );
  await db.sql(`update discrepancy set resolved_at = now(), resolution = 'explained' where resolved_at is null`);
  assert.deepEqual(await retry(id), { ok: true, lines: 1, approval: false });
});

test('who has paid failed lines by another file is told before they are sent again', async () => {
  const id = await desk.approved(some(2));
  await pay();
  await conclude('FAILED', [0, 1].map(number));
  await desk.approved([[number(1), '1000', '', '', '']]);
  await pay();
  assert.deepEqual(await retry(id), { ok: false, refusal: 'doubts' });
  assert.deepEqual(await doubtsOf(id), ['', 'paidBefore']);
  assert.equal((await desk.operations()).length, 3, 'nothing goes out');
  assert.deepEqual(await retry(id), { ok: true, lines: 2, approval: false });
});

test('failed lines go again while another one hangs; an approval is about these lines alone, and a refusal leads back', async () => {
  const id = await desk.approved(some(3));
  await pay();
  await conclude('FAILED', [number(0)]);
  assert.equal((await desk.batchOf(id)).state, 'running');
  assert.deepEqual(await retry(id), { ok: true, lines: 1, approval: false });
  await pay();
  await conclude('FAILED', [number(0)]);
  await db.sql(
    `update payout_line set approved_fee = 0; update account_service set price = '{"fixed": 50}'; update account set version = version + 1`,
  );
  desk.deps.directory.forget();
  assert.deepEqual(await retry(id), { ok: true, lines: 1, approval: true });
  const asked = await desk.batchOf(id);
  assert.deepEqual([asked.again, await sumRetry(db.database, asked)], [true, { lines: 1, amount: units(1_000), fees: units(50) }]);
  assert.ok((await refuseWish(people(), person(2), asked.wishId!, null)).ok);
  assert.equal((await desk.batchOf(id)).state, 'running', 'as it was');
  assert.deepEqual(await retry(id), { ok: true, lines: 1, approval: true });
  // This one fails while the other person thinks: it was not asked for.
  await conclude('FAILED', [number(1)]);
  assert.equal(await approveIt(id), 'done');
  assert.deepEqual(
    (await desk.linesOf(id)).map(({ state }) => state),
    ['waiting', 'failed', 'sent'],
  );
  assert.deepEqual(await retry(id), { ok: false, refusal: 'nothing' }, 'an approval would hold up what waits');
  assert.deepEqual(await problemsOf(id), ['', 'feeGrew', '']);
});

test('a payment that the account’s own server made under the id of a line is not the line’s', async () => {
  const call = async (phone: string, externalTransactionId: string) => {
    const body = { phone, amount: '1000', codeService: 'OPA_SN_API_CASH_IN', externalTransactionId };
    const { account, catalogue } = await desk.context();
    const answer = await initiate(desk.deps.initiate, { body, account, catalogue, apiKey: '' });
    assert.equal(answer.type, 'opened');
  };
  const early = await desk.upload([[number(1), '1000', '', 'PAY-1', '']]);
  assert.equal(await submit(early), 'ok');
  await call(number(1), 'PAY-1');
  const wishId = (await desk.batchOf(early)).wishId!;
  const decided = await approve(people(), person(2), wishId, null);
  assert.deepEqual([decided.ok && decided.state, (await desk.batchOf(early)).state], ['failed', 'draft']);
  const late = await desk.approved([[number(2), '1000', '', 'PAY-2', '']]);
  await call(number(2), 'PAY-2');
  await pay();
  const [line] = await desk.linesOf(late);
  assert.deepEqual([line!.state, line!.failure], ['failed', { column: 'externalId', problem: 'idUsed' }]);
  assert.deepEqual(await retry(late), { ok: false, refusal: 'nothing' });
});
