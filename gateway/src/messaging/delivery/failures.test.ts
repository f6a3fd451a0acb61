// Proves that when something fails between us and the operator, nothing is sent twice that must
// not be, nothing is lost, and nothing is charged or refunded twice. On a real database and
// scripted operators.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createScriptedOperator, type Answer } from './testing/scripted-connector.ts';
import { db, start, useFixture } from './testing/fixture-hooks.ts';
import {
  accept,
  advanceClock,
  endLease,
  messages,
  receipt,
  scriptedRouting,
  spent,
  startFixture,
  twoConnections,
  until,
  untilStates,
  type Fixture,
} from './testing/fixture.ts';

useFixture();

const rest = (fixture: Fixture) =>
  until('nothing in hand', () =>
    fixture.delivery.held().every(({ parts, unrecorded }) => parts + unrecorded === 0),
  );
const never = new Promise<never>(() => {});
const resending = () =>
  scriptedRouting({ routes: [{ country: 'SN', links: [{ name: 'A' }], resendUnknown: true }] });
test('a refusal that may differ by connection goes to the next connection of the route; one that does not ends it', async () => {
  await accept(db, { recipients: 3 });
  const operator = createScriptedOperator();
  const { answer } = operator;
  operator.answer = (part, on): Answer => {
    if (on === 'B' && part.to.endsWith('1'))
      return { kind: 'refused', reason: 'not_permitted', code: '1' };
    if (on === 'B') return answer(part, on);
    return {
      kind: 'refused',
      reason: part.to.endsWith('2') ? 'bad_number' : 'not_permitted',
      code: '1',
    };
  };
  await start({ operator, routing: twoConnections() });
  await untilStates(db, ['REJECTED bad_number 1', 'REJECTED not_permitted 1', 'SENT 1']);
  assert.deepEqual(
    (await messages(db)).map((message) => message.connection),
    ['B', 'B', 'A'],
  );
  assert.equal(await spent(db), 1);
});

test('what may have been accepted never goes to another connection', async () => {
  await accept(db, { content: 'x'.repeat(200), parts: 2 });
  const operator = createScriptedOperator();
  operator.answer = ({ concatenation }) =>
    concatenation!.number === 1
      ? { kind: 'accepted', id: 'one' }
      : { kind: 'refused', reason: 'not_permitted', code: '1' };
  await start({ operator, routing: twoConnections() });
  await untilStates(db, ['REJECTED not_permitted 1']);
  assert.ok(operator.parts.every((part) => part.connection === 'A'));
});

test('F69 where the route allows it a message of unknown outcome is sent again, once', async () => {
  await accept(db, { recipients: 2 });
  const operator = createScriptedOperator();
  const { answer } = operator;
  const times = new Map<string, number>();
  operator.answer = (part, on): Answer => {
    const time = (times.get(part.to) ?? 0) + 1;
    times.set(part.to, time);
    return time === 1 || part.to.endsWith('1')
      ? { kind: 'unknown', cause: 'timeout' }
      : answer(part, on);
  };
  await start({ operator, routing: resending() });
  await untilStates(db, ['SENT 1', 'UNKNOWN answer_timeout 1']);
  assert.deepEqual([...times.values()], [2, 2]);
});

test('X5 what a node was sending when it died is UNKNOWN, found by another node at once; what it had not claimed is sent', async () => {
  await accept(db, { recipients: 100 });
  const dying = createScriptedOperator();
  dying.answer = () => never;
  const one = await start({ node: 7, operator: dying });
  await until('window full', () => dying.parts.length === 10);
  one.leaseHeld = false;
  await endLease(db, 7);
  // It claims nothing more now, once the claim that may have been under way has ended.
  await until('no claim is under way', async () => {
    const [row] = await db.database.query<{ working: boolean }>({
      name: 'working',
      text: `select exists (select from pg_stat_activity where datname = current_database()
        and pid <> pg_backend_pid() and state <> 'idle') as working`,
    });
    return !row!.working;
  });
  const claimed = (await messages(db)).filter(({ state }) => state === 'SENDING').length;
  assert.ok(claimed >= 10 && claimed <= 50, `${claimed} were claimed`);
  const other = await start({ node: 8 });
  await other.delivery.rounds.lostLeases();
  await untilStates(db, [`SENT ${100 - claimed}`, `UNKNOWN node_lost ${claimed}`]);
  assert.equal(other.operator.parts.length, 100 - claimed);
});

test('after a crash the route may allow to send again; the parts that were known to be taken are not', async () => {
  await accept(db, { content: 'a'.repeat(153) + 'b'.repeat(20), parts: 2 });
  const dying = createScriptedOperator();
  let time = 0;
  dying.answer = ({ concatenation }): Answer => {
    if (concatenation!.number === 1) return { kind: 'accepted', id: 'first' };
    return ++time === 1 ? { kind: 'busy', cause: 'queue_full', code: '14', pauseMs: 1 } : never;
  };
  const one = await start({ node: 7, operator: dying, routing: resending() });
  await until('second part sent again', () => dying.parts.length === 3);
  one.leaseHeld = false;
  await endLease(db, 7);
  const other = await start({ node: 8, routing: resending() });
  await other.delivery.rounds.lostLeases();
  await untilStates(db, ['SENT 1']);
  assert.deepEqual(
    other.operator.parts.map(({ concatenation }) => concatenation!.number),
    [2],
  );
});

test('an answer that comes after the message was taken for lost keeps its id: the receipt resolves it', async () => {
  await accept(db, { recipients: 1 });
  const slow = createScriptedOperator();
  const answered = Promise.withResolvers<Awaited<Answer>>();
  slow.answer = () => answered.promise;
  const one = await start({ node: 7, operator: slow });
  await until('sent', () => slow.parts.length === 1);
  one.leaseHeld = false;
  await endLease(db, 7);
  const other = await start({ node: 8 });
  await other.delivery.rounds.lostLeases();
  await untilStates(db, ['UNKNOWN node_lost 1']);
  answered.resolve({ kind: 'accepted', id: 'late' });
  await rest(one);
  await untilStates(db, ['UNKNOWN node_lost 1']);
  await other.operator.sessions[0]!.events.receipt(receipt('late'));
  await untilStates(db, ['DELIVERED 1']);
});

test('a part that was sent twice, and whose both answers come, is delivered once: the other part still has to be', async () => {
  await accept(db, { content: 'a'.repeat(153) + 'b'.repeat(20), parts: 2 });
  const slow = createScriptedOperator();
  const first = Promise.withResolvers<Awaited<Answer>>();
  slow.answer = ({ concatenation }) =>
    concatenation!.number === 1 ? first.promise : { kind: 'unknown', cause: 'timeout' };
  const one = await start({ node: 7, operator: slow, routing: resending() });
  await until('sent', () => slow.parts.length === 2);
  one.leaseHeld = false;
  await endLease(db, 7);
  const again = createScriptedOperator();
  const second = Promise.withResolvers<Awaited<Answer>>();
  again.answer = ({ concatenation }) =>
    concatenation!.number === 1 ? second.promise : { kind: 'accepted', id: 'other-part' };
  const other = await start({ node: 8, operator: again, routing: resending() });
  await other.delivery.rounds.lostLeases();
  await until('sent again', () => again.parts.length === 2);
  const { events } = again.sessions[0]!;
  first.resolve({ kind: 'accepted', id: 'one' });
  await rest(one);
  await events.receipt(receipt('one'));
  second.resolve({ kind: 'accepted', id: 'two' });
  await rest(other);
  await events.receipt(receipt('two'));
  await untilStates(db, ['SENT 1']);
  assert.equal((await messages(db))[0]!.partsDelivered, 1);
  await events.receipt(receipt('other-part'));
  await untilStates(db, ['DELIVERED 1']);
});

test('what this node claimed without learning of it was certainly not sent', async () => {
  await accept(db, { recipients: 2 });
  await db.sql(`
    insert into sms_lease (id, lease_owner, batch_ids, positions, created_at)
      values (5, 7, '{1,1}', '{0,1}', now() - interval '31 seconds');
    update sms_message set state = 'SENDING', due_at = null, lease_id = 5`);
  const fixture = await start();
  await fixture.delivery.rounds.lostLeases();
  await untilStates(db, ['SENT 2']);
});

test('a stop waits for answers, gives back what has not left, and leaves every bind free', async () => {
  await accept(db, { recipients: 100 });
  const operator = createScriptedOperator();
  operator.answer = async ({ ourRef }) => {
    await new Promise((resolve) => setTimeout(resolve, 50));
    return { kind: 'accepted', id: ourRef };
  };
  const fixture = await startFixture(db, { operator });
  await until('some sent', () => operator.parts.length >= 10);
  await fixture.close();
  const counts = { SENT: 0, ACCEPTED: 0 } as { [state: string]: number };
  for (const { state } of await messages(db)) counts[state] = (counts[state] ?? 0) + 1;
  assert.equal(counts['SENT'], operator.parts.length);
  assert.equal(counts['ACCEPTED'], 100 - operator.parts.length);
  const binds = await db.database.query<{ state: string; lease_owner: number | null }>({
    name: 'b',
    text: 'select state, lease_owner from sms_bind',
  });
  assert.deepEqual(binds, [{ state: 'closed', lease_owner: null }]);
  assert.deepEqual(fixture.warnings, []);
});

test('an id that names nothing: its message is UNKNOWN, whatever the database would say to it', async () => {
  await accept(db, { recipients: 3 });
  const operator = createScriptedOperator();
  operator.answer = ({ to }): Answer => ({
    kind: 'accepted',
    id: ['a\0b', 'x'.repeat(256), ' '][Number(to.at(-1))]!,
  });
  await start({ operator });
  await untilStates(db, ['UNKNOWN garbled_answer 3']);
});

test('an answer that the database refuses for good ends UNKNOWN, and holds up nobody, not even a stop', async () => {
  await accept(db, { recipients: 3 });
  await db.sql(`
    create function refuse() returns trigger language plpgsql as $$ begin raise exception 'no' using errcode = '22021'; end $$;
    create trigger refuse before insert on sms_part for each row when (new.provider_id = 'poison') execute function refuse()`);
  const operator = createScriptedOperator();
  operator.answer = ({ to }): Answer => ({
    kind: 'accepted',
    id: to.endsWith('1') ? 'poison' : to,
  });
  const fixture = await start({ operator });
  await untilStates(db, ['SENT 2', 'UNKNOWN garbled_answer 1']);
  await operator.sessions[0]!.events.receipt(receipt('poison'));
  assert.deepEqual(
    fixture.delivery.connectionEvents().filter(({ what }) => what === 'unreadable'),
    [{ connection: 'A', kind: 'receipt', what: 'unreadable', count: 1 }],
  );
  // A stop waits for nothing but what is in hand.
  await rest(fixture);
  await fixture.close();
});

test('what the connector tells late finalises its message with the receipt', async () => {
  await accept(db, { recipients: 1 });
  const operator = createScriptedOperator();
  operator.answer = (): Answer => ({ kind: 'unknown', cause: 'timeout' });
  await start({ operator });
  await untilStates(db, ['UNKNOWN answer_timeout 1']);
  const { events } = operator.sessions[0]!;
  events.late(operator.parts[0]!.ourRef, 'after all');
  events.late('of somebody else', 'x');
  await events.receipt(receipt('after all'));
  await untilStates(db, ['DELIVERED 1']);
});

test('a receipt with our reference finds the message whose answer was lost, among others to its number', async () => {
  await accept(db, { recipients: 2 });
  const operator = createScriptedOperator();
  operator.answer = (): Answer => ({ kind: 'unknown', cause: 'timeout' });
  await start({ operator });
  await untilStates(db, ['UNKNOWN answer_timeout 2']);
  const { events } = operator.sessions[0]!;
  const { ourRef } = operator.parts[1]!;
  await events.receipt({ ...receipt('theirs'), msisdn: null, ourRef });
  await untilStates(db, ['DELIVERED 1', 'UNKNOWN answer_timeout 1']);
  // Twice, and for a message that is not ours: nothing changes.
  await events.receipt({ ...receipt('theirs'), ourRef });
  await events.receipt({ ...receipt('stranger'), ourRef: 'of somebody else' });
  await untilStates(db, ['DELIVERED 1', 'UNKNOWN answer_timeout 1']);
});

test('X5 each final state of the refund policy gives the price back once, whatever is told later', async () => {
  await accept(db, { recipients: 4, refund: ['UNDELIVERABLE', 'UNKNOWN'] });
  const operator = createScriptedOperator();
  operator.answer = ({ to }): Answer =>
    to.endsWith('3') ? { kind: 'unknown', cause: 'timeout' } : { kind: 'accepted', id: to };
  const fixture = await start({ operator });
  await untilStates(db, ['SENT 3', 'UNKNOWN answer_timeout 1']);
  const tell = (digit: number, state: Parameters<typeof receipt>[1]) =>
    operator.sessions[0]!.events.receipt(receipt(`22177000000${digit}`, state));
  await tell(0, 'unknown');
  await untilStates(db, ['SENT 2', 'UNKNOWN answer_timeout 1', 'UNKNOWN unknown_to_operator 1']);
  assert.equal(await spent(db), 2);
  await Promise.all([
    tell(0, 'undeliverable'),
    tell(0, 'undeliverable'),
    tell(1, 'undeliverable'),
    tell(2, 'delivered'),
  ]);
  await untilStates(db, [
    'DELIVERED 1',
    'UNDELIVERABLE undeliverable 2',
    'UNKNOWN answer_timeout 1',
  ]);
  assert.equal(await spent(db), 1);
  await tell(1, 'delivered');
  await tell(2, 'undeliverable');
  assert.equal(await spent(db), 1);
  assert.equal(fixture.warnings.length, 2, 'contradictions are told');
});

test('a day after its validity a message without a receipt is UNKNOWN, and its batch is looked at no more', async () => {
  await accept(db, { recipients: 3, refund: ['UNKNOWN'] });
  await accept(db, { id: 2, recipients: 1, refund: ['UNKNOWN'] });
  const operator = createScriptedOperator();
  const fixture = await start({ operator });
  await untilStates(db, ['SENT 4']);
  await operator.sessions[0]!.events.receipt(receipt(operator.ids.get('1-0')!));
  await operator.sessions[0]!.events.receipt(receipt(operator.ids.get('2-0')!));
  await untilStates(db, ['DELIVERED 2', 'SENT 2']);
  assert.equal(await fixture.delivery.rounds.finalise(), false, 'nothing is over yet');
  await advanceClock(db, 26);
  while (await fixture.delivery.rounds.finalise());
  await untilStates(db, ['DELIVERED 2', 'UNKNOWN no_receipt 2']);
  const waiting = await db.database.query({
    name: 'w',
    text: 'select 1 from sms_batch where finalise_at is not null',
  });
  assert.equal(waiting.length, 0);
  assert.equal(await spent(db), 2);
  // Late, but the truth.
  await operator.sessions[0]!.events.receipt(receipt(operator.ids.get('1-1')!));
  await untilStates(db, ['DELIVERED 3', 'UNKNOWN no_receipt 1']);
  assert.equal(await spent(db), 2);
});

test('ids of parts are forgotten after their days, but not while a receipt may come; receipts that nobody asked for after a week', async () => {
  await accept(db, { recipients: 2, validSec: 86_400 * 60 });
  const fixture = await start();
  await untilStates(db, ['SENT 2']);
  const { events } = fixture.operator.sessions[0]!;
  await events.receipt(receipt(fixture.operator.ids.get('1-0')!));
  await events.receipt(receipt('of nobody'));
  const left = async () =>
    (
      await db.database.query<{ id: string }>({
        name: 'l',
        text: 'select provider_id as id from sms_part order by 1',
      })
    ).map(({ id }) => id);
  assert.equal((await left()).length, 3);
  await advanceClock(db, 24 * 7 - 1);
  await fixture.delivery.rounds.oldParts();
  assert.equal((await left()).length, 3);
  await advanceClock(db, 2);
  await fixture.delivery.rounds.oldParts();
  assert.deepEqual(await left(), ['id-1', 'id-2']);
  await advanceClock(db, 24 * 30);
  await fixture.delivery.rounds.oldParts();
  assert.deepEqual(await left(), [fixture.operator.ids.get('1-1')]);
});
