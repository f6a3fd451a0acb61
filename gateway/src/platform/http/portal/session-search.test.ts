// A cookie that no session has costs one address a look-up so often a minute; sessions that are
// known cost none of them.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { holdClock } from '../../testing/held-clock.ts';
import { commandVisit, type LiveSession } from './caller.ts';
import { createSessionSearch, unknownPerMinute } from './session-search.ts';

const session = { id: 1n } as LiveSession;

test('S24 unknown cookies of an address are looked up so often a minute, and known ones always', async () => {
  const live = new Set(['early', 'late']);
  let lookedUp = 0;
  const search = createSessionSearch((token) => {
    lookedUp++;
    return Promise.resolve(live.has(token) ? session : null);
  });
  const clock = holdClock();
  const find = (token: string | null, address: string) =>
    clock.run(() => search.find({ ...commandVisit, token, address, countedFrom: address }));
  assert.deepEqual(await find('early', 'a'), { session });
  for (let n = 1; n < unknownPerMinute; n++)
    assert.deepEqual(await find(`invented ${n}`, 'a'), { session: null });
  assert.equal(lookedUp, unknownPerMinute);
  assert.deepEqual(await find('invented', 'a'), { waitSeconds: 60 });
  assert.deepEqual(await find('late', 'a'), { waitSeconds: 60 }, 'nobody has seen it');
  assert.deepEqual(await find(null, 'a'), { session: null });
  assert.equal(lookedUp, unknownPerMinute);

  assert.deepEqual(await find('early', 'a'), { session });
  search.note('late');
  assert.deepEqual(await find('late', 'a'), { session }, 'it has begun here');
  assert.deepEqual(await find('invented', 'b'), { session: null });

  live.delete('early');
  assert.deepEqual(await find('early', 'a'), { session: null });
  assert.deepEqual(await find('early', 'a'), { waitSeconds: 60 }, 'it is over');
  clock.pass(60_000);
  assert.deepEqual(await find('invented', 'a'), { session: null });
});
