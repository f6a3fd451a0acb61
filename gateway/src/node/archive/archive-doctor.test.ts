// What the doctor has proven stays proven while the history it was proven with is in files.

import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, test } from 'node:test';
import { keepPeriodsAhead } from '../../platform/db/id-periods.ts';
import { runDoctor } from '../doctor/index.ts';
import { fillCorrectly, finishedLives } from '../doctor/testing/correct.ts';
import { startTestPostgres } from '../doctor/testing/postgres.ts';
import { restorePeriod } from './open.ts';
import { openFixture, type ArchiveFixture, type Filled } from './testing/fixture.ts';

let filled: Filled;
let fixture: ArchiveFixture;

before(async () => (filled = await fillFinished()));
beforeEach(async () => (fixture = await openFixture(filled)));
afterEach(() => fixture.close());
after(() => filled.postgres.close());

/** Operations that are all final, 600 days old. */
async function fillFinished(): Promise<Filled> {
  const postgres = await startTestPostgres();
  const db = await postgres.database();
  const ids = await fillCorrectly(db.database, finishedLives);
  await keepPeriodsAhead(db.database);
  await db.sql(`
    update installation set clock_offset = interval '600 days';
    update callback set state = 'abandoned', next_attempt_at = null, closed_at = jokko_now()
      where state = 'due';
    update operation_case set resolved_at = jokko_now(), resolution = 'settled'
      where resolved_at is null;
    update claim set status = 'CLOSED'`);
  await db.leave();
  return { postgres, ids, template: db.name };
}

test('T28 the doctor that reads in parts finds nothing where days that it has proven are archived', async () => {
  const broken = async () =>
    (await runDoctor(fixture.db.database, { rowsOfPart: 500, full: true })).checks.filter(
      ({ violations }) => violations > 0,
    );
  assert.deepEqual(await broken(), []);
  const { archived, waiting } = await fixture.run();
  assert.deepEqual([archived.map(({ period }) => period), waiting], [[1, 2], []]);
  assert.deepEqual(await broken(), []);
  const proven = () => fixture.rows('select until_time, seal from proven_period order by 1');
  const before = await proven();
  assert.equal((await restorePeriod(fixture.db.database, 1)).ok, true);
  await restorePeriod(fixture.db.database, 2);
  assert.deepEqual(await proven(), before, 'what was proven with the history counts again');
  assert.deepEqual(await broken(), []);
});

test('T28 days that the doctor proved while their history was archived are proven anew once it is back', async () => {
  const broken = async () =>
    (await runDoctor(fixture.db.database, { rowsOfPart: 500, full: true })).checks
      .filter(({ violations }) => violations > 0)
      .map(({ examples }) => examples);
  const proven = () => fixture.rows(`select until_time, transitions from proven_period`);
  await fixture.run();
  assert.deepEqual(await broken(), []);
  assert.ok((await proven()).length > 0);
  assert.equal((await restorePeriod(fixture.db.database, 1)).ok, true);
  assert.equal((await restorePeriod(fixture.db.database, 2)).ok, true);
  assert.deepEqual(await broken(), []);
  assert.ok((await proven()).length > 0);
});

test('T28 the ledger of days whose history is archived is still read again', async () => {
  const broken = async () =>
    (await runDoctor(fixture.db.database, { rowsOfPart: 500, full: true })).checks
      .filter(({ violations }) => violations > 0)
      .map(({ id }) => id);
  assert.deepEqual(await broken(), []);
  await fixture.run();
  await fixture.db.sql(`set session_replication_role = replica;
    update transfer set amount = amount + 10000 where verb = 'post' and operation_id is not null`);
  const found = await broken();
  assert.ok(found.includes('I-05') && found.includes('I-06'), found.join());
});
