// Proves that hanging destinations leave memory to those that answer.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createInFlightWindow } from './in-flight-window.ts';

const callback = (operationId: number, accountId: number, destination: string) => ({
  accountId,
  operationId: String(operationId),
  second: false,
  destination,
});

test('F36 destination queues without answers hold little, however many they are, and never what destination queues with answers need', () => {
  const inFlight = createInFlightWindow((_, destination) => destination.startsWith('good'));
  let id = 0;
  const fill = (accountId: number, destination: string) => {
    while (inFlight.room(accountId, destination) > 0)
      inFlight.take(callback(++id, accountId, destination));
  };
  fill(1, 'dead');
  assert.equal(inFlight.size, 64, 'one destination');
  for (let destination = 0; destination < 100; destination++) fill(1, `dead${destination}`);
  assert.equal(inFlight.size, 2_000, 'one developer');
  for (let account = 2; account < 10; account++)
    for (let destination = 0; destination < 100; destination++) fill(account, `dead${destination}`);
  assert.equal(inFlight.size, 4_000, 'all together');
  assert.equal(inFlight.room(1, 'dead'), 0);
  fill(1, 'good');
  assert.equal(inFlight.size, 6_000, 'a developer has half of everything at most');
  fill(20, 'good');
  assert.equal(inFlight.size, 8_000);
});

test('F37 a callback is held once, an operation may have two, and what is dropped makes room', () => {
  const inFlight = createInFlightWindow(() => false);
  const first = callback(1, 1, 'a');
  assert.equal(inFlight.take(first), true);
  assert.equal(inFlight.take(first), false);
  assert.equal(inFlight.take({ ...first, second: true }), true);
  assert.deepEqual(inFlight.operations(), ['1', '1']);
  assert.equal(inFlight.room(1, 'a'), 62);
  inFlight.drop(first);
  inFlight.drop(first);
  assert.equal(inFlight.room(1, 'a'), 63);
  assert.equal(inFlight.size, 1);
});

test('F36 room is told at once however many destination queues are held', () => {
  let asked = 0;
  const counting = createInFlightWindow(() => (asked++, false));
  for (let id = 0; id < 2_000; id++)
    counting.take({
      accountId: 1,
      operationId: String(id),
      second: false,
      destination: `https://h${id}.example:443`,
    });
  asked = 0;
  assert.equal(counting.room(1, 'https://new.example:443'), 0);
  assert.ok(counting.room(2, 'https://new.example:443') > 0);
  assert.ok(asked <= 4, `${asked} lanes were looked at`);
});

test('F36 counts of unproven destination queues follow their standing, and end with what was held', () => {
  const healthy = new Set<string>();
  const inFlight = createInFlightWindow((_, destination) => healthy.has(destination));
  const [one, other] = ['https://one.example:443', 'https://other.example:443'];
  const of = (id: number, destination: string) => ({
    accountId: 1,
    operationId: String(id),
    second: false,
    destination,
  });
  healthy.add(one);
  for (let id = 0; id < 3_000; id++) inFlight.take(of(id, one));
  assert.equal(inFlight.room(1, other), 64);
  healthy.delete(one);
  assert.equal(inFlight.room(1, one), 0);
  assert.equal(inFlight.room(1, other), 0, 'what the destination holds counts as unproven now');
  healthy.add(one);
  inFlight.room(1, one);
  assert.equal(inFlight.room(1, other), 64);
  healthy.delete(one);
  for (let id = 0; id < 3_000; id++) inFlight.drop(of(id, one));
  assert.deepEqual([inFlight.room(1, one), inFlight.room(1, other), inFlight.size], [64, 64, 0]);
});
