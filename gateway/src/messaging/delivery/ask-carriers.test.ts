// F69: proves that of a message whose answer was lost with its node the carrier is asked, that what
// it says settles the message, and that nothing it does not say changes anything.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { SmsReceipt } from '@jokko/connectors/kit';
import { createScriptedOperator } from './testing/scripted-connector.ts';
import {
  accept,
  advanceClock,
  connection,
  endLease,
  messages,
  receipt,
  scriptedRouting,
  spent,
  states,
  untilStates,
  type TestBatch,
} from './testing/fixture.ts';
import { db, start, useFixture } from './testing/fixture-hooks.ts';

useFixture();

/**
 * Messages whose node was killed before any answer came, and another node that asks `find` about
 * them.
 */
async function loseNode(
  find: (ourRefs: readonly string[]) => SmsReceipt[] | null | Promise<SmsReceipt[]>,
  ...batches: TestBatch[]
) {
  await accept(db, ...batches);
  const operator = createScriptedOperator();
  operator.answer = () => new Promise<never>(() => {});
  // Room for all of them at once.
  const routing = scriptedRouting({ links: [connection('A', { window: 200 })] });
  const dying = await start({ node: 7, operator, routing });
  const count = batches.reduce((sum, { recipients = 1 }) => sum + recipients, 0) || 1;
  await untilStates(db, [`SENDING ${count}`]);
  const other = await start({ node: 8, routing });
  /** The references of each question. */
  const asked: (readonly string[])[] = [];
  other.operator.find = (ourRefs) => {
    asked.push(ourRefs.toSorted());
    return Promise.resolve(find(ourRefs));
  };
  dying.leaseHeld = false;
  await endLease(db, 7);
  const { lostLeases, binds, askCarriers } = other.delivery.rounds;
  await lostLeases();
  await binds();
  return {
    other,
    asked,
    askCarriers,
    /** Each round finds what became due, the next one nothing. */
    async askAfter(minutes: number): Promise<void> {
      await advanceClock(db, minutes / 60);
      await askCarriers();
      await askCarriers();
    },
  };
}

const found = (ourRef: string, state: SmsReceipt['state'], more: Partial<SmsReceipt> = {}) =>
  receipt(`at carrier ${ourRef}`, state, { ourRef, ...more });
const all =
  (state: SmsReceipt['state'], more?: Partial<SmsReceipt>) => (ourRefs: readonly string[]) =>
    ourRefs.map((ourRef) => found(ourRef, state, more));

test('F69 what the carrier has is delivered as it says, and not sent again', async () => {
  const { asked, askAfter, askCarriers, other } = await loseNode(all('delivered'), {
    recipients: 3,
  });
  await askCarriers();
  assert.deepEqual([asked, await states(db)], [[], ['UNKNOWN node_lost 3']], 'not before 2 min');
  await askAfter(2);
  assert.deepEqual(asked, [['1-0', '1-1', '1-2']]);
  assert.deepEqual(await states(db), ['DELIVERED 3']);
  await askAfter(60);
  assert.deepEqual([asked.length, other.operator.parts], [1, []]);
  assert.equal(await spent(db), 3);
});

test('F69 a failure that the carrier tells gives the price back by the rule', async () => {
  const { askAfter } = await loseNode(all('undeliverable'), { refund: ['UNDELIVERABLE'] });
  await askAfter(2);
  assert.deepEqual(await states(db), ['UNDELIVERABLE undeliverable 1']);
  assert.equal(await spent(db), 0);
});

test('F69 what is under way has its id, and is asked for until the carrier knows its end', async () => {
  let state: SmsReceipt['state'] = 'enroute';
  const { asked, askAfter, other } = await loseNode((refs) => all(state)(refs), {});
  await askAfter(2);
  const [message] = await messages(db);
  assert.deepEqual([message?.state, message?.partIds], ['UNKNOWN', ['at carrier 1-0']]);
  state = 'delivered';
  await askAfter(5);
  assert.equal(asked.length, 1, 'not before 8 minutes');
  await askAfter(3);
  assert.deepEqual([asked.length, await states(db)], [2, ['DELIVERED 1']]);
  assert.deepEqual(other.warnings, []);
});

test('F69 by its id a report finds the message that the carrier was asked for', async () => {
  const { askAfter, other } = await loseNode(all('enroute'), {});
  await askAfter(2);
  await other.operator.sessions[0]!.events.receipt(receipt('at carrier 1-0'));
  assert.deepEqual(await states(db), ['DELIVERED 1']);
});

for (const [name, answer] of [
  ['does not have it', []],
  ['cannot be asked', null],
  ['tells of another message', [found('9-9', 'delivered'), receipt('strange')]],
  ['has the reference for another number', [found('1-0', 'delivered', { msisdn: '22177999' })]],
] as const)
  test(`F69 the carrier ${name}: it stays unknown, and is asked six times in two days`, async () => {
    const { asked, askAfter, other } = await loseNode(() => answer && [...answer], {
      refund: ['REJECTED'],
    });
    const counts: number[] = [];
    for (const minutes of [2.1, 7.4, 30, 120, 480, 1_920, 300, 6_000]) {
      await askAfter(minutes);
      counts.push(asked.length);
    }
    assert.deepEqual(counts, [1, 2, 3, 4, 5, 6, 6, 6]);
    const [message] = await messages(db);
    assert.deepEqual(
      [await states(db), message?.partIds, other.operator.parts],
      [['UNKNOWN node_lost 1'], [null], []],
    );
    assert.equal(await spent(db), 1);
  });

test('F69 fifty messages are asked for in a round, the others in the next ones', async () => {
  const { asked, askCarriers } = await loseNode(all('delivered'), { recipients: 120 });
  await advanceClock(db, 0.05);
  for (let round = 0; round < 4; round++) await askCarriers();
  assert.deepEqual(
    asked.map(({ length }) => length),
    [50, 50, 20],
  );
  assert.deepEqual(await states(db), ['DELIVERED 120']);
});

test('F69 each part of a long text is asked for, as its connection cuts texts', async () => {
  const { asked, askAfter } = await loseNode(
    all('delivered'),
    { parts: 2, content: 'x'.repeat(200) },
    { id: 2 },
  );
  await askAfter(2);
  assert.deepEqual(asked, [['1-0-1', '1-0-2', '2-0']]);
  assert.deepEqual(await states(db), ['DELIVERED 2']);
});

for (const state of ['enroute', 'delivered'] as const)
  test(`F69 a message of another account that has the same id by now keeps it (${state})`, async () => {
    const { askAfter, other } = await loseNode(
      () => [receipt('x', state, { ourRef: '1-0', msisdn: null })],
      {},
    );
    other.operator.answer = () => Promise.resolve({ kind: 'accepted', id: 'x' });
    await accept(db, { id: 2, account: 2, recipients: 2, refund: ['UNKNOWN'] });
    await db.sql('delete from sms_message where batch_id = 2 and position = 0');
    other.delivery.wake(['A']);
    await untilStates(db, ['SENT 1', 'UNKNOWN node_lost 1']);
    await askAfter(2);
    const own = state === 'enroute' ? 'UNKNOWN node_lost 1' : 'DELIVERED 1';
    assert.deepEqual(await states(db), [own, 'SENT 1'].toSorted());
    const { events } = other.operator.sessions[0]!;
    await events.receipt(receipt('x', 'delivered', { msisdn: '221770000001' }));
    await events.receipt(receipt('x', 'delivered', { msisdn: '221770000000' }));
    assert.deepEqual(await states(db), ['DELIVERED 2']);
    assert.deepEqual(other.warnings, []);
  });

test('F69 no round waits for a carrier that hangs, and what it tells in the end is taken', async () => {
  const answer = Promise.withResolvers<SmsReceipt[]>();
  const { askAfter } = await loseNode(() => answer.promise, {});
  await askAfter(2);
  assert.deepEqual(await states(db), ['UNKNOWN node_lost 1']);
  answer.resolve(all('delivered')(['1-0']));
  await untilStates(db, ['DELIVERED 1']);
});

test('F69 a connector that throws fails no round, and its own words are not logged', async () => {
  const { asked, askAfter, other } = await loseNode(() => {
    throw new RangeError('the key is 42');
  }, {});
  await askAfter(2);
  assert.deepEqual([asked.length, await states(db)], [1, ['UNKNOWN node_lost 1']]);
  assert.deepEqual(other.warnings, [
    'messages asked for at the carrier: its connector threw {"reason":"RangeError","connection":"A"}',
  ]);
});

test('F69 a connection whose configuration its connector does not take any more is not asked', async () => {
  const { asked, askAfter, other } = await loseNode(all('delivered'), {});
  const { connector } = other.operator;
  Object.assign(connector, {
    checkConfig: () => [{ field: 'key', message: 'is missing' }],
    capabilities: () => assert.fail('its configuration cannot be read'),
  });
  await askAfter(2);
  assert.deepEqual(asked, []);
});
