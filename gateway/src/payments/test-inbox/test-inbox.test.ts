// Checks what a test inbox takes, keeps and answers, on a real database.

import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { useDatabase } from '../../node/doctor/testing/use-postgres.ts';
import type { PostRequest, PostResult } from '../../platform/outbound/post.ts';
import { createInboxAddresses, listDeliveries, postToInboxes } from './index.ts';
import { purgeDeliveries } from './store.ts';

const addresses = createInboxAddresses(Buffer.alloc(16, 1));
const db = useDatabase(async () => {
  await db.sql(`insert into account (name, webhook_secret_sealed) values ('a', ''), ('b', '')`);
});
let overNetwork: string[];
beforeEach(async () => {
  overNetwork = [];
  await db.sql('delete from test_inbox');
});

const host = 'http://127.0.0.1:8080';
function send(path: string, body = '{}'): Promise<PostResult> {
  const post = postToInboxes({ database: db.database, addresses }, ({ url }) => {
    overNetwork.push(url);
    return Promise.reject(new Error('over the network'));
  });
  const request: PostRequest = {
    url: `${host}${path}`,
    headers: { 'webhook-id': 'cb_1' },
    body,
    timeoutMs: 1,
    bodyMaxBytes: 1,
    pins: null,
  };
  return post(request);
}

test('C4 an inbox takes what is sent to it, and answers as its address says', async () => {
  const path = addresses.pathOf(1);
  assert.match(path, /^\/inbox\/[\w-]{22}$/);
  const answers = [];
  for (const end of ['', '/500', '/redirect', '/silence'])
    answers.push(await send(`${path}${end}`, `{"to":"${end}"}`));
  assert.deepEqual(
    answers.map(({ status, errorClass, timedOutIn }) => [status, errorClass, timedOutIn]),
    [
      [200, null, null],
      [500, 'http_status', null],
      [302, 'redirect', null],
      [null, 'timeout', 'head'],
    ],
  );
  const kept = await listDeliveries(db.database, 1);
  assert.deepEqual(
    kept.map(({ headers, body, answered }) => [headers, body, answered]),
    [
      [{ 'webhook-id': 'cb_1' }, '{"to":"/silence"}', null],
      [{ 'webhook-id': 'cb_1' }, '{"to":"/redirect"}', 302],
      [{ 'webhook-id': 'cb_1' }, '{"to":"/500"}', 500],
      [{ 'webhook-id': 'cb_1' }, '{"to":""}', 200],
    ],
  );
  assert.deepEqual(await listDeliveries(db.database, 2), [], 'nobody else has it');
  assert.deepEqual(overNetwork, []);
});

test('C4 nobody makes an address: what no key of ours sealed goes over the network, guarded as ever', async () => {
  const others = createInboxAddresses(Buffer.alloc(16, 2));
  const path = addresses.pathOf(1);
  const forged = [
    others.pathOf(1),
    `${path.slice(0, -1)}${path.endsWith('A') ? 'Q' : 'A'}`,
    `${path}/200`,
    `${path}x`,
    `/x${path}`,
    '/inbox/',
  ];
  for (const each of forged) await assert.rejects(send(each), /over the network/, each);
  assert.equal(overNetwork.length, forged.length);
  assert.deepEqual(await listDeliveries(db.database, 1), []);
});

test('C4 an inbox of no account here answers 404', async () => {
  assert.equal((await send(addresses.pathOf(77))).status, 404);
});

test('C4 an inbox keeps the newest hundred, for a day', async () => {
  const path = addresses.pathOf(1);
  for (let sent = 0; sent < 103; sent++) await send(path, String(sent));
  const bodies = (await listDeliveries(db.database, 1)).map(({ body }) => body);
  assert.deepEqual([bodies.length, bodies[0], bodies.at(-1)], [100, '102', '3']);
  await send(addresses.pathOf(2));
  await db.sql(
    `update test_inbox set received_at = received_at - interval '1 day' where account_id = 1`,
  );
  assert.deepEqual(await listDeliveries(db.database, 1), []);
  await purgeDeliveries(db.database);
  const left = { name: 'left_in_test_inbox', text: 'select account_id from test_inbox' };
  assert.deepEqual(await db.database.query(left, []), [{ account_id: 2 }]);
});
