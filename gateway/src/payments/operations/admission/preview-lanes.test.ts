// F08: a flood of previews is answered a few at a time, and one account's does not shut out
// another's.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { NotAdmitted } from '../../api/http-admitted.ts';
import { createPreviewLanes } from './preview-lanes.ts';

test('F08 four previews run at once, a hundred of an account wait, the next one is refused', async () => {
  const lanes = createPreviewLanes();
  const { promise: opened, resolve: open } = Promise.withResolvers<void>();
  let running = 0;
  let most = 0;
  const work = async (): Promise<void> => {
    running += 1;
    most = Math.max(most, running);
    await opened;
    running -= 1;
  };
  const ofOne = Array.from({ length: 100 }, () => lanes.take(1, work));
  await assert.rejects(lanes.take(1, work), NotAdmitted);
  const ofAnother = lanes.take(2, work);
  open();
  await Promise.all([...ofOne, ofAnother]);
  assert.equal(most, 4);
  await lanes.take(1, work);
});
