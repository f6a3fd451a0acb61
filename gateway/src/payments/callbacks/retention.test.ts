// Checks how large the delivery log grows, and what is purged from it when. On real PostgreSQL,
// with the statement that records attempts.

import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, test } from 'node:test';
import { startTestPostgres } from '../../node/doctor/testing/postgres.ts';
import type { TestDatabase, TestPostgres } from '../../node/doctor/testing/postgres.ts';
import { countBacklog } from './backlog.ts';
import { recordAttempts, type DeliveryAttempt } from './record.ts';
import { purge } from './retention.ts';
import type { Exchange } from './send.ts';

const destination = 'https://shop.example:443';
const nothing: Exchange = {
  bodyHash: Buffer.alloc(8),
  httpStatus: 500,
  errorClass: 'http_status',
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
const keptDays = { answerDays: 30, attemptDays: 90 };

let postgres: TestPostgres;
let db: TestDatabase;
before(async () => {
  postgres = await startTestPostgres();
});
beforeEach(async () => {
  db = await postgres.database();
  await db.sql(`insert into account (name, webhook_secret_sealed) values ('a', '')`);
});
afterEach(() => db.close());
after(() => postgres.close());

const read = <Row>(text: string): Promise<Row[]> =>
  db.database.query<Row>({ name: text.slice(0, 60), text });
async function addCallback(operationId: number, state = 'due'): Promise<void> {
  await db.sql(`insert into callback (account_id, operation_id, destination, url, status, state,
    next_attempt_at)
    values (1, ${operationId}, '${destination}', '${destination}/', 'SUCCESS', '${state}',
      ${state === 'due' ? 'jokko_now()' : 'null'})`);
}
function attemptOf(
  operationId: number,
  exchange: Partial<Exchange>,
  slowsDestination = false,
): DeliveryAttempt {
  const callback = {
    accountId: 1,
    operationId: String(operationId),
    second: false,
    destination,
    url: '',
    body: '',
    attempts: 0,
  };
  return { callback, exchange: { ...nothing, ...exchange }, retryInMs: 60_000, slowsDestination };
}
const record = (...attempts: DeliveryAttempt[]) =>
  recordAttempts(db.database, attempts, '72 hours');
const destinations = () => read<{ failures: number }>('select failures from callback_destination');

test('F36 of a callback that fails for days the first and the last three answers are kept, and every attempt', async () => {
  await addCallback(1);
  await addCallback(2);
  for (let count = 1; count <= 20; count++) {
    await record(
      attemptOf(1, {
        answer: Buffer.alloc(16_384, count),
        answerHeaders: { 'x-count': `"${count}"\\` },
      }),
      ...(count === 1
        ? [attemptOf(2, { errorClass: null, httpStatus: 200, answer: Buffer.from('OK') })]
        : []),
    );
  }
  const rows = await read<{ number: number; first: number | null }>(
    'select number, get_byte(answer, 0) as first from callback_attempt where operation_id = 1 order by number',
  );
  assert.equal(rows.length, 20);
  assert.deepEqual(
    rows.filter(({ first }) => first !== null).map(({ number, first }) => [number, first]),
    [1, 2, 3, 18, 19, 20].map((number) => [number, number]),
  );
  const headers = await read<{ count: string }>(
    `select answer_headers::json->>'x-count' as count from callback_attempt where operation_id = 1
      and answer_headers is not null order by number`,
  );
  assert.deepEqual(
    headers.map(({ count }) => count),
    [1, 2, 3, 18, 19, 20].map((count) => `"${count}"\\`),
  );
  assert.equal(
    (await read('select from callback_attempt where operation_id = 2 and answer is not null'))
      .length,
    1,
  );
});

test('F36 old answers go, then old failed attempts of callbacks that are done; what delivered stays, and what is still due', async () => {
  const states = ['due', 'delivered', 'abandoned'];
  for (const [at, state] of states.entries()) {
    await addCallback(at + 1, state);
    for (const [number, days, errorClass] of [
      [1, 100, 'timeout'],
      [2, 60, 'http_status'],
      [3, 95, state === 'delivered' ? null : 'timeout'],
    ] as const) {
      await db.sql(`insert into callback_attempt (account_id, operation_id, number, started_at,
        duration_ms, error_class, answer_headers)
        values (1, ${at + 1}, ${number}, jokko_now() - interval '${days} days', 1,
          ${errorClass === null ? 'null' : `'${errorClass}'`}, '{}')`);
    }
  }
  assert.equal(await purge(db.database, keptDays), false);
  assert.deepEqual(
    await read(
      'select from callback_attempt where answer is not null or answer_headers is not null',
    ),
    [],
  );
  const left = await read<{ left: string }>(
    `select string_agg(number::text, ',' order by number) as left from callback_attempt
      group by operation_id order by operation_id`,
  );
  assert.deepEqual(
    left.map((row) => row.left),
    ['1,2,3', '2,3', '2'],
  );
});

test('F36 a long past is forgotten in steps', async () => {
  await addCallback(1, 'abandoned');
  await db.sql(`insert into callback_attempt (account_id, operation_id, number, started_at,
    duration_ms, error_class)
    select 1, 1, n, jokko_now() - interval '91 days', 1, 'timeout'
      from generate_series(1, 1200) n`);
  assert.deepEqual(
    [
      await purge(db.database, keptDays),
      await purge(db.database, keptDays),
      await purge(db.database, keptDays),
    ],
    [true, true, false],
  );
  assert.deepEqual(await read('select from callback_attempt'), []);
});

test('C4 abandoned callbacks are reported with their destination queue, and the backlog is counted', async () => {
  for (const id of [1, 2, 3]) await addCallback(id);
  await db.sql(
    `update callback set created_at = jokko_now() - interval '73 hours' where operation_id < 3`,
  );
  const away = [1, 2, 3].map((id) =>
    attemptOf(id, { errorClass: 'timeout', httpStatus: null }, true),
  );
  assert.deepEqual(await record(...away), [{ accountId: 1, destination, count: 2 }]);
  const { lateMs: waits, ...counted } = await countBacklog(db.database);
  assert.deepEqual([counted, waits], [{ due: 1, abandoned: 2, destinationsAway: 1 }, 0]);
  await db.sql(
    `update callback set next_attempt_at = jokko_now() - interval '90 seconds'
      where next_attempt_at is not null`,
  );
  const { lateMs } = await countBacklog(db.database);
  assert.ok(lateMs >= 90_000 && lateMs < 150_000, `${lateMs} ms late`);
});

test('C4 a destination queue has a row only while it is away, and no longer than a day when nothing is due there', async () => {
  await addCallback(1);
  await record(attemptOf(1, {}));
  assert.deepEqual(await destinations(), [], 'an answer of 500 is an answer');
  for (const failures of [1, 2]) {
    await record(attemptOf(1, { errorClass: 'timeout', httpStatus: null }, true));
    assert.deepEqual(await destinations(), [{ failures }]);
  }
  await db.sql(`update callback_destination set slow_until = jokko_now() - interval '2 days'`);
  await purge(db.database, keptDays);
  assert.deepEqual(await destinations(), [{ failures: 2 }], 'something is due there');
  await record(attemptOf(1, {}));
  assert.deepEqual(await destinations(), [], 'it is back');
  await record(attemptOf(1, { errorClass: 'timeout', httpStatus: null }, true));
  await db.sql(`update callback set state = 'abandoned', next_attempt_at = null`);
  await purge(db.database, keptDays);
  assert.equal((await destinations()).length, 1, 'not a day yet');
  await db.sql(`update callback_destination set slow_until = jokko_now() - interval '2 days'`);
  await purge(db.database, keptDays);
  assert.deepEqual(await destinations(), []);
});
