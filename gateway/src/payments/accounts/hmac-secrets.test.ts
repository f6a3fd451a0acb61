// HMAC and webhook secrets on a real database: made, rotated with an overlap, ended; which one
// signs what, and that copies follow.

import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { test } from 'node:test';
import { until } from '../../../../acceptance/harness/until.ts';
import { useDatabase } from '../../node/doctor/testing/use-postgres.ts';
import { makeSecretKey, openKeyRing } from '../../platform/secrets/key-ring.ts';
import { openSecrets } from '../../platform/secrets/pepper.ts';
import {
  createAccount,
  createDirectory,
  createFirstHmacUses,
  createSigningSecrets,
  finishHmacRotation,
  liveHmacKeys,
  outboundHmacKey,
  readHmacStatus,
  rotateHmacSecret,
  rotateWebhookSecret,
  switchHmac,
} from './index.ts';
import { removeEndedSecrets } from './signing-secrets.ts';
import type { SigningSecrets } from './index.ts';

const secrets = openSecrets(openKeyRing(makeSecretKey()), makeSecretKey());
const dayMs = 86_400_000;
const db = useDatabase(async () => {
  await db.sql(`insert into catalogue (document) values ('{"services":[],"routes":[]}')`);
});

const read = <Row>(text: string) => db.database.query<Row>({ name: text.slice(0, 60), text });
const secretsOf = (accountId: number) =>
  read(`select 1 from hmac_secret where account_id = ${accountId}`);

async function create() {
  const created = await createAccount(db.database, secrets, {
    name: 'Shop',
    currency: 'XOF',
    activate: 'none',
  });
  if (!created.ok) assert.fail('not created');
  return created;
}
async function turnOn(accountId: number): Promise<string> {
  const switched = await switchHmac(db.database, secrets, accountId, true);
  assert.ok(switched.ok && switched.hmacSecret !== null);
  return switched.hmacSecret;
}
async function rotate(accountId: number, overlapMs: number): Promise<string> {
  const rotated = await rotateHmacSecret(db.database, secrets, accountId, overlapMs);
  assert.ok(rotated.ok);
  return rotated.hmacSecret;
}
/** As a node does: the account's copy says which version of the secrets is wanted. */
const reader = () => {
  const directory = createDirectory(db.database, secrets);
  const signing = createSigningSecrets(db.database, secrets);
  return async (accountId: number): Promise<SigningSecrets> => {
    directory.forget();
    return (await signing.of((await directory.byId(accountId))!))!;
  };
};
const macOf = (secret: string, text: string) =>
  createHmac('sha256', secret).update(text).digest('hex');
async function use(accountId: number, secretId: number): Promise<void> {
  createFirstHmacUses(db.database, assert.ifError)(accountId, secretId);
  await until('its use is noted', async () => {
    const status = await readHmacStatus(db.database, accountId);
    return status!.secrets.some(({ id, firstUsedAt }) => id === secretId && firstUsedAt != null);
  });
}

test('M1 off until it is turned on; on makes one secret, told once; off forgets it', async () => {
  const open = reader();
  const { accountId } = await create();
  assert.deepEqual((await open(accountId)).hmac, []);
  const first = await turnOn(accountId);
  assert.match(first, /^hmac_[\w-]{43}$/);
  assert.deepEqual(await switchHmac(db.database, secrets, accountId, true), {
    ok: true,
    hmacSecret: null,
  });
  const [key] = (await open(accountId)).hmac;
  assert.equal(key!.mac('POST:1:', '{}').toString('hex'), macOf(first, 'POST:1:{}'));
  assert.deepEqual(await switchHmac(db.database, secrets, accountId, false), {
    ok: true,
    hmacSecret: null,
  });
  assert.deepEqual((await open(accountId)).hmac, []);
  assert.equal((await secretsOf(accountId)).length, 0);
  assert.notEqual(await turnOn(accountId), first);
});

test('M1 no such account, and no rotation of what is off', async () => {
  const { accountId } = await create();
  assert.deepEqual(await switchHmac(db.database, secrets, 999, true), {
    ok: false,
    refusal: 'unknown account',
  });
  assert.deepEqual(await rotateHmacSecret(db.database, secrets, 999, 0), {
    ok: false,
    refusal: 'unknown account',
  });
  assert.deepEqual(await rotateHmacSecret(db.database, secrets, accountId, 0), {
    ok: false,
    refusal: 'hmac is off',
  });
  assert.deepEqual(await finishHmacRotation(db.database, accountId), {
    ok: false,
    refusal: 'hmac is off',
  });
  assert.equal(await readHmacStatus(db.database, 999), null);
  assert.equal(await rotateWebhookSecret(db.database, secrets, 999, 0), null);
});

test('F38 callbacks are signed with the old secret until the new one is used, or the old one ends', async () => {
  const open = reader();
  const { accountId } = await create();
  await turnOn(accountId);
  await use(accountId, (await open(accountId)).hmac[0]!.id);
  await rotate(accountId, dayMs);
  const [old, next] = (await open(accountId)).hmac;
  const now = Date.now();
  assert.deepEqual([old!.used, next!.used, next!.endsAtMs], [true, false, Infinity]);
  assert.ok(Math.abs(old!.endsAtMs - now - dayMs) < 60_000);
  const at = async (nowMs: number) => outboundHmacKey(await open(accountId), nowMs)?.id;
  assert.equal(await at(now), old!.id);
  assert.equal(await at(old!.endsAtMs), next!.id, 'the old one has ended');
  assert.deepEqual(
    liveHmacKeys(await open(accountId), old!.endsAtMs - 1).map(({ id }) => id),
    [old!.id, next!.id],
  );
  await use(accountId, next!.id);
  assert.equal(await at(now), next!.id, 'the client has shown that it has the new one');
});

test('M1 at most two live: a further rotation keeps the one in use, not a new one that nobody used', async () => {
  const open = reader();
  const { accountId } = await create();
  const inUse = await turnOn(accountId);
  await rotate(accountId, dayMs);
  const newest = await rotate(accountId, dayMs);
  const live = (await open(accountId)).hmac;
  assert.deepEqual(
    live.map(({ mac }) => mac('x').toString('hex')),
    [macOf(inUse, 'x'), macOf(newest, 'x')],
  );
  assert.deepEqual(await finishHmacRotation(db.database, accountId), { ok: true, ended: 1 });
  assert.deepEqual(
    (await open(accountId)).hmac.map(({ id }) => id),
    [live[1]!.id],
  );
  const only = await rotate(accountId, 0);
  assert.deepEqual(
    (await open(accountId)).hmac.map(({ mac }) => mac('x').toString('hex')),
    [macOf(only, 'x')],
  );
});

test('C5 a rotated webhook secret signs besides the one before it; what has ended is not kept', async () => {
  const open = reader();
  const { accountId, webhookSecret } = await create();
  const keyOf = (secret: string) => Buffer.from(secret.slice('whsec_'.length), 'base64');
  const macs = async () =>
    (await open(accountId)).webhook.map(({ mac }) => mac('x').toString('hex'));
  const expected = (...all: string[]) =>
    all.map((secret) => createHmac('sha256', keyOf(secret)).update('x').digest('hex'));
  assert.deepEqual(await macs(), expected(webhookSecret));
  const next = (await rotateWebhookSecret(db.database, secrets, accountId, dayMs))!;
  assert.deepEqual(await macs(), expected(next, webhookSecret));
  const last = (await rotateWebhookSecret(db.database, secrets, accountId, 1))!;
  await switchHmac(db.database, secrets, accountId, true);
  await rotateHmacSecret(db.database, secrets, accountId, 1);
  await db.sql('select pg_sleep(0.01)');
  await removeEndedSecrets(db.database);
  assert.deepEqual(await macs(), expected(last));
  const left = await read(
    `select 1 from account where id = ${accountId} and webhook_secret_previous_sealed is not null`,
  );
  assert.equal(left.length, 0);
  assert.equal((await secretsOf(accountId)).length, 1);
});

test('a copy is read again when its account changed, and not before', async () => {
  const { accountId } = await create();
  let queries = 0;
  const counted = {
    query: <Row>(...args: Parameters<typeof db.database.query>) => (
      queries++,
      db.database.query<Row>(...args)
    ),
  };
  const signing = createSigningSecrets(counted, secrets);
  const of = (version: number) => signing.of({ id: accountId, version });
  await Promise.all([of(1), of(1), of(1)]);
  await of(1);
  assert.equal(queries, 1);
  await turnOn(accountId);
  assert.equal((await of(2))!.hmac.length, 1);
  await of(2);
  assert.equal(queries, 2);
  assert.equal(await signing.of({ id: 999, version: 1 }), null);
});
