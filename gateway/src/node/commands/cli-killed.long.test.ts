// Proves that a node that was killed leaves its database to the next one, typed as a user types it.

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { test } from 'node:test';
import { findRunningEmbedded } from '../../platform/db/embedded.ts';
import { balanceOf, makeTypedPlace, stop } from '../testing/typed.ts';

test('kill -9 of a node: the next one adopts the orphaned database and stops it when it leaves', async (t) => {
  const { dataDir, serve, remove } = makeTypedPlace();
  t.after(remove);
  const { child: first } = await serve();
  first.kill('SIGKILL');
  await once(first, 'exit');
  assert.notEqual(findRunningEmbedded(dataDir), null);
  const { child: second, ready } = await serve();
  assert.equal((await balanceOf(ready)).code, 2000);
  assert.equal(await stop(second), 0);
  assert.equal(findRunningEmbedded(dataDir), null);
});
