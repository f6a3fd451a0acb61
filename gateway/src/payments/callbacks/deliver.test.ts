// F33, on a real database and real sockets: proves that a callback whose record could not be
// written is remembered, and that one a node lost is found again.

import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, afterEach, before, beforeEach, test } from 'node:test';
import { until } from '../../../../acceptance/harness/until.ts';
import type { Database } from '../../platform/db/database.ts';
import { startTestPostgres } from '../../node/doctor/testing/postgres.ts';
import type { TestDatabase, TestPostgres } from '../../node/doctor/testing/postgres.ts';
import { createAddressGuard } from '../../platform/outbound/guard.ts';
import { createPoster, type Poster } from '../../platform/outbound/post.ts';
import { createResolver } from '../../platform/outbound/resolver.ts';
import { secureContextOf } from '../../platform/outbound/tls.ts';
import { startDeliverer, type Deliverer } from './deliver.ts';

const node = 7;
let postgres: TestPostgres;
let db: TestDatabase;
let server: Server;
let destination: string;
let received: string[];
let poster: Poster;
let deliverer: Deliverer | null;

before(async () => {
  postgres = await startTestPostgres();
  db = await postgres.database();
  server = createServer((request, response) => {
    received.push(request.url ?? '');
    request.resume();
    response.end('OK');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  destination = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  await db.sql(`
    insert into account (name, webhook_secret_sealed) values ('a', '');
    insert into node (incarnation, node_id, lease_until)
      values (${node}, 'here', now() + interval '1 hour')`);
});
beforeEach(async () => {
  received = [];
  poster = createPoster({
    guard: createAddressGuard({ loopbackAllowed: true, networks: [], ownHosts: [] }),
    resolver: createResolver([]),
    secureContext: secureContextOf(),
  });
  deliverer = null;
  await db.sql(`
    delete from callback_attempt; delete from callback_body; delete from callback;
    insert into callback_destination (account_id, destination) values (1, '${destination}')
      on conflict do nothing`);
});
afterEach(async () => {
  await deliverer?.close();
  poster.close();
});
after(async () => {
  server.close();
  await db.close();
  await postgres.close();
});

/** A due callback, leased to this node since `agoSeconds` unless `owner` says otherwise. */
function addCallback(
  operationId: number,
  { agoSeconds, owner = node }: { agoSeconds: number; owner?: number | null },
): Promise<void> {
  return db.sql(`
    insert into callback_body (account_id, operation_id, body) values (1, ${operationId}, '{}');
    insert into callback (account_id, operation_id, destination, url, status, next_attempt_at,
      lease_owner)
    values (1, ${operationId}, '${destination}', '${destination}/${operationId}', 'SUCCESS',
      now() - interval '${agoSeconds} seconds', ${owner ?? 'null'})`);
}

/** Fails the first `failures` records of attempts, as a database that is away does. */
function withoutDatabase(failures: number): Database {
  let left = failures;
  return {
    ...db.database,
    async query(statement, values) {
      if (statement.name === 'record_attempts_of_callback_p1' && left-- > 0)
        throw new Error('Connection terminated unexpectedly');
      return db.database.query(statement, values);
    },
  };
}

function start(database: Database): Deliverer {
  return (deliverer = startDeliverer({
    database,
    node,
    post: poster.post,
    pinsOf: () => Promise.resolve(null),
    saw: () => {},
    sign: () => Promise.resolve({}),
    answerLeft: () => null,
    onError: () => {},
    warn: () => {},
  }));
}

async function stateOf(operationId: number): Promise<string | undefined> {
  const rows = await db.database.query<{ state: string }>(
    { name: 'state', text: 'select state from callback where operation_id = $1' },
    [operationId],
  );
  return rows[0]?.state;
}

async function untilDelivered(operationId: number): Promise<void> {
  const isDelivered = async () => (await stateOf(operationId)) === 'delivered';
  await until(`callback ${operationId} is delivered`, isDelivered, { timeoutMs: 120_000 });
}

test('F33 what a receiver has answered is recorded when the database is back, and not told twice', async () => {
  await addCallback(1, { agoSeconds: 1, owner: null });
  const deliverer = start(withoutDatabase(3));
  assert.equal(await deliverer.sweep(), true);
  await untilDelivered(1);
  assert.deepEqual(received, ['/1']);
  // The row can be read before this node has the word of its commit.
  await until('nothing is held', () => deliverer.held === 0);
});

test('F33 a callback that this node leases and does not hold is found again after a while', async () => {
  await addCallback(1, { agoSeconds: 60 });
  await addCallback(2, { agoSeconds: 0 });
  const deliverer = start(db.database);
  assert.equal(await deliverer.sweep(), true);
  await untilDelivered(1);
  assert.equal(await stateOf(2), 'due', 'a fresh one may be on its way from its commit');
});

test('F37 what this node holds is not taken a second time when its own lease has run out meanwhile', async () => {
  await addCallback(1, { agoSeconds: 60, owner: null });
  const deliverer = start(withoutDatabase(3));
  assert.equal(await deliverer.sweep(), true);
  await db.sql(`update node set lease_until = now() - interval '1 second'`);
  assert.equal(await deliverer.sweep(), false);
  await db.sql(`update node set lease_until = now() + interval '1 hour'`);
  await untilDelivered(1);
  assert.deepEqual(received, ['/1']);
});

test('F37 what this node holds is not taken a second time, however long its receiver takes', async () => {
  await addCallback(1, { agoSeconds: 60, owner: null });
  const deliverer = start(withoutDatabase(3));
  assert.equal(await deliverer.sweep(), true);
  assert.equal(await deliverer.sweep(), false);
  await untilDelivered(1);
  assert.deepEqual(received, ['/1']);
});
