// Proves that every filter finds what it states, in the list, the count and a replay. On real
// PostgreSQL with a node's planner settings: each statement is prepared, so that a parameter whose
// type cannot be inferred fails here and not in production.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { useDatabase } from '../../node/doctor/testing/use-postgres.ts';
import { startReplay } from './replay.ts';
import {
  countCallbacks,
  listCallbacks,
  type CallbackFilter,
  type CallbackState,
} from './select.ts';

interface Row {
  accountId: number;
  operationId: string;
  destination: string;
  state: CallbackState;
  status: string;
  errorClass: string | null;
  createdAt: Date;
}

const dayMs = 86_400_000;
const newest = Date.UTC(2026, 10, 20);
const destinations = ['https://a.example:443', 'https://b.example:443'];
/**
 * One of every kind: two accounts, two destination queues, three states, two results, on four days.
 */
const rows: Row[] = [1, 2].flatMap((accountId) =>
  destinations.flatMap((destination, at) =>
    (['due', 'delivered', 'abandoned'] as const).flatMap((state, place) =>
      ['SUCCESS', 'FAILLED'].map((status, which): Row => {
        const number = ((accountId * 2 + at) * 3 + place) * 2 + which;
        const errorClass = state === 'delivered' ? null : which === 0 ? 'timeout' : 'http_status';
        const createdAt = new Date(newest - (number % 4) * dayMs);
        return {
          accountId,
          operationId: String(1_000_000_000_000 + number),
          destination,
          state,
          status,
          errorClass,
          createdAt,
        };
      }),
    ),
  ),
);

const db = useDatabase(async () => {
  await db.sql(`insert into account (name, webhook_secret_sealed) values ('a', ''), ('b', '')`);
  for (const {
    accountId,
    operationId,
    destination,
    state,
    status,
    errorClass,
    createdAt,
  } of rows) {
    const at = `'${createdAt.toISOString()}'::timestamptz`;
    const [due, closed] = state === 'due' ? [at, 'null'] : ['null', at];
    await db.sql(`
      insert into callback_destination (account_id, destination)
        values (${accountId}, '${destination}') on conflict do nothing;
      insert into callback (account_id, operation_id, destination, url, status, state, attempts,
        created_at, next_attempt_at, closed_at)
        values (${accountId}, ${operationId}, '${destination}', '${destination}/', '${status}',
          '${state}', 1, ${at}, ${due}, ${closed});
      insert into callback_attempt (account_id, operation_id, number, started_at, duration_ms,
        error_class)
        values (${accountId}, ${operationId}, 1, ${at}, 1,
          ${errorClass === null ? 'null' : `'${errorClass}'`})`);
  }
});

function fits(row: Row, filter: CallbackFilter): boolean {
  const { operationId, accountId, destination, state, status, errorClass, since, until } = filter;
  return (
    (operationId === undefined || row.operationId === operationId) &&
    (accountId === undefined || row.accountId === accountId) &&
    (destination === undefined || row.destination === destination) &&
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
  { destination: destinations[1]! },
  { status: 'FAILLED' },
  { errorClass: 'timeout' },
  { since: new Date(newest - dayMs) },
  { until: new Date(newest - dayMs) },
  { since: new Date(newest - 2 * dayMs), until: new Date(newest) },
  {
    accountId: 1,
    destination: destinations[0]!,
    status: 'SUCCESS',
    since: new Date(newest - 3 * dayMs),
    until: new Date(newest + dayMs),
  },
];
const filters = others.flatMap((other) => [
  other,
  ...(['due', 'delivered', 'abandoned'] as const).map((state) => ({ ...other, state })),
]);

test('C4 every filter finds what fits it, and its count says how many', async () => {
  for (const filter of filters) {
    const expected = rows.filter((row) => fits(row, filter)).map(({ operationId }) => operationId);
    const listed = (await listCallbacks(db.database, filter, 1_000)).map(
      ({ operationId }) => operationId,
    );
    assert.deepEqual(listed.toSorted(), expected.toSorted(), JSON.stringify(filter));
    assert.equal(
      await countCallbacks(db.database, filter),
      expected.length,
      JSON.stringify(filter),
    );
  }
});

test('C4 every filter can be sent again: the list of a replay is what the filter finds', async () => {
  for (const filter of filters.filter((each) => Object.keys(each).length > 0)) {
    const { id, total } = await startReplay(db.database, filter, 50);
    const items = await db.database.query<{ id: string }>(
      {
        name: 'items',
        text: 'select operation_id::text as id from callback_replay_item where replay_id = $1',
      },
      [id],
    );
    const expected = rows.filter((row) => fits(row, filter)).map(({ operationId }) => operationId);
    assert.deepEqual(
      items.map((item) => item.id).toSorted(),
      expected.toSorted(),
      JSON.stringify(filter),
    );
    assert.equal(total, expected.length);
  }
});
