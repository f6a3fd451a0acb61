// I-12: the database itself refuses a second live attempt of an operation, whoever writes it.

import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { startTestPostgres } from '../../../node/doctor/testing/postgres.ts';
import type { TestDatabase, TestPostgres } from '../../../node/doctor/testing/postgres.ts';

const id = 1_000_000_000_001;
let postgres: TestPostgres;
let db: TestDatabase;

before(async () => {
  postgres = await startTestPostgres();
  db = await postgres.database();
  await db.sql(`insert into operation (account_id, id, external_id, fingerprint, code_service,
    direction, route, phone_given, phone,
      amount, commission, currency, details, state, balance_before, balance_after, created_at,
        updated_at)
    values (1, ${id}, 'e', '', 'C', 'DEBIT', 'R', '7', '+2217', 1, 0, 'XOF', '{}', 'SENDING', 0, 0,
      now(), now())`);
});
beforeEach(() => db.sql('delete from attempt'));
after(async () => {
  await db.close();
  await postgres.close();
});

const insert = (number: number, state: string): string =>
  `insert into attempt (account_id, operation_id, number, purpose, route, state, refs, created_at,
    sent_at, updated_at)
    values (1, ${id}, ${number}, 'execute', 'R', '${state}', '{}', now(), now(), now());`;
const setState = (number: number, state: string): string =>
  `update attempt set state = '${state}' where operation_id = ${id} and number = ${number};`;
const isRefused = { code: '23505', constraint: 'attempt_one_live' };

for (const live of ['SENDING', 'ACCEPTED', 'UNKNOWN'])
  test(`I-12 no second attempt beside one that is ${live}`, async () => {
    await db.sql(insert(1, live));
    await assert.rejects(db.sql(insert(2, 'SENDING')), isRefused);
    await db.sql(insert(2, 'FAILED'));
    await assert.rejects(db.sql(setState(2, 'UNKNOWN')), isRefused);
  });

test('I-12 the same number is not given twice', async () => {
  await db.sql(insert(1, 'SENDING'));
  await assert.rejects(db.sql(insert(1, 'SENDING')), {
    code: '23505',
    constraint: 'attempt_p1_pkey',
  });
});

test('I-12 another attempt follows one that is over, in the same commit, too', async () => {
  await db.sql(insert(1, 'SENDING'));
  await db.sql(`begin; ${setState(1, 'NOT_SENT')} ${insert(2, 'SENDING')} commit`);
  await assert.rejects(db.sql(setState(1, 'ACCEPTED')), isRefused);
  await db.sql(`begin; ${setState(2, 'FAILED')} ${setState(1, 'ACCEPTED')} commit`);
});

test('I-12 of two that write at the same moment, without any lock, one is refused', async () => {
  for (let round = 0; round < 10; round++) {
    await db.sql(`delete from attempt; ${insert(1, 'FAILED')}`);
    const results = await Promise.allSettled([
      db.sql(`begin; ${insert(2, 'SENDING')} select pg_sleep(0.02); commit`),
      db.sql(`begin; ${insert(3, 'SENDING')} select pg_sleep(0.02); commit`),
    ]);
    assert.deepEqual(results.map(({ status }) => status).toSorted(), ['fulfilled', 'rejected']);
  }
});
