// Does a connector take every notice for what it is worth? Doubled, forged, early, late, or garbage.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertGenuine, assertHintOnly, assertKind } from './assertions.ts';
import type { World } from './world.ts';

export function noticeTests<Config>(world: () => World<Config>): void {
  test('the same notice twice has one dedupe key (8002)', async () => {
    const { subject, order, submit, simulator, notices, executions } = world();
    const each = await order(subject.mainKind, '8002');
    await submit(each);
    await simulator.advance(3);
    const receipts = await notices.waitFor(each.reference, 2);
    const keys = receipts.map((receipt) => receipt.events[0]?.dedupeKey);
    assert.ok(keys[0] !== undefined && keys.every((key) => key === keys[0]), String(keys));
    assert.equal(await executions(each.reference), 1);
  });

  test('a notice may come before the answer to the submit (8005)', async () => {
    const { subject, order, submit, query, notices } = world();
    const each = await order(subject.mainKind, '8005');
    const outcome = await submit(each);
    assertGenuine(world(), notices.receipts(each.reference)[0]?.events[0], each, 'succeeded');
    assertKind(outcome, 'pending');
    assertKind(await query(each), 'succeeded', 'by our reference alone');
    assertKind(await query(each, outcome.refs), 'succeeded');
  });

  test('an unsigned notice is a reason to look up, never a result (8006)', async () => {
    const { subject, order, submit, query, simulator, notices } = world();
    const each = await order(subject.mainKind, '8006');
    const { refs } = await submit(each);
    const [forged] = await notices.waitFor(each.reference, 1);
    assertHintOnly(forged?.events ?? []);
    assertKind(await query(each, refs), 'pending');
    await simulator.advance(4);
    const receipts = await notices.waitFor(each.reference, 2);
    assertGenuine(world(), receipts[1]?.events[0], each, 'succeeded');
    assert.notEqual(receipts[1]?.events[0]?.dedupeKey, forged?.events[0]?.dedupeKey, 'a forged notice must not hide the genuine one');
    assertKind(await query(each, refs), 'succeeded');
  });

  test('a forged success moves nothing', async () => {
    const { subject, order, submit, query, simulator, notices } = world();
    const each = await order(subject.mainKind, '8007');
    const { refs } = await submit(each);
    await simulator.misbehave({ forge: each.reference, status: 'succeeded' });
    const [forged] = await notices.waitFor(each.reference, 1);
    assertHintOnly(forged?.events ?? []);
    assertKind(await query(each, refs), 'pending');
  });

  test('a success that is taken back later is seen (reversed)', async () => {
    const { subject, order, submit, query, simulator, notices } = world();
    const each = await order(subject.mainKind, '0001');
    const { refs } = await submit(each);
    await simulator.advance(3);
    await notices.waitFor(each.reference, 1);
    await simulator.misbehave({ reverse: each.reference });
    const receipts = await notices.waitFor(each.reference, 2);
    assertGenuine(world(), receipts[1]?.events[0], each, 'reversed');
    assertKind(await query(each, refs), 'reversed');
  });

  test('garbage is answered 4xx, gives no event, and breaks nothing', () => {
    const { connector, context } = world();
    const bodies = ['', '{', 'null', '[]', '"x"', '{}', '{"operation":null}', '<xml/>', '\u0000\u0001', `{"a":${'['.repeat(2000)}`];
    for (const body of bodies) {
      for (const method of ['POST', 'PUT', 'GET', 'DELETE']) {
        const receipt = connector.receive(context.config, { method, path: '/', headers: {}, body: Buffer.from(body) });
        assert.ok(receipt.reply.status >= 400 && receipt.reply.status < 500, `${method} ${body.slice(0, 20)} ${receipt.reply.status}`);
        assert.deepEqual(receipt.events, []);
      }
    }
  });
}
