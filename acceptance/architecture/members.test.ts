// How an object is written: each of its members stands in it.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isTest, readSources } from './imports.ts';

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

/** What stands in the parentheses of each `...( )`, in one line. */
const conditionsSpreadIn = (text: string): string[] =>
  Array.from(text.matchAll(/[.]{3}\(/g), ({ index }) => {
    const from = index + 4;
    let at = from;
    for (let open = 1; open > 0 && at < text.length; at++)
      open += '([{'.includes(text[at]!) ? 1 : ')]}'.includes(text[at]!) ? -1 : 0;
    return text
      .slice(from, at - 1)
      .replaceAll(/,?\s+/g, (space) => (space[0] === ',' ? ', ' : ' '));
  });

/** One member or nothing. Several, null and what is called later do not fit into `defined`. */
function isOneOrNone(condition: string): boolean {
  const [, one, other] =
    / \? \{\} : \{ (.*?),? \} ?$| \? \{ (.*?),? \} : \{\} ?$/.exec(condition) ?? [];
  let member = one ?? other ?? ',';
  if (member.includes('=>')) return false;
  for (let inner = ''; inner !== member;) {
    inner = member;
    member = inner.replaceAll(/\([^()[\]{}]*\)|\[[^()[\]{}]*\]|\{[^()[\]{}]*\}/g, '');
  }
  return !/,|: null$/.test(member);
}

test('nor is a member that is worked out left out by a condition around it', () => {
  const both = (member: string) => [`at === 0 ? {} : { ${member} }`, `at ? { ${member} } : {}`];
  const found = ['at', 'at: new Date(at)', "'at-once': f(a, { b: [c, d] })"].flatMap(both);
  const others = ['at, b', 'at: null', 'at: (a) => b', 'at: f(a), b'].flatMap(both);
  assert.deepEqual([...found, ...others].filter(isOneOrNone), found);
  assert.deepEqual(
    readSources()
      .filter(({ path }) => !isTest(path) && !/^(simulator|sdks|examples)\/|\.css$/.test(path))
      .filter(({ text }) => conditionsSpreadIn(text).some(isOneOrNone))
      .map(({ path }) => path),
    // May be null and undefined at once.
    ['gateway/src/payments/accounts/terms.ts'],
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
