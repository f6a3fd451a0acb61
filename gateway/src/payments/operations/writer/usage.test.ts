// O8: proves which earlier operations count towards a ceiling.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fillCorrectly } from '../../../node/doctor/testing/correct.ts';
import { startTestPostgres } from '../../../node/doctor/testing/postgres.ts';
import { loadUsage } from './rules.ts';
import { testTerms } from '../testing.ts';

test('O8 what succeeded or may yet succeed counts towards a ceiling; what failed or was given back does not', async () => {
  const postgres = await startTestPostgres();
  const db = await postgres.database();
  try {
    await fillCorrectly(db.database);
    const terms = testTerms();
    // So that an amount tells the state: one operation in each.
    await db.sql(`update operation set ruled = true, code_service = '${terms.codeService}',
      phone = '${terms.phone}', created_at = now(),
      amount = array_position(array['READY', 'PARKED', 'SENDING', 'ACCEPTED', 'UNKNOWN', 'SUCCESS',
        'REFUNDING', 'FAILED', 'CANCELED', 'REFUNDED'], state)`);
    const usage = await loadUsage(db.database, [terms]);
    const counted = new Set(usage.of(terms).map(({ amount }) => amount));
    assert.deepEqual([...counted].toSorted(), [1n, 2n, 3n, 4n, 5n, 6n, 7n]);
  } finally {
    await db.close();
    await postgres.close();
  }
});
