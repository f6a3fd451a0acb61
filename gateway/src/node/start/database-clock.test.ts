// F62: the node's clock is the database's, whatever happens to the machine's.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Session } from '../../platform/db/database.ts';
import { machine, runIn } from '../../platform/environment.ts';
import { reasonsNotReady } from '../../platform/health/index.ts';
import type { Log } from '../../platform/log.ts';
import { createClockWatch } from './clock-watch.ts';
import { createDatabaseClock } from './database-clock.ts';

const minuteMs = 60_000;

/**
 * A machine whose wall clock is off, a database whose clock is right, and a sandbox an hour ahead.
 */
function createMachine() {
  const state = {
    monotonic: 5_000,
    skewMs: 0,
    aheadMs: 60 * minuteMs,
    answerMs: 20,
    stored: [] as unknown[],
    logged: '',
  };
  const trueStart = 1_795_000_000_000;
  const trueNow = () => trueStart + state.monotonic;
  const session = {
    query: (statement: { name: string }, values: unknown[] = []) => {
      if (statement.name !== 'read_now') {
        state.stored.push(values.slice(1));
        return Promise.resolve([]);
      }
      state.monotonic += state.answerMs / 2;
      const wall = new Date(trueNow());
      state.monotonic += state.answerMs / 2;
      return Promise.resolve([{ now: new Date(wall.getTime() + state.aheadMs), wall }]);
    },
  } as unknown as Session;
  const note = (_details: object, message: string) => {
    state.logged += `${message}\n`;
  };
  const log = { warn: note, info: note } as unknown as Log;
  const environment = {
    ...machine,
    monotonic: () => state.monotonic,
    now: () => trueNow() + state.skewMs,
  };
  return { state, session, log, trueNow, run: <T>(work: () => T) => runIn(environment, work) };
}

test('F62 the clock tells whole milliseconds, which the database takes, between two of the machine’s', async () => {
  const { state, session, run } = createMachine();
  await run(async () => {
    const clock = createDatabaseClock(session);
    await clock.read();
    state.monotonic += 0.4;
    assert.deepEqual([clock.now() % 1, clock.wallNow() % 1], [0, 0]);
  });
});

test('F62 a wrong clock, and one that jumps between two readings, changes nothing', () => {
  const { state, session, trueNow, run } = createMachine();
  return run(async () => {
    state.skewMs = -20 * minuteMs;
    const clock = createDatabaseClock(session);
    await clock.read();
    for (const skewMs of [-20 * minuteMs, 0, 10 * minuteMs]) {
      state.skewMs = skewMs;
      state.monotonic += 400;
      assert.equal(clock.wallNow(), trueNow());
      assert.equal(clock.now(), trueNow() + 60 * minuteMs);
      assert.equal(clock.skewMs(), skewMs);
    }
  });
});

test('F62 an answer that took long does not say when the database read its clock: it is not used', () => {
  const { state, session, trueNow, run } = createMachine();
  return run(async () => {
    const clock = createDatabaseClock(session);
    await clock.read();
    const stopped = {
      query: async (...given: Parameters<Session['query']>) => {
        const rows = await session.query(...given);
        state.monotonic += minuteMs;
        return rows;
      },
    } as Session;
    const frozen = createDatabaseClock(stopped);
    await frozen.read();
    assert.ok(Math.abs(frozen.wallNow() - trueNow()) <= minuteMs, 'better than nothing');
    state.answerMs = 3 * minuteMs;
    await clock.read();
    assert.equal(clock.wallNow(), trueNow());
  });
});

test('F62 above 1 s the node warns once and shows it, above 30 s it is not ready', () => {
  const { state, session, log, run } = createMachine();
  return run(async () => {
    state.aheadMs = 0;
    const clock = createDatabaseClock(session);
    const watch = createClockWatch(session, clock, 7, log);
    const notReady = () => reasonsNotReady([watch.readiness]);
    await watch.look();
    assert.deepEqual([state.logged, state.stored, await notReady()], ['', [], []]);
    state.skewMs = -1_200;
    await watch.look();
    await watch.look();
    assert.match(
      state.logged,
      /^this machine's clock is 1 s behind the database's: check its time\n$/,
    );
    assert.deepEqual([state.stored, await notReady()], [[[-1_200, 0]], []]);
    state.skewMs = 20 * minuteMs;
    assert.deepEqual(await notReady(), [
      "clock: this machine's clock is 1200 s ahead of the database's",
    ]);
    state.skewMs = 0;
    await watch.look();
    assert.match(state.logged, /agrees with the database's again\n$/);
    assert.deepEqual(
      [state.stored, await notReady()],
      [
        [
          [-1_200, 0],
          [0, 0],
        ],
        [],
      ],
    );
  });
});

test('T18 a sandbox clock that was moved is noted once the node counts with it, even by an answer that was overtaken', () => {
  const { state, session, log, trueNow, run } = createMachine();
  return run(async () => {
    state.aheadMs = 0;
    const overtaken = Promise.withResolvers<void>();
    let asked = 0;
    const twoWays = {
      async query(...given: Parameters<Session['query']>) {
        const isFirst = ++asked === 2;
        const rows = await session.query(...given);
        if (isFirst) await overtaken.promise;
        return rows;
      },
    } as Session;
    const clock = createDatabaseClock(twoWays);
    const watch = createClockWatch(twoWays, clock, 7, log);
    await watch.look();
    const late = watch.look();
    state.aheadMs = 60 * minuteMs;
    await watch.look();
    assert.deepEqual(state.stored, [[0, 60 * minuteMs]]);
    overtaken.resolve();
    await late;
    assert.equal(clock.now(), trueNow() + 60 * minuteMs);
    assert.deepEqual(state.stored, [[0, 60 * minuteMs]]);
  });
});
