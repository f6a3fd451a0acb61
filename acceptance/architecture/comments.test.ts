// Checks that a comment says what it is about: "Of the payment" above a member leaves the reader to
// find out which thing of the payment it is.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readSources } from './imports.ts';

const block = /^[ \t]*\/\*\*?[^]*?\*\/|(?:^[ \t]*\/\/.*\n)+/gm;
const marks = /^[ \t]*(?:\/\/|\/\*\*?|\*\/|\*)?[ \t]?|\s*\*\/$/gm;

/** The sentences of all comments that stand on lines of their own. */
const sentencesOf = (text: string): string[] =>
  [...text.matchAll(block)].flatMap(([comment]) =>
    comment
      .replaceAll(marks, '')
      .replaceAll(/\s+/g, ' ')
      .trim()
      .split(/(?<=[.:;!?]) /),
  );

test('no sentence of a comment begins with "Of"', () => {
  const sources = readSources();
  assert.ok(sources.flatMap(({ text }) => sentencesOf(text)).length > 20_000);
  assert.deepEqual(
    sources.flatMap(({ path, text }) =>
      sentencesOf(text)
        .filter((sentence) => sentence.startsWith('Of '))
        .map((sentence) => `${path}: ${sentence}`),
    ),
    [],
  );
});
