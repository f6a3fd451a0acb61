// Proves that nodes share the binds of the carrier connections, and that each holds what its row
// says.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { OwnedSlot } from './bind-store.ts';
import { planMoves } from './allocation.ts';
import { db, start, useFixture } from './testing/fixture-hooks.ts';
import {
  accept,
  endLease,
  connection,
  scriptedRouting,
  until,
  untilStates,
  type Fixture,
} from './testing/fixture.ts';

useFixture();

const connections = (a: number, b: number) =>
  scriptedRouting({ links: [connection('A', { binds: a }), connection('B', { binds: b })] });
const held = ({ operator }: Fixture): string =>
  operator.sessions
    .map((session) => session.connection)
    .toSorted()
    .join('');

test('a node alone takes every bind; a second one gets its share, bind by bind', async () => {
  const one = await start({ node: 7, routing: connections(2, 2) });
  assert.equal(held(one), 'AABB');
  const other = await start({ node: 8, routing: connections(2, 2) });
  assert.equal(held(other), '');
  await until('shared', async () => {
    await one.delivery.rounds.binds();
    await other.delivery.rounds.binds();
    return held(one) === 'AB' && held(other) === 'AB';
  });
  for (let round = 0; round < 3; round++) {
    await one.delivery.rounds.binds();
    await other.delivery.rounds.binds();
  }
  assert.equal(held(one) + held(other), 'ABAB', 'and stays so');
});

test('binds of a node whose lease is over are taken; the node closes what is not its own any more', async () => {
  const one = await start({ node: 7 });
  one.leaseHeld = false;
  await endLease(db, 7);
  const other = await start({ node: 8 });
  assert.equal(held(other), 'A');
  await one.delivery.rounds.binds();
  await until('closed', () => held(one) === '');
  const rows = await db.database.query({
    name: 'b',
    text: 'select lease_owner, state from sms_bind',
  });
  assert.deepEqual(rows, [{ lease_owner: 8, state: 'connecting' }]);
  await other.delivery.rounds.binds();
  assert.deepEqual(
    await db.database.query({ name: 'b', text: 'select lease_owner, state from sms_bind' }),
    [{ lease_owner: 8, state: 'bound' }],
  );
});

test('states and faults of sessions are told in their rows', async () => {
  const fixture = await start({});
  Object.assign(fixture.operator.sessions[0]!, {
    state: 'connecting',
    detail: 'refused: wrong password',
  });
  await fixture.delivery.rounds.binds();
  assert.deepEqual(
    await db.database.query({
      name: 'b',
      text: 'select connection, slot, state, detail from sms_bind',
    }),
    [{ connection: 'A', slot: 1, state: 'connecting', detail: 'refused: wrong password' }],
  );
});

test('a connection that changes is opened anew, one that goes is closed, and nothing in hand is lost', async () => {
  const fixture = await start({ routing: connections(1, 1) });
  await accept(db, { recipients: 30 });
  fixture.operator.answer = async ({ ourRef }) => {
    await new Promise((resolve) => setTimeout(resolve, 20));
    return { kind: 'accepted', id: ourRef };
  };
  fixture.delivery.wake(['A']);
  await until('some under way', () => fixture.operator.parts.length >= 10);
  const [before] = fixture.operator.sessions;
  fixture.routing = scriptedRouting({ links: [connection('A', { binds: 1, window: 3 })] });
  await until('changed over', async () => {
    await fixture.delivery.rounds.binds();
    return held(fixture) === 'A' && fixture.operator.sessions[0] !== before;
  });
  await untilStates(db, ['SENT 30']);
  assert.equal(fixture.operator.parts.length, 30, 'each was sent once');
  await until('only A is left', async () => {
    await fixture.delivery.rounds.binds();
    return (await db.database.query({ name: 'b', text: 'select 1 from sms_bind' })).length === 1;
  });
});

test('nodes that plan by turns come to equal shares and then rest', () => {
  const cases = fc.record({
    binds: fc.array(fc.integer({ min: 1, max: 5 }), { minLength: 1, maxLength: 5 }),
    nodes: fc.integer({ min: 1, max: 5 }),
  });
  fc.assert(
    fc.property(cases, fc.infiniteStream(fc.nat()), ({ binds, nodes }, owners) => {
      const standings = binds.flatMap((count, index) =>
        Array.from({ length: count }, (_, slot): OwnedSlot => {
          const owner = (owners.next().value as number) % (nodes + 1);
          return {
            connection: `L${index}`,
            slot: slot + 1,
            owner: owner === 0 ? null : owner,
            state: 'bound',
            detail: null,
            forMs: 0,
          };
        }),
      );
      let moves = 0;
      for (let round = 0; round < 60; round++) {
        for (let node = 1; node <= nodes; node++) {
          const { take, giveUp } = planMoves(standings, node, nodes);
          for (const slot of standings) {
            if (take.some((each) => each.connection === slot.connection && each.slot === slot.slot))
              slot.owner = node;
            if (giveUp?.connection === slot.connection && giveUp.slot === slot.slot)
              slot.owner = null;
          }
          if (round >= 50) moves += take.length + (giveUp === null ? 0 : 1);
        }
      }
      assert.equal(moves, 0, 'rest');
      const counts = Array.from(
        { length: nodes },
        (_, node) => standings.filter(({ owner }) => owner === node + 1).length,
      );
      assert.equal(standings.filter(({ owner }) => owner === null).length, 0);
      assert.ok(Math.max(...counts) <= Math.ceil(standings.length / nodes), `${counts}`);
    }),
    { numRuns: 300 },
  );
});
