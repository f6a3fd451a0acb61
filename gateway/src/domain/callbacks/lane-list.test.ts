// Does an operator see which receivers keep callbacks waiting, and is what they give up parked with its reason, and no more?

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startTestPostgres } from '../../doctor/testing/postgres.ts';
import type { TestDatabase, TestPostgres } from '../../doctor/testing/postgres.ts';
import { giveUpCallbacks, listLanes, loadCallback, releaseReplay, replayOne } from './index.ts';

const command = { kind: 'command' } as const;
const lanes = ['https://a.sn:443', 'https://b.sn:443'] as const;
let postgres: TestPostgres;
let db: TestDatabase;

before(async () => {
  postgres = await startTestPostgres();
  db = await postgres.database();
  const row = (account: number, id: number, lane: string, state: string, attempts: number, owner = 'null') =>
    `(${account}, ${id}, '${lane}', '${lane}/x', 'SUCCESS', '{}', '${state}', ${attempts}, ${state === 'due' ? 'jokko_now()' : 'null'}, ${owner},
      jokko_now() - interval '${id} minutes')`;
  await db.sql(`
    insert into account (name, webhook_secret_sealed) values ('Un', ''), ('Deux', '');
    insert into node (node_id, lease_until) values ('n', now() + interval '1 hour');
    insert into callback (account_id, operation_id, lane, url, status, body, state, attempts, next_attempt_at, lease_owner, created_at) values
      ${row(1, 1, lanes[0], 'due', 0)}, ${row(1, 2, lanes[0], 'due', 3)}, ${row(1, 3, lanes[0], 'parked', 9)}, ${row(1, 4, lanes[0], 'delivered', 1)},
      ${row(1, 5, lanes[0], 'due', 2, '1')}, ${row(1, 6, lanes[1], 'parked', 9)}, ${row(2, 7, lanes[1], 'due', 1)};
    insert into callback_attempt (account_id, operation_id, number, started_at, duration_ms, http_status, error_class)
      values (1, 2, 3, now(), 5, 500, 'http_status'), (1, 5, 2, now(), 5, 500, 'http_status'), (1, 3, 9, now() - interval '1 day', 5, null, 'timeout'), (2, 7, 1, now(), 5, null, 'dns_error');
    insert into callback_lane (account_id, lane, failures, slow_until) values (2, '${lanes[1]}', 4, jokko_now() + interval '1 minute')`);
});
after(async () => {
  await db.close();
  await postgres.close();
});

const page = (of: 'all' | 'waiting' | 'parked', rest: Partial<Parameters<typeof listLanes>[1]> = {}) =>
  listLanes(db.database, { of, accountId: null, after: null, limit: 10, ...rest });

test('each lane with something undelivered: how much, since when, the breaker, the last failure; page after page', async () => {
  const all = await page('all');
  assert.deepEqual(
    all.map(({ accountName, lane, fresh, retrying, parked, failures }) => [accountName, lane, fresh, retrying, parked, failures]),
    [
      ['Un', lanes[0], 1, 2, 1, 0],
      ['Un', lanes[1], 0, 0, 1, 0],
      ['Deux', lanes[1], 0, 1, 0, 4],
    ],
  );
  assert.deepEqual(
    [all[0]!.lastErrorClass, all[2]!.lastErrorClass, all[0]!.slowUntil, all[2]!.slowUntil !== null],
    ['http_status', 'dns_error', null, true],
  );
  assert.ok(Date.now() - all[0]!.oldestAt!.getTime() > 4.9 * 60_000);
  const [first] = await page('all', { limit: 1 });
  const rest = await page('all', { after: first! });
  assert.deepEqual([first, ...rest], all);
  assert.deepEqual(
    (await page('parked')).map(({ accountId }) => accountId),
    [1, 1],
  );
  assert.deepEqual(
    (await page('waiting', { accountId: 2 })).map(({ accountId }) => accountId),
    [2],
  );
  assert.deepEqual((await page('all', { accountId: 1 })).length, 2);
});

test('what is given up is parked with its reason; what a node is sending is left; a replay takes it back', async () => {
  const order = { accountId: 1, lane: lanes[0], reason: 'serveur fermé' };
  assert.equal(await giveUpCallbacks(db.database, command, { ...order, only: { operationId: '2', second: false } }), 1);
  assert.equal(await giveUpCallbacks(db.database, command, order), 1);
  assert.equal(await giveUpCallbacks(db.database, command, order), 0);
  const key = { accountId: 1, operationId: '2', second: false };
  const given = (await loadCallback(db.database, key))!;
  assert.deepEqual([given.state, given.givenUp, given.nextAttemptAt], ['parked', 'serveur fermé', null]);
  assert.equal((await loadCallback(db.database, { ...key, operationId: '5' }))!.state, 'due');
  assert.ok(await replayOne(db.database, command, key));
  await db.sql(`update callback_replay set released_at = now() - interval '1 minute'`);
  assert.ok(await releaseReplay(db.database));
  const again = (await loadCallback(db.database, key))!;
  assert.deepEqual([again.state, again.givenUp], ['due', null]);
});
