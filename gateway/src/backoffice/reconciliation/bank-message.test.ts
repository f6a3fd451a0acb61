// Proves that messages of banks are named, and tables are not taken for one.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bankMessageOf } from './bank-message.ts';

const camt =
  '<?xml version="1.0" encoding="UTF-8"?>\n<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.02"><BkToCstmrStmt>';
const swift =
  ':20:STARTUMS\r\n:25:12345678/0001234567\r\n:28C:00001/001\r\n:60F:C261119XOF1000,\r\n';

test('F11 a bank message is named by what it is', () => {
  const utf16 = Buffer.from(`\ufeff${camt}`, 'utf16le');
  for (const bytes of [Buffer.from(camt), Buffer.from(`\ufeff\n${camt}`), utf16])
    assert.equal(bankMessageOf(bytes), 'camt');
  for (const text of [
    swift,
    `\r\n${swift}`,
    `{1:F01BANKSNDAXXX0000000000}{2:I940}{4:\r\n${swift}-}`,
  ])
    assert.equal(bankMessageOf(Buffer.from(text)), 'mt940');
  assert.equal(bankMessageOf(Buffer.from('<html><table><tr><td>Montant')), 'xml');
});

test('F11 the first 4,096 bytes name a message', () => {
  const name = 'camt.053';
  const endingAtByte = (bytes: number): Buffer =>
    Buffer.from(`${'<!--'.padEnd(bytes - name.length)}${name}`);
  assert.equal(bankMessageOf(endingAtByte(4_096)), 'camt');
  assert.equal(bankMessageOf(endingAtByte(4_097)), 'xml');
});

test('F11 a table is no bank message', () => {
  for (const text of [
    '',
    'Transaction ID,Amount\nT1,5\n',
    'Note;Montant\n:20:abc;5\n',
    'Titre;camt.053;\n',
    '"<b>";1\n',
  ])
    assert.equal(bankMessageOf(Buffer.from(text)), null, text);
});
