// T28 where the doctor reads SMS, payouts, the audit log and notices of providers a few at a time.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Database } from '../../platform/db/database.ts';
import type { Check, CheckPart, CheckScope } from '../../platform/doctor/check.ts';
import { paced } from '../../platform/doctor/pace.ts';
import {
  beginSnapshot,
  commit,
  runCheck,
  setInSnapshot,
} from '../../platform/doctor/run-checks.ts';
import { eachPart, ownedTables } from './by-owner.ts';
import { makeHandTables } from './hand.ts';
import { checks } from './index.ts';
import { corruptions } from './testing/corruptions.ts';
import { fillCorrectly, type Ids } from './testing/correct.ts';
import { startTestPostgres, type TestDatabase, type TestPostgres } from './testing/postgres.ts';
import { openUndoneChanges, type UndoneChanges } from './testing/undone-changes.ts';

const partsOf = ({ reach, sql, parts = [] }: Check): readonly CheckPart[] =>
  typeof reach === 'object' && typeof sql === 'string' ? [{ reach, sql }, ...parts] : parts;
const byOwner = checks.filter((check) => partsOf(check).length > 0);

let postgres: TestPostgres;
let db: TestDatabase;
let ids: Ids;
let undone: UndoneChanges;
before(async () => {
  postgres = await startTestPostgres();
  db = await postgres.database();
  ids = await fillCorrectly(db.database);
  undone = await openUndoneChanges(db.url);
});
after(async () => {
  await undone.close();
  await db.close();
  await postgres.close();
});

test('T28 SMS, payouts, files of providers and the like are read by owners, and no other check sees the parts of them', () => {
  assert.deepEqual(
    byOwner.map(({ id }) => id),
    ['I-08', 'I-30', 'I-33', 'I-40', 'I-42', 'I-43', 'I-44', 'I-45'],
  );
  for (const { id, prove, alsoOnce } of byOwner)
    assert.ok(prove === undefined || alsoOnce !== undefined, `${id} is proven with what is once`);
  const parts = new RegExp(`(?<![.\\w])(${ownedTables(checks).join('|')})(?=\\s)`);
  for (const { id, sql, reach } of checks) {
    if (typeof reach === 'object' || reach === 'once') continue;
    const text = typeof sql === 'string' ? sql : sql('part' satisfies CheckScope);
    assert.doesNotMatch(text.replaceAll(/--.*|'[^']*'/g, ''), parts, id);
  }
});

/** What one check finds where each part is one owner. */
async function examplesOf(database: Database, check: Check): Promise<string[]> {
  const connection = paced(await database.connect('report'), { givesWay: false, rowsOfPart: 1 });
  await makeHandTables(connection, ownedTables(checks));
  const found: string[] = [];
  const { parts: _, ...own } = check;
  const read = partsOf(check);
  let times = 0;
  for (const [number, part] of read.entries())
    await eachPart(connection, part, async () => {
      times++;
      const one = { ...own, sql: part.sql };
      const name = `${check.id}-${number}`;
      found.push(...(await runCheck(connection, one, { scope: 'part', name })).examples);
    });
  // And what is read otherwise, as a whole.
  const others = [typeof check.reach === 'object' ? [] : check.sql, check.alsoOnce ?? []].flat();
  for (const [number, sql] of others.entries()) {
    await beginSnapshot(connection);
    await setInSnapshot(connection, { search_path: 'public, pg_temp' });
    const name = `other-${check.id}-${number}`;
    const one = { ...own, sql };
    found.push(...(await runCheck(connection, one, { scope: 'whole', name })).examples);
    await connection.query(commit);
  }
  // The payouts are of one batch.
  assert.ok(times > (check.id === 'I-33' ? 1 : read.length - 1), `${times} parts`);
  return found;
}

for (const check of byOwner) {
  test(`T28 ${check.id} in parts of one owner: nothing on a correct database`, async () => {
    assert.deepEqual(await undone.after('', (database) => examplesOf(database, check)), []);
  });
  for (const { what, sql, reports = [] } of corruptions.filter(({ breaks }) => breaks === check.id))
    test(`T28 ${check.id} in parts of one owner: ${what}`, async () => {
      const found = await undone.after(
        `set local session_replication_role = replica; ${sql(ids)}`,
        (database) => examplesOf(database, check),
      );
      assert.ok(found.length > 0, 'it is found');
      for (const report of reports)
        assert.ok(
          found.some((example) => report.test(example)),
          found.join('\n'),
        );
    });
}
