// How an object is written: each of its members stands in it.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readSources } from './imports.ts';

test('a member without a value is left out by `defined`, and by no condition of its own', () => {
  const condition =
    /\.\.\.\((\w+) (?:=== (?:undefined|null)\s*\? \{\}\s*: |!== (?:undefined|null) && )\{ \1 \}\)/;
  assert.deepEqual(
    readSources()
      // They share no code with us, or may also be null and undefined at once.
      .filter(({ path }) => !/^(simulator|sdks|examples)\/|\.css$/.test(path))
      .filter(({ text }) => condition.test(text))
      .map(({ path }) => path),
    ['gateway/src/payments/accounts/terms.ts', 'portal/src/ui/action.tsx'],
  );
});

test('no literal is spread into another one', () => {
  const spread = /[.]{3}\{/;
  assert.deepEqual(
    readSources()
      .filter(({ text }) => spread.test(text))
      .map(({ path }) => path),
    [],
  );
});
