// Proves that a file of many moments costs little time of the processor.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { csvOf, type Cell } from './csv.ts';

test('a moment costs a file little: a hundred thousand take less than three seconds', async () => {
  async function* rows() {
    for (let at = 0; at < 100_000; at += 1_000)
      yield Array.from({ length: 1_000 }, (_none, n): Cell[] => [{ at: new Date(at + n) }]);
  }
  // The time is that of the processor, which a busy machine does not change.
  const before = process.cpuUsage();
  let characters = 0;
  for await (const part of csvOf({ form: 'excel', timeZone: 'Africa/Dakar' }, ['at'], rows()))
    characters += part.length;
  assert.equal(characters, 1 + 4 + 100_000 * 21);
  assert.ok(process.cpuUsage(before).user / 1_000 < 3_000);
});
