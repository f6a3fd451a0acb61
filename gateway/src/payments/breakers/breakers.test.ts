// Breakers on a real PostgreSQL: health opens them, time has them tried, outcomes close them, and a
// user's word stands above all three. What waits is resumed at a growing pace, by one node at a
// time.

import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import { until } from '../../../../acceptance/harness/until.ts';
import {
  startTestPostgres,
  type TestDatabase,
  type TestPostgres,
} from '../../node/doctor/testing/postgres.ts';
import { machine, runIn } from '../../platform/environment.ts';
import { breakerRuleOf } from '../catalogue/breaker-rule.ts';
import { usualBreakerRule, type BreakerRule } from '../catalogue/index.ts';
import { testCatalogue } from '../catalogue/testing.ts';
import type { Writer } from '../operations/index.ts';
import { testAdvance, testAttempt } from '../operations/testing.ts';
import {
  judge,
  opensForHealth,
  resumedPerSecond,
  waitBeforeTryMs,
  type Breaker,
} from './breaker.ts';
import { createOutcomeCounter, keepBreakers, setBreaker } from './index.ts';
import { createBreakerRounds } from './rounds.ts';

let postgres: TestPostgres;
let db: TestDatabase;
const route = 'OPA_SN';
const handRoute = 'OPD_SN';
const who = { kind: 'command' } as const;

before(async () => {
  postgres = await startTestPostgres();
  db = await postgres.database();
});
after(async () => {
  await db.close();
  await postgres.close();
});
afterEach(() => db.sql('truncate health_state, route_breaker, operation'));

const catalogue = () => catalogueWith(usualBreakerRule);
const catalogueWith = (breakerRule: BreakerRule) => {
  const present = testCatalogue();
  const routes = present.routes.map((each) => ({
    ...each,
    breakerRule,
    opensByItself: each.name === route,
  }));
  return { ...present, routes, route: (name: string) => routes.find((each) => each.name === name) };
};
const isDown = (name: string, reason: string) =>
  db.sql(`insert into health_state (kind, name, state, since, reasons, figures, read_at)
    values ('route', '${name}', 'down', now(), '{${reason}}', '{}', now())`);
const park = (id: number) =>
  db.sql(`insert into operation (account_id, id, external_id, fingerprint, code_service, direction,
    route, phone_given, phone,
      amount, commission, currency, details, state, balance_before, balance_after, created_at,
        updated_at, next_step_at)
    values (1, ${id}, 'e${id}', '', 'C', 'DEBIT', '${route}', '7', '+2217', 1, 0, 'XOF', '{}',
      'PARKED', 0, 0,
      now() + interval '${id} seconds', now(), now() + interval '1 day')`);
const waited = () =>
  db.sql(`update route_breaker set since = since - interval '1 day', next_resume_at = now()`);

async function node(rule = usualBreakerRule) {
  const breakers = await keepBreakers(db.database);
  const resumed: string[] = [];
  const writer = {
    advance({ terms }: { terms: { id: string } }) {
      resumed.push(terms.id);
      return Promise.resolve({ type: 'refused', refusal: { errorId: 0, message: null } });
    },
  } as unknown as Writer;
  const round = () =>
    createBreakerRounds({
      database: db.database,
      breakers,
      writer,
      now: Date.now,
      providers: { of: () => null },
      catalogue: () => catalogueWith(rule),
    }).runOnce();
  return { breakers, resumed, round };
}
const stateNow = async () => (await keepBreakers(db.database)).present().get(route)?.state;

test('O15 health that is down opens a breaker, with its reason; on a route of users alone, or for a queue of ours, it does not', async () => {
  await isDown(route, 'unanswered');
  await isDown(handRoute, 'unanswered');
  const { breakers, round } = await node();
  await round();
  assert.deepEqual([...breakers.notClosed()], [[route, 'open']]);
  assert.equal(breakers.present().get(route)!.reason, 'unanswered');
  await db.sql(`truncate health_state, route_breaker`);
  await isDown(route, 'queue');
  await round();
  assert.equal(await stateNow(), undefined);
});

test('O15 what health has opened is tried after a while, and closed by answers; losses open it again for longer', async () => {
  await isDown(route, 'unreachable');
  const { breakers, round } = await node();
  await round();
  const count = createOutcomeCounter({ database: db.database, catalogue, breakers, log: () => {} });
  const countedNow = async () =>
    JSON.stringify((await keepBreakers(db.database)).present().get(route), [
      'state',
      'answered',
      'lost',
    ]);
  /** One after the other: each is counted before the next. */
  const tell = async (event: Parameters<typeof testAdvance>[0], wanted: string) => {
    const isSo = async () => {
      await breakers.refresh();
      return breakers.present().get(route)?.state === wanted;
    };
    while (!(await isSo())) {
      const former = await countedNow();
      count(testAdvance(event, testAttempt({ route, sentAt: new Date() })));
      await until(
        `it is counted, to be ${wanted}`,
        async () => (await countedNow()) !== former || (await stateNow()) === wanted,
      );
    }
  };
  const lost = {
    type: 'lose_answer',
    refs: { ours: 'r' },
    cause: 'timeout',
    nextStepInMs: 1,
  } as const;
  const good = { type: 'succeed', refs: { ours: 'r', theirs: 't' } } as const;
  await round();
  assert.equal(await stateNow(), 'open', 'not at once');
  await waited();
  await round();
  assert.equal(await stateNow(), 'half_open');
  await tell(lost, 'open');
  assert.equal(breakers.present().get(route)!.failures, 2);
  await waited();
  await round();
  await tell(good, 'closed');
});

test('O15 each try of a single order counts while a route is tried, and many outcomes need few statements', async () => {
  await setBreaker(db.database, who, { route, state: 'open', reason: 'test' });
  await setBreaker(db.database, who, { route, state: 'half_open', reason: 'test' });
  const { breakers } = await node();
  let statements = 0;
  const counting = {
    ...db.database,
    query: ((...given: Parameters<typeof db.database.query>) => {
      statements += 1;
      return db.database.query(...given);
    }) as typeof db.database.query,
  };
  const count = createOutcomeCounter({ database: counting, catalogue, breakers, log: () => {} });
  const unsent = (number: number) =>
    count(
      testAdvance(
        { type: 'unsend', cause: 'ECONNREFUSED', retryInMs: 1 },
        testAttempt({ route, number, sentAt: new Date() }),
      ),
    );
  for (let number = 2; number <= 101; number++) unsent(number);
  await until('it opens', async () => (await stateNow()) === 'open');
  assert.ok(statements <= 2, `${statements} statements`);
});

test('O15 what was sent before a route is tried and is lost only now says nothing about it', async () => {
  await setBreaker(db.database, who, { route, state: 'open', reason: 'test' });
  const sentAt = new Date(Date.now() - 60_000);
  await setBreaker(db.database, who, { route, state: 'half_open', reason: 'test' });
  const { breakers } = await node();
  const lost = {
    type: 'lose_answer',
    refs: { ours: 'r' },
    cause: 'timeout',
    nextStepInMs: 1,
  } as const;
  const good = { type: 'succeed', refs: { ours: 'r', theirs: 't' } } as const;
  const count = createOutcomeCounter({ database: db.database, catalogue, breakers, log: () => {} });
  for (let late = 0; late < 5; late++) count(testAdvance(lost, testAttempt({ route, sentAt })));
  for (let tries = 0; tries < 3; tries++)
    count(testAdvance(good, testAttempt({ route, sentAt: new Date() })));
  await until('the three answers close it', async () => (await stateNow()) === 'closed');
});

test('O15 while a route is tried, few of those that wait for it are under way at once', async () => {
  for (const id of [1, 2, 3, 4, 5, 6]) await park(id);
  await setBreaker(db.database, who, { route, state: 'half_open', reason: 'test' });
  const { resumed, round } = await node();
  const turn = async () => {
    await db.sql(`update route_breaker set next_resume_at = now()`);
    await round();
    for (const id of resumed)
      await db.sql(`update operation set state = 'READY', next_step_at = now() where id = ${id}`);
  };
  for (let turns = 1; turns <= 5; turns++) await turn();
  assert.deepEqual(resumed, ['1', '2', '3']);
});

test('O15 a route that is tried and does not answer is given new operations ever more rarely', async () => {
  await setBreaker(db.database, who, { route, state: 'half_open', reason: 'test' });
  const { breakers } = await node();
  let now = 0;
  const tried: number[] = [];
  runIn({ ...machine, monotonic: () => now }, () => {
    for (; now <= 90_000; now += 1_000) if (breakers.mayTry(route)) tried.push(now / 1_000);
    assert.equal(breakers.mayTry(handRoute), false, 'that one is closed');
  });
  assert.deepEqual(tried, [0, 2, 6, 14, 30, 60, 90]);
});

test('O15 what a user has opened stays open until a user says otherwise', async () => {
  const { breakers, round } = await node();
  const change = { route, reason: 'announced' };
  assert.equal(await setBreaker(db.database, who, { ...change, state: 'open' }), true);
  assert.equal(await setBreaker(db.database, who, { ...change, state: 'open' }), false);
  await breakers.refresh();
  await waited();
  await round();
  assert.equal(await stateNow(), 'open');
  assert.equal(await setBreaker(db.database, who, { ...change, state: 'closed' }), true);
  assert.equal(await stateNow(), 'closed');
});

test('O15 of two nodes one lets go what waits, the oldest first, and none while the breaker is open', async () => {
  for (const id of [1, 2, 3]) await park(id);
  await setBreaker(db.database, who, { route, state: 'open', reason: 'test' });
  const [one, other] = [await node(), await node()];
  await Promise.all([one.round(), other.round()]);
  assert.deepEqual([...one.resumed, ...other.resumed], []);
  await setBreaker(db.database, who, { route, state: 'closed', reason: 'test' });
  await db.sql(`update route_breaker set next_resume_at = now()`);
  await Promise.all([one.round(), other.round()]);
  assert.equal([...one.resumed, ...other.resumed][0], '1');
});

const breaker: Breaker = {
  route,
  state: 'half_open',
  byHand: false,
  reason: '',
  since: new Date(0),
  ageMs: 0,
  failures: 1,
  answered: 0,
  lost: 0,
};

test('O15 three answers close, two losses open; each failure doubles the wait, up to ten minutes', () => {
  const judged = (more: Partial<Breaker>) => judge({ ...breaker, ...more }, usualBreakerRule);
  const waits = [1, 2, 3, 50].map((failures) => waitBeforeTryMs(failures, usualBreakerRule));
  assert.equal(judged({ answered: 2, lost: 1 }), null);
  assert.equal(judged({ answered: 3, lost: 1 })?.state, 'closed');
  assert.equal(judged({ answered: 3, lost: 2 })?.state, 'open');
  assert.equal(judged({ state: 'open', answered: 9 }), null);
  assert.deepEqual(waits, [30_000, 60_000, 120_000, 600_000]);
});

test('O15 a route’s own numbers count in place of the usual ones', () => {
  const rule = breakerRuleOf({
    answersToClose: 1,
    lossesToOpen: 4,
    firstWaitSeconds: 10,
    longestWaitSeconds: 15,
    windowSeconds: 60,
  });
  assert.equal(judge({ ...breaker, answered: 1 }, rule)?.state, 'closed');
  assert.equal(judge({ ...breaker, lost: 3 }, rule), null);
  assert.deepEqual(
    [1, 2].map((failures) => waitBeforeTryMs(failures, rule)),
    [10_000, 15_000],
  );
  const closed = { ...breaker, state: 'closed' as const, ageMs: 61_000 };
  assert.equal(opensForHealth(closed, usualBreakerRule), false, 'its five minutes are not over');
  assert.equal(opensForHealth(closed, rule), true);
});

test('O15 a route with a shorter wait of its own is tried by it, and its rule is read with the catalogue', async () => {
  const rule = breakerRuleOf({ firstWaitSeconds: 3_600, longestWaitSeconds: 3_600 });
  await isDown(route, 'unanswered');
  const { round } = await node(rule);
  await round();
  await db.sql(`update route_breaker set since = since - interval '59 minutes'`);
  await round();
  assert.equal(await stateNow(), 'open', 'the usual half minute is not its own');
  await db.sql(`update route_breaker set since = since - interval '2 minutes'`);
  await round();
  assert.equal(await stateNow(), 'half_open');
});

test('O15 what waits leaves at a pace that doubles every ten seconds, up to the route’s own', () => {
  const pace = (ageMs: number) => resumedPerSecond({ state: 'closed', ageMs }, 20);
  assert.deepEqual([0, 10_000, 30_000, 3_600_000].map(pace), [1, 2, 8, 20]);
  assert.equal(resumedPerSecond({ state: 'half_open', ageMs: 0 }, 20), 1);
  assert.equal(resumedPerSecond({ state: 'open', ageMs: 0 }, 20), 0);
});
