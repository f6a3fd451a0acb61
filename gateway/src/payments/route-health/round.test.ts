// Rounds of health on a real PostgreSQL: nodes add up, one judges, changes are recorded once.

import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import {
  startTestPostgres,
  type TestDatabase,
  type TestPostgres,
} from '../../node/doctor/testing/postgres.ts';
import type { Database, Statement } from '../../platform/db/database.ts';
import { createHealthCounters } from './counters.ts';
import { newestHealthChanges, readHealth, readRouteHealth } from './read.ts';
import { usualJudgedBy, usualThresholds, type JudgedBy } from './judge.ts';
import { createHealthRounds, type ReadStandings } from './round.ts';
import { createTypicalTimes } from './typical-time.ts';

let postgres: TestPostgres;
let db: TestDatabase;
const route = 'WAVE_SN';

before(async () => {
  postgres = await startTestPostgres();
  db = await postgres.database();
});
after(async () => {
  await db.close();
  await postgres.close();
});
afterEach(() =>
  db.sql(`truncate health_count, health_state, health_change, health_minute;
    update installation set clock_offset = '0'`),
);

const nothingStands: ReadStandings = () => Promise.resolve([]);

function node({
  readStandings = nothingStands,
  judgedBy = usualJudgedBy,
  database = db.database,
}: { readStandings?: ReadStandings; judgedBy?: JudgedBy; database?: Database } = {}) {
  const counters = createHealthCounters();
  const { runOnce } = createHealthRounds({
    database,
    counters,
    readStandings,
    judgedBy: () => judgedBy,
  });
  /** A round in which it judges, whoever did so just now. */
  const round = async () => {
    await db.sql(`update health_round set judged_at = '-infinity'`);
    await runOnce();
  };
  return { counters, round, runOnce };
}
const times = (count: number, run: () => void) => {
  for (let number = 0; number < count; number++) run();
};
const healthOfRoute = async () =>
  (await readHealth(db.database)).find(
    ({ subject }) => subject.kind === 'route' && subject.name === route,
  );
const stateNow = async () => (await healthOfRoute())?.state;
const later = (interval: string) =>
  db.sql(`update installation set clock_offset = clock_offset + interval '${interval}'`);

test('what two nodes count adds up: neither alone saw an outage', async () => {
  const [one, other] = [node(), node()];
  times(3, () => one.counters.note('route', route, 'unknown'));
  times(3, () => other.counters.note('route', route, 'unknown'));
  await one.round();
  assert.equal(await stateNow(), 'degraded');
  await other.round();
  const health = (await healthOfRoute())!;
  assert.deepEqual([health.state, health.figures.unknown], ['down', 6]);
});

test('who asks for routes reads no receivers, however many merchants there are', async () => {
  const receivers = Array.from({ length: 50 }, (_, index) => ({
    kind: 'receiver' as const,
    name: `${index} https://a.example`,
    standing: { failuresInRow: 0, queued: 0 },
  }));
  const { counters, round } = node({ readStandings: () => Promise.resolve(receivers) });
  counters.note('route', route, 'succeeded');
  await round();
  assert.equal((await readHealth(db.database)).length, 51);
  assert.deepEqual(
    (await readRouteHealth(db.database)).map(({ subject }) => subject),
    [{ kind: 'route', name: route }],
  );
});

test('however many merchants there are, no statement reads or writes all of them', async () => {
  const names = Array.from({ length: 1_500 }, (_, index) => `${index} https://a.example`);
  const rows = new Map<string, number>();
  const note = (name: string, count: number) =>
    rows.set(name, Math.max(count, rows.get(name) ?? 0));
  const database: Database = {
    ...db.database,
    async query<Row>(statement: Statement, values?: readonly unknown[]) {
      const [given] = values ?? [];
      if (typeof given === 'string' && given.startsWith('['))
        note(statement.name, (JSON.parse(given) as unknown[]).length);
      const found = await db.database.query<Row>(statement, values);
      note(statement.name, found.length);
      return found;
    },
  };
  const { counters, round } = node({ database });
  for (const name of [route, ...names]) counters.note('receiver', name, 'succeeded');
  await round();
  for (const name of names) counters.note('receiver', name, 'refused');
  await round();
  const health = await readHealth(db.database);
  const sums = new Set(health.map(({ figures }) => `${figures.succeeded} ${figures.refused}`));
  assert.deepEqual([health.length, [...sums].toSorted()], [1_501, ['1 0', '1 1']]);
  for (const name of ['insert_health_counts', 'store_health_states'])
    assert.equal(rows.get(name), 100, name);
  assert.equal(rows.get('select_health_counts'), 500);
});

test('a count that could not be written is written in the next round, and none twice', async () => {
  let writes = 0;
  const database: Database = {
    ...db.database,
    query<Row>(statement: Statement, values?: readonly unknown[]) {
      if (statement.name === 'insert_health_counts' && ++writes === 2)
        return Promise.reject(new Error('the database is away'));
      return db.database.query<Row>(statement, values);
    },
  };
  const { counters, round } = node({ database });
  for (let index = 0; index < 450; index++) counters.note('receiver', `${index}`, 'succeeded');
  await assert.rejects(round(), /the database is away/);
  await round();
  const health = await readHealth(db.database);
  assert.equal(health.length, 450);
  assert.ok(health.every(({ figures }) => figures.succeeded === 1));
});

test('what stands as it stood is not written again, but once an hour', async () => {
  let queued = 0;
  const readStandings: ReadStandings = () =>
    Promise.resolve([
      { kind: 'receiver', name: '1 https://a.example', standing: { failuresInRow: 0, queued } },
    ]);
  const { round } = node({ readStandings });
  const written = async (): Promise<string> => {
    const [row] = await db.database.query<{ xmin: string }>({
      name: 'written',
      text: `select xmin::text from health_state where kind = 'receiver'`,
    });
    return row!.xmin;
  };
  await round();
  const first = await written();
  await round();
  assert.equal(await written(), first);
  queued = 1;
  await round();
  const second = await written();
  assert.notEqual(second, first);
  await later('61 minutes');
  await round();
  assert.notEqual(await written(), second);
});

test('a provider that dies after good minutes is down in the next round', async () => {
  const { counters, round } = node();
  times(60, () => counters.note('route', route, 'succeeded'));
  await round();
  await later('61 seconds');
  times(6, () => counters.note('route', route, 'unknown'));
  await round();
  assert.equal(await stateNow(), 'down');
});

test('a route is judged by its own numbers: fewer failures, a shorter time', async () => {
  const strict = { ...usualThresholds, downMin: 3 };
  const states = async (judgedBy: JudgedBy) => {
    await db.sql('truncate health_count, health_state, health_change');
    const { counters, round } = node({ judgedBy });
    times(3, () => counters.note('route', route, 'unknown'));
    await round();
    const first = await stateNow();
    for (const interval of ['2 minutes', '61 seconds']) {
      await later(interval);
      counters.note('route', route, 'succeeded');
      await round();
    }
    return [first, await stateNow()];
  };
  assert.deepEqual(await states(usualJudgedBy), ['degraded', 'degraded']);
  assert.deepEqual(await states({ ...usualJudgedBy, thresholds: strict }), ['down', 'down']);
  assert.deepEqual(await states({ thresholds: strict, windowMs: 90_000 }), ['down', 'healthy']);
});

test('an outage is recorded once, and so is its end', async () => {
  const { counters, round } = node();
  times(9, () => counters.note('route', route, 'unknown'));
  await round();
  await round();
  await later('2 minutes');
  times(9, () => counters.note('route', route, 'succeeded'));
  await round();
  assert.equal(await stateNow(), 'down');
  await later('61 seconds');
  await round();
  assert.equal(await stateNow(), 'healthy');
  const changes = (await newestHealthChanges(db.database, 500)).toReversed();
  assert.deepEqual(
    changes.map(({ name, from, state, reasons }) => [name, from, state, reasons]),
    [
      [route, 'healthy', 'down', ['unanswered']],
      [route, 'down', 'healthy', []],
    ],
  );
});

test('what a crash of the database forgot is no second outage', async () => {
  const { counters, round } = node();
  times(9, () => counters.note('route', route, 'unknown'));
  await round();
  await db.sql('truncate health_count, health_state');
  await round();
  assert.equal(await stateNow(), 'down');
  assert.equal((await newestHealthChanges(db.database, 500)).toReversed().length, 1);
});

test('after five minutes without anything nothing speaks against a route', async () => {
  const { counters, round } = node();
  times(9, () => counters.note('route', route, 'faulted'));
  await round();
  await later('6 minutes');
  await round();
  await later('61 seconds');
  await round();
  assert.equal(await stateNow(), 'healthy');
});

test('one of two nodes judges, and both write what they counted', async () => {
  const [one, other] = [node(), node()];
  one.counters.note('route', route, 'succeeded');
  await one.round();
  other.counters.note('route', route, 'succeeded');
  await other.runOnce();
  assert.equal((await healthOfRoute())?.figures.succeeded, 1);
  await one.round();
  assert.equal((await healthOfRoute())?.figures.succeeded, 2);
});

test('counts that could not be written are written by the next round', async () => {
  const { counters, round } = node();
  times(6, () => counters.note('route', route, 'unknown'));
  await db.sql('alter table health_count rename to health_count_away');
  await assert.rejects(round());
  await db.sql('alter table health_count_away rename to health_count');
  await round();
  assert.equal((await healthOfRoute())?.figures.unknown, 6);
});

test('how a subject stands is judged without any traffic', async () => {
  const readStandings: ReadStandings = () =>
    Promise.resolve([{ kind: 'sms-link', name: 'SMSC', standing: { bound: false } }]);
  const { round } = node({ readStandings });
  await round();
  const [health] = await readHealth(db.database);
  assert.deepEqual(
    [health?.subject.name, health?.state, health?.reasons],
    ['SMSC', 'down', ['notBound']],
  );
});

test('nothing is written while nothing happens, and minutes only of what did', async () => {
  const { round } = node();
  await round();
  const minutes = await db.database.query({
    name: 'health_minutes',
    text: 'select from health_minute',
  });
  assert.deepEqual([minutes, await readHealth(db.database)], [[], []]);
});

test('a result usually takes the median of those of the last day, once five are known', async () => {
  const one = node();
  times(4, () => one.counters.note('route', route, 'succeeded', 6_000));
  await one.round();
  assert.equal(await createTypicalTimes(db.database)(route), null);
  one.counters.note('route', route, 'succeeded', 600_000);
  one.counters.note('route', 'OTHER', 'succeeded', 100_000);
  await one.round();
  const typical = createTypicalTimes(db.database);
  const seconds = await typical(route);
  // Durations are counted in classes that double: 3.2 to 6.4 s.
  assert.ok(seconds !== null && seconds >= 3 && seconds <= 6, String(seconds));
  assert.equal(await typical('NOBODY'), null);
});
