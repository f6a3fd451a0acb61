// Is a card kept for its payer and then gone?

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createCardVault } from './card-vault.ts';

const card = { number: '4111111111111111', expireMonth: '12', expireYear: '30', cvc: '123' };
const other = { ...card, number: '5555555555554444' };
const minuteMs = 60_000;

test('a card is read as often as needed under its handle, until it is dropped', () => {
  const vault = createCardVault();
  vault.keep('1', card);
  assert.deepEqual(vault.read('1'), card);
  assert.deepEqual(vault.read('1'), card);
  assert.equal(vault.read('2'), null);
  vault.drop('1');
  vault.drop('1');
  assert.equal(vault.read('1'), null);
});

test('a card that nobody drops is gone after the payer’s window and a little more', (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const vault = createCardVault();
  vault.keep('1', card);
  t.mock.timers.tick(20 * minuteMs - 1);
  assert.deepEqual(vault.read('1'), card);
  t.mock.timers.tick(1);
  assert.equal(vault.read('1'), null);
});

test('a card kept again under its handle replaces the first, and has its own time', (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const vault = createCardVault();
  vault.keep('1', card);
  t.mock.timers.tick(15 * minuteMs);
  vault.keep('1', other);
  t.mock.timers.tick(15 * minuteMs);
  assert.deepEqual(vault.read('1'), other);
});
