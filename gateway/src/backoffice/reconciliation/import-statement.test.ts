// Proves that a statement that a command or a schedule brings is read as one, however many pieces
// it has, and by the mapping of the last one where none is given.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { importStatement, type Mapping } from './index.ts';
import { db, file, line, period, useBooks } from './testing/books.ts';
import { byCommand, testMapping } from './testing/files.ts';

useBooks();

function bring(pieces: readonly string[], mapping: Mapping | null) {
  return importStatement(db.database, {
    party: { route: 'gsma-sandbox' },
    name: 'day.csv',
    pieces: pieces.map((piece) => Buffer.from(piece)),
    mapping,
    period: period(),
    by: byCommand,
  });
}
const statement = (theirs: string): string => file([line({ theirs })]);

test('F11 a statement of several pieces is read as one', async () => {
  const whole = file([line({ theirs: 'one' }), line({ theirs: 'other' })]);
  const pieces = [whole.slice(0, 50), whole.slice(50, 100), whole.slice(100)];
  const brought = await bring(pieces, testMapping);
  assert.ok(brought.ok);
  assert.deepEqual([brought.statement.state, brought.statement.lines], ['done', 2]);
});

test('F11 without a mapping the last one counts, and a guess is suggested, never used', async () => {
  const first = await bring([statement('first')], null);
  assert.ok(!first.ok && first.refusal === 'noMapping');
  assert.equal(first.suggestion.columns.amount, 'amount');
  assert.ok((await bring([statement('first')], testMapping)).ok);
  const next = await bring([statement('next')], null);
  assert.ok(next.ok);
  assert.deepEqual(next.statement.mapping, testMapping);
  const other = await bring([statement('last').replace('amount', 'sum')], null);
  assert.equal(other.ok ? 'ok' : other.refusal, 'noMapping', 'the last one does not fit');
});

test('F11 what is no statement is refused with its problem, whoever gives the mapping', async () => {
  const unread = { ok: false, refusal: 'unreadable', problem: 'unknown_form' };
  assert.deepEqual(await bring(['%PDF-1.7 not a table'], null), unread);
  const given = await bring(['%PDF-1.7 not a table'], testMapping);
  assert.ok(!given.ok && given.refusal === 'failed', JSON.stringify(given));
  assert.equal(given.problem, 'unknown_form');
});
