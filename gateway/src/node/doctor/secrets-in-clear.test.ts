// Proves that the search for secrets reads each row once for each of its texts, a few pages at a
// time, and finds what stands on the first page, on the last and in a partition.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Session, Statement } from '../../platform/db/database.ts';
import { measureOn } from '../level/testing/rows-read.ts';
import { secretsInClear } from './secrets-in-clear.ts';
import { useDatabase } from './testing/use-postgres.ts';

const rows = 60_000;
const rowsOfPage = 8_192 / 32;
/** `pagesMax` of the search. */
const pagesMax = 256;

const db = useDatabase(async () => {
  await db.sql(`
    create table long_list (number integer primary key, word text);
    insert into long_list select n, case when n in (1, ${rows}) then 'whsec_' || repeat('x', 32)
      else 'word' end from generate_series(1, ${rows}) n;
    insert into callback_attempt (account_id, operation_id, number, started_at, duration_ms, answer)
      values (1, 5, 1, now(), 1, 'card 4111111111111111')`);
});

test('secrets are sought a few pages at a time, each row once', async () => {
  const measured = await measureOn(db.url);
  const readings: number[] = [];
  const session: Session = {
    async query<Row>(statement: Statement, values?: readonly unknown[]) {
      const found = await measured.query<Row>(statement, values);
      const { rows: read, plan } = measured.take();
      if (!statement.name.startsWith('doctor-scan-long_list')) return found;
      // The statement has two searches of the same rows, for secrets and for cards.
      readings.push(read / 2);
      assert.ok(read / 2 <= pagesMax * rowsOfPage, `${read} rows read\n${plan}`);
      return found;
    },
  };
  try {
    const examples: string[] = [];
    for await (const example of secretsInClear.prove!(session)) examples.push(example);
    assert.deepEqual(
      examples.map((example) => example.replace(/row \([\d,]+\)/, 'row')),
      [
        'callback_attempt.answer of row: a card number',
        'long_list.word of row: a secret that begins with whsec_',
        'long_list.word of row: a secret that begins with whsec_',
      ],
    );
  } finally {
    await measured.close();
  }
  assert.ok(readings.length >= rows / (pagesMax * rowsOfPage), `${readings.length} parts`);
  assert.equal(
    readings.reduce((sum, read) => sum + read, 0),
    rows,
  );
});
