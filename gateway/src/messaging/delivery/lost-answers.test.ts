// X11: proves which receipts are taken for those of a message whose answer was lost, and that in
// doubt none is.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { SmsSubmitOutcome } from '@jokko/connectors/kit';
import { createScriptedOperator } from './testing/scripted-connector.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import {
  accept,
  advanceClock,
  endLease,
  receipt,
  spent,
  states,
  untilStates,
} from './testing/fixture.ts';
import { db, start, useFixture } from './testing/fixture-hooks.ts';

useFixture();

const lost: SmsSubmitOutcome = { kind: 'unknown', cause: 'timeout' };
/** The number of the first recipient of every batch. */
const msisdn = '221770000000';

/** A node whose operator loses the answers to batch 1, and answers others by `answer`. */
async function startLosing(
  answer: () => SmsSubmitOutcome | Promise<SmsSubmitOutcome> = () => lost,
) {
  const operator = createScriptedOperator();
  operator.answer = ({ ourRef }) => (ourRef.startsWith('1-') ? lost : answer());
  const fixture = await start({ operator });
  const { events } = operator.sessions[0]!;
  return {
    ...fixture.delivery.rounds,
    receive: (id: string, to: string | null = msisdn) =>
      events.receipt(receipt(id, 'delivered', { msisdn: to })),
  };
}

test('X11 one message, one receipt for its number: delivered', async () => {
  await accept(db);
  const { receive, lostAnswers } = await startLosing();
  await untilStates(db, ['UNKNOWN answer_timeout 1']);
  await receive('strange', '770000000');
  await lostAnswers();
  assert.deepEqual(await states(db), ['DELIVERED 1']);
});

test('X11 all parts of a long text were lost: as many receipts, in whatever order, are theirs', async () => {
  await accept(db, { parts: 2, content: 'x'.repeat(200) });
  const { receive, lostAnswers } = await startLosing();
  await untilStates(db, ['UNKNOWN answer_timeout 1']);
  await receive('b');
  await lostAnswers();
  assert.deepEqual(await states(db), ['UNKNOWN answer_timeout 1'], 'one part is not all of it');
  await receive('a');
  await lostAnswers();
  assert.deepEqual(await states(db), ['DELIVERED 1']);
});

test('X11 more receipts than parts that lack an id: none is taken', async () => {
  await accept(db);
  const { receive, lostAnswers } = await startLosing();
  await untilStates(db, ['UNKNOWN answer_timeout 1']);
  await receive('a');
  await receive('b');
  await lostAnswers();
  assert.deepEqual(await states(db), ['UNKNOWN answer_timeout 1']);
});

test('X11 a receipt for another number, for none, or from before the message is not its', async () => {
  const { receive, lostAnswers, due } = await startLosing();
  await receive('of an earlier one');
  await receive('of another', '221770000009');
  await receive('of nobody', null);
  await accept(db);
  await due();
  await untilStates(db, ['UNKNOWN answer_timeout 1']);
  // As a claim tells that had begun before, and was still being planned when the message came.
  await db.sql(`update sms_lost_answer set sent_after = sent_after - interval '1 minute'`);
  await lostAnswers();
  assert.deepEqual(await states(db), ['UNKNOWN answer_timeout 1']);
});

test('X11 a receipt that comes a day after the validity is not its', async () => {
  await accept(db, { validSec: 3_600 });
  const { receive, lostAnswers } = await startLosing();
  await untilStates(db, ['UNKNOWN answer_timeout 1']);
  await advanceClock(db, 26);
  await receive('late');
  await lostAnswers();
  assert.deepEqual(await states(db), ['UNKNOWN answer_timeout 1']);
});

test('X11 while another message is being sent to the number its answer decides first', async () => {
  await accept(db);
  const answer = Promise.withResolvers<SmsSubmitOutcome>();
  const { receive, lostAnswers, due } = await startLosing(() => answer.promise);
  await untilStates(db, ['UNKNOWN answer_timeout 1']);
  await accept(db, { id: 2, account: 2 });
  await due();
  await untilStates(db, ['SENDING 1', 'UNKNOWN answer_timeout 1']);
  await receive('of the second');
  await lostAnswers();
  assert.deepEqual(await states(db), ['SENDING 1', 'UNKNOWN answer_timeout 1']);
  answer.resolve({ kind: 'accepted', id: 'of the second' });
  await untilStates(db, ['DELIVERED 1', 'UNKNOWN answer_timeout 1']);
  await lostAnswers();
  assert.deepEqual(await states(db), ['DELIVERED 1', 'UNKNOWN answer_timeout 1']);
});

test('X11 a message whose receipt came before its node died is delivered, not lost', async () => {
  await accept(db, { recipients: 2 });
  const operator = createScriptedOperator();
  operator.answer = () => new Promise<never>(() => {});
  const dying = await start({ node: 7, operator });
  await untilStates(db, ['SENDING 2']);
  const other = await start({ node: 8 });
  const { events } = other.operator.sessions[0] ?? operator.sessions[0]!;
  await events.receipt(receipt('early', 'delivered', { ourRef: '1-0' }));
  dying.leaseHeld = false;
  await endLease(db, 7);
  await other.delivery.rounds.lostLeases();
  assert.deepEqual(await states(db), ['DELIVERED 1', 'UNKNOWN node_lost 1']);
});

test('X11 what is resolved, or older than a week, is forgotten', async () => {
  await accept(db, { recipients: 2 });
  const { receive, lostAnswers, oldParts } = await startLosing();
  await untilStates(db, ['UNKNOWN answer_timeout 2']);
  const left = async () =>
    (await db.database.query({ name: 'lost', text: 'select from sms_lost_answer' })).length;
  assert.equal(await left(), 2);
  await receive('strange');
  await lostAnswers();
  await oldParts();
  assert.equal(await left(), 1);
  await advanceClock(db, 24 * 7 + 1);
  await oldParts();
  assert.equal(await left(), 0);
});

test('X11 a late answer whose receipt gives the price back waits apart while somebody else holds the account', async () => {
  await accept(
    db,
    { refund: ['UNDELIVERABLE'] },
    { id: 2, account: 2, refund: ['UNDELIVERABLE'], recipients: 2 },
  );
  const operator = createScriptedOperator();
  const { answer } = operator;
  operator.answer = (part, on) => (part.ourRef.startsWith('1-') ? lost : answer(part, on));
  const { warnings } = await start({ operator });
  await untilStates(db, ['SENT 2', 'UNKNOWN answer_timeout 1']);
  const { events } = operator.sessions[0]!;
  await events.receipt(receipt('strange', 'undeliverable'));
  await inTransaction(db.database, async (session) => {
    await session.query({ name: 'hold', text: 'select from account where id = 1 for update' });
    events.late('1-0', 'strange');
    await events.receipt(receipt(operator.ids.get('2-0')!, 'undeliverable'));
    await events.receipt(receipt(operator.ids.get('2-1')!));
    // Long enough for a node that begins again and again.
    await sleep(2_000);
    assert.deepEqual(
      await states(db),
      ['DELIVERED 1', 'UNDELIVERABLE undeliverable 1', 'UNKNOWN answer_timeout 1'],
      'the other account goes on',
    );
  });
  await untilStates(db, ['DELIVERED 1', 'UNDELIVERABLE undeliverable 2']);
  assert.deepEqual([await spent(db, 1), await spent(db, 2)], [0, 1]);
  assert.deepEqual(warnings, []);
});
