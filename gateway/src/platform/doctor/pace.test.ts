// The pace of the doctor's statements: how large parts are, and the pauses between statements.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Connection } from '../db/database.ts';
import { machine, runIn } from '../environment.ts';
import { nextRows, paced } from './pace.ts';

/** Each statement takes `tookMs`; returns how long was slept after them. */
async function pausesAfter(tookMs: number, givesWay: boolean): Promise<number[]> {
  let now = 0;
  const pauses: number[] = [];
  const connection: Connection = {
    home: undefined,
    broken: false,
    query: () => {
      now += tookMs;
      return Promise.resolve([]);
    },
    close: () => Promise.resolve(),
    giveBack: () => Promise.resolve(),
    drop: () => {},
  };
  const sleep = (ms: number): Promise<void> => {
    pauses.push(ms);
    return Promise.resolve();
  };
  await runIn({ ...machine, monotonic: () => now, sleep }, async () => {
    const slow = paced(connection, { givesWay });
    await slow.query({ name: 'one', text: 'select 1' });
    await slow.query({ name: 'two', text: 'select 2' });
  });
  return pauses;
}

test('what is known of a database is known through a paced connection, too', () => {
  const home = {};
  const connection = { home } as Connection;
  assert.equal(paced(connection, { givesWay: true }).home, home);
});

test('beside a node that serves, each statement is followed by a pause as long as itself', async () => {
  assert.deepEqual(await pausesAfter(17, true), [17, 17]);
  assert.deepEqual(await pausesAfter(17, false), []);
});

test('parts become smaller where a statement took more than 20 ms, and larger where all were quick', () => {
  assert.equal(nextRows(4_000, 21), 2_000);
  assert.equal(nextRows(4_000, 15), 4_000);
  assert.equal(nextRows(4_000, 3), 8_000);
  assert.equal(nextRows(500, 1_000), 500, 'a part has some rows, however slow the machine is');
  assert.equal(nextRows(20_000, 1), 20_000);
});
