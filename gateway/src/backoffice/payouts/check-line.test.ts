// Proves how long the texts of a line may be, and in which column it is told what is wrong.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { usePostgres } from '../../node/doctor/testing/use-postgres.ts';
import { checkLine } from './check-line.ts';
import type { GivenLine } from './columns.ts';
import { number, openPayoutBackOffice } from './testing.ts';

const postgres = usePostgres();

const line: GivenLine = {
  fileLine: 2,
  isExact: false,
  data: null,
  extraCells: false,
  isCutPhone: false,
  currency: null,
  phone: number(1),
  amount: '1000',
  service: 'OPA_SN_API_CASH_IN',
  externalId: '',
  name: '',
  note: '',
};
const as = { codeService: null, externalId: 'id', payout: 1, number: 1 };

test('a text of a line is as long as the lists and messages that show it allow, and no longer', async () => {
  const db = await postgres.database();
  const backOffice = await openPayoutBackOffice(db);
  const context = await backOffice.context();
  for (const [column, most] of [
    ['name', 128],
    ['note', 512],
    ['externalId', 120],
  ] as const) {
    const check = (length: number) =>
      checkLine(context, { ...line, [column]: 'a'.repeat(length) }, as).problems;
    assert.deepEqual(check(most), [], column);
    assert.deepEqual(check(most + 1), [{ column, problem: 'tooLong' }]);
  }
  const cut = { ...line, isCutPhone: true };
  const scientific = { column: 'phone', problem: 'scientific' };
  assert.deepEqual(checkLine(context, cut, as).problems, [scientific], 'in its column alone');
  for (const amount of ['-   €', ' -  F CFA ', 'N/D', '–'])
    assert.deepEqual(
      checkLine(context, { ...line, amount }, as).problems,
      [{ column: 'amount', problem: 'missing' }],
      'a cell that says nothing',
    );
  await backOffice.close();
  await db.close();
});
