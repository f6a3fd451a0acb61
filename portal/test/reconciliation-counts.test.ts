// Proves that the counts in the texts about a statement that is read agree with their nouns.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { uploadMessages } from '../src/pages/reconciliation/upload-messages.ts';

test('F11 one row of a statement is told in the singular', () => {
  const { unreadable, mostlyUnreadable, otherRoute } = uploadMessages;
  assert.equal(unreadable[0](1, '3'), '1 ligne illisible sur 3 lues.');
  assert.equal(unreadable[0](2, '3'), '2 lignes illisibles sur 3 lues.');
  assert.equal(unreadable[1](1, '3'), '1 of 3 rows cannot be read.');
  assert.match(mostlyUnreadable[0](1, '1'), /^1 ligne sur 1 est illisible :/);
  assert.match(mostlyUnreadable[0](2, '3'), /^2 lignes sur 3 sont illisibles :/);
  assert.equal(
    otherRoute[0](1, '1', 'OPC_SN'),
    '1 des 1 références connues est un paiement de OPC_SN',
  );
  assert.equal(otherRoute[1](2, '2', 'OPC_SN'), '2 of 2 known references are payments of OPC_SN');
});
