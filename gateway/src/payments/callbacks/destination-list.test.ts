// Proves that an operator sees which receivers keep callbacks waiting, and that exactly what they
// give up is abandoned, with its reason.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { useDatabase } from '../../node/doctor/testing/use-postgres.ts';
import { abandonCallbacks, listDestinationQueues, loadCallback, replayOne } from './index.ts';
import { releaseReplay } from './replay.ts';

const command = { kind: 'command' } as const;
const destinations = ['https://a.sn:443', 'https://b.sn:443'] as const;
const db = useDatabase(async () => {
  const row = (
    account: number,
    id: number,
    destination: string,
    state: string,
    attempts: number,
    owner = 'null',
  ) =>
    `(${account}, ${id}, '${destination}', '${destination}/x', 'SUCCESS', '${state}', ${attempts},
      ${state === 'due' ? 'jokko_now()' : 'null'}, ${owner},
      jokko_now() - interval '${id} minutes')`;
  await db.sql(`
    insert into account (name, webhook_secret_sealed) values ('Un', ''), ('Deux', '');
    insert into node (node_id, lease_until) values ('n', now() + interval '1 hour');
    insert into callback (account_id, operation_id, destination, url, status, state, attempts,
      next_attempt_at, lease_owner, created_at) values
      ${row(1, 1, destinations[0], 'due', 0)}, ${row(1, 2, destinations[0], 'due', 3)},
        ${row(1, 3, destinations[0], 'abandoned', 9)},
        ${row(1, 4, destinations[0], 'delivered', 1)},
      ${row(1, 5, destinations[0], 'due', 2, '1')}, ${row(1, 6, destinations[1], 'abandoned', 9)},
        ${row(2, 7, destinations[1], 'due', 1)};
    insert into callback_body (operation_id, account_id, second, body)
      select operation_id, account_id, second, '{}' from callback;
    insert into callback_attempt (account_id, operation_id, number, started_at, duration_ms,
      http_status, error_class)
      values (1, 2, 3, now(), 5, 500, 'http_status'), (1, 5, 2, now(), 5, 500, 'http_status'),
        (1, 3, 9, now() - interval '1 day', 5, null, 'timeout'),
        (2, 7, 1, now(), 5, null, 'dns_error');
    insert into callback_destination (account_id, destination, failures, slow_until)
      values (2, '${destinations[1]}', 4, jokko_now() + interval '1 minute')`);
});

const page = (
  of: 'all' | 'waiting' | 'abandoned',
  rest: Partial<Parameters<typeof listDestinationQueues>[1]> = {},
) => listDestinationQueues(db.database, { of, accountId: null, after: null, limit: 10, ...rest });

test('each destination queue with something undelivered: how much, since when, the breaker, the last failure; page after page', async () => {
  const all = await page('all');
  assert.deepEqual(
    all.map(({ accountName, destination, fresh, retrying, abandoned, failures }) => [
      accountName,
      destination,
      fresh,
      retrying,
      abandoned,
      failures,
    ]),
    [
      ['Un', destinations[0], 1, 2, 1, 0],
      ['Un', destinations[1], 0, 0, 1, 0],
      ['Deux', destinations[1], 0, 1, 0, 4],
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
    (await page('abandoned')).map(({ accountId }) => accountId),
    [1, 1],
  );
  assert.deepEqual(
    (await page('waiting', { accountId: 2 })).map(({ accountId }) => accountId),
    [2],
  );
  assert.deepEqual((await page('all', { accountId: 1 })).length, 2);
});

test('a callback is abandoned with its reason; what a node is sending is left; a replay takes it back', async () => {
  const order = { accountId: 1, destination: destinations[0], reason: 'serveur fermé' };
  assert.equal(
    await abandonCallbacks(db.database, command, {
      ...order,
      only: { operationId: '2', second: false },
    }),
    1,
  );
  assert.equal(await abandonCallbacks(db.database, command, order), 1);
  assert.equal(await abandonCallbacks(db.database, command, order), 0);
  const key = { accountId: 1, operationId: '2', second: false };
  const given = (await loadCallback(db.database, key))!;
  assert.deepEqual(
    [given.state, given.givenUp, given.nextAttemptAt],
    ['abandoned', 'serveur fermé', null],
  );
  assert.equal((await loadCallback(db.database, { ...key, operationId: '5' }))!.state, 'due');
  assert.ok(await replayOne(db.database, command, key));
  await db.sql(`update callback_replay set released_at = now() - interval '1 minute'`);
  assert.ok(await releaseReplay(db.database));
  const again = (await loadCallback(db.database, key))!;
  assert.deepEqual([again.state, again.givenUp], ['due', null]);
});
