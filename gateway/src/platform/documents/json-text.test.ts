// Proves that the parser reads what JSON.parse reads, refuses what it refuses, and knows the
// lines.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { lengthProblem, parseJsonText } from './json-text.ts';

test('every JSON value is read as JSON.parse reads it', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 6 }), fc.constantFrom(0, 2, '\t'), (value, indent) => {
      const text = JSON.stringify(value, null, indent);
      if (text.includes('"__proto__"')) return;
      const read = parseJsonText(text);
      assert.ok(read.ok);
      assert.deepEqual(JSON.parse(JSON.stringify(read.value)), JSON.parse(text));
    }),
  );
});

test('a text that JSON.parse refuses is refused too', () => {
  fc.assert(
    fc.property(
      fc.json(),
      fc.nat(),
      fc.constantFrom('', ',', '"', '}', ']', 'x', '0', '\u0000', '\\'),
      (text, at, noise) => {
        const position = at % (text.length + 1);
        const broken =
          text.slice(0, position) + noise + text.slice(position + (noise === '' ? 1 : 0));
        let valid = true;
        try {
          JSON.parse(broken);
        } catch {
          valid = false;
        }
        if (!valid) assert.equal(parseJsonText(broken).ok, false, broken);
      },
    ),
    { numRuns: 500 },
  );
});

test('a syntax error has line and column', () => {
  const cases: [text: string, line: number, column: number][] = [
    ['{\n  "a": 1,\n}', 3, 1],
    ['{\n  "a" 1\n}', 2, 7],
    ['[1,\n2', 2, 2],
    ['', 1, 1],
    ['{"a":\n"x\ny"}', 2, 1],
    ['{} {}', 1, 4],
    ['[01]', 1, 3],
    ['{"__proto__": 1}', 1, 2],
    ['['.repeat(30), 1, 22],
  ];
  for (const [text, line, column] of cases) {
    const read = parseJsonText(text);
    assert.ok(!read.ok, text);
    assert.deepEqual(
      [read.problem.line, read.problem.column],
      [line, column],
      `${text}: ${read.problem.message}`,
    );
  }
});

test('members and list items have the lines on which they begin, duplicates too', () => {
  const read = parseJsonText('{\n "a": [\n  1,\n  {"b":\n   2}\n ],\n "a": 3\n}');
  assert.ok(read.ok);
  assert.deepEqual(
    ['', '/a', '/a/0', '/a/1', '/a/1/b', '/a/1/missing/deeper', '/none'].map((pointer) =>
      read.lineOf(pointer),
    ),
    [1, 2, 3, 4, 4, 4, 1],
  );
  assert.deepEqual(read.duplicates, [{ pointer: '/a', line: 7 }]);
});

test('a text of more values or lines than a node reads between other work is told by its length', () => {
  assert.equal(lengthProblem(`[${'1,'.repeat(19_000)}1]`), null);
  assert.equal(lengthProblem('\n'.repeat(99_000)), null);
  for (const text of [`[${'{},'.repeat(20_000)}1]`, `{${'"a":1,'.repeat(20_001)}"b":1}`])
    assert.match(lengthProblem(text)?.message ?? '', /command line/);
  assert.equal(lengthProblem('\n'.repeat(100_001))?.line, 100_001);
});
