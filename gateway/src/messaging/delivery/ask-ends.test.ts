// F69: proves that of a message that a carrier took and that no report told the end of the carrier
// is asked at four ages, few at a time, and that only what it says changes anything.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { SmsReceipt } from '@jokko/connectors/kit';
import {
  accept,
  advanceClock,
  connection,
  messages,
  receipt,
  scriptedRouting,
  states,
  until,
  type TestBatch,
} from './testing/fixture.ts';
import { db, start, useFixture } from './testing/fixture-hooks.ts';

useFixture();

const minute = 1 / 60;

/** Messages that the carrier took, and no report came; `answer`: what it says when it is asked. */
async function sent(
  answer: (ids: readonly string[]) => SmsReceipt[] | null,
  batch: TestBatch = {},
  config: { [field: string]: unknown } = {},
) {
  const routing = scriptedRouting({ links: [connection('A', { window: 500, ...config })] });
  const node = await start({ routing });
  /** The ids of each question. */
  const asked: (readonly string[])[] = [];
  node.operator.findById = (ids) => {
    asked.push(ids);
    return Promise.resolve(answer(ids));
  };
  const { askEnds } = node.delivery.rounds;
  await askEnds();
  await accept(db, { validSec: 200_000, ...batch });
  node.delivery.wake(['A']);
  await until('all are sent', async () =>
    (await messages(db)).every(({ state }) => state === 'SENT'),
  );
  return {
    node,
    asked,
    askEnds,
    /** Rounds at these times, the clock being moved by so much before each. */
    async askAfter(...hours: number[]): Promise<void> {
      for (const each of hours) {
        await advanceClock(db, each);
        await askEnds();
      }
    },
  };
}

const told =
  (state: SmsReceipt['state'], more: Partial<SmsReceipt> = {}) =>
  (ids: readonly string[]) =>
    ids.map((id) => receipt(id, state, more));

test('F69 what no report told the end of is asked for after an hour, and ends as the carrier says', async () => {
  const { asked, askAfter } = await sent(told('delivered'), { recipients: 3 });
  await askAfter(0.5, 0.4);
  assert.equal(asked.length, 0, 'not before an hour');
  await askAfter(0.2);
  assert.deepEqual(
    asked.map((ids) => ids.toSorted()),
    [['id-1', 'id-2', 'id-3']],
  );
  assert.deepEqual(await states(db), ['DELIVERED 3']);
  await askAfter(minute, 0.9, 0.9, 0.9, 0.9, 0.9, 0.9);
  assert.equal(asked.length, 1);
});

test('F69 of a connection without receipts nothing is asked', async () => {
  const { asked, askAfter } = await sent(told('delivered'), {}, { receipts: false });
  await askAfter(0.9, 0.2);
  assert.deepEqual([asked, await states(db)], [[], ['SENT receipts_off 1']]);
});

test('F69 a message with a report is not asked for', async () => {
  const { asked, askAfter, node } = await sent(told('undeliverable'));
  await node.operator.sessions[0]!.events.receipt(receipt('id-1'));
  await askAfter(0.9, 0.2);
  assert.deepEqual([asked, await states(db)], [[], ['DELIVERED 1']]);
});

test('F69 what is under way is asked for at four ages, and then no more', async () => {
  const { asked, askAfter } = await sent(told('enroute'));
  const counts: number[] = [];
  for (let hour = 0; hour < 80; hour++) {
    await askAfter(0.95);
    counts.push(asked.length);
  }
  assert.deepEqual(
    [1, 2, 3, 4].map((count) => Math.round((counts.indexOf(count) + 1) * 0.95)),
    [2, 7, 25, 72],
  );
  assert.equal(asked.length, 4);
  assert.deepEqual(await states(db), ['SENT 1']);
});

test('F69 a hundred are asked for in a round, the others in the next ones', async () => {
  const { asked, askAfter } = await sent(told('enroute'), { recipients: 230 });
  await askAfter(0.9, 0.2, 0, 0, 0);
  assert.deepEqual(
    asked.map(({ length }) => length),
    [100, 100, 30],
  );
  assert.equal(new Set(asked.flat()).size, 230);
});

for (const [name, answer] of [
  ['does not have it', () => []],
  ['cannot be asked', () => null],
  ['tells of another message', () => [receipt('strange')]],
  ['has the id for another number', told('delivered', { msisdn: '22177999' })],
] as const)
  test(`F69 the carrier ${name}: it stays SENT`, async () => {
    const { asked, askAfter, node } = await sent(answer);
    await askAfter(0.9, 0.2);
    const [message] = await messages(db);
    const receipts = node.delivery.connectionEvents().filter(({ kind }) => kind === 'receipt');
    assert.deepEqual(receipts, [], 'nothing is stored');
    assert.deepEqual([asked, message?.state], [[['id-1']], 'SENT']);
  });

test('F69 a connector that throws fails no round, and its own words are not logged', async () => {
  const { askAfter, node } = await sent(() => {
    throw new RangeError('the key is 42');
  });
  await askAfter(0.9, 0.2);
  assert.deepEqual(node.warnings, [
    'messages asked for at the carrier: its connector threw {"reason":"RangeError","connection":"A"}',
  ]);
});

test('F69 a node that begins later does not ask for what became due long before, but at the next age', async () => {
  const { asked, askAfter, node } = await sent(told('delivered'));
  await advanceClock(db, 5);
  await askAfter(0);
  assert.deepEqual(asked, []);
  assert.deepEqual(await states(db), ['SENT 1']);
  await askAfter(0.9, 0.2);
  assert.deepEqual([asked.length, await states(db)], [1, ['DELIVERED 1']]);
  assert.deepEqual(node.warnings, []);
});
