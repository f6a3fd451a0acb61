// Does what hangs leave memory to what does not?

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createHand } from './hand.ts';

const callback = (operationId: number, accountId: number, lane: string) => ({
  accountId,
  operationId: String(operationId),
  second: false,
  lane,
});

test('F36 lanes without answers hold little, however many they are, and never what lanes with answers need', () => {
  const hand = createHand((_, lane) => lane.startsWith('good'));
  let id = 0;
  const fill = (accountId: number, lane: string) => {
    while (hand.room(accountId, lane) > 0) hand.take(callback(++id, accountId, lane));
  };
  fill(1, 'dead');
  assert.equal(hand.size, 64, 'one lane');
  for (let lane = 0; lane < 100; lane++) fill(1, `dead${lane}`);
  assert.equal(hand.size, 2_000, 'one developer');
  for (let account = 2; account < 10; account++) for (let lane = 0; lane < 100; lane++) fill(account, `dead${lane}`);
  assert.equal(hand.size, 4_000, 'all together');
  assert.equal(hand.room(1, 'dead'), 0);
  fill(1, 'good');
  assert.equal(hand.size, 6_000, 'a developer has half of everything at most');
  fill(20, 'good');
  assert.equal(hand.size, 8_000);
});

test('F37 a callback is held once, an operation may have two, and what is dropped makes room', () => {
  const hand = createHand(() => false);
  const first = callback(1, 1, 'a');
  assert.equal(hand.take(first), true);
  assert.equal(hand.take(first), false);
  assert.equal(hand.take({ ...first, second: true }), true);
  assert.deepEqual(hand.operations(), ['1', '1']);
  assert.equal(hand.room(1, 'a'), 62);
  hand.drop(first);
  hand.drop(first);
  assert.equal(hand.room(1, 'a'), 63);
  assert.equal(hand.size, 1);
});

test('F36 room is told at once however many lanes are held', () => {
  let asked = 0;
  const counting = createHand(() => (asked++, false));
  for (let id = 0; id < 2_000; id++)
    counting.take({ accountId: 1, operationId: String(id), second: false, lane: `https://h${id}.example:443` });
  asked = 0;
  assert.equal(counting.room(1, 'https://new.example:443'), 0);
  assert.ok(counting.room(2, 'https://new.example:443') > 0);
  assert.ok(asked <= 4, `${asked} lanes were looked at`);
});

test('F36 counts of unproven lanes follow their standing, and end with what was held', () => {
  const proven = new Set<string>();
  const hand = createHand((_, lane) => proven.has(lane));
  const [one, other] = ['https://one.example:443', 'https://other.example:443'];
  const of = (id: number, lane: string) => ({ accountId: 1, operationId: String(id), second: false, lane });
  proven.add(one);
  for (let id = 0; id < 3_000; id++) hand.take(of(id, one));
  assert.equal(hand.room(1, other), 64);
  proven.delete(one);
  assert.equal(hand.room(1, one), 0);
  assert.equal(hand.room(1, other), 0, 'what the lane holds counts as unproven now');
  proven.add(one);
  hand.room(1, one);
  assert.equal(hand.room(1, other), 64);
  proven.delete(one);
  for (let id = 0; id < 3_000; id++) hand.drop(of(id, one));
  assert.deepEqual([hand.room(1, one), hand.room(1, other), hand.size], [64, 64, 0]);
});
