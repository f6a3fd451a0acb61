// Proves which senders are refused before a carrier is asked: only what no carrier could show.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { senderKind } from '../sender.ts';

test('numbers, short codes, and names with the signs that carriers register', () => {
  assert.equal(senderKind('221770000001'), 'number');
  assert.equal(senderKind('38000'), 'short code');
  for (const name of ['JOKKO', 'Jokko 24', 'A&B', 'MY-BANK', 'M.Diop', 'a_b', 'C+', "L'Agence"])
    assert.equal(senderKind(name), 'name', name);
});

test('what no phone shows as a sender', () => {
  for (const sender of ['', '12', '---', 'Écobank', 'Twelve chars', 'a/b', '<b>', 'a\n'])
    assert.equal(senderKind(sender), 'none', sender);
});
