// Proves that each answer and each receipt leads to the right state, from an accepted row to its
// final state, on a real database and scripted operators.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createScriptedOperator } from './testing/scripted-connector.ts';
import { db, start, useFixture } from './testing/fixture-hooks.ts';
import {
  accept,
  advanceClock,
  connection,
  messages,
  receipt,
  scriptedRouting,
  spent,
  states,
  until,
  untilStates,
  type Fixture,
} from './testing/fixture.ts';

useFixture();

let fixture: Fixture;

/** Waits until everything that was sent has been recorded. */
const recorded = () =>
  until('nothing in hand', () =>
    fixture.delivery.held().every(({ parts, unrecorded }) => parts + unrecorded === 0),
  );
const session = () => fixture.operator.sessions[0]!;
const tell = (id: string, state?: Parameters<typeof receipt>[1]) =>
  session().events.receipt(receipt(id, state));

test('X5 accepted, sent, delivered: each in a commit of its own, and the price stays taken', async () => {
  await accept(db, { recipients: 30 });
  fixture = await start();
  await untilStates(db, ['SENT 30']);
  assert.deepEqual(
    fixture.operator.parts.map(({ to }) => to).toSorted(),
    Array.from({ length: 30 }, (_, n) => String(221_770_000_000 + n)),
  );
  assert.ok(
    fixture.operator.parts.every(
      ({ from, text, concatenation }) =>
        from === 'Jokko' && text === 'hello' && concatenation === undefined,
    ),
  );
  await Promise.all([...fixture.operator.ids.values()].map((id) => tell(id)));
  await untilStates(db, ['DELIVERED 30']);
  assert.equal(await spent(db), 30);
  const leases = await db.database.query({ name: 'claims', text: 'select 1 from sms_lease' });
  assert.equal(leases.length, 0, 'claims are gone with their last message');
});

test('X5 a carrier that counts other parts than were charged is counted and named once; the price stays', async () => {
  const content = 'x'.repeat(200);
  await accept(db, { recipients: 3, parts: 2, content }, { id: 2, recipients: 2 });
  const operator = createScriptedOperator();
  operator.answer = ({ ourRef, text }) => ({
    kind: 'accepted',
    id: ourRef,
    // One part of the long text fits, and two do not.
    parts: text !== content ? 1 : ourRef === '1-0' ? 2 : 3,
  });
  const links = [connection('A', { splits: false })];
  fixture = await start({ operator, routing: scriptedRouting({ links }) });
  await untilStates(db, ['SENT 5']);
  const counted = fixture.delivery.connectionEvents().filter(({ what }) => what === 'other_parts');
  assert.deepEqual(counted, [{ connection: 'A', kind: 'answer', what: 'other_parts', count: 2 }]);
  assert.deepEqual(fixture.warnings, [
    'the carrier counts other parts of a message than it was charged as {"connection":"A"}',
  ]);
  assert.equal(await spent(db), 8);
});

test('write-ahead: SENDING is committed before the first byte leaves', async () => {
  await accept(db);
  const seen: string[] = [];
  const operator = createScriptedOperator();
  operator.answer = async () => {
    seen.push(
      ...(await messages(db)).map(
        ({ state, isDue, isClaimed }) => `${state} ${isDue} ${isClaimed}`,
      ),
    );
    return { kind: 'accepted', id: 'x' };
  };
  fixture = await start({ operator });
  await untilStates(db, ['SENT 1']);
  assert.deepEqual(seen, ['SENDING false true']);
});

test('the parts of a long text carry one reference and are delivered when all are', async () => {
  const content = 'a'.repeat(153) + 'b'.repeat(153) + 'c'.repeat(10);
  await accept(db, { content, parts: 3, recipients: 2 });
  fixture = await start();
  await untilStates(db, ['SENT 2']);
  const first = fixture.operator.parts.filter(({ to }) => to === '221770000000');
  assert.deepEqual(
    first.map(({ concatenation, text }) => [concatenation!.number, concatenation!.total, text[0]]),
    [
      [1, 3, 'a'],
      [2, 3, 'b'],
      [3, 3, 'c'],
    ],
  );
  assert.equal(new Set(first.map(({ concatenation }) => concatenation!.reference)).size, 1);
  const ids = (ours: string) =>
    [1, 2, 3].map((part) => fixture.operator.ids.get(`1-${ours}-${part}`)!);
  await tell(ids('0')[0]!);
  await tell(ids('0')[0]!);
  await tell(ids('0')[2]!);
  await untilStates(db, ['SENT 2']);
  await tell(ids('0')[1]!);
  await untilStates(db, ['DELIVERED 1', 'SENT 1']);
  await tell(ids('1')[0]!);
  await tell(ids('1')[1]!, 'undeliverable');
  await tell(ids('1')[2]!);
  await untilStates(db, ['DELIVERED 1', 'UNDELIVERABLE undeliverable 1']);
});

test('a connection that cuts texts itself gets the whole one', async () => {
  await accept(db, { content: 'x'.repeat(200), parts: 2 });
  const { scriptedRouting, connection } = await import('./testing/fixture.ts');
  fixture = await start({
    routing: scriptedRouting({ links: [connection('A', { splits: false })] }),
  });
  await untilStates(db, ['SENT 1']);
  assert.deepEqual(
    fixture.operator.parts.map(({ text, concatenation }) => [text.length, concatenation]),
    [[200, undefined]],
  );
});

test('F69 busy goes back to the head of the queue and is sent later; only the parts that were not taken', async () => {
  await accept(db, { content: 'a'.repeat(153) + 'b'.repeat(20), parts: 2 });
  const operator = createScriptedOperator();
  const { answer } = operator;
  let refusals = 2;
  operator.answer = (part, connection) =>
    part.concatenation!.number === 2 && refusals-- > 0
      ? { kind: 'busy', cause: 'throttled', code: '58', pauseMs: 10 }
      : answer(part, connection);
  fixture = await start({ operator });
  await untilStates(db, ['SENT 1']);
  assert.deepEqual(
    fixture.operator.parts.map(({ concatenation }) => concatenation!.number),
    [1, 2, 2, 2],
  );
  const [message] = await messages(db);
  assert.equal(message!.attempts, 3);
  assert.ok(message!.partIds!.every((id) => id !== null));
});

test('what the operator stumbles over waits longer each time and lets the others pass', async () => {
  await accept(db, { recipients: 3 });
  const operator = createScriptedOperator();
  const { answer } = operator;
  let stumbledAtMs = Infinity;
  operator.answer = (part, connection) => {
    if (part.to !== '221770000000') return answer(part, connection);
    stumbledAtMs = Math.min(stumbledAtMs, Date.now());
    return { kind: 'busy', cause: 'operator_error', code: '8', pauseMs: 1 };
  };
  fixture = await start({ operator });
  await untilStates(db, ['ACCEPTED 1', 'SENT 2']);
  let dueAt: Date | undefined;
  await until('the first one waits', async () => {
    const [row] = await db.database.query<{ dueAt: Date }>({
      name: 'wait',
      text: `select due_at as "dueAt" from sms_message where position = 0 and due_at is not null`,
    });
    dueAt = row?.dueAt;
    return dueAt !== undefined;
  });
  const waitMs = dueAt!.getTime() - stumbledAtMs;
  assert.ok(waitMs > 500, `due ${waitMs} ms later`);
});

test('X5 refused for good is REJECTED, and given back where the policy says so', async () => {
  await accept(db, { recipients: 4 });
  const operator = createScriptedOperator();
  operator.answer = (part) =>
    part.to.endsWith('0')
      ? { kind: 'refused', reason: 'bad_number', code: '0B' }
      : { kind: 'accepted', id: part.to };
  fixture = await start({ operator });
  await untilStates(db, ['REJECTED bad_number 1', 'SENT 3']);
  assert.equal(await spent(db), 3);
});

test('F69 no answer is UNKNOWN, never sent again; a receipt resolves it', async () => {
  await accept(db, { recipients: 3 });
  const operator = createScriptedOperator();
  operator.answer = (part) => ({
    kind: 'unknown',
    cause: part.to.endsWith('0') ? 'timeout' : part.to.endsWith('1') ? 'connection' : 'garbled',
  });
  fixture = await start({ operator });
  await untilStates(db, [
    'UNKNOWN answer_timeout 1',
    'UNKNOWN connection_lost 1',
    'UNKNOWN garbled_answer 1',
  ]);
  await fixture.delivery.rounds.due();
  await recorded();
  assert.equal(fixture.operator.parts.length, 3);
});

test('expired in the queue is EXPIRED and never sent', async () => {
  await accept(db, { recipients: 2, validSec: -1 });
  await accept(db, { id: 2 });
  fixture = await start();
  await untilStates(db, ['EXPIRED validity_over 2', 'SENT 1']);
  assert.equal(fixture.operator.parts.length, 1);
});

test('nothing is sent before it is due', async () => {
  await accept(db, { dueSec: 600 });
  fixture = await start();
  await fixture.delivery.rounds.due();
  await recorded();
  assert.equal(fixture.operator.parts.length, 0);
  await advanceClock(db, 0.2);
  await until('sent', async () => {
    await fixture.delivery.rounds.due();
    return fixture.operator.parts.length === 1;
  });
  await untilStates(db, ['SENT 1']);
});

test('a lease that may be over submits nothing', async () => {
  fixture = await start();
  fixture.leaseHeld = false;
  await accept(db, { recipients: 5 });
  // A claim that was under way when the lease ended may take them; it gives them back after a
  // while.
  await until('none is in hand', async () => {
    fixture.uptimeAheadMs += 6_000;
    await fixture.delivery.rounds.due();
    return (await states(db)).join() === 'ACCEPTED 5';
  });
  assert.equal(fixture.operator.parts.length, 0);
});

test('accounts take turns: a flood of one does not keep another waiting', async () => {
  await accept(db, { id: 1, account: 1, recipients: 2_000, dueSec: -60 });
  await accept(db, { id: 2, account: 2, recipients: 5 });
  fixture = await start();
  await until('all sent', () => fixture.operator.parts.length === 2_005);
  const places = fixture.operator.parts.flatMap(({ ourRef }, place) =>
    ourRef.startsWith('2-') ? [place] : [],
  );
  assert.ok(Math.max(...places) < 200, `sent as number ${places}`);
});
