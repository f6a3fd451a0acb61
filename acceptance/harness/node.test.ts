// Proves that a start that a machine has held up is made again, and that one which is refused is
// told.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startAgainExitCode, superviseStart, type FailedStart } from './node.ts';

/**
 * Starts that fail so, one after the other, and then one that does not. Answers what had been
 * logged before it.
 */
function startAfter(failures: readonly FailedStart[]): Promise<string> {
  let starts = 0;
  return superviseStart((earlier) => {
    const failed = failures[starts++];
    return Promise.resolve(failed === undefined ? { node: earlier } : { failed });
  });
}

const refused: FailedStart = { reason: 'it ended with 1', exitCode: 1, log: 'PORT is in use\n' };

test('a start is made again where nothing is wrong that a new start does not mend, and its log is kept', async () => {
  const cutShort = 'no answer from the database within 3000 ms';
  const log = await startAfter([
    { reason: 'it ended with 75', exitCode: startAgainExitCode, log: 'lease over\n' },
    { reason: 'it ended with 1', exitCode: 1, log: `started\n${cutShort}\n` },
    { reason: `NoAnswer: ${cutShort}`, exitCode: 1, log: '' },
  ]);
  assert.equal(log, `lease over\nstarted\n${cutShort}\n`);
});

test('what is refused is told at once, with the last words', async () => {
  await assert.rejects(startAfter([refused]), /did not start: it ended with 1\nPORT is in use/);
});

test('ten starts are enough', async () => {
  const again = { ...refused, exitCode: startAgainExitCode };
  await assert.rejects(startAfter(Array.from({ length: 10 }, () => again)), /did not start/);
  assert.equal((await startAfter(Array.from({ length: 9 }, () => again))).length, 9 * 15);
});
