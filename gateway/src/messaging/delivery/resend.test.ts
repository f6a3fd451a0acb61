// X5: proves what becomes of a message whose answer was lost over a connection that sends again after
// a time: what is heard of it meanwhile decides, else it is sent once more and no third time.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { SmsPart, SmsSubmitOutcome } from '@jokko/connectors/kit';
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
  until,
  untilStates,
} from './testing/fixture.ts';
import { db, start, useFixture } from './testing/fixture-hooks.ts';

useFixture();

const lost: SmsSubmitOutcome = { kind: 'unknown', cause: 'timeout' };
const secondsPerHour = 3_600;
const routing = (hours = 1) =>
  scriptedRouting({ links: [connection('A', { resendAfterMs: hours * secondsPerHour * 1_000 })] });

/** A node whose carrier loses the first answers, and then takes what it is sent. */
async function startLosing({ answers = [lost], hours = 1, node = 7 } = {}) {
  const operator = createScriptedOperator();
  const { answer } = operator;
  const parts: SmsPart[] = [];
  operator.answer = (part, on) => {
    parts.push(part);
    return answers.shift() ?? answer(part, on);
  };
  const fixture = await start({ operator, node, routing: routing(hours) });
  const { rounds } = fixture.delivery;
  return {
    ...rounds,
    parts,
    events: operator.sessions[0]!.events,
    /** Later, and what is due then is sent. */
    async pass(passed: number) {
      await advanceClock(db, passed);
      await rounds.due();
    },
  };
}

const waiting = ['ACCEPTED sent_again 1'];

test('X5 it waits for news, and is sent once more without any', async () => {
  await accept(db, { validSec: 10 * secondsPerHour });
  const { parts, pass } = await startLosing();
  await untilStates(db, waiting);
  await pass(0.5);
  assert.deepEqual(await states(db), waiting, 'half of its time is over');
  assert.equal(parts.length, 1);
  await pass(0.6);
  await untilStates(db, ['SENT 1']);
  assert.equal(parts.length, 2);
  assert.equal(parts[0]!.ourRef, parts[1]!.ourRef);
  assert.equal(await spent(db), 1, 'charged once');
});

test('X5 lost a second time it is UNKNOWN, and never sent again', async () => {
  await accept(db, { validSec: 10 * secondsPerHour });
  const { parts, pass, lostAnswers, events } = await startLosing({ answers: [lost, lost] });
  await untilStates(db, waiting);
  await events.receipt(receipt('first', 'delivered', { msisdn: '221770000000' }));
  await pass(1.1);
  await untilStates(db, ['UNKNOWN answer_timeout 1']);
  await pass(5);
  assert.deepEqual([await states(db), parts.length], [['UNKNOWN answer_timeout 1'], 2]);
  await lostAnswers();
  assert.deepEqual(await states(db), ['DELIVERED 1'], 'by the receipt of the first time');
});

test('X5 a receipt without our reference that comes meanwhile holds it back', async () => {
  await accept(db, { validSec: 10 * secondsPerHour });
  const { parts, pass, lostAnswers, events } = await startLosing();
  await untilStates(db, waiting);
  await events.receipt(receipt('theirs', 'delivered', { msisdn: '221770000000' }));
  await lostAnswers();
  assert.deepEqual(await states(db), ['DELIVERED 1']);
  await pass(2);
  assert.equal(parts.length, 1);
});

test('X5 an answer that comes late holds it back, and its receipt ends it', async () => {
  await accept(db, { validSec: 10 * secondsPerHour });
  const { parts, pass, events } = await startLosing();
  await untilStates(db, waiting);
  events.late(parts[0]!.ourRef, 'late');
  await untilStates(db, ['SENT 1']);
  await pass(2);
  assert.equal(parts.length, 1);
  await events.receipt(receipt('late'));
  await untilStates(db, ['DELIVERED 1']);
});

test('X5 of a long text only the part is sent again whose answer was lost', async () => {
  await accept(db, { validSec: 10 * secondsPerHour, content: 'x'.repeat(200), parts: 2 });
  const { parts, pass, events } = await startLosing();
  await untilStates(db, waiting);
  events.late(parts[0]!.ourRef, 'late');
  await untilStates(db, ['SENT 1']);
  await pass(2);
  assert.deepEqual(
    parts.map(({ concatenation }) => concatenation?.number),
    [1, 2],
  );
});

test('X5 the wait of a node that was killed goes on on another one', async () => {
  await accept(db, { validSec: 10 * secondsPerHour });
  const one = await start({ node: 7, routing: routing(), operator: losing() });
  await untilStates(db, waiting);
  one.leaseHeld = false;
  await endLease(db, 7);
  const other = await startLosing({ answers: [], node: 8 });
  await other.pass(1.1);
  await untilStates(db, ['SENT 1']);
  assert.equal(other.parts.length, 1);
});

function losing() {
  const operator = createScriptedOperator();
  operator.answer = () => lost;
  return operator;
}

test('X5 the answer of a node that was taken for dead holds it back', async () => {
  await accept(db, { validSec: 10 * secondsPerHour });
  const operator = createScriptedOperator();
  const answered = Promise.withResolvers<SmsSubmitOutcome>();
  operator.answer = () => answered.promise;
  const one = await start({ node: 7, routing: routing(), operator });
  await until('sent', () => operator.parts.length === 1);
  one.leaseHeld = false;
  await endLease(db, 7);
  const other = await startLosing({ answers: [], node: 8 });
  await other.lostLeases();
  await untilStates(db, waiting);
  answered.resolve({ kind: 'accepted', id: 'late' });
  await untilStates(db, ['SENT 1']);
  await other.pass(2);
  assert.equal(other.parts.length, 0);
});

test('X5 what was perhaps sent and whose time is over is UNKNOWN, not expired, and costs what it cost', async () => {
  await accept(db, { validSec: 2 * secondsPerHour, refund: ['EXPIRED'] });
  const { parts, pass } = await startLosing({ hours: 5 });
  await untilStates(db, waiting);
  await pass(6);
  await untilStates(db, ['UNKNOWN answer_timeout 1']);
  assert.equal(parts.length, 1);
  assert.equal(await spent(db), 1);
  assert.equal((await messages(db))[0]!.refunded, false);
});
