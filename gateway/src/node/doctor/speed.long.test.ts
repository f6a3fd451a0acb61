// Proves that the doctor stays fast when the database has not been analysed yet, as after a load
// test. With plans that depend on fresh statistics it took hours instead of seconds. Only in the
// nightly run; `DOCTOR_OPERATIONS` sets another size.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runDoctor } from './index.ts';
import { fillMany } from './testing/correct.ts';
import { startTestPostgres } from './testing/postgres.ts';

const operationsPerRound = 33;
const wanted = Number(process.env['DOCTOR_OPERATIONS'] ?? 100_000);
const skip = process.env['JOKKO_NIGHTLY'] === '1' ? false : 'nightly';

/**
 * Far below what an idle machine does (some 20,000), far above what a plan of nested loops over
 * whole tables does.
 */
const operationsPerSecondMin = 2_000;

test('the doctor takes seconds for 100,000 operations, analysed or not', { skip }, async (t) => {
  const postgres = await startTestPostgres();
  const db = await postgres.database();
  try {
    const operations = await fillMany(db.database, Math.ceil(wanted / operationsPerRound));
    for (const state of ['not analysed', 'analysed']) {
      if (state === 'analysed') await db.sql('vacuum analyze');
      const started = performance.now();
      const diagnosis = await runDoctor(db.database);
      const seconds = (performance.now() - started) / 1_000;
      t.diagnostic(`${operations} operations, ${state}: ${seconds.toFixed(1)} s`);
      // Filling takes longer than a READY operation may wait: I-14 is right to complain.
      const broken = diagnosis.checks.filter(
        (check) => check.violations > 0 && check.id !== 'I-14',
      );
      assert.deepEqual(broken, []);
      assert.ok(seconds < operations / operationsPerSecondMin, `${seconds} s`);
    }
  } finally {
    await db.close();
    await postgres.close();
  }
});
