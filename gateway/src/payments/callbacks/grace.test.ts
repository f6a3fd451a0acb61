// C3, on a real database and real sockets, by a clock that the test moves: proves that a callback
// waits until its operation's answer has left, and from then on for the account's delay.

import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, test } from 'node:test';
import { until } from '../../../../acceptance/harness/until.ts';
import { startTestPostgres } from '../../node/doctor/testing/postgres.ts';
import type { TestDatabase, TestPostgres } from '../../node/doctor/testing/postgres.ts';
import { createAddressGuard } from '../../platform/outbound/guard.ts';
import { createPoster, type Poster } from '../../platform/outbound/post.ts';
import { createResolver } from '../../platform/outbound/resolver.ts';
import { secureContextOf } from '../../platform/outbound/tls.ts';
import { holdClock } from '../../platform/testing/held-clock.ts';
import type { CallbackWrite } from './callback.ts';
import { startDeliverer, type Deliverer } from './deliver.ts';

const node = 7;
let postgres: TestPostgres;
let db: TestDatabase;
let server: Server;
let destination: string;
const received: string[] = [];
let poster: Poster;
let deliverer: Deliverer;
const clock = holdClock();
/** The answer of operation 1; those of the others have left. */
const { promise: answerLeft, resolve: answer } = Promise.withResolvers<void>();

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
  poster = createPoster({
    guard: createAddressGuard({ loopbackAllowed: true, networks: [], ownHosts: [] }),
    resolver: createResolver([]),
    secureContext: secureContextOf(),
  });
  await db.sql(`
    insert into account (name, webhook_secret_sealed) values ('a', '');
    insert into node (incarnation, node_id, lease_until)
      values (${node}, 'here', now() + interval '1 hour');
    insert into callback_destination (account_id, destination) values (1, '${destination}')`);
  deliverer = clock.run(() =>
    startDeliverer({
      database: db.database,
      node,
      post: poster.post,
      pinsOf: () => Promise.resolve(null),
      saw: () => {},
      sign: () => Promise.resolve({}),
      answerLeft: (operationId) => (operationId === '1' ? answerLeft : null),
      onError: () => {},
      warn: () => {},
    }),
  );
});
after(async () => {
  await deliverer.close();
  poster.close();
  server.close();
  await db.close();
  await postgres.close();
});

/** As the commit that wrote it hands it on. */
async function take(operationId: number, waitMs: number): Promise<void> {
  const url = `${destination}/${operationId}`;
  await db.sql(`
    insert into callback_body (account_id, operation_id, body) values (1, ${operationId}, '{}');
    insert into callback (account_id, operation_id, destination, url, status, next_attempt_at,
      lease_owner)
    values (1, ${operationId}, '${destination}', '${url}', 'SUCCESS', now(), ${node})`);
  const written: CallbackWrite = {
    terms: { accountId: 1, id: String(operationId) },
    second: false,
    destination,
    url,
    status: 'SUCCESS',
    body: '{}',
    leaseOwner: node,
    waitMs,
    nextAttemptAt: new Date(0),
  };
  clock.run(() => deliverer.take([written]));
}
/** Whatever was due before it has arrived when one arrives that waits for nothing. */
async function arrivedBefore(operationId: number): Promise<string[]> {
  await take(operationId, 0);
  await until(`callback ${operationId}`, () => received.includes(`/${operationId}`));
  return received.splice(0).filter((path) => path !== `/${operationId}`);
}

test('C3 a callback leaves when the answer has left and the delay is over, and not before', async () => {
  await take(1, 1_000);
  clock.pass(20_000);
  assert.deepEqual(await arrivedBefore(2), [], 'the answer is still on its way');
  answer();
  assert.deepEqual(await arrivedBefore(3), [], 'the delay begins now');
  clock.pass(999);
  assert.deepEqual(await arrivedBefore(4), [], 'it is not over');
  clock.pass(1);
  await until('the callback', () => received.includes('/1'));
});
