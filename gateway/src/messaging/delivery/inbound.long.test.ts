// Proves that a hostile inbound text, also one in many parts, costs little: it delays nobody.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { db, start, useFixture } from './testing/fixture-hooks.ts';
import { scriptedRouting } from './testing/fixture.ts';

useFixture();

test('a text of a megabyte, and one of 255 parts that say nothing, delay nobody', async () => {
  const inbound = [{ number: '38000', app: 'js_test_1' }];
  const fixture = await start({ routing: scriptedRouting({ inbound }) });
  await fixture.delivery.rounds.binds();
  const { events } = fixture.operator.sessions[0]!;
  const message = { from: '221771234567', to: '38000', dedupeKey: null };
  // The time is that of the processor, which a busy machine does not change.
  const before = process.cpuUsage();
  await events.inbound({ ...message, text: `STOP${'?'.repeat(1_000_000)}` });
  const text = ' '.repeat(10_000);
  const parts = Array.from({ length: 255 }, (_, index) => {
    const concatenation = { reference: 9, total: 255, number: index + 1 };
    return events.inbound({ ...message, text, concatenation });
  });
  await Promise.all(parts);
  const tookMs = process.cpuUsage(before).user / 1_000;
  assert.ok(tookMs < 5_000, `${tookMs} ms`);
  const [stored] = await db.database.query<{ count: number }>({
    name: 'stored',
    text: 'select count(*)::integer as count from sms_inbound',
  });
  assert.equal(stored!.count, 2);
});
