// Accounts on a real database: made whole or not at all, changed with notice to all nodes, keys as
// rule C2 says.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import pg from 'pg';
import { inTransaction } from '../../platform/db/transaction.ts';
import { startTestPostgres } from '../../node/doctor/testing/postgres.ts';
import type { TestDatabase, TestPostgres } from '../../node/doctor/testing/postgres.ts';
import { makeSecretKey, openKeyRing } from '../../platform/secrets/key-ring.ts';
import { openSecrets } from '../../platform/secrets/pepper.ts';
import {
  accountChannel,
  createAccount,
  createKey,
  listKeys,
  loadAccount,
  loadAccountServices,
  readWebhookSecret,
  revokeKey,
  rotateKey,
  rotateKeys,
  setAccount,
  setAccountService,
  setPriceOverrideIn,
  showKey,
} from './index.ts';

const secrets = openSecrets(openKeyRing(makeSecretKey()), makeSecretKey());
const catalogue = { services: [{ code: 'A' }, { code: 'B' }], routes: [] };
let postgres: TestPostgres;
let db: TestDatabase;

before(async () => {
  postgres = await startTestPostgres();
  db = await postgres.database();
  await db.sql(`insert into catalogue (document) values ('${JSON.stringify(catalogue)}')`);
});
after(async () => {
  await db.close();
  await postgres.close();
});

function query<Row>(name: string, text: string, values: unknown[] = []): Promise<Row[]> {
  return db.database.query<Row>({ name, text }, values);
}
async function create(activate: 'all' | 'none' | string[] = 'all') {
  const created = await createAccount(db.database, secrets, {
    name: 'Shop',
    currency: 'XOF',
    activate,
    fundMinor: 50_000n,
  });
  if (!created.ok) assert.fail(created.unknownServices.join());
  return created;
}
const keysOf = (accountId: number) =>
  query<{ key_hash: Buffer; last_four: string; key_sealed: Buffer | null; open: boolean }>(
    'keys-of',
    'select key_hash, last_four, key_sealed, expires_at is null or expires_at > jokko_now() as open from api_key where account_id = $1 order by id',
    [accountId],
  );

test('an account has its services, its money, a sealed webhook secret and a key stored as a hash', async () => {
  const { accountId, apiKey, webhookSecret } = await create();
  const services = await query<{ code_service: string }>(
    'services-of',
    'select code_service from account_service where account_id = $1 order by 1',
    [accountId],
  );
  assert.deepEqual(services, [{ code_service: 'A' }, { code_service: 'B' }]);
  assert.deepEqual(
    await query('balance-of', 'select currency, available from balance where account_id = $1', [
      accountId,
    ]),
    [{ currency: 'XOF', available: 50_000n }],
  );
  assert.equal(await readWebhookSecret(db.database, secrets, accountId), webhookSecret);
  const [key] = await keysOf(accountId);
  assert.deepEqual(key?.key_hash, secrets.hashKey(apiKey));
  assert.equal(key?.last_four, apiKey.slice(-4));
  assert.equal(await showKey(db.database, secrets, accountId), apiKey);
});

test('an unknown service: nothing is made', async () => {
  const count = 'select count(*) as n from account';
  const [before] = await query<{ n: bigint }>('count', count);
  const refused = await createAccount(db.database, secrets, {
    name: 'x',
    currency: 'XOF',
    activate: ['A', 'Z'],
  });
  assert.deepEqual(refused, { ok: false, unknownServices: ['Z'] });
  assert.deepEqual(await query('count', count), [before]);
});

async function rotate(accountId: number, overlapMs: number): Promise<string> {
  const rotated = await rotateKeys(db.database, secrets, accountId, overlapMs);
  assert.ok(rotated.ok);
  return rotated.key.apiKey;
}
const plain = { name: '', scope: 'full', services: null, allowFrom: null, expires: null } as const;

test('C2 a rotated key: the old one goes on for the overlap, 0 ends it at once', async () => {
  const { accountId, apiKey } = await create();
  const second = await rotate(accountId, 60_000);
  assert.deepEqual(
    (await keysOf(accountId)).map((key) => key.open),
    [true, true],
  );
  const third = await rotate(accountId, 0);
  const keys = await keysOf(accountId);
  assert.deepEqual(
    keys.map((key) => key.open),
    [false, false, true],
  );
  assert.deepEqual(
    keys.map((key) => key.key_hash),
    [apiKey, second, third].map((key) => secrets.hashKey(key)),
  );
  assert.equal(await showKey(db.database, secrets, accountId), third);
  assert.deepEqual(await rotateKeys(db.database, secrets, 999_999, 0), {
    ok: false,
    refusal: 'unknown account',
  });
});

test('C2 a longer overlap does not bring an ending key back', async () => {
  const { accountId } = await create();
  await rotate(accountId, 0);
  await rotate(accountId, 60_000);
  assert.deepEqual(
    (await keysOf(accountId)).map((key) => key.open),
    [false, true, true],
  );
});

test('keys: one key is exchanged for one with its name, limits and length of life; the others stay', async () => {
  const { accountId, apiKey } = await create();
  const limits = { scope: 'no-refunds', services: ['B'], allowFrom: ['10.0.0.0/8'] } as const;
  const made = await createKey(db.database, secrets, accountId, {
    name: 'shop',
    ...limits,
    services: [...limits.services],
    allowFrom: [...limits.allowFrom],
    expires: { afterMs: 3_600_000 },
  });
  assert.ok(made.ok);
  const rotated = await rotateKey(db.database, secrets, made.key.id, 60_000);
  assert.ok(rotated.ok);
  assert.deepEqual(rotated.ended, [made.key.keyId]);
  const [first, old, fresh] = (await listKeys(db.database, accountId))!;
  assert.deepEqual([first!.state, old!.state, fresh!.state], ['active', 'ending', 'active']);
  assert.deepEqual(
    [fresh!.name, fresh!.scope, fresh!.services, fresh!.allow_from],
    ['shop', 'no-refunds', ['B'], ['10.0.0.0/8']],
  );
  assert.equal(fresh!.expires_at!.getTime() - fresh!.created_at.getTime(), 3_600_000);
  assert.equal(old!.replacedBy, rotated.key.keyId);
  assert.deepEqual(await rotateKey(db.database, secrets, made.key.id, 0), {
    ok: false,
    refusal: 'not active',
    state: 'ending',
  });
  assert.deepEqual(await rotateKey(db.database, secrets, 999_999, 0), {
    ok: false,
    refusal: 'unknown key',
  });
  assert.equal(
    await showKey(db.database, secrets, accountId),
    apiKey,
    'the one without limits is shown',
  );
  assert.equal(await showKey(db.database, secrets, accountId, rotated.key.id), rotated.key.apiKey);
});

test('keys: one that two exchange at once is exchanged once', async () => {
  const { accountId } = await create();
  const made = await createKey(db.database, secrets, accountId, plain);
  assert.ok(made.ok);
  const outcomes = await Promise.all(
    [1, 2, 3].map(() => rotateKey(db.database, secrets, made.key.id, 60_000)),
  );
  assert.equal(outcomes.filter((outcome) => outcome.ok).length, 1);
});

test('keys: a revoked key has ended, once', async () => {
  const { accountId } = await create();
  const made = await createKey(db.database, secrets, accountId, plain);
  assert.ok(made.ok);
  assert.deepEqual(await revokeKey(db.database, made.key.id), { ok: true, accountId });
  assert.deepEqual(await revokeKey(db.database, made.key.id), {
    ok: false,
    refusal: 'ended already',
  });
  assert.deepEqual(await revokeKey(db.database, 999_999), { ok: false, refusal: 'unknown key' });
  assert.deepEqual(
    (await listKeys(db.database, accountId))!.map((key) => key.state),
    ['active', 'revoked'],
  );
});

test('keys: what cannot be meant makes no key', async () => {
  const { accountId } = await create();
  const make = (key: Partial<Parameters<typeof createKey>[3]>, account = accountId) =>
    createKey(db.database, secrets, account, { ...plain, ...key });
  assert.deepEqual(await make({}, 999_999), { ok: false, refusal: 'unknown account' });
  assert.deepEqual(await make({ services: ['A', 'Z'] }), {
    ok: false,
    refusal: 'unknown services',
    codes: ['Z'],
  });
  assert.deepEqual(await make({ expires: { at: new Date(0) } }), {
    ok: false,
    refusal: 'expired already',
  });
  assert.equal((await listKeys(db.database, accountId))!.length, 1);
  assert.equal(await listKeys(db.database, 999_999), null);
});

test('settings change alone, and every node is told', async () => {
  const { accountId } = await create('none');
  const [socket] = await query<{ directory: string }>(
    'socket',
    `select current_setting('unix_socket_directories') as directory`,
  );
  const listener = new pg.Client({ host: socket!.directory, database: db.name, user: 'jokko' });
  await listener.connect();
  await listener.query(`listen ${accountChannel}`);
  const reported = new Promise<string | undefined>((resolve) =>
    listener.once('notification', (message) => resolve(message.payload)),
  );
  const [before] = await query<{ version: number }>(
    'version-of',
    'select version from account where id = $1',
    [accountId],
  );
  const changed = await setAccount(db.database, accountId, {
    callbackGraceMs: 0,
    language: 'en',
    activate: ['B'],
  });
  assert.ok(changed.ok);
  assert.equal(await reported, String(accountId));
  await listener.end();
  const [after] = await query<{ version: number }>(
    'version-of',
    'select version from account where id = $1',
    [accountId],
  );
  assert.equal(after!.version, before!.version + 1);
  const account = await loadAccount(db.database, accountId);
  assert.deepEqual(
    [account?.callback_grace_ms, account?.language, account?.mirror_fields],
    [0, 'en', false],
  );
  assert.deepEqual(
    await query(
      'services-of',
      'select code_service from account_service where account_id = $1 order by 1',
      [accountId],
    ),
    [{ code_service: 'B' }],
  );
});

test('a service that was taken away comes back with the price that was agreed on, by whichever way', async () => {
  const { accountId } = await create();
  const who = { kind: 'command' } as const;
  const price = { percent: '1.5', fixed: '10' };
  await inTransaction(db.database, (session) =>
    setPriceOverrideIn(session, who, { accountId, code: 'A', price }),
  );
  const pricesNow = async () =>
    new Map(
      (await loadAccountServices(db.database, accountId)).map((each) => [each.code, each.price]),
    );
  const turn = (active: boolean) =>
    setAccountService(db.database, who, { accountId, code: 'A', active });
  assert.equal(await turn(false), 'done');
  assert.deepEqual(await pricesNow(), new Map([['B', null]]));
  assert.equal(await turn(true), 'done');
  assert.deepEqual((await pricesNow()).get('A'), price);
  assert.ok((await setAccount(db.database, accountId, { activate: ['B'] })).ok);
  assert.ok((await setAccount(db.database, accountId, { activate: 'all' })).ok);
  assert.deepEqual(
    await pricesNow(),
    new Map<string, unknown>([
      ['A', price],
      ['B', null],
    ]),
  );
  await inTransaction(db.database, (session) =>
    setPriceOverrideIn(session, who, { accountId, code: 'A', price: null }),
  );
  await turn(false);
  await turn(true);
  assert.equal((await pricesNow()).get('A'), null, 'what was agreed on last counts');
});

test('a change of nobody is refused and changes nothing', async () => {
  assert.deepEqual(await setAccount(db.database, 999_999, { language: 'en' }), {
    ok: false,
    refusal: 'unknown account',
  });
  const { accountId } = await create();
  assert.deepEqual(await setAccount(db.database, accountId, { language: 'en', activate: ['Z'] }), {
    ok: false,
    refusal: 'unknown services',
    codes: ['Z'],
  });
  assert.equal((await loadAccount(db.database, accountId))?.language, 'fr');
});

test('C2 a live key is never kept', async () => {
  const live = await postgres.database();
  await live.sql(`update installation set mode = 'live'`);
  const created = await createAccount(live.database, secrets, {
    name: 'Shop',
    currency: 'XOF',
    activate: 'none',
  });
  assert.ok(created.ok && created.apiKey.startsWith('jk_live_'));
  assert.equal(await showKey(live.database, secrets, created.accountId), null);
  assert.deepEqual(
    await live.database.query({ name: 'sealed', text: 'select key_sealed from api_key' }),
    [{ key_sealed: null }],
  );
  await live.close();
});
