// S10: the password of the database is on no command line.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withoutPassword } from './pg-basebackup.ts';

const cases = [
  ['postgres://jokko:se%40cret@db:5432/jokko', 'postgres://jokko@db:5432/jokko', 'se@cret'],
  ['postgres://jokko@db:5432/jokko', 'postgres://jokko@db:5432/jokko', null],
  ['postgres://db/jokko?password=secret&user=jokko', 'postgres://db/jokko?user=jokko', 'secret'],
  ['postgres://jokko:secret@/jokko?host=/run', 'postgres://jokko@/jokko?host=/run', 'secret'],
] as const;

for (const [given, url, password] of cases)
  test(`S10 the command line gets ${url}`, () => {
    assert.deepEqual(withoutPassword(given), { url, password });
  });
