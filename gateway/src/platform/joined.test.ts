// Proves that a run is shared while it runs, and by nobody who asks after it.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { joined } from './joined.ts';

test('who asks during a read gets what it answers, and who asks later what is read then', async () => {
  const started: PromiseWithResolvers<string>[] = [];
  const read = joined(() => {
    const running = Promise.withResolvers<string>();
    started.push(running);
    return running.promise;
  });
  const both = [read(), read()];
  assert.equal(started.length, 1);
  started[0]!.resolve('first');
  assert.deepEqual(await Promise.all(both), ['first', 'first']);
  const failing = [read(), read()];
  started[1]!.reject(new Error('away'));
  const refused = await Promise.allSettled(failing);
  assert.deepEqual(
    refused.map(({ status }) => status),
    ['rejected', 'rejected'],
  );
  const next = read();
  started[2]!.resolve('after the failure');
  assert.equal(await next, 'after the failure');
  assert.equal(started.length, 3);
});

test('only calls with the same key share a run', async () => {
  const started: string[] = [];
  const run = joined(
    async (id: string, note: string) => {
      started.push(id);
      return `${id} ${note}`;
    },
    (id) => id,
  );
  assert.deepEqual(await Promise.all([run('1', 'a'), run('2', 'b'), run('1', 'c')]), [
    '1 a',
    '2 b',
    '1 a',
  ]);
  assert.deepEqual(started, ['1', '2']);
});
