// F27, I-09, I-15: an outcome that nobody tells, and news that contradict a final state, end by two
// users; once, and never against news that came first.

import assert from 'node:assert/strict';
import { afterEach, beforeEach, test } from 'node:test';
import { runDoctor } from '../../node/doctor/index.ts';
import { usePostgres } from '../../node/doctor/testing/use-postgres.ts';
import type { TestDatabase } from '../../node/doctor/testing/postgres.ts';
import { findApprovalRequest } from '../approvals/index.ts';
import type { OperationEvent } from '../../payments/operations/model/commands.ts';
import type { Attempt } from '../../payments/operations/model/operation.ts';
import { units } from '../../payments/operations/testing.ts';
import {
  askToClose,
  askToResolve,
  findWaitingApprovalRequest,
  listCases,
  readCorrected,
  readStanding,
  resolveOutcome,
} from './index.ts';
import { listCasesOf } from './case.ts';
import { decider, openCaseBackOffice, refs, type CaseBackOffice } from './testing.ts';

const postgres = usePostgres();
let db: TestDatabase;
let backOffice: CaseBackOffice;
const succeeded: OperationEvent = { type: 'succeed', refs };
const failed: OperationEvent = {
  type: 'fail',
  refs,
  refusal: { errorId: 44, message: null },
  proof: 'provider_failed',
};
const absent = {
  outcome: 'not_executed',
  reference: null,
  evidence: 'absent',
  reason: 'absent du relevé',
} as const;
const executed = {
  outcome: 'executed',
  reference: 'P-77',
  evidence: null,
  reason: 'sur le relevé',
} as const;

beforeEach(async () => {
  db = await postgres.database();
  backOffice = await openCaseBackOffice(db);
});
afterEach(async () => {
  await backOffice.close();
  await db.close();
});

const keyOf = ({ terms }: { terms: { accountId: number; id: string } }) => ({
  accountId: terms.accountId,
  id: terms.id,
});
async function ask(
  operation: Parameters<typeof keyOf>[0],
  order: typeof absent | typeof executed,
): Promise<number> {
  const asked = await askToResolve(backOffice.approvalRequests, decider(1), {
    ...keyOf(operation),
    ...order,
  });
  if (!asked.ok) assert.fail(asked.refusal);
  return asked.approvalRequestId;
}
async function askClose(
  operation: Parameters<typeof keyOf>[0],
  how: 'booked' | 'explained',
  liableParty: 'developer' | 'operator' | 'suspense' | null,
) {
  const open = (await listCasesOf(db.database, keyOf(operation))).find(
    ({ closedAt }) => closedAt === null,
  );
  return askToClose(backOffice.approvalRequests, decider(1), {
    ...keyOf(operation),
    caseId: open!.id,
    how,
    liableParty,
    reason: 'vu avec le fournisseur',
  });
}
async function book(
  operation: Parameters<typeof keyOf>[0],
  liableParty: 'developer' | 'operator',
): Promise<void> {
  const asked = await askClose(operation, 'booked', liableParty);
  assert.ok(asked.ok);
  assert.deepEqual(await backOffice.approve(asked.approvalRequestId), {
    ok: true,
    state: 'done',
    result: {},
  });
}
const openKinds = async (operation: Parameters<typeof keyOf>[0]) =>
  (await listCasesOf(db.database, keyOf(operation)))
    .flatMap(({ kind, closedAt }) => (closedAt === null ? [kind] : []))
    .sort();
const refundBy = (executed: Attempt): OperationEvent => ({
  type: 'refund',
  attempt: { ...executed, number: executed.number + 1, purpose: 'refund', state: 'SENDING' },
});
async function one<Row>(text: string): Promise<Row> {
  return (await db.database.query<Row>({ name: text.slice(0, 63), text }))[0]!;
}
const available = async () =>
  Number((await one<{ n: bigint }>(`select available as n from balance`)).n) / 10_000;
const stateOf = async (operation: Parameters<typeof keyOf>[0]) =>
  (await readStanding(db.database, keyOf(operation)))!.operation.state;
const callbacks = async () =>
  (await one<{ n: number }>(`select count(*)::integer as n from callback`)).n;
/**
 * Nothing about money, history or decisions is broken. (The database has no keys that open sealed
 * values, and no living node.)
 */
async function assertInOrder(): Promise<void> {
  const { checks } = await runDoctor(db.database);
  const broken = checks.filter(
    ({ id, violations }) => violations > 0 && id !== 'I-35' && id !== 'I-36',
  );
  assert.deepEqual(broken, []);
}

test('executed: the writer books it as a success with the reference as proof, and tells the developer once', async () => {
  const { operation } = await backOffice.lose({ amount: units(100), commission: units(3) });
  const approvalRequestId = await ask(operation, executed);
  assert.equal(await findWaitingApprovalRequest(db.database, keyOf(operation)), approvalRequestId);
  assert.deepEqual(
    await askToResolve(backOffice.approvalRequests, decider(2), { ...keyOf(operation), ...absent }),
    { ok: false, refusal: 'waiting' },
  );
  assert.equal((await stateOf(operation)).state, 'UNKNOWN');
  assert.deepEqual(await backOffice.approve(approvalRequestId), {
    ok: true,
    state: 'done',
    result: { state: 'SUCCESS' },
  });
  const { state, proof, providerReference, nextStepAt } = await stateOf(operation);
  assert.deepEqual(
    [state, proof, providerReference, nextStepAt],
    ['SUCCESS', 'operator', 'P-77', null],
  );
  assert.deepEqual([await available(), await callbacks(), backOffice.reported.length], [897, 1, 1]);
  await assertInOrder();
});

test('not executed: what was held comes back; an escalated case is closed with it', async () => {
  const { operation, attempt } = await backOffice.lose({ amount: units(100) });
  await backOffice.advance(
    operation,
    { type: 'poll', absent: false, nextStepInMs: 1_000, escalate: 'unknown_outcome' },
    attempt,
  );
  assert.deepEqual(
    (
      await listCases(db.database, {
        of: 'open',
        accountId: null,
        kind: null,
        services: null,
        after: null,
        limit: 9,
      })
    ).map(({ kind }) => kind),
    ['unknown_outcome'],
  );
  const approvalRequestId = await ask(operation, absent);
  assert.deepEqual(await backOffice.approve(approvalRequestId), {
    ok: true,
    state: 'done',
    result: { state: 'FAILED' },
  });
  const [closed] = await listCasesOf(db.database, keyOf(operation));
  assert.deepEqual(
    [closed!.resolution, closed!.note, closed!.approvalRequestId],
    ['not_executed', 'absent', approvalRequestId],
  );
  assert.deepEqual(
    [(await stateOf(operation)).proof, await available(), await callbacks()],
    ['operator', 1_000, 1],
  );
  await assertInOrder();
});

test('the provider’s word that comes at last closes the case of an unknown outcome by itself', async () => {
  const { operation, attempt } = await backOffice.lose({ amount: units(100) });
  const looked = await backOffice.advance(
    operation,
    { type: 'poll', absent: false, nextStepInMs: 1_000, escalate: 'unknown_outcome' },
    attempt,
  );
  const approvalRequestId = await ask(operation, absent);
  await backOffice.advance(operation, succeeded, looked);
  const [closed] = await listCasesOf(db.database, keyOf(operation));
  assert.deepEqual([closed!.resolution, closed!.approvalRequestId], ['settled', null]);
  assert.deepEqual(await backOffice.approve(approvalRequestId), {
    ok: true,
    state: 'failed',
    result: { refusal: 'settled meanwhile' },
  });
  assert.deepEqual(
    [(await stateOf(operation)).proof, await available()],
    ['provider_succeeded', 900],
  );
  await assertInOrder();
});

test('accepted and overdue: users may decide it, and the provider’s word closes it by itself', async () => {
  const accept: OperationEvent = {
    type: 'accept',
    refs: { ours: 'ref-1' },
    stage: 'payer',
    challenge: null,
    nextStepInMs: 1,
  };
  const overdue: OperationEvent = {
    type: 'poll',
    absent: false,
    nextStepInMs: 1,
    escalate: 'overdue_result',
  };
  const { operation, attempt } = await backOffice.lose({ amount: units(100) });
  const accepted = await backOffice.advance(operation, accept, attempt);
  const standing = async () => (await readStanding(db.database, keyOf(operation)))!;
  assert.equal((await standing()).undecided, null);
  const looked = await backOffice.advance(operation, overdue, accepted);
  const { cases, undecided } = await standing();
  assert.deepEqual([cases.map(({ kind }) => kind), undecided?.number], [['overdue_result'], 1]);
  assert.deepEqual(await askClose(operation, 'explained', null), {
    ok: false,
    refusal: 'outcome unknown',
  });
  await backOffice.advance(operation, succeeded, looked);
  const [closed] = await listCasesOf(db.database, keyOf(operation));
  assert.equal(closed!.resolution, 'settled');
  await assertInOrder();
});

test('opened and decided in one commit: the case is closed', async () => {
  const { operation, attempt } = await backOffice.lose({ amount: units(100) });
  const look: OperationEvent = {
    type: 'poll',
    absent: false,
    nextStepInMs: 1_000,
    escalate: 'unknown_outcome',
  };
  // Submitted together, while a first command is being written: the writer takes both in one group.
  await Promise.all([
    backOffice.advance(operation, { ...look, escalate: null }, attempt),
    backOffice.advance(operation, look, attempt),
    backOffice.advance(operation, succeeded, attempt),
  ]);
  assert.deepEqual(
    (await listCasesOf(db.database, keyOf(operation))).map(({ resolution }) => resolution),
    ['settled'],
  );
  await assertInOrder();
});

test('a node that dies after the commit decides nothing twice', async () => {
  const { operation } = await backOffice.lose({ amount: units(100) });
  const approvalRequestId = await ask(operation, executed);
  await db.sql(
    `update approval_request set state = 'approved', decided_by = 2, decided_at = now()
      where id = ${approvalRequestId}`,
  );
  const approvalRequest = {
    ...(await findApprovalRequest(db.database, approvalRequestId))!,
    decidedBy: 2,
  };
  const execute = () => resolveOutcome(backOffice.resolveDeps, approvalRequest);
  assert.deepEqual(
    [await execute(), await execute()],
    Array(2).fill({ done: true, result: { state: 'SUCCESS' } }),
  );
  assert.deepEqual([await available(), await callbacks()], [900, 1]);
});

test('users and the provider at the same moment: one of them decides, the books follow it, the other changes nothing', async () => {
  for (let round = 0; round < 12; round++) {
    const { operation, attempt } = await backOffice.lose({ amount: units(10) });
    const before = [await available(), await callbacks()];
    const approvalRequestId = await ask(operation, absent);
    // On another node; in some rounds a moment later.
    const event = async () => {
      if (round % 3 === 2) await new Promise((resolve) => setTimeout(resolve, round));
      await backOffice.advance(operation, succeeded, attempt, backOffice.other);
    };
    const [decided] = await Promise.all([backOffice.approve(approvalRequestId), event()]);
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
    assert.deepEqual(
      [await available(), await callbacks()],
      [before[0]! + (state === 'FAILED' ? 10 : 0), before[1]! + 1],
    );
  }
  await assertInOrder();
});

test('what left again since they looked is another matter', async () => {
  const { operation, attempt } = await backOffice.lose();
  const approvalRequestId = await ask(operation, absent);
  await db.sql(`update operation set lease_owner = 7`);
  const resent = await backOffice.advance(
    operation,
    { type: 'resend' },
    { ...attempt, state: 'UNKNOWN' },
  );
  assert.deepEqual(await backOffice.approve(approvalRequestId), {
    ok: true,
    state: 'failed',
    result: { refusal: 'settled meanwhile' },
  });
  assert.equal((await stateOf(operation)).state, 'SENDING');
  const lost = await backOffice.advance(
    operation,
    { type: 'lose_answer', refs: resent.refs, cause: 'timeout', nextStepInMs: 1 },
    resent,
  );
  assert.ok(lost.sentAt > attempt.sentAt);
  const again = await ask(operation, absent);
  await db.sql(`update attempt set sent_at = sent_at + interval '1 second'`);
  assert.deepEqual(await backOffice.approve(again), {
    ok: true,
    state: 'failed',
    result: { refusal: 'sent again meanwhile' },
  });
});

test('a refund whose answer is lost is decided in the same way', async () => {
  const operation = await backOffice.open({ amount: units(100) });
  await backOffice.advance(
    operation,
    succeeded,
    (await readStanding(db.database, keyOf(operation)))!.attempt!,
  );
  const refund = {
    ...(await readStanding(db.database, keyOf(operation)))!.attempt!,
    number: 2,
    purpose: 'refund' as const,
    state: 'SENDING' as const,
  };
  await backOffice.advance(
    operation,
    { type: 'refund', attempt: refund },
    (await readStanding(db.database, keyOf(operation)))!.attempt!,
  );
  await backOffice.advance(
    operation,
    { type: 'lose_answer', refs: refund.refs, cause: 'timeout', nextStepInMs: 1 },
    refund,
  );
  assert.equal((await stateOf(operation)).state, 'REFUNDING');
  await backOffice.approve(await ask(operation, executed));
  assert.deepEqual([(await stateOf(operation)).state, await available()], ['REFUNDED', 1_000]);
  await assertInOrder();
});

test('only what is unknown is decided: a payer is waited for, a result stays', async () => {
  const operation = await backOffice.open();
  const refused = async () =>
    askToResolve(backOffice.approvalRequests, decider(1), { ...keyOf(operation), ...absent });
  assert.deepEqual(await refused(), { ok: false, refusal: 'settled' });
  const accepted: OperationEvent = {
    type: 'accept',
    refs,
    stage: 'payer',
    challenge: null,
    nextStepInMs: 1,
  };
  const attempt = await backOffice.advance(
    operation,
    accepted,
    (await readStanding(db.database, keyOf(operation)))!.attempt!,
  );
  assert.deepEqual(await refused(), { ok: false, refusal: 'settled' });
  await backOffice.advance(operation, succeeded, attempt);
  assert.deepEqual(await refused(), { ok: false, refusal: 'settled' });
  const { operation: lost } = await backOffice.lose();
  const without = { ...keyOf(lost), ...executed, reference: null };
  assert.deepEqual(await askToResolve(backOffice.approvalRequests, decider(1), without), {
    ok: false,
    refusal: 'referenceMissing',
  });
  assert.deepEqual(
    await askToResolve(backOffice.approvalRequests, decider(1), {
      ...keyOf(lost),
      ...absent,
      evidence: null,
    }),
    {
      ok: false,
      refusal: 'evidenceMissing',
    },
  );
});

test('a late success is booked: through suspense, or at once; the developer bears it only where the balance covers it', async () => {
  const operation = await backOffice.contradict(
    { amount: units(100), direction: 'DEBIT' },
    failed,
    succeeded,
  );
  assert.equal(await available(), 1_000);
  const onSuspense = await askClose(operation, 'booked', 'suspense');
  assert.ok(onSuspense.ok && (await backOffice.approve(onSuspense.approvalRequestId)).ok);
  assert.equal((await readCorrected(db.database, keyOf(operation))).suspended, -units(100));
  assert.deepEqual(await askClose(operation, 'explained', null), {
    ok: false,
    refusal: 'still on suspense',
  });
  await assertInOrder();
  const borne = await askClose(operation, 'booked', 'developer');
  assert.ok(borne.ok);
  assert.deepEqual(await backOffice.approve(borne.approvalRequestId), {
    ok: true,
    state: 'done',
    result: {},
  });
  assert.deepEqual(
    [await available(), (await readCorrected(db.database, keyOf(operation))).suspended],
    [900, 0n],
  );
  assert.deepEqual([(await stateOf(operation)).state, await callbacks()], ['FAILED', 1]);
  const [closed] = await listCasesOf(db.database, keyOf(operation));
  assert.equal(closed!.resolution, 'booked');
  await assertInOrder();
});

test('a late failure gives back what was paid, at the cost of whoever bears it', async () => {
  const operation = await backOffice.contradict({ amount: units(100) }, succeeded, failed);
  assert.equal(await available(), 900);
  const asked = await askClose(operation, 'booked', 'developer');
  assert.ok(asked.ok && (await backOffice.approve(asked.approvalRequestId)).ok);
  assert.equal(await available(), 1_000);
  const collected = await backOffice.contradict(
    { amount: units(500), direction: 'CREDIT' },
    succeeded,
    failed,
  );
  assert.equal(await available(), 1_500);
  await backOffice.open({ amount: units(1_400) });
  const uncovered = await askClose(collected, 'booked', 'developer');
  assert.ok(uncovered.ok);
  assert.deepEqual(await backOffice.approve(uncovered.approvalRequestId), {
    ok: true,
    state: 'failed',
    result: { refusal: 'not covered' },
  });
  const ours = await askClose(collected, 'booked', 'operator');
  assert.ok(ours.ok && (await backOffice.approve(ours.approvalRequestId)).ok);
  assert.equal(await available(), 100);
  await assertInOrder();
});

test('what was booked is booked once: the same news come again opens nothing, and what it denies is neither reversed nor refunded', async () => {
  const executedAfterAll = await backOffice.contradict({ amount: units(100) }, failed, succeeded);
  await book(executedAfterAll, 'developer');
  for (let time = 0; time < 2; time++)
    await backOffice.advance(
      executedAfterAll,
      succeeded,
      (await backOffice.attemptOf(executedAfterAll))!,
    );
  assert.deepEqual(await openKinds(executedAfterAll), []);
  assert.equal(await available(), 900);
  // Paid out, late failure booked: the developer has it back already.
  const failedAfterAll = await backOffice.contradict({ amount: units(200) }, succeeded, failed);
  await book(failedAfterAll, 'developer');
  assert.equal(await available(), 900);
  const attempt = (await backOffice.attemptOf(failedAfterAll))!;
  for (const again of [
    failed,
    { type: 'reverse', reason: 'taken back' },
    refundBy(attempt),
  ] as const)
    await backOffice.advance(failedAfterAll, again, attempt);
  assert.deepEqual([(await stateOf(failedAfterAll)).state, await available()], ['SUCCESS', 900]);
  assert.deepEqual(await openKinds(failedAfterAll), []);
  await assertInOrder();
});

test('of several who ask at once about one transaction one approval request is out, whatever they want', async () => {
  const contradicted = await backOffice.contradict({ amount: units(100) }, failed, succeeded);
  const [open] = await listCasesOf(db.database, keyOf(contradicted));
  const order = { ...keyOf(contradicted), caseId: open!.id, how: 'booked', reason: 'r' } as const;
  const closes = await Promise.all(
    (['developer', 'operator', 'suspense'] as const).map((liableParty) =>
      askToClose(backOffice.approvalRequests, decider(1), { ...order, liableParty }),
    ),
  );
  assert.equal(closes.filter(({ ok }) => ok).length, 1);
  const { operation } = await backOffice.lose();
  const outcomes = await Promise.all(
    [absent, executed].map((wanted, index) =>
      askToResolve(backOffice.approvalRequests, decider(index + 1), {
        ...keyOf(operation),
        ...wanted,
      }),
    ),
  );
  assert.deepEqual(outcomes.map((asked) => (asked.ok ? 'asked' : asked.refusal)).sort(), [
    'asked',
    'waiting',
  ]);
});

test('two cases of one payment are booked once; the other one is explained', async () => {
  const collected = await backOffice.contradict(
    { amount: units(500), direction: 'CREDIT' },
    succeeded,
    failed,
  );
  await backOffice.open({ amount: units(1_400) });
  await backOffice.advance(
    collected,
    { type: 'reverse', reason: 'taken back' },
    (await backOffice.attemptOf(collected))!,
  );
  assert.deepEqual(await openKinds(collected), ['late_failure', 'reversal_without_cover']);
  await book(collected, 'operator');
  assert.equal((await openKinds(collected)).length, 1);
  assert.deepEqual(await askClose(collected, 'booked', 'operator'), {
    ok: false,
    refusal: 'already booked',
  });
  const explained = await askClose(collected, 'explained', null);
  assert.ok(explained.ok && (await backOffice.approve(explained.approvalRequestId)).ok);
  assert.deepEqual([await openKinds(collected), await available()], [[], 100]);
  await assertInOrder();
});

test('a case that needs no booking is explained; the queue goes on from page to page', async () => {
  const operations = [];
  for (let count = 0; count < 3; count++)
    operations.push(await backOffice.contradict({}, failed, succeeded));
  const page = (
    of: 'open' | 'closed' | 'unknown',
    after: Parameters<typeof listCases>[1]['after'] = null,
  ) => listCases(db.database, { of, accountId: null, kind: null, services: null, after, limit: 2 });
  const first = await page('open');
  const { placeUs, accountId, id } = first[1]!;
  const second = await page('open', { placeUs, accountId, id: id! });
  assert.deepEqual(
    [...first, ...second].map(({ transactionId }) => transactionId),
    operations.map(({ terms }) => terms.id),
  );
  const asked = await askClose(operations[0]!, 'explained', null);
  assert.ok(asked.ok && (await backOffice.approve(asked.approvalRequestId)).ok);
  assert.deepEqual(
    (await page('closed')).map(({ resolution, accountName }) => [resolution, accountName]),
    [['explained', 'Teranga']],
  );
  const { operation } = await backOffice.lose();
  assert.deepEqual(
    (await page('unknown')).map(({ transactionId, id: none }) => [transactionId, none]),
    [[operation.terms.id, null]],
  );
  const hidden = await listCases(db.database, {
    of: 'open',
    accountId: null,
    kind: null,
    services: ['NONE'],
    after: null,
    limit: 2,
  });
  assert.deepEqual(hidden, []);
});
