// F28: proves that a notice leads to the attempt that it names, whichever of an operation's it is,
// also beyond the 256th.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { fillCorrectly, type Ids } from '../../../node/doctor/testing/correct.ts';
import { startTestPostgres } from '../../../node/doctor/testing/postgres.ts';
import type { TestDatabase, TestPostgres } from '../../../node/doctor/testing/postgres.ts';
import { createOperationReader } from './reader.ts';
import { attemptReference, isReferenceOf, parseAttemptReference } from '../model/reference.ts';

let postgres: TestPostgres;
let db: TestDatabase;
let ids: Ids;
before(async () => {
  postgres = await startTestPostgres();
  db = await postgres.database();
  ids = await fillCorrectly(db.database);
});
after(async () => {
  await db.close();
  await postgres.close();
});

test('F28 every attempt of an operation is found by its own reference, beyond the 256th, too', async () => {
  const numbers = [256, 257, 300, 40_000];
  const made = numbers.map((number) => ({ number, ours: attemptReference(ids.success, number) }));
  await db.database.query(
    {
      name: 'more_attempts',
      text: `with made as (
          insert into attempt_request (operation_id, account_id, number, prepared)
          select a.operation_id, a.account_id, m.number,
            json_build_object('refs', json_build_object('ours', m.ours))
          from attempt a cross join unnest($2::integer[], $3::text[]) as m(number, ours)
            where a.operation_id = $1 and a.number = 1
        )
        insert into attempt (account_id, operation_id, number, purpose, route, state, refs,
          created_at, sent_at, updated_at)
        select a.account_id, a.operation_id, m.number, 'refund', a.route, 'FAILED',
          json_build_object('ours', m.ours), a.created_at, a.sent_at, a.updated_at
        from attempt a cross join unnest($2::integer[], $3::text[]) as m(number, ours)
          where a.operation_id = $1 and a.number = 1`,
    },
    [ids.success, numbers, made.map(({ ours }) => ours)],
  );
  const reader = createOperationReader(db.database);
  const found = await Promise.all(
    made.map(({ ours }) => reader.find(parseAttemptReference(ours)!)),
  );
  for (const [at, standing] of found.entries()) {
    assert.equal(standing?.attempt.number, numbers[at]);
    assert.equal(standing?.operation.terms.id, ids.success);
    assert.ok(isReferenceOf(made[at]!.ours, standing.attempt));
  }
  assert.equal((await reader.find({ transactionId: ids.success, number: 1 }))?.attempt.number, 1);
  assert.equal(await reader.find({ transactionId: ids.success, number: 258 }), null);
  assert.equal(await reader.find({ transactionId: '1000000000000', number: 1 }), null);
});
