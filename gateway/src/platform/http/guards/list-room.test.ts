// Proves that no more is accepted than there is room for, and that room is given back.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createListRoom } from './list-room.ts';

test('lists are taken while there is room; what leaves makes room; a list alone is always taken', () => {
  const room = createListRoom(100);
  assert.deepEqual(
    [room.enter(60), room.enter(41), room.enter(40), room.enter(1), room.enter(0)],
    [true, false, true, false, true],
  );
  room.leave(60);
  assert.deepEqual([room.enter(61), room.enter(60)], [false, true]);
  for (const left of [40, 60]) room.leave(left);
  assert.deepEqual([room.enter(1_000), room.enter(1)], [true, false]);
});
