// F54: proves that a cell that was moved is taken for the database that it was, with all that a
// node has noted of it, and that no other database is.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { differenceOf } from './compare.ts';
import type { HighWaterMark } from './mark-file.ts';
import type { DatabaseStanding } from './store.ts';

const known: HighWaterMark = {
  nodeId: 'one',
  epoch: 1,
  systemIdentifier: 'west',
  moves: 0,
  timeline: 3,
  position: 900n,
  mark: 7,
  blocks: {},
};
/** The standing of the database after its move, where the log begins anew. */
const moved: DatabaseStanding = {
  installationId: 'i',
  epoch: 1,
  recoveryReason: null,
  home: 'east/1',
  here: 'east/1',
  movedFrom: ['west'],
  systemIdentifier: 'east',
  timeline: 1,
  position: 100n,
  closedRoutes: [],
  forgotten: [],
  mark: 7,
};

test('F54 a database that was moved from the server that the node knew is the same one', () => {
  assert.equal(differenceOf(known, moved), null);
  assert.equal(differenceOf(known, { ...moved, movedFrom: ['north', 'west', 'south'] }), null);
});

test('F54 a server that was made as a copy of the other has its identifier, and a log of its own', () => {
  assert.equal(differenceOf(known, { ...moved, systemIdentifier: 'west' }), null);
});

test('F54 a moved database without what the node has noted is not', () => {
  assert.match(differenceOf(known, { ...moved, mark: 6 }) ?? '', /mark of node one is 6/);
  assert.match(differenceOf(known, { ...moved, mark: null }) ?? '', /mark of node one is missing/);
});

test('F54 a database that came from elsewhere, or is from before the move, is not', () => {
  assert.match(
    differenceOf(known, { ...moved, movedFrom: ['north'] }) ?? '',
    /cluster is east, it was west/,
  );
  const sinceMove = { ...known, systemIdentifier: 'east', moves: 1, timeline: 1, position: 200n };
  assert.match(
    differenceOf(sinceMove, { ...moved, movedFrom: [], systemIdentifier: 'west' }) ?? '',
    /from before a move/,
  );
  assert.match(differenceOf(sinceMove, moved) ?? '', /write-ahead log ends at/);
});
