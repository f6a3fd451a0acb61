// X5: proves what becomes of a message whose answer was lost over a connection that sends again
// after a time: what is heard of it meanwhile decides, else it is sent once more and no third time.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { defined } from '@jokko/contract';
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
const routing = (hours: number | null = 1, config = {}) =>
  scriptedRouting({
    links: [
      connection('A', {
        ...config,
        ...defined({ resendAfterMs: hours && hours * secondsPerHour * 1_000 }),
      }),
    ],
  });

/** A node whose carrier loses the first answers, and then takes what it is sent. */
async function startLosing({
  answers = [lost],
  hours = 1,
  node = 7,
  config = {},
}: {
  answers?: (SmsSubmitOutcome | Promise<SmsSubmitOutcome>)[];
  hours?: number;
  node?: number;
  config?: { [field: string]: unknown };
} = {}) {
  const operator = createScriptedOperator();
  const { answer } = operator;
  const parts: SmsPart[] = [];
  operator.answer = (part, on) => {
    parts.push(part);
    return answers.shift() ?? answer(part, on);
  };
  const fixture = await start({ operator, node, routing: routing(hours, config) });
  const { rounds } = fixture.delivery;
  return {
    ...rounds,
    fixture,
    parts,
    events: operator.sessions[0]!.events,
    /** Another routing is in force. */
    async rebind(changed: ReturnType<typeof routing>) {
      const [before] = operator.sessions;
      fixture.routing = changed;
      await until('the session of before is closed, and another one open', async () => {
        await rounds.binds();
        return operator.sessions.length === 1 && operator.sessions[0] !== before;
      });
    },
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

test('X5 a wait that would be longer than the message is of use does not begin; nor does a message expire in it', async () => {
  await accept(db, { validSec: 2 * secondsPerHour, refund: ['EXPIRED'] });
  const { parts, pass } = await startLosing({ hours: 2 });
  await untilStates(db, ['UNKNOWN answer_timeout 1']);
  await db.sql(
    `update sms_message set state = 'ACCEPTED', reason = 'sent_again',
      due_at = jokko_now() + interval '1 hour'`,
  );
  await pass(3);
  await untilStates(db, ['UNKNOWN answer_timeout 1']);
  assert.equal(parts.length, 1);
  assert.equal(await spent(db), 1);
  assert.equal((await messages(db))[0]!.refunded, false);
});

test('X5 a second sending that is refused says nothing of the first: nothing is given back', async () => {
  await accept(db, { validSec: 10 * secondsPerHour });
  const refused: SmsSubmitOutcome = { kind: 'refused', reason: 'no_credit', code: 'x' };
  const { pass, lostAnswers, events } = await startLosing({ answers: [lost, refused] });
  await untilStates(db, waiting);
  await pass(1.1);
  await untilStates(db, ['UNKNOWN answer_timeout 1']);
  assert.equal(await spent(db), 1);
  await events.receipt(receipt('first', 'delivered', { msisdn: '221770000000' }));
  await lostAnswers();
  assert.deepEqual(await states(db), ['DELIVERED 1']);
});

test('X5 the failure of the first copy is no end while the second is on its way', async () => {
  await accept(db, { validSec: 10 * secondsPerHour, refund: ['UNDELIVERABLE'] });
  const second = Promise.withResolvers<SmsSubmitOutcome>();
  const { parts, pass, events } = await startLosing({ answers: [lost, second.promise] });
  await untilStates(db, waiting);
  await pass(1.1);
  await until('sent again', () => parts.length === 2);
  const { ourRef } = parts[0]!;
  await events.receipt(receipt('first', 'undeliverable', { msisdn: '221770000000', ourRef }));
  second.resolve({ kind: 'accepted', id: 'second' });
  await untilStates(db, ['SENT 1']);
  await events.receipt(receipt('second'));
  await untilStates(db, ['DELIVERED 1']);
  assert.equal(await spent(db), 1);
});

test('X5 of two parts that were lost one receipt tells nothing: both are sent again', async () => {
  await accept(db, { validSec: 10 * secondsPerHour, content: 'x'.repeat(200), parts: 2 });
  const { parts, pass, lostAnswers, events } = await startLosing({ answers: [lost, lost] });
  await untilStates(db, waiting);
  await events.receipt(receipt('one', 'delivered', { msisdn: '221770000000' }));
  await lostAnswers();
  await pass(1.1);
  await untilStates(db, ['SENT 1']);
  assert.deepEqual(
    parts.map(({ concatenation }) => concatenation!.number),
    [1, 2, 1, 2],
  );
});

for (const isNamed of [true, false])
  test(`X5 both receipts of a long text whose node was killed hold it back, ${isNamed ? 'by our reference' : 'by its number'}`, async () => {
    await accept(db, { validSec: 10 * secondsPerHour, content: 'x'.repeat(200), parts: 2 });
    const operator = createScriptedOperator();
    operator.answer = () => new Promise<never>(() => {});
    const one = await start({ node: 7, routing: routing(), operator });
    await until('sent', () => operator.parts.length === 2);
    one.leaseHeld = false;
    await endLease(db, 7);
    const other = await startLosing({ answers: [], node: 8 });
    await other.lostLeases();
    await untilStates(db, waiting);
    for (const { ourRef } of operator.parts)
      await other.events.receipt(
        receipt(`of-${ourRef}`, 'delivered', {
          msisdn: '221770000000',
          ...defined({ ourRef: isNamed ? ourRef : undefined }),
        }),
      );
    await other.lostAnswers();
    assert.deepEqual(await states(db), ['DELIVERED 1']);
    await other.pass(2);
    assert.equal(other.parts.length, 0);
  });

test('X5 a restored database sends nothing again that waited for that', async () => {
  await accept(db, { validSec: 10 * secondsPerHour });
  const { parts, pass, fixture } = await startLosing();
  await untilStates(db, waiting);
  await db.sql('update installation set sms_recovery_pending = true');
  assert.equal(await fixture.delivery.endDoubtful(), 1);
  await pass(2);
  assert.deepEqual([await states(db), parts.length], [['UNKNOWN restored 1'], 1]);
});

test('X5 a rule that is taken back while a message waits holds it', async () => {
  await accept(db, { validSec: 10 * secondsPerHour });
  const { parts, pass, rebind } = await startLosing();
  await untilStates(db, waiting);
  await rebind(routing(null));
  await pass(1.1);
  await untilStates(db, ['UNKNOWN answer_timeout 1']);
  assert.equal(parts.length, 1);
});

test('X5 no second copy leaves in quiet hours', async () => {
  await accept(db, { validSec: 10 * secondsPerHour });
  const { fixture } = await startLosing();
  await untilStates(db, waiting);
  await fixture.close();
  const { parts, pass } = await startLosing({ answers: [], node: 8 });
  await db.sql(`update sms_app set quiet_from = '00:00', quiet_until = '23:59'`);
  await pass(1.1);
  await until('put off', async () => {
    const [row] = await db.database.query<{ isPutOff: boolean }>({
      name: 'put_off',
      text: `select due_at > jokko_now() and lease_id is null as "isPutOff" from sms_message`,
    });
    return row!.isPutOff;
  });
  assert.deepEqual([await states(db), parts.length], [waiting, 0]);
});

test('X5 without receipts a late answer is the last word', async () => {
  await accept(db, { validSec: 10 * secondsPerHour });
  const { parts, events } = await startLosing({ config: { receipts: false } });
  await untilStates(db, waiting);
  events.late(parts[0]!.ourRef, 'late');
  await untilStates(db, ['SENT receipts_off 1']);
});
