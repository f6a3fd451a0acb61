// F24, I-30: what a provider says before, or instead of, what leads to its attempt is kept once and
// heard as soon as it can be.

import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, test } from 'node:test';
import type { ProviderError, ProviderEvent, QueryOutcome } from '@jokko/connectors/kit';
import { openCaseBackOffice, type CaseBackOffice } from '../../backoffice/cases/testing.ts';
import { startTestPostgres } from '../../node/doctor/testing/postgres.ts';
import type { TestDatabase, TestPostgres } from '../../node/doctor/testing/postgres.ts';
import { runDoctor } from '../../node/doctor/index.ts';
import {
  createOperationReader,
  type OperationKey,
  type OperationTerms,
} from '../operations/index.ts';
import type { OperationEvent } from '../operations/model/commands.ts';
import { attemptReference } from '../operations/model/reference.ts';
import { testAttempt, testOpening, units } from '../operations/testing.ts';
import { machine, runIn } from '../../platform/environment.ts';
import { keepEvent, keepQuestion, listInbox, markIgnored } from './index.ts';
import { sweepInbox } from './sweep.ts';
import { purgeInbox } from './store.ts';
import { giveBackEvents, leaseEvents, leaseEventsStatement } from './store.ts';
import type { SweepDeps } from './sweep.ts';

let postgres: TestPostgres;
let db: TestDatabase;
let backOffice: CaseBackOffice;
/** What the provider says when it is asked. */
let answer: QueryOutcome;
let asked: number;

const id = '1000000000001';
const ours = attemptReference(id, 1);
const route = 'OPA_SN';
const event = (match: ProviderEvent['match']): ProviderEvent => ({
  match,
  authenticated: true,
  dedupeKey: 'x',
  claims: { amount: units(100), currency: 'XOF', party: '+221770000001' },
  outcome: {
    kind: 'succeeded',
    refs: { ours },
    voucher: { type: 'METER_TOKEN', code: '12345678901234567890' },
  },
});

before(async () => {
  postgres = await startTestPostgres();
});
after(() => postgres.close());
beforeEach(async () => {
  db = await postgres.database();
  backOffice = await openCaseBackOffice(db);
  answer = { kind: 'succeeded', refs: { ours, theirs: 'P1' } };
  asked = 0;
});
afterEach(async () => {
  await backOffice.close();
  await db.close();
});

/** One round over everything that waits; `onTry` before each try. */
async function sweep(onTry: () => void = () => {}): Promise<void> {
  await db.sql('update provider_inbox set next_try_at = now()');
  const provider = {
    route,
    counterparty: 'x',
    capabilities: { notification: { bookable: true }, limits: { concurrency: 8 } },
    connector: {
      query() {
        asked += 1;
        return Promise.resolve(answer);
      },
    },
  };
  const providerEvents = {
    writer: backOffice.writer,
    reader: createOperationReader(db.database),
    asking: new Map(),
    catalogue: () => ({}),
    providers: {
      of(_: unknown, name: string) {
        onTry();
        return name === route ? provider : null;
      },
      intentOf: () => ({}),
    },
    now: Date.now,
    withMedia: (terms: OperationTerms) => Promise.resolve(terms),
    askAgain: (payment: OperationKey, refund: number) => keepQuestion(db.database, payment, refund),
    log: () => {},
  } as unknown as SweepDeps['providerEvents'];
  await sweepInbox({ database: db.database, providerEvents });
}
/** A payment whose answer was lost: only our reference is known. */
async function openLost(): Promise<void> {
  const refs = { ours };
  const attempt = testAttempt({ route, refs, prepared: { ...testAttempt().prepared, refs } });
  const opened = await backOffice.writer.open(testOpening({ id, route }, { attempt }));
  assert.equal(opened.type, 'opened');
  if (opened.type !== 'opened') return;
  await backOffice.advance(
    opened.operation,
    { type: 'lose_answer', refs, cause: 'timeout', nextStepInMs: 60_000 },
    attempt,
  );
}
const waiting = () => listInbox(db.database, { of: 'waiting', after: null, limit: 9 });
const decided = () => listInbox(db.database, { of: 'decided', after: null, limit: 9 });
const stateOf = async () =>
  (
    await db.database.query<{ state: string }>({ name: 's', text: 'select state from operation' })
  )[0]?.state;

test('F24 a notice that comes before its attempt is kept once and books nothing by itself', async () => {
  for (let time = 0; time < 3; time++) await keepEvent(db.database, route, event({ ours }));
  const [kept, ...more] = await waiting();
  assert.deepEqual([kept!.ours, kept!.outcome, kept!.repeats, more], [ours, 'succeeded', 2, []]);
  await sweep();
  assert.equal((await waiting()).length, 1);
  await openLost();
  await sweep();
  assert.deepEqual([asked, await stateOf(), await waiting()], [1, 'SUCCESS', []]);
  const [matched] = await decided();
  assert.deepEqual(
    [matched!.state, matched!.transactionId, matched!.accountId],
    ['matched', id, 1],
  );
});

test('F24 a notice that names only the provider’s transaction is matched when we know that', async () => {
  await openLost();
  await keepEvent(db.database, route, event({ theirs: 'P1' }));
  await keepEvent(db.database, 'OTHER', event({ theirs: 'P1' }));
  await sweep();
  assert.deepEqual([asked, await stateOf()], [0, 'UNKNOWN']);
  await db.sql(`update attempt set refs = '{"ours": "${ours}", "theirs": "P1"}'`);
  await sweep();
  assert.equal(await stateOf(), 'SUCCESS');
  assert.deepEqual(
    (await waiting()).map((each) => each.route),
    ['OTHER'],
  );
});

test('what cannot be found out now is tried again', async () => {
  await openLost();
  await backOffice.writer.advance({
    type: 'advance',
    terms: testOpening({ id, route }).terms,
    attempt: (await createOperationReader(db.database).find({ transactionId: id, number: 1 }))!
      .attempt,
    operationEvent: { type: 'succeed', refs: { ours, theirs: 'P1' } },
  });
  await keepEvent(db.database, route, event({ ours }));
  answer = { kind: 'not_sent', refs: { ours }, cause: 'ECONNREFUSED' };
  await sweep();
  assert.equal((await waiting()).length, 1);
  answer = { kind: 'reversed', refs: { ours, theirs: 'P1' } };
  await sweep();
  assert.deepEqual([await stateOf(), await waiting()], ['REFUNDED', []]);
});

test('F28 a payment that was taken back unheard is found when its refund is refused', async () => {
  await openLost();
  const reader = createOperationReader(db.database);
  const advance = async (operationEvent: OperationEvent, number: number) =>
    backOffice.writer.advance({
      type: 'advance',
      terms: testOpening({ id, route }).terms,
      attempt: (await reader.find({ transactionId: id, number }))!.attempt,
      operationEvent,
    });
  await advance({ type: 'succeed', refs: { ours, theirs: 'P1' } }, 1);
  const refs = { ours: attemptReference(id, 2) };
  const prepared = { ...testAttempt().prepared, refs };
  const attempt = testAttempt({ number: 2, purpose: 'refund', route, refs, prepared });
  await advance({ type: 'refund', attempt }, 1);
  await advance({ type: 'accept', refs, stage: 'provider', challenge: null, nextStepInMs: 0 }, 2);
  // The provider says by a notice that it refuses the refund.
  const error: ProviderError = {
    provider: 'reversed before',
    catalogue: 'execution_error',
    retryable: 'never',
  };
  answer = { kind: 'failed', refs, error, executed: 'no' };
  await keepEvent(db.database, route, { ...event(refs), authenticated: false });
  await sweep();
  assert.deepEqual(
    [await stateOf(), (await waiting()).map((each) => each.ours)],
    ['SUCCESS', [ours]],
  );
  answer = { kind: 'not_sent', refs: { ours }, cause: 'ECONNREFUSED' };
  await sweep();
  assert.equal((await waiting()).length, 1, 'it is asked until it answers');
  answer = { kind: 'reversed', refs: { ours, theirs: 'P1' } };
  await sweep();
  assert.deepEqual([await stateOf(), await waiting()], ['REFUNDED', []]);
  const { checks } = await runDoctor(db.database);
  const broken = checks.filter(({ violations }) => violations > 0).map((check) => check.id);
  // The accounts of this fixture have secrets of no key.
  assert.deepEqual(broken, ['I-35']);
});

test('nothing secret is kept: neither what was bought nor whom it was for', async () => {
  await keepEvent(db.database, route, event({ ours }));
  const [row] = await db.database.query<{ all: string }>({
    name: 'all',
    text: 'select i::text as all from provider_inbox i',
  });
  assert.doesNotMatch(row!.all, /12345678901234567890|770000001/);
});

test('I-30 a route whose inbox is full takes nothing new, so that its provider keeps it; other routes do', async () => {
  const known = event({ ours: 'known' });
  await keepEvent(db.database, 'r', known);
  await db.sql(`insert into provider_inbox (route, payload_hash, our_reference)
    select 'r', sha256(n::text::bytea), 'x' from generate_series(1, 9999) n`);
  await assert.rejects(keepEvent(db.database, 'r', event({ ours })), /full/);
  await keepEvent(db.database, 'r', known);
  await keepEvent(db.database, route, event({ ours }));
});

test('I-30 a notice is ignored with a reason, once, and removed after 30 days', async () => {
  await keepEvent(db.database, route, event({ ours }));
  await db.sql(`update provider_inbox set received_at = received_at - interval '11 minutes'`);
  const violations = async () =>
    (await runDoctor(db.database)).checks.find((check) => check.id === 'I-30')!.violations;
  assert.equal(await violations(), 1);
  const [{ id: notice } = { id: '' }] = await waiting();
  assert.equal(await markIgnored(db.database, notice, 'a test of the provider'), route);
  assert.equal(await markIgnored(db.database, notice, 'again'), null);
  assert.deepEqual(
    [await violations(), (await decided())[0]!.reason],
    [0, 'a test of the provider'],
  );
  assert.equal(await purgeInbox(db.database), false);
  assert.equal((await decided()).length, 1);
  await db.sql(`update provider_inbox set decided_at = decided_at - interval '31 days'`);
  await purgeInbox(db.database);
  assert.deepEqual(await decided(), []);
});

test('I-30 what leads to no attempt for 7 days is ignored with a reason', async () => {
  await keepEvent(db.database, route, event({ ours: 'of somebody else' }));
  await keepEvent(db.database, 'GONE', event({ theirs: 'P1' }));
  await keepEvent(db.database, route, event({ theirs: 'young' }));
  const age = (days: number) =>
    db.sql(`update provider_inbox set received_at = received_at - interval '${days} days'
      where provider_reference is distinct from 'young'`);
  await age(6);
  await sweep();
  assert.equal((await waiting()).length, 3);
  await age(2);
  await sweep();
  assert.equal((await waiting()).length, 1);
  for (const { state, reason } of await decided())
    assert.deepEqual(
      [state, reason],
      ['ignored', 'names no attempt of this installation after 7 days'],
    );
});

test('I-30 what is about a payment of ours and cannot be checked for 7 days becomes a case', async () => {
  await openLost();
  await db.sql(`update operation set state = 'SUCCESS', next_step_at = null, lease_owner = null`);
  await keepEvent(db.database, route, event({ ours }));
  answer = { kind: 'not_sent', refs: { ours }, cause: 'ECONNREFUSED' };
  await db.sql(`update provider_inbox set received_at = received_at - interval '8 days'`);
  await sweep();
  const cases = await db.database.query<{ kind: string; evidence: string }>({
    name: 'cases',
    text: 'select kind, evidence from operation_case',
  });
  assert.deepEqual(
    cases.map(({ kind }) => kind),
    ['mismatched_result'],
  );
  assert.match(cases[0]!.evidence, /^notice \d+ of route OPA_SN says succeeded, .* for 7 days$/);
  const [matched] = await decided();
  assert.deepEqual([matched!.state, matched!.transactionId], ['matched', id]);
  assert.equal(await stateOf(), 'SUCCESS');
});

test('F28 a reversal that came during a refund of ours becomes a case when that refund succeeded', async () => {
  await openLost();
  await db.sql(`
    update operation set state = 'REFUNDED', attempts = 2, next_step_at = null, lease_owner = null;
    update attempt set state = 'SUCCEEDED';
    insert into attempt (account_id, operation_id, number, purpose, route, state, refs, created_at,
      sent_at, updated_at)
      select account_id, operation_id, 2, 'refund', route, state, refs, created_at, sent_at,
        updated_at from attempt;
    insert into attempt_request (operation_id, account_id, number, prepared)
      select operation_id, account_id, 2, prepared from attempt_request`);
  const reversed = { kind: 'reversed', refs: { ours } } as const;
  await keepEvent(db.database, route, { ...event({ ours }), outcome: reversed });
  await sweep();
  const cases = await db.database.query<{ evidence: string }>({
    name: 'cases',
    text: 'select evidence from operation_case',
  });
  assert.match(cases[0]!.evidence, /took attempt 1 back, which refund attempt 2 had already/);
  assert.deepEqual([asked, (await waiting()).length], [0, 0]);
});

test('I-30 a round takes some of each route, young ones before those that were tried often, and never only these', async () => {
  await db.sql(`
    insert into provider_inbox (route, payload_hash, our_reference, tries, next_try_at)
      select r, sha256((r || n)::bytea), 'x' || n, case when n <= 500 then 9
        else 0 end, now() - interval '1 hour'
      from unnest(array['A', 'B']) r, generate_series(1, 1000) n`);
  const leased = await leaseEvents(db.database);
  const of = (name: string, isOld: boolean) =>
    leased.filter((each) => each.route === name && Number(each.ours!.slice(1)) <= 500 === isOld)
      .length;
  assert.deepEqual([of('A', false), of('A', true), of('B', false), of('B', true)], [20, 5, 20, 5]);
  const [first, second] = await Promise.all([leaseEvents(db.database), leaseEvents(db.database)]);
  const twice = new Set([...leased, ...first, ...second].map((each) => each.id));
  assert.equal(twice.size, leased.length + first.length + second.length, 'none is leased twice');
  await giveBackEvents(db.database, leased);
  const again = await db.database.query<{ tries: number }>(
    {
      name: 'tries',
      text: `select distinct tries from provider_inbox where id = any($1::bigint[]) order by 1`,
    },
    [`{${leased.map((each) => each.id).join()}}`],
  );
  assert.deepEqual(
    again.map(({ tries }) => tries),
    [0, 9],
  );
});

test('I-30 a round looks through what waits once, and not once for each', async () => {
  await db.sql(`
    insert into provider_inbox (route, payload_hash, our_reference, next_try_at)
      select 'A', sha256(n::text::bytea), 'x', now() - interval '1 hour'
        from generate_series(1, 2000) n`);
  const connection = await db.database.connect();
  const rows = await connection.query<{ 'QUERY PLAN': string }>({
    name: 'explain_lease',
    text: `explain (analyze, timing off, costs off, buffers off, summary off) ${leaseEventsStatement.text}`,
  });
  await connection.close();
  const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
  const loops = [...plan.matchAll(/loops=(\d+)/g)].map(([, count]) => Number(count));
  assert.ok(loops.length > 5 && Math.max(...loops) <= 20, plan);
});

test('I-30 a provider that does not answer ends its round after 10 s; what was not tried is due again', async () => {
  let nowMs = 0;
  for (let count = 0; count < 5; count++)
    await keepEvent(db.database, route, event({ ours: attemptReference(id, count + 1) }));
  await runIn({ ...machine, monotonic: () => nowMs }, () => sweep(() => void (nowMs += 11_000)));
  const due = await db.database.query<{ tries: number }>({
    name: 'due',
    text: `select tries from provider_inbox order by id`,
  });
  assert.deepEqual(
    due.map(({ tries }) => tries),
    [1, 0, 0, 0, 0],
  );
});
