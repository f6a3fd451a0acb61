// Checks where a waiting message goes and what it costs when its carrier connection is down or
// busy, or the routing document has changed. On a real database and scripted operators.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createScriptedOperator, type Answer } from './testing/scripted-connector.ts';
import { db, start, useFixture } from './testing/fixture-hooks.ts';
import {
  accept,
  advanceClock,
  messages,
  receipt,
  scriptedRouting,
  spent,
  twoConnections,
  until,
  untilStates,
  type Fixture,
} from './testing/fixture.ts';

useFixture();

const hourMs = 3_600_000;
const senders = (allowed: string[]) => ({ allowed, numericFallback: null });

/** In rounds, as a node goes on: how the other connection stands is known from the last one. */
const untilSent = ({ delivery }: Fixture, count: number): Promise<void> =>
  until(`${count} are sent`, async () => {
    await delivery.rounds.binds();
    await delivery.rounds.due();
    return (await messages(db)).filter(({ state }) => state === 'SENT').length === count;
  });

test('a connection that stays bound and is always busy gives its messages to the other one, also to one before it in the route', async () => {
  const operator = createScriptedOperator();
  const { answer } = operator;
  let busy = 'A';
  operator.answer = (part, on): Answer =>
    on === busy ? { kind: 'busy', cause: 'throttled', code: '58', pauseMs: 1 } : answer(part, on);
  const fixture = await start({ operator, routing: twoConnections() });
  // Before there is a message: one whose attempts are over by then waits long for the next ones.
  await fixture.delivery.rounds.binds();
  await fixture.delivery.rounds.binds();
  await accept(db, { recipients: 2 });
  await accept(db, { id: 2, recipients: 1, connection: 'B' });
  fixture.delivery.wake(['A', 'B']);
  await untilSent(fixture, 3);
  busy = 'B';
  await accept(db, { id: 3, recipients: 2, connection: 'B' });
  fixture.delivery.wake(['B']);
  await untilSent(fixture, 5);
  assert.deepEqual(
    (await messages(db)).map((message) => message.connection),
    ['B', 'B', 'B', 'A', 'A'],
  );
});

test('a bound connection that has taken nothing for ten seconds gives its whole queue to the other one', async () => {
  await accept(db, { recipients: 300 });
  const operator = createScriptedOperator();
  const { answer } = operator;
  // As a session that pauses: it answers when the test says so.
  const paused: (() => void)[] = [];
  const answerPaused = () => paused.splice(0).forEach((go) => go());
  operator.answer = async (part, on): Promise<Awaited<Answer>> => {
    if (on === 'B') return answer(part, on);
    await new Promise<void>((resolve) => paused.push(resolve));
    return { kind: 'busy', cause: 'throttled', code: '58', pauseMs: 1 };
  };
  const fixture = await start({ operator, routing: twoConnections() });
  await until('busy', () => {
    answerPaused();
    return operator.parts.length > 20;
  });
  fixture.uptimeAheadMs = 11_000;
  await until('everything over there', async () => {
    answerPaused();
    await fixture.delivery.rounds.binds();
    await fixture.delivery.rounds.rerouting();
    return (await messages(db)).every(
      ({ connection: on, state }) => on === 'B' && state === 'SENT',
    );
  });
  assert.ok(operator.parts.filter(({ connection: on }) => on === 'A').length < 300);
});

test('a connection that is down for a minute gives its messages to the next one; what it may have sent stays', async () => {
  await accept(db, { recipients: 3 });
  await db.sql(
    `update sms_message set reason = 'sent_again' where position = 0; update sms_message
      set part_ids = '{x,null}' where position = 1`,
  );
  const operator = createScriptedOperator();
  operator.stateOfNew = (name) => (name === 'A' ? 'connecting' : 'bound');
  const fixture = await start({ operator, routing: twoConnections() });
  // The first round opens the sessions, the second tells their states.
  await fixture.delivery.rounds.binds();
  await fixture.delivery.rounds.rerouting();
  // Far from the minute, for a machine that stands still meanwhile.
  fixture.uptimeAheadMs = 20_000;
  await fixture.delivery.rounds.rerouting();
  assert.equal(operator.parts.length, 0);
  fixture.uptimeAheadMs = 70_000;
  await fixture.delivery.rounds.rerouting();
  await untilStates(db, ['ACCEPTED 1', 'ACCEPTED sent_again 1', 'SENT 1']);
  assert.deepEqual(
    operator.parts.map((part) => [part.connection, part.to]),
    [['B', '221770000002']],
  );
});

test('a connection that is down gives its messages to one before it in the route, too', async () => {
  await accept(db, { connection: 'B' });
  const operator = createScriptedOperator();
  operator.stateOfNew = (name) => (name === 'B' ? 'connecting' : 'bound');
  const fixture = await start({ operator, routing: twoConnections() });
  await fixture.delivery.rounds.binds();
  await fixture.delivery.rounds.rerouting();
  fixture.uptimeAheadMs = 70_000;
  await fixture.delivery.rounds.rerouting();
  await untilStates(db, ['SENT 1']);
  assert.deepEqual((await messages(db))[0]!.connection, 'A');
});

test('a message whose validity ends on a connection that is down is EXPIRED, and given back whatever the policy says', async () => {
  await accept(db, { recipients: 2, validSec: 60, refund: [] });
  await accept(db, { id: 2, validSec: 1_000_000, refund: [] });
  const operator = createScriptedOperator();
  operator.stateOfNew = () => 'connecting';
  const fixture = await start({ operator });
  await fixture.delivery.rounds.rerouting();
  await advanceClock(db, 1);
  fixture.uptimeAheadMs = 70_000;
  await fixture.delivery.rounds.rerouting();
  await untilStates(db, ['ACCEPTED 1', 'EXPIRED validity_over 2']);
  assert.equal(await spent(db), 1);
});

test('what waits is counted by connection', async () => {
  await accept(db, { recipients: 3, dueSec: -60 });
  await accept(db, { id: 2, account: 2, connection: 'B', dueSec: 60 });
  const operator = createScriptedOperator();
  operator.stateOfNew = () => 'connecting';
  const fixture = await start({ operator, routing: twoConnections() });
  await fixture.delivery.rounds.countWaiting();
  const [first, second] = fixture.delivery.carrierStates();
  assert.deepEqual(
    [first!.name, first!.waiting, second!.name, second!.waiting, second!.oldestSec],
    ['A', 3, 'B', 1, 0],
  );
  assert.ok(first!.oldestSec >= 60 && first!.oldestSec < 3_600);
});

test('a message that waits follows the routing document of the day: another connection, another sender, or the end with its price', async () => {
  await accept(db, { recipients: 2, refund: [], dueSec: 60 });
  await accept(db, { id: 2, recipients: 1, refund: [], dueSec: 60 });
  await db.sql(`update sms_batch set sender = 'Other' where id = 2; update sms_message
    set part_ids = array['x', null] where batch_id = 1 and position = 1;
    update sms_batch set content = repeat('x', 200), parts = 2 where id = 1`);
  const fixture = await start({ routing: twoConnections() });
  await fixture.delivery.rounds.binds();
  fixture.routing = twoConnections({
    routes: [{ country: 'SN', links: [{ name: 'B' }], senders: senders(['Jokko']) }],
  });
  await advanceClock(db, 0.02);
  await fixture.delivery.rounds.due();
  await untilStates(db, ['REJECTED bad_sender 1', 'SENT 2']);
  assert.deepEqual(
    fixture.operator.parts.map((part) => `${part.connection} ${part.to.at(-1)}`),
    ['A 1', 'B 0', 'B 0'],
    'of which a part was taken goes on where it began',
  );
  assert.equal(await spent(db), 2);
});

test('a message whose country is routed no more ends, and is given back', async () => {
  await accept(db, { recipients: 2, refund: [], dueSec: 60 });
  const fixture = await start();
  fixture.routing = scriptedRouting({ countries: [], routes: [] });
  await advanceClock(db, 0.02);
  await fixture.delivery.rounds.due();
  await untilStates(db, ['REJECTED no_route 2']);
  assert.equal(await spent(db), 0);
});

test('what waits on a connection that the routing has no more goes over to another, or ends', async () => {
  await accept(db, { recipients: 2, connection: 'GONE', refund: [] });
  await accept(db, { id: 2, connection: 'GONE', refund: [] });
  await db.sql(`update sms_batch set sender = 'Other' where id = 2`);
  const fixture = await start({
    routing: scriptedRouting({
      routes: [{ country: 'SN', links: [{ name: 'A' }], senders: senders(['Jokko']) }],
    }),
  });
  await fixture.delivery.rounds.binds();
  await fixture.delivery.rounds.rerouting();
  fixture.uptimeAheadMs = 70_000;
  await fixture.delivery.rounds.rerouting();
  await untilStates(db, ['REJECTED bad_sender 1', 'SENT 2']);
  assert.equal(await spent(db), 2);
});

test('quiet hours count when a message is sent, too, in the time of its recipient', async () => {
  // Noon: in the minute before midnight nothing is quiet.
  const sinceNoonMs = (Date.now() - 12 * hourMs) % (24 * hourMs);
  const noonMs = Date.now() - sinceNoonMs + 24 * hourMs;
  await advanceClock(db, (24 * hourMs - sinceNoonMs) / hourMs);
  await accept(db, { recipients: 2, validSec: 172_800 });
  await db.sql(`update sms_app set quiet_from = '00:00', quiet_until = '23:59' where id = 1`);
  const fixture = await start();
  const midnight = new Date(noonMs).setUTCHours(23, 59, 0, 0);
  await until('put off', async () => {
    const rows = await db.database.query<{ at: Date }>({
      name: 'd',
      text: 'select due_at as at from sms_message where attempts = 1 and due_at is not null',
    });
    return rows.length === 2 && rows.every(({ at }) => at.getTime() === midnight);
  });
  assert.equal(fixture.operator.parts.length, 0);
});

test('the price is given back by the policy of acceptance, also when the routing knows the country no more', async () => {
  await accept(db, { recipients: 2, refund: ['UNDELIVERABLE'] });
  const fixture = await start();
  await untilStates(db, ['SENT 2']);
  fixture.routing = scriptedRouting({ countries: [], routes: [] });
  const { events } = fixture.operator.sessions[0]!;
  await events.receipt(receipt(fixture.operator.ids.get('1-0')!, 'undeliverable'));
  await events.receipt(receipt(fixture.operator.ids.get('1-1')!, 'rejected'));
  await untilStates(db, ['REJECTED rejected_by_operator 1', 'UNDELIVERABLE undeliverable 1']);
  assert.equal(await spent(db), 1);
});
