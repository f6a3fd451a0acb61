// Does every filter find what it says, in the list, in the count and in a replay? On real PostgreSQL with the planner settings of a node: each
// statement is prepared there, so that a parameter whose type cannot be told fails here and not at an operator's.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startTestPostgres } from '../../doctor/testing/postgres.ts';
import type { TestDatabase, TestPostgres } from '../../doctor/testing/postgres.ts';
import { startReplay } from './replay.ts';
import { countCallbacks, listCallbacks, type CallbackFilter, type CallbackState } from './select.ts';

interface Row {
  accountId: number;
  operationId: string;
  lane: string;
  state: CallbackState;
  status: string;
  errorClass: string | null;
  createdAt: Date;
}

const dayMs = 86_400_000;
const newest = Date.UTC(2026, 10, 20);
const lanes = ['https://a.example:443', 'https://b.example:443'];
/** One of every kind: two accounts, two lanes, three states, two results, on four days. */
const rows: Row[] = [1, 2].flatMap((accountId) =>
  lanes.flatMap((lane, at) =>
    (['due', 'delivered', 'parked'] as const).flatMap((state, place) =>
      ['SUCCESS', 'FAILLED'].map((status, which): Row => {
        const number = ((accountId * 2 + at) * 3 + place) * 2 + which;
        const errorClass = state === 'delivered' ? null : which === 0 ? 'timeout' : 'http_status';
        const createdAt = new Date(newest - (number % 4) * dayMs);
        return { accountId, operationId: String(1_000_000_000_000 + number), lane, state, status, errorClass, createdAt };
      }),
    ),
  ),
);

let postgres: TestPostgres;
let db: TestDatabase;
before(async () => {
  postgres = await startTestPostgres();
  db = await postgres.database();
  await db.sql(`insert into account (name, webhook_secret_sealed) values ('a', ''), ('b', '')`);
  for (const { accountId, operationId, lane, state, status, errorClass, createdAt } of rows) {
    const at = `'${createdAt.toISOString()}'::timestamptz`;
    const [due, closed] = state === 'due' ? [at, 'null'] : ['null', at];
    await db.sql(`
      insert into callback_lane (account_id, lane) values (${accountId}, '${lane}') on conflict do nothing;
      insert into callback (account_id, operation_id, lane, url, status, body, state, attempts, created_at, next_attempt_at, closed_at)
        values (${accountId}, ${operationId}, '${lane}', '${lane}/', '${status}', '{}', '${state}', 1, ${at}, ${due}, ${closed});
      insert into callback_attempt (account_id, operation_id, number, started_at, duration_ms, error_class)
        values (${accountId}, ${operationId}, 1, ${at}, 1, ${errorClass === null ? 'null' : `'${errorClass}'`})`);
  }
});
after(async () => {
  await db.close();
  await postgres.close();
});

function fits(row: Row, filter: CallbackFilter): boolean {
  const { operationId, accountId, lane, state, status, errorClass, since, until } = filter;
  return (
    (operationId === undefined || row.operationId === operationId) &&
    (accountId === undefined || row.accountId === accountId) &&
    (lane === undefined || row.lane === lane) &&
    (state === undefined || row.state === state) &&
    (status === undefined || row.status === status) &&
    (errorClass === undefined || row.errorClass === errorClass) &&
    (since === undefined || row.createdAt >= since) &&
    (until === undefined || row.createdAt < until)
  );
}

/** Each state and none, with each other member alone, with a range, and with all of them. */
const others: CallbackFilter[] = [
  {},
  { operationId: rows[3]!.operationId },
  { accountId: 2 },
  { lane: lanes[1]! },
  { status: 'FAILLED' },
  { errorClass: 'timeout' },
  { since: new Date(newest - dayMs) },
  { until: new Date(newest - dayMs) },
  { since: new Date(newest - 2 * dayMs), until: new Date(newest) },
  { accountId: 1, lane: lanes[0]!, status: 'SUCCESS', since: new Date(newest - 3 * dayMs), until: new Date(newest + dayMs) },
];
const filters = others.flatMap((other) => [other, ...(['due', 'delivered', 'parked'] as const).map((state) => ({ ...other, state }))]);

test('C4 every filter finds what fits it, and its count says how many', async () => {
  for (const filter of filters) {
    const expected = rows.filter((row) => fits(row, filter)).map(({ operationId }) => operationId);
    const listed = (await listCallbacks(db.database, filter, 1_000)).map(({ operationId }) => operationId);
    assert.deepEqual(listed.toSorted(), expected.toSorted(), JSON.stringify(filter));
    assert.equal(await countCallbacks(db.database, filter), expected.length, JSON.stringify(filter));
  }
});

test('C4 every filter can be sent again: the list of a replay is what the filter finds', async () => {
  for (const filter of filters.filter((each) => Object.keys(each).length > 0)) {
    const { id, total } = await startReplay(db.database, filter, 50);
    const items = await db.database.query<{ id: string }>(
      { name: 'items', text: 'select operation_id::text as id from callback_replay_item where replay_id = $1' },
      [id],
    );
    const expected = rows.filter((row) => fits(row, filter)).map(({ operationId }) => operationId);
    assert.deepEqual(items.map((item) => item.id).toSorted(), expected.toSorted(), JSON.stringify(filter));
    assert.equal(total, expected.length);
  }
});
