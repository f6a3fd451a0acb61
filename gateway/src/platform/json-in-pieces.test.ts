// JSON that is written in pieces, against JSON.stringify.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { jsonBytesInTurns, jsonInPieces, pieceLength, textInPieces } from './json-in-pieces.ts';

const long = (unit: string): string => unit.repeat(Math.ceil((2.5 * pieceLength) / unit.length));

test('pieces of JSON are what JSON.stringify writes', async () => {
  for (const value of [
    {},
    { a: 1, b: undefined, c: null, d: new Date(0), e: [{ f: 'g' }] },
    { a: long('QUJD'), b: { c: [long('"\\\n'), 1, long('é')] }, d: long('😀') },
    { a: `x${long('😀')}`, b: long('\ud83d'), c: 'x'.repeat(pieceLength) },
    [long('a'), 'b'],
  ]) {
    const pieces = [...jsonInPieces(value)];
    assert.ok(pieces.join('') === JSON.stringify(value));
    assert.ok(pieces.every(({ length }) => length <= 6 * pieceLength));
    const bytes = Buffer.concat(await jsonBytesInTurns(value));
    assert.ok(bytes.equals(Buffer.from(JSON.stringify(value))));
  }
});

test('pieces of JSON are what JSON.stringify writes, whatever it is', () => {
  fc.assert(
    fc.property(fc.object(), (value) => {
      assert.equal([...jsonInPieces(value)].join(''), JSON.stringify(value));
    }),
  );
});

test('pieces of a text are the text, and no pair is cut', () => {
  const text = `x${long('😀')}`;
  const pieces = [...textInPieces(text)];
  assert.ok(pieces.length > 2 && pieces.join('') === text);
  assert.ok(pieces.every((piece) => piece.isWellFormed()));
});
