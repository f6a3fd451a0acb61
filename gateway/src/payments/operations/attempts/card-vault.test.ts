// Proves that a card is kept for its payer and then deleted.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createCardVault, type CardVault } from './card-vault.ts';

const card = { number: '4111111111111111', expireMonth: '12', expireYear: '30', cvc: '123' };
const other = { ...card, number: '5555555555554444' };
const minuteMs = 60_000;

/** As it was given. */
const readFrom = (vault: CardVault, handle: string): object | null => {
  const held = vault.read(handle);
  return held && { ...held, number: held.number.toString(), cvc: held.cvc.toString() };
};

test('a card is read as often as needed under its handle, until it is dropped', () => {
  const vault = createCardVault();
  vault.keep('1', card);
  assert.deepEqual(readFrom(vault, '1'), card);
  assert.deepEqual(readFrom(vault, '1'), card);
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
  assert.deepEqual(readFrom(vault, '1'), card);
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
  assert.deepEqual(readFrom(vault, '1'), other);
});

test('G3 a card that is dropped, replaced or out of time is overwritten where it was held', (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const vault = createCardVault();
  const ends = [
    () => vault.drop('1'),
    () => vault.keep('1', other),
    () => t.mock.timers.tick(20 * minuteMs),
  ];
  for (const end of ends) {
    vault.keep('1', card);
    const { number, cvc } = vault.read('1')!;
    end();
    for (const held of [number, cvc]) assert.deepEqual(held, Buffer.alloc(held.length));
  }
});
