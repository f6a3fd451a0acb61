// F27, I-09, I-15: an outcome that nobody tells, and news that contradict a final state, end by two persons; once, and never against news that came first.

import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, test } from 'node:test';
import { runDoctor } from '../../doctor/index.ts';
import { startTestPostgres } from '../../doctor/testing/postgres.ts';
import type { TestDatabase, TestPostgres } from '../../doctor/testing/postgres.ts';
import { findWish } from '../approvals/index.ts';
import type { Happening } from '../operations/commands.ts';
import type { Attempt } from '../operations/operation.ts';
import { units } from '../operations/testing.ts';
import { askToClose, askToResolve, findWaitingWish, listCases, listCasesOf, readCorrected, readStanding, resolveOutcome } from './index.ts';
import { decider, openCaseDesk, refs, type CaseDesk } from './testing.ts';

let postgres: TestPostgres;
let db: TestDatabase;
let desk: CaseDesk;
const succeeded: Happening = { type: 'succeed', refs };
const failed: Happening = { type: 'fail', refs, refusal: { errorId: 44, message: null }, proof: 'provider_failed' };
const absent = { outcome: 'not_executed', reference: null, ground: 'absent', reason: 'absent du relevé' } as const;
const executed = { outcome: 'executed', reference: 'P-77', ground: null, reason: 'sur le relevé' } as const;

before(async () => {
  postgres = await startTestPostgres();
});
after(() => postgres.close());
beforeEach(async () => {
  db = await postgres.database();
  desk = await openCaseDesk(db);
});
afterEach(async () => {
  await desk.close();
  await db.close();
});

const keyOf = ({ facts }: { facts: { accountId: number; id: string } }) => ({ accountId: facts.accountId, id: facts.id });
async function ask(operation: Parameters<typeof keyOf>[0], order: typeof absent | typeof executed): Promise<number> {
  const asked = await askToResolve(desk.wishes, decider(1), { ...keyOf(operation), ...order });
  if (!asked.ok) assert.fail(asked.refusal);
  return asked.wishId;
}
async function askClose(
  operation: Parameters<typeof keyOf>[0],
  how: 'booked' | 'explained',
  bearer: 'developer' | 'operator' | 'suspense' | null,
) {
  const open = (await listCasesOf(db.database, keyOf(operation))).find(({ closedAt }) => closedAt === null);
  return askToClose(desk.wishes, decider(1), { ...keyOf(operation), caseId: open!.id, how, bearer, reason: 'vu avec le fournisseur' });
}
async function book(operation: Parameters<typeof keyOf>[0], bearer: 'developer' | 'operator'): Promise<void> {
  const asked = await askClose(operation, 'booked', bearer);
  assert.ok(asked.ok);
  assert.deepEqual(await desk.approve(asked.wishId), { ok: true, state: 'done', result: {} });
}
const openKinds = async (operation: Parameters<typeof keyOf>[0]) =>
  (await listCasesOf(db.database, keyOf(operation))).flatMap(({ kind, closedAt }) => (closedAt === null ? [kind] : [])).sort();
const refundBy = (executed: Attempt): Happening => ({
  type: 'refund',
  attempt: { ...executed, number: executed.number + 1, purpose: 'refund', state: 'SENDING' },
});
async function one<Row>(text: string): Promise<Row> {
  return (await db.database.query<Row>({ name: `one ${Math.random()}`, text }))[0]!;
}
const available = async () => Number((await one<{ n: bigint }>(`select available as n from balance`)).n) / 10_000;
const stateOf = async (operation: Parameters<typeof keyOf>[0]) => (await readStanding(db.database, keyOf(operation)))!.operation.state;
const callbacks = async () => (await one<{ n: number }>(`select count(*)::integer as n from callback`)).n;
/** Nothing about money, history or decisions is broken. (The database has no keys that open sealed values, and no living node.) */
async function assertInOrder(): Promise<void> {
  const { checks } = await runDoctor(db.database);
  const broken = checks.filter(({ id, violations }) => violations > 0 && id !== 'I-35' && id !== 'I-36');
  assert.deepEqual(broken, []);
}

test('executed: the writer books it as a success with the reference as proof, and tells the developer once', async () => {
  const { operation } = await desk.lose({ amount: units(100), commission: units(3) });
  const wishId = await ask(operation, executed);
  assert.equal(await findWaitingWish(db.database, keyOf(operation)), wishId);
  assert.deepEqual(await askToResolve(desk.wishes, decider(2), { ...keyOf(operation), ...absent }), { ok: false, refusal: 'waiting' });
  assert.equal((await stateOf(operation)).state, 'UNKNOWN');
  assert.deepEqual(await desk.approve(wishId), { ok: true, state: 'done', result: { state: 'SUCCESS' } });
  const { state, proof, providerReference, nextStepAt } = await stateOf(operation);
  assert.deepEqual([state, proof, providerReference, nextStepAt], ['SUCCESS', 'operator', 'P-77', null]);
  assert.deepEqual([await available(), await callbacks(), desk.told.length], [897, 1, 1]);
  await assertInOrder();
});

test('not executed: what was held comes back; an escalated case is closed with it', async () => {
  const { operation, attempt } = await desk.lose({ amount: units(100) });
  await desk.advance(operation, { type: 'look', absent: false, nextStepInMs: 1_000, escalate: true }, attempt);
  assert.deepEqual(
    (await listCases(db.database, { of: 'open', accountId: null, kind: null, services: null, after: null, limit: 9 })).map(
      ({ kind }) => kind,
    ),
    ['unknown_outcome'],
  );
  const wishId = await ask(operation, absent);
  assert.deepEqual(await desk.approve(wishId), { ok: true, state: 'done', result: { state: 'FAILED' } });
  const [closed] = await listCasesOf(db.database, keyOf(operation));
  assert.deepEqual([closed!.resolution, closed!.note, closed!.wishId], ['not_executed', 'absent', wishId]);
  assert.deepEqual([(await stateOf(operation)).proof, await available(), await callbacks()], ['operator', 1_000, 1]);
  await assertInOrder();
});

test('the provider’s word that comes at last closes the case of an unknown outcome by itself', async () => {
  const { operation, attempt } = await desk.lose({ amount: units(100) });
  const looked = await desk.advance(operation, { type: 'look', absent: false, nextStepInMs: 1_000, escalate: true }, attempt);
  const wishId = await ask(operation, absent);
  await db.sql(`update operation set created_at = created_at - interval '1 hour'`);
  await desk.advance(operation, succeeded, looked);
  const [closed] = await listCasesOf(db.database, keyOf(operation));
  assert.deepEqual([closed!.resolution, closed!.wishId], ['settled', null]);
  assert.deepEqual(await desk.approve(wishId), { ok: true, state: 'failed', result: { refusal: 'settled meanwhile' } });
  assert.deepEqual([(await stateOf(operation)).proof, await available()], ['provider_succeeded', 900]);
  await assertInOrder();
});

test('a node that dies after the commit decides nothing twice', async () => {
  const { operation } = await desk.lose({ amount: units(100) });
  const wishId = await ask(operation, executed);
  await db.sql(`update wish set state = 'approved', decided_by = 2, decided_at = now() where id = ${wishId}`);
  const wish = { ...(await findWish(db.database, wishId))!, decidedBy: 2 };
  const carryOut = () => resolveOutcome(desk.resolveDeps, wish);
  assert.deepEqual([await carryOut(), await carryOut()], Array(2).fill({ done: true, result: { state: 'SUCCESS' } }));
  assert.deepEqual([await available(), await callbacks()], [900, 1]);
});

test('persons and the provider at the same moment: one of them decides, the books follow it, the other changes nothing', async () => {
  for (let round = 0; round < 12; round++) {
    const { operation, attempt } = await desk.lose({ amount: units(10) });
    const before = [await available(), await callbacks()];
    const wishId = await ask(operation, absent);
    // On another node; in some rounds a moment later.
    const news = async () => {
      if (round % 3 === 2) await new Promise((resolve) => setTimeout(resolve, round));
      await desk.advance(operation, succeeded, attempt, desk.other);
    };
    const [decided] = await Promise.all([desk.approve(wishId), news()]);
    assert.ok(decided.ok);
    const { state, proof } = await stateOf(operation);
    const [open] = await listCasesOf(db.database, keyOf(operation));
    if (decided.state === 'done') {
      assert.deepEqual([state, proof, open?.kind], ['FAILED', 'operator', 'late_success']);
    } else {
      assert.deepEqual(
        [decided.result, state, proof, open],
        [{ refusal: 'settled meanwhile' }, 'SUCCESS', 'provider_succeeded', undefined],
      );
    }
    assert.deepEqual([await available(), await callbacks()], [before[0]! + (state === 'FAILED' ? 10 : 0), before[1]! + 1]);
  }
  await assertInOrder();
});

test('what left again since they looked is another matter', async () => {
  const { operation, attempt } = await desk.lose();
  const wishId = await ask(operation, absent);
  await db.sql(`update operation set lease_owner = 7`);
  const resent = await desk.advance(operation, { type: 'resend' }, { ...attempt, state: 'UNKNOWN' });
  assert.deepEqual(await desk.approve(wishId), { ok: true, state: 'failed', result: { refusal: 'settled meanwhile' } });
  assert.equal((await stateOf(operation)).state, 'SENDING');
  const lost = await desk.advance(operation, { type: 'lose', refs: resent.refs, cause: 'timeout', nextStepInMs: 1 }, resent);
  assert.ok(lost.sentAt > attempt.sentAt);
  const again = await ask(operation, absent);
  await db.sql(`update attempt set sent_at = sent_at + interval '1 second'`);
  assert.deepEqual(await desk.approve(again), { ok: true, state: 'failed', result: { refusal: 'sent again meanwhile' } });
});

test('a refund whose answer is lost is decided in the same way', async () => {
  const operation = await desk.open({ amount: units(100) });
  await desk.advance(operation, succeeded, (await readStanding(db.database, keyOf(operation)))!.attempt!);
  const refund = {
    ...(await readStanding(db.database, keyOf(operation)))!.attempt!,
    number: 2,
    purpose: 'refund' as const,
    state: 'SENDING' as const,
  };
  await desk.advance(operation, { type: 'refund', attempt: refund }, (await readStanding(db.database, keyOf(operation)))!.attempt!);
  await desk.advance(operation, { type: 'lose', refs: refund.refs, cause: 'timeout', nextStepInMs: 1 }, refund);
  assert.equal((await stateOf(operation)).state, 'REFUNDING');
  await desk.approve(await ask(operation, executed));
  assert.deepEqual([(await stateOf(operation)).state, await available()], ['REFUNDED', 1_000]);
  await assertInOrder();
});

test('only what is unknown is decided: a payer is waited for, a result stays', async () => {
  const operation = await desk.open();
  const refused = async () => askToResolve(desk.wishes, decider(1), { ...keyOf(operation), ...absent });
  assert.deepEqual(await refused(), { ok: false, refusal: 'settled' });
  const accepted: Happening = { type: 'accept', refs, stage: 'payer', challenge: null, nextStepInMs: 1 };
  const attempt = await desk.advance(operation, accepted, (await readStanding(db.database, keyOf(operation)))!.attempt!);
  assert.deepEqual(await refused(), { ok: false, refusal: 'settled' });
  await desk.advance(operation, succeeded, attempt);
  assert.deepEqual(await refused(), { ok: false, refusal: 'settled' });
  const { operation: lost } = await desk.lose();
  const without = { ...keyOf(lost), ...executed, reference: null };
  assert.deepEqual(await askToResolve(desk.wishes, decider(1), without), { ok: false, refusal: 'referenceMissing' });
  assert.deepEqual(await askToResolve(desk.wishes, decider(1), { ...keyOf(lost), ...absent, ground: null }), {
    ok: false,
    refusal: 'groundMissing',
  });
});

test('a late success is booked: through suspense, or at once; the developer bears it only where the balance covers it', async () => {
  const operation = await desk.contradict({ amount: units(100), direction: 'DEBIT' }, failed, succeeded);
  assert.equal(await available(), 1_000);
  const onSuspense = await askClose(operation, 'booked', 'suspense');
  assert.ok(onSuspense.ok && (await desk.approve(onSuspense.wishId)).ok);
  assert.equal((await readCorrected(db.database, keyOf(operation))).suspended, -units(100));
  assert.deepEqual(await askClose(operation, 'explained', null), { ok: false, refusal: 'still on suspense' });
  await assertInOrder();
  const borne = await askClose(operation, 'booked', 'developer');
  assert.ok(borne.ok);
  assert.deepEqual(await desk.approve(borne.wishId), { ok: true, state: 'done', result: {} });
  assert.deepEqual([await available(), (await readCorrected(db.database, keyOf(operation))).suspended], [900, 0n]);
  assert.deepEqual([(await stateOf(operation)).state, await callbacks()], ['FAILED', 1]);
  const [closed] = await listCasesOf(db.database, keyOf(operation));
  assert.equal(closed!.resolution, 'booked');
  await assertInOrder();
});

test('a late failure gives back what was paid, at the cost of whoever bears it', async () => {
  const operation = await desk.contradict({ amount: units(100) }, succeeded, failed);
  assert.equal(await available(), 900);
  const asked = await askClose(operation, 'booked', 'developer');
  assert.ok(asked.ok && (await desk.approve(asked.wishId)).ok);
  assert.equal(await available(), 1_000);
  const collected = await desk.contradict({ amount: units(500), direction: 'CREDIT' }, succeeded, failed);
  assert.equal(await available(), 1_500);
  await desk.open({ amount: units(1_400) });
  const uncovered = await askClose(collected, 'booked', 'developer');
  assert.ok(uncovered.ok);
  assert.deepEqual(await desk.approve(uncovered.wishId), { ok: true, state: 'failed', result: { refusal: 'not covered' } });
  const ours = await askClose(collected, 'booked', 'operator');
  assert.ok(ours.ok && (await desk.approve(ours.wishId)).ok);
  assert.equal(await available(), 100);
  await assertInOrder();
});

test('what was booked is booked once: the same news come again opens nothing, and what it denies is neither reversed nor refunded', async () => {
  const executedAfterAll = await desk.contradict({ amount: units(100) }, failed, succeeded);
  await book(executedAfterAll, 'developer');
  for (let time = 0; time < 2; time++) await desk.advance(executedAfterAll, succeeded, (await desk.attemptOf(executedAfterAll))!);
  assert.deepEqual(await openKinds(executedAfterAll), []);
  assert.equal(await available(), 900);
  // Paid out, late failure booked: the developer has it back already.
  const failedAfterAll = await desk.contradict({ amount: units(200) }, succeeded, failed);
  await book(failedAfterAll, 'developer');
  assert.equal(await available(), 900);
  const attempt = (await desk.attemptOf(failedAfterAll))!;
  for (const again of [failed, { type: 'reverse', reason: 'taken back' }, refundBy(attempt)] as const)
    await desk.advance(failedAfterAll, again, attempt);
  assert.deepEqual([(await stateOf(failedAfterAll)).state, await available()], ['SUCCESS', 900]);
  assert.deepEqual(await openKinds(failedAfterAll), []);
  await assertInOrder();
});

test('of several who ask at once about one transaction one wish is out, whatever they want', async () => {
  const contradicted = await desk.contradict({ amount: units(100) }, failed, succeeded);
  const [open] = await listCasesOf(db.database, keyOf(contradicted));
  const order = { ...keyOf(contradicted), caseId: open!.id, how: 'booked', reason: 'r' } as const;
  const closes = await Promise.all(
    (['developer', 'operator', 'suspense'] as const).map((bearer) => askToClose(desk.wishes, decider(1), { ...order, bearer })),
  );
  assert.equal(closes.filter(({ ok }) => ok).length, 1);
  const { operation } = await desk.lose();
  const outcomes = await Promise.all(
    [absent, executed].map((wanted, index) => askToResolve(desk.wishes, decider(index + 1), { ...keyOf(operation), ...wanted })),
  );
  assert.deepEqual(outcomes.map((asked) => (asked.ok ? 'asked' : asked.refusal)).sort(), ['asked', 'waiting']);
});

test('two cases of one payment are booked once; the other one is explained', async () => {
  const collected = await desk.contradict({ amount: units(500), direction: 'CREDIT' }, succeeded, failed);
  await desk.open({ amount: units(1_400) });
  await desk.advance(collected, { type: 'reverse', reason: 'taken back' }, (await desk.attemptOf(collected))!);
  assert.deepEqual(await openKinds(collected), ['late_failure', 'reversal_without_cover']);
  await book(collected, 'operator');
  assert.equal((await openKinds(collected)).length, 1);
  assert.deepEqual(await askClose(collected, 'booked', 'operator'), { ok: false, refusal: 'already booked' });
  const explained = await askClose(collected, 'explained', null);
  assert.ok(explained.ok && (await desk.approve(explained.wishId)).ok);
  assert.deepEqual([await openKinds(collected), await available()], [[], 100]);
  await assertInOrder();
});

test('a case that needs no booking is explained; the queue goes on from page to page', async () => {
  const operations = [];
  for (let count = 0; count < 3; count++) operations.push(await desk.contradict({}, failed, succeeded));
  const page = (of: 'open' | 'closed' | 'unknown', after: Parameters<typeof listCases>[1]['after'] = null) =>
    listCases(db.database, { of, accountId: null, kind: null, services: null, after, limit: 2 });
  const first = await page('open');
  const { placeUs, accountId, id } = first[1]!;
  const second = await page('open', { placeUs, accountId, id: id! });
  assert.deepEqual(
    [...first, ...second].map(({ transactionId }) => transactionId),
    operations.map(({ facts }) => facts.id),
  );
  const asked = await askClose(operations[0]!, 'explained', null);
  assert.ok(asked.ok && (await desk.approve(asked.wishId)).ok);
  assert.deepEqual(
    (await page('closed')).map(({ resolution, accountName }) => [resolution, accountName]),
    [['explained', 'Teranga']],
  );
  const { operation } = await desk.lose();
  assert.deepEqual(
    (await page('unknown')).map(({ transactionId, id: none }) => [transactionId, none]),
    [[operation.facts.id, null]],
  );
  const hidden = await listCases(db.database, { of: 'open', accountId: null, kind: null, services: ['NONE'], after: null, limit: 2 });
  assert.deepEqual(hidden, []);
});
