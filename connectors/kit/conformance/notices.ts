// Checks that a connector handles every notification according to its worth: duplicate, forged,
// early, late or malformed.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ProviderEvent } from '../connector.ts';
import { assertGenuine, assertHintOnly, assertKind } from './assertions.ts';
import type { Fixture } from './fixture.ts';

/**
 * What the connector made of a forged notice: one hint, or nothing where it refuses such notices.
 */
async function forgedEvents<Config>(
  { subject, notices }: Fixture<Config>,
  reference: string,
  refusedBefore: number,
): Promise<ProviderEvent[]> {
  if (subject.lacks?.includes('unsignedNotices') === true) {
    await notices.waitForRefused(refusedBefore + 1);
    return [];
  }
  const [forged] = await notices.waitFor(reference, 1);
  return forged?.events ?? [];
}

export function noticeTests<Config>(
  fixture: () => Fixture<Config>,
  skips: { all: string | false; reversals: string | false },
): void {
  test('the same notice twice has one dedupe key (8002)', { skip: skips.all }, async () => {
    const { subject, order, submit, simulator, notices, executions } = fixture();
    const each = await order(subject.noticeKind ?? subject.mainKind, '8002');
    await submit(each);
    await simulator.advance(3);
    const receipts = await notices.waitFor(each.reference, 2);
    const keys = receipts.map((receipt) => receipt.events[0]?.dedupeKey);
    assert.ok(keys[0] !== undefined && keys.every((key) => key === keys[0]), String(keys));
    assert.equal(await executions(each.reference), 1);
  });

  test(
    'a notice may come before the answer to the submit (8005)',
    { skip: skips.all },
    async () => {
      const { subject, capabilities, order, submit, query, notices } = fixture();
      const each = await order(subject.noticeKind ?? subject.mainKind, '8005');
      const outcome = await submit(each);
      assertGenuine(fixture(), notices.receipts(each.reference)[0]?.events[0], each, 'succeeded');
      assertKind(outcome, 'pending');
      if (capabilities.queryBy.includes('ours'))
        assertKind(await query(each), 'succeeded', 'by our reference alone');
      assertKind(await query(each, outcome.refs), 'succeeded');
    },
  );

  test(
    'an unsigned notice is a reason to look up, never a result (8006)',
    { skip: skips.all },
    async () => {
      const { subject, order, submit, query, simulator, notices } = fixture();
      const each = await order(subject.noticeKind ?? subject.mainKind, '8006');
      const refusedBefore = notices.refused();
      const { refs } = await submit(each);
      const forged = await forgedEvents(fixture(), each.reference, refusedBefore);
      assertHintOnly(forged);
      assertKind(await query(each, refs), 'pending');
      await simulator.advance(4);
      // A forged notice may have been refused at the order's own address.
      const refused = notices.receipts(each.reference).filter(({ reply }) => reply.status >= 400);
      const earlier = forged.length + refused.length;
      const receipts = await notices.waitFor(each.reference, earlier + 1);
      const genuine = receipts[earlier]?.events[0];
      assertGenuine(fixture(), genuine, each, 'succeeded');
      assert.notEqual(
        genuine?.dedupeKey,
        forged[0]?.dedupeKey,
        'a forged notice must not hide the genuine one',
      );
      assertKind(await query(each, refs), 'succeeded');
    },
  );

  test('a forged success moves nothing', { skip: skips.all }, async () => {
    const { subject, order, submit, query, simulator, notices } = fixture();
    const each = await order(subject.noticeKind ?? subject.mainKind, '8007');
    const refusedBefore = notices.refused();
    const { refs } = await submit(each);
    await simulator.misbehave({ forge: each.reference, status: 'succeeded' });
    assertHintOnly(await forgedEvents(fixture(), each.reference, refusedBefore));
    assertKind(await query(each, refs), 'pending');
  });

  test(
    'a success that is taken back later is seen (reversed)',
    { skip: skips.all || skips.reversals },
    async () => {
      const { subject, order, submit, query, simulator, notices } = fixture();
      const each = await order(subject.mainKind, '0001');
      const { refs } = await submit(each);
      await simulator.advance(3);
      const isTold = subject.silentKinds?.includes(subject.mainKind) !== true;
      if (isTold) await notices.waitFor(each.reference, 1);
      await simulator.misbehave({ reverse: each.reference });
      if (isTold) {
        const receipts = await notices.waitFor(each.reference, 2);
        const event = receipts[1]?.events[0];
        if (subject.lacks?.includes('reversalNotices')) assert.equal(event?.outcome, undefined);
        else assertGenuine(fixture(), event, each, 'reversed');
      }
      assertKind(await query(each, refs), 'reversed');
    },
  );

  test('garbage is answered 4xx, gives no event, and breaks nothing', () => {
    const { connector, context } = fixture();
    const bodies = [
      '',
      '{',
      'null',
      '[]',
      '"x"',
      '{}',
      '{"operation":null}',
      '<xml/>',
      '\u0000\u0001',
      `{"a":${'['.repeat(2000)}`,
    ];
    for (const body of bodies) {
      for (const method of ['POST', 'PUT', 'GET', 'DELETE']) {
        const receipt = connector.receive(context.config, {
          method,
          path: '/',
          headers: {},
          body: Buffer.from(body),
          receivedAtMs: Date.now(),
        });
        assert.ok(
          receipt.reply.status >= 400 && receipt.reply.status < 500,
          `${method} ${body.slice(0, 20)} ${receipt.reply.status}`,
        );
        assert.deepEqual(receipt.events, []);
      }
    }
  });
}
