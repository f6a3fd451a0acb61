// Proves that no page draws rows past the first ones on a phone: tables are those of
// data-table.tsx, which shows at most 25 rows before somebody asks for more. What a browser shows
// is counted in acceptance/portal/visual.

import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { test } from 'node:test';

const source = new URL('../src/', import.meta.url);
const files = globSync('**/*.tsx', { cwd: source }).map((file) => ({
  file,
  text: readFileSync(new URL(file, source), 'utf8'),
}));

const textOf = (name: string): string => files.find(({ file }) => file === name)!.text;

/** Tables of their own, and why they are short. */
const others: Readonly<Record<string, string>> = {
  'ui/data-table.tsx': 'the table itself',
  'ui/chart.tsx': 'folded away below its chart',
  'pages/catalogue/change-list.tsx': 'the fields of one change',
};

test('a table of a page is one that shows its first rows on a phone', () => {
  const own = files.filter(({ text }) => /<(?:table|tbody)\b/.test(text)).map(({ file }) => file);
  assert.deepEqual(own.toSorted(), Object.keys(others).toSorted());
});

test('no table asks for more than 25 rows on a phone', () => {
  const [, most] = /phoneRowsMax = (\d+);/.exec(textOf('ui/first-rows.tsx'))!;
  assert.equal(most, '25');
  assert.match(
    textOf('ui/data-table.tsx'),
    /useFirstRows\(rows, phoneRows\)[^]*<tbody[^>]*>\s*\{first\.map/,
  );
  for (const { file, text } of files)
    for (const [, rows] of text.matchAll(/phoneRows=\{([^}]*)\}/g))
      assert.ok(Number(rows) > 0 && Number(rows) <= 25, `${file}: ${rows}`);
});
