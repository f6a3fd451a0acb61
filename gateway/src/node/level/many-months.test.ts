// What a payment writes costs the same after three years of partitions as after one month: its
// statements lock the partitions of its own period alone.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startTestPostgres } from '../doctor/testing/postgres.ts';
import type { TestDatabase, TestPostgres } from '../doctor/testing/postgres.ts';
import type { Connection } from '../../platform/db/database.ts';
import { makePartitions, partitionedTables } from '../../platform/db/partitions.ts';
import { firstIdOf } from '../../platform/db/scattered-ids.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import { insertCallbacks } from '../../payments/callbacks/index.ts';
import { recordAttempts } from '../../payments/callbacks/record.ts';
import { testAttempt, testTerms } from '../../payments/operations/testing.ts';
import {
  insertAttempts,
  insertTransitions,
  updateAttempts,
} from '../../payments/operations/writer/store-write.ts';

const months = 36;
/** The id is of the third period: neither the first partition nor the last. */
const id = String(firstIdOf(3) + 5n);
const terms = testTerms({ id });
const now = new Date('2026-03-01T12:00:00.000Z');

let postgres: TestPostgres;
let db: TestDatabase;
before(async () => {
  postgres = await startTestPostgres();
  db = await postgres.database();
  await inTransaction(db.database, async (session) => {
    for (let period = 2; period <= months; period++) await makePartitions(session, period);
  });
});
after(async () => {
  await db.close();
  await postgres.close();
});

const write = { terms, attempt: testAttempt({ number: 1, state: 'SENDING' }) };
const callback = {
  terms,
  second: false,
  destination: 'https://a.example:443',
  url: 'https://a.example/',
  status: 'SUCCESS',
  body: '{}',
  leaseOwner: null,
  waitMs: 0,
  nextAttemptAt: now,
};
const delivered = {
  bodyHash: Buffer.alloc(8),
  httpStatus: 200,
  errorClass: null,
  durationMs: 1,
  dnsMs: null,
  connectMs: null,
  tlsMs: null,
  firstByteMs: null,
  tlsVersion: null,
  pinMatched: null,
  pinSeen: null,
  address: null,
  timeoutPhase: null,
  answer: null,
  answerCut: false,
  answerHeaders: null,
};

/** Tables, partitions and indexes of partitioned tables that the open transaction has locked. */
async function lockedParts(connection: Connection): Promise<string[]> {
  const rows = await connection.query<{ name: string }>({
    name: 'locked_parts',
    text: `
      select distinct c.relname::text as name from pg_locks l join pg_class c on c.oid = l.relation
      where l.pid = pg_backend_pid() and c.relispartition order by 1`,
  });
  return rows.map(({ name }) => name);
}

test(`what a payment writes locks the partitions of its period, of ${months} there are`, async () => {
  const connection = await db.database.connect();
  try {
    for (let each = 0; each < 2; each++) {
      await connection.query({ name: 'begin', text: 'begin' });
      await insertAttempts(connection, [write], now);
      await updateAttempts(connection, [write], now);
      await insertTransitions(
        connection,
        [{ terms, from: 'SENDING', to: 'SUCCESS', reason: 'test' }],
        now,
      );
      await insertCallbacks(connection, [callback]);
      const due = { accountId: 1, operationId: id, second: false, attempts: 0, body: '{}' };
      await recordAttempts(
        connection,
        [
          {
            callback: { ...due, destination: callback.destination, url: callback.url },
            exchange: delivered,
            retryInMs: 0,
            slowsDestination: false,
          },
        ],
        '72 hours',
      );
      const locked = await lockedParts(connection);
      assert.ok(locked.length >= Object.keys(partitionedTables).length, locked.join());
      assert.deepEqual(
        locked.filter((name) => !/_p3(_|$)/.test(name)),
        [],
      );
      await connection.query({ name: 'rollback', text: 'rollback' });
    }
  } finally {
    await connection.close();
  }
});
