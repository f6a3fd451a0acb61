// X11: proves that of two messages with one text to one number, one of which has lost its answer,
// neither keeps the other's id: what a carrier lists proves less than its answer or our reference.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { SmsSubmitOutcome } from '@jokko/connectors/kit';
import { inTransaction } from '../../platform/db/transaction.ts';
import { messages as messagesCheck } from './checks.ts';
import { createScriptedOperator, type Answer } from './testing/scripted-connector.ts';
import {
  accept,
  messages,
  receipt,
  spent,
  until,
  untilStates,
  twoConnections,
  type TestBatch,
} from './testing/fixture.ts';
import { db, start, useFixture } from './testing/fixture-hooks.ts';

useFixture();

const lost: SmsSubmitOutcome = { kind: 'unknown', cause: 'timeout' };
const direct: SmsSubmitOutcome = { kind: 'accepted', id: 'SM1' };
const inferred: SmsSubmitOutcome = { ...direct, inferred: true };

type Answered = Answer | ((ourRef: string) => Answer);

/** Batches 1 and 2, a message to the same number each, with these answers. */
async function send(
  answers: readonly [Answered, Answered],
  changes: readonly [TestBatch?, TestBatch?] = [],
  more: TestBatch[] = [],
) {
  await accept(db, { id: 1, ...changes[0] }, { id: 2, ...changes[1] }, ...more);
  const operator = createScriptedOperator();
  const { answer } = operator;
  operator.answer = (part, connection) => {
    const told = answers[Number(part.ourRef.split('-')[0]) - 1] ?? answer(part, connection);
    return typeof told === 'function' ? told(part.ourRef) : told;
  };
  const { warnings } = await start({ operator, routing: twoConnections() });
  const { events } = operator.sessions.find(({ connection }) => connection === 'A')!;
  return {
    warnings,
    report: (id: string, ourRef: string, state: 'delivered' | 'undeliverable' = 'delivered') =>
      events.receipt(receipt(id, state, { ourRef, msisdn: '221770000000' })),
  };
}

const byBatch = async () =>
  (await messages(db)).map(({ state, partIds }) => `${state} ${partIds?.join() ?? 'none'}`);
const untilBatches = (...expected: string[]) =>
  until(expected.join(', '), async () => (await byBatch()).join(', ') === expected.join(', '));
/** The doctor finds nothing, but that positions of this fixture begin with 0. */
async function isClean(): Promise<void> {
  const found = await db.database.query<{ example: string }>({
    name: 'I-33',
    text: messagesCheck.sql as string,
  });
  assert.deepEqual(
    found.filter(({ example }) => !example.endsWith(' at 0 to 0')),
    [],
  );
}

test('X11 an id that a carrier only lists is not taken from the message that was told it', async () => {
  const looked = Promise.withResolvers<SmsSubmitOutcome>();
  await send([looked.promise, direct]);
  await untilBatches('SENDING none', 'SENT sm1');
  looked.resolve(inferred);
  await untilStates(db, ['SENT 1', 'UNKNOWN answer_timeout 1']);
  assert.deepEqual(await byBatch(), ['UNKNOWN ', 'SENT sm1']);
  await isClean();
  assert.equal(await spent(db), 2);
});

test('X11 not even once that message is delivered', async () => {
  const looked = Promise.withResolvers<SmsSubmitOutcome>();
  const { report } = await send([looked.promise, direct]);
  await untilBatches('SENDING none', 'SENT sm1');
  await report('SM1', '2-0');
  looked.resolve(inferred);
  await untilBatches('UNKNOWN ', 'DELIVERED sm1');
  await isClean();
});

test('X11 a listed id that nobody has is taken', async () => {
  const { report } = await send([inferred, lost]);
  await untilBatches('SENT sm1', 'UNKNOWN ');
  await report('SM1', '1-0');
  await untilBatches('DELIVERED sm1', 'UNKNOWN ');
});

test('X11 our reference in a report beats a listed id, and the message that had it has lost its answer', async () => {
  const { report, warnings } = await send([inferred, lost]);
  await untilBatches('SENT sm1', 'UNKNOWN ');
  await report('SM1', '2-0');
  await untilBatches('UNKNOWN ', 'DELIVERED sm1');
  assert.equal(warnings.length, 1, 'that they contradict each other is logged');
  await isClean();
  await report('SM2', '1-0', 'undeliverable');
  await untilBatches('UNDELIVERABLE sm2', 'DELIVERED sm1');
  await isClean();
  assert.equal(await spent(db), 2);
});

test('X11 an answer that comes after the look-up is right as soon as the report comes', async () => {
  const answer = Promise.withResolvers<SmsSubmitOutcome>();
  const { report } = await send(
    [inferred, answer.promise],
    [{ refund: ['UNDELIVERABLE'] }, { refund: ['UNDELIVERABLE'] }],
  );
  await untilBatches('SENT sm1', 'SENDING none');
  answer.resolve(direct);
  await untilBatches('SENT sm1', 'SENT sm1');
  await report('SM1', '2-0', 'undeliverable');
  await report('SM1', '2-0', 'undeliverable');
  await untilBatches('UNKNOWN ', 'UNDELIVERABLE sm1');
  await isClean();
  assert.equal(await spent(db), 1, 'the one that failed, once');
});

test('X11 a reference of a message that has another id, or goes over another connection, gives it no second one', async () => {
  const { report } = await send(
    [inferred, { kind: 'accepted', id: 'SM2' }],
    [],
    [{ id: 3, connection: 'B' }],
  );
  await untilBatches('SENT sm1', 'SENT sm2', 'SENT id-1');
  await report('SM1', '3-0');
  assert.deepEqual(await byBatch(), ['SENT sm1', 'SENT sm2', 'SENT id-1']);
  await report('SM1', '2-0', 'undeliverable');
  assert.deepEqual(await byBatch(), ['UNKNOWN ', 'SENT sm2', 'SENT id-1']);
  await isClean();
});

test('X11 a message that loses its id waits apart while somebody else holds its account', async () => {
  const { report } = await send(
    [inferred, lost],
    [{ account: 2, refund: ['UNKNOWN'] }, { refund: ['UNDELIVERABLE'] }],
  );
  await untilBatches('SENT sm1', 'UNKNOWN ');
  let reported = Promise.resolve();
  await inTransaction(db.database, async (session) => {
    await session.query({ name: 'hold', text: 'select from account where id = 2 for update' });
    reported = report('SM1', '2-0');
    await sleep(500);
    assert.deepEqual(await byBatch(), ['SENT sm1', 'UNKNOWN ']);
  });
  await reported;
  await untilBatches('UNKNOWN ', 'DELIVERED sm1');
  assert.deepEqual([await spent(db, 1), await spent(db, 2)], [1, 0]);
  await isClean();
});

const twoParts: TestBatch = { parts: 2, content: 'x'.repeat(200), refund: ['REJECTED'] };
const busy: SmsSubmitOutcome = {
  kind: 'busy',
  cause: 'operator_error',
  code: '8',
  pauseMs: 60_000,
};

/** The first of two parts has SM1 as the carrier lists it. */
const twoAnswers =
  (second: () => Answer) =>
  (ourRef: string): Answer =>
    ourRef.endsWith('-1') ? inferred : second();

test('X11 a message that loses an id while it is queued for its other part is sent no part again', async () => {
  const { report } = await send([twoAnswers(() => busy), lost], [twoParts]);
  await untilBatches('ACCEPTED sm1,', 'UNKNOWN ');
  await report('SM1', '2-0');
  await untilBatches('UNKNOWN ,', 'DELIVERED sm1');
  assert.equal(await spent(db), 3, 'nothing is given back: a part may have left');
});

test('X11 a message that loses an id while its other part is being sent ends unknown', async () => {
  const answer = Promise.withResolvers<SmsSubmitOutcome>();
  let tries = 0;
  const second = () => (tries++ === 0 ? { ...busy, cause: 'throttled' as const } : answer.promise);
  const { report } = await send([twoAnswers(second), lost], [twoParts]);
  await untilBatches('SENDING sm1,', 'UNKNOWN ');
  await report('SM1', '2-0');
  await untilBatches('UNKNOWN ,', 'DELIVERED sm1');
  answer.resolve({ kind: 'accepted', id: 'SM2' });
  await untilBatches('UNKNOWN ,sm2', 'DELIVERED sm1');
  await isClean();
});

test('X11 an id that is taken at the answer leaves no message in the queue that may have left', async () => {
  const { promise, resolve } = Promise.withResolvers<SmsSubmitOutcome>();
  await send([direct, twoAnswers(() => promise)], [{}, twoParts]);
  await untilBatches('SENT sm1', 'SENDING none');
  resolve(busy);
  await untilBatches('SENT sm1', 'UNKNOWN ,');
  assert.equal(await spent(db), 3);
});
