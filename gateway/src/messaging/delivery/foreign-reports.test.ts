// F69: proves that what comes in over one connection changes no message of another one, whatever
// reference of ours it names: whoever holds the secret address of one carrier could forge it.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { SmsReceipt } from '@jokko/connectors/kit';
import { createScriptedOperator } from './testing/scripted-connector.ts';
import { accept, messages, receipt, spent, twoConnections, until } from './testing/fixture.ts';
import { db, start, useFixture } from './testing/fixture-hooks.ts';

useFixture();

/** Batches by what became of them over B. `refused over A`: it was tried over A before. */
const batches = {
  'waits for its time': 1,
  'is being sent': 2,
  'is sent': 3,
  'has lost its answer': 4,
  'refused over A': 5,
} as const;
const reference = (batch: number): string => `${batch}-0`;

async function startTwo() {
  await accept(
    db,
    { id: 1, connection: 'B', dueSec: 3_000 },
    ...[2, 3, 4].map((id) => ({ id, connection: 'B' })),
    { id: 5, connection: 'A' },
  );
  const operator = createScriptedOperator();
  const { answer } = operator;
  const late = Promise.withResolvers<{ kind: 'accepted'; id: string }>();
  operator.answer = (part, connection) => {
    if (connection === 'A') return { kind: 'refused', reason: 'not_permitted', code: '1' };
    if (part.ourRef === reference(2)) return late.promise;
    if (part.ourRef === reference(4)) return { kind: 'unknown', cause: 'timeout' };
    return answer(part, connection);
  };
  const { delivery } = await start({ operator, routing: twoConnections() });
  const expected = ['ACCEPTED', 'SENDING', 'SENT', 'UNKNOWN', 'SENT'];
  await until('each is as far as it comes', async () => {
    const rows = await messages(db);
    return rows.map(({ state }) => state).join() === expected.join();
  });
  /** By the carrier's secret address, as a report of a message of ours. */
  const report = (connection: string, reported: SmsReceipt) => {
    const [, , name, secret] = delivery.notices.pathOf(connection).split('/');
    return delivery.notices.take(name!, secret!, {
      method: 'POST',
      path: '/',
      headers: {},
      body: Buffer.from(JSON.stringify([reported])),
      receivedAtMs: Date.now(),
    });
  };
  const lateAnswer = (connection: string, ourRef: string, id: string): void => {
    const session = operator.sessions.find((each) => each.connection === connection);
    session!.events.late(ourRef, id);
  };
  return { operator, delivery, report, lateAnswer, late };
}

/** Which messages own which ids. */
const ownedIds = () =>
  db.database.query<{ connection: string; batch: number }>({
    name: 'owned',
    text: `select connection, batch_id::float8 as batch from sms_part where batch_id is not null
      order by batch_id`,
  });

test('F69 a report or late answer over A changes no message that goes over B, in whatever state it is', async () => {
  const { operator, delivery, report, lateAnswer } = await startTwo();
  const [before, owned] = [await messages(db), await ownedIds()];
  for (const [what, batch] of Object.entries(batches))
    for (const state of ['delivered', 'undeliverable', 'rejected', 'expired', 'unknown'] as const) {
      const ourRef = reference(batch);
      const ids = [`forged-${batch}-${state}`, operator.ids.get(ourRef) ?? ourRef];
      for (const id of ids) {
        lateAnswer('A', ourRef, id);
        await report('A', receipt(id, state, { ourRef, msisdn: '221770000000' }));
      }
      await delivery.rounds.lostAnswers();
      assert.deepEqual(await messages(db), before, `${what}: ${state}`);
      assert.deepEqual(await ownedIds(), owned, `${what}: no id is its`);
    }
  assert.equal(await spent(db), 5, 'nothing was given back');
});

test('F69 the same over B is taken', async () => {
  const { operator, report, late } = await startTwo();
  for (const batch of [3, 4, 5]) {
    const ourRef = reference(batch);
    const id = operator.ids.get(ourRef) ?? `late-${batch}`;
    const state = batch === 4 ? 'rejected' : 'delivered';
    await report('B', receipt(id, state, { ourRef, msisdn: '221770000000' }));
  }
  await report('B', receipt('early', 'delivered', { ourRef: reference(2) }));
  late.resolve({ kind: 'accepted', id: 'early' });
  await until('each has its end', async () => {
    const states = (await messages(db)).map(({ state }) => state);
    return states.join() === 'ACCEPTED,DELIVERED,DELIVERED,REJECTED,DELIVERED';
  });
  assert.deepEqual(
    (await ownedIds()).map(({ connection, batch }) => `${connection} ${batch}`),
    ['B 2', 'B 3', 'B 4', 'B 5'],
  );
  assert.equal(await spent(db), 4);
});
