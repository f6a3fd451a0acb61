// A column of texts arrives as it was, whatever is in it.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startTestPostgres } from '../../node/doctor/testing/postgres.ts';
import type { TestDatabase, TestPostgres } from '../../node/doctor/testing/postgres.ts';
import { binaryTexts } from './array-binary.ts';

let postgres: TestPostgres;
let db: TestDatabase;
before(async () => {
  postgres = await startTestPostgres();
  db = await postgres.database();
});
after(async () => {
  await db.close();
  await postgres.close();
});

for (const [what, texts] of [
  ['one', ['a']],
  ['none', []],
  ['quotes, braces, accents, emoji and nothing', ['{"a":"\\"}', 'NULL', 'é€😀', '', ' , ']],
  ['a long one', ['x'.repeat(100_000), 'é'.repeat(50_000)]],
] as const)
  test(`a column of texts arrives as it was: ${what}`, async () => {
    const rows = await db.database.query<{ text: string }>(
      {
        name: 'texts',
        text: 'select text from unnest($1::text[]) with ordinality as t(text, at) order by at',
      },
      [binaryTexts(texts)],
    );
    assert.deepEqual(
      rows.map(({ text }) => text),
      texts,
    );
  });
