// Proves the database cost of finding accounts by key: none for kept copies, one statement for all
// others that arrive together or are looked at again, and services only after a change.

import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { useDatabase } from '../../node/doctor/testing/use-postgres.ts';
import { makeSecretKey, openKeyRing } from '../../platform/secrets/key-ring.ts';
import { openSecrets } from '../../platform/secrets/pepper.ts';
import { environment } from '../../platform/environment.ts';
import { createAccount, createDirectory, setAccountServices, setAccount } from './index.ts';
import { makeApiKey } from './keys.ts';

const secrets = openSecrets(openKeyRing(makeSecretKey()), makeSecretKey());
const db = useDatabase(async () => {
  await db.sql(`insert into catalogue (document) values ('{"services":[],"routes":[]}')`);
});

function openDirectory() {
  const state = { statements: 0, names: [] as string[] };
  const session: typeof db.database = {
    ...db.database,
    query(...query) {
      state.statements++;
      state.names.push(query[0].name);
      return db.database.query(...query);
    },
  };
  return { state, directory: createDirectory(session, secrets) };
}
async function create(): Promise<{ accountId: number; apiKey: string }> {
  const created = await createAccount(db.database, secrets, {
    name: 'Shop',
    currency: 'XOF',
    activate: 'none',
  });
  if (!created.ok) assert.fail();
  return created;
}

test('S04 keys that arrive together, known or not, share statements; each gets its own answer', async () => {
  const accounts = await Promise.all([create(), create(), create()]);
  const { state, directory } = openDirectory();
  const unknown = Array.from({ length: 500 }, () => makeApiKey('sandbox', 1));
  const found = await Promise.all(
    [...unknown, ...accounts.map(({ apiKey }) => apiKey)].map((key) => directory.byKey(key)),
  );
  assert.deepEqual(new Set(found.slice(0, 500).map(({ type }) => type)), new Set(['unknown']));
  assert.deepEqual(
    found.slice(500).map((each) => each.type === 'valid' && each.account.id),
    accounts.map(({ accountId }) => accountId),
  );
  assert.ok(state.statements <= 4, `${state.statements} statements`);
});

test('S04 where nothing more may be asked, a copy still answers and the rest is told so, without a statement', async () => {
  const { apiKey } = await create();
  const { state, directory } = openDirectory();
  assert.equal((await directory.byKey(apiKey)).type, 'valid');
  let ended = 0;
  const asking = (may: boolean) => ({ begin: () => may, end: () => void ended++ });
  const other = makeApiKey('sandbox', 1);
  assert.equal((await directory.byKey(apiKey, asking(false))).type, 'valid');
  assert.equal((await directory.byKey(other, asking(false))).type, 'notNow');
  assert.deepEqual([state.statements, ended], [2, 0], 'the key and the services');
  assert.equal(
    (await directory.byKey(other, asking(true))).type,
    'unknown',
    'a refusal is not kept',
  );
  assert.deepEqual([state.statements, ended], [3, 1]);
});

/** Moves the clock of the copies alone. */
function useClock(t: TestContext): (ms: number) => void {
  let aheadMs = 0;
  const real = environment.monotonic;
  t.mock.method(environment, 'monotonic', () => real() + aheadMs);
  return (ms) => void (aheadMs += ms);
}

test('copies of many accounts are looked at again together, without their services', async (t) => {
  const accounts = await Promise.all(Array.from({ length: 60 }, create));
  const { state, directory } = openDirectory();
  const pass = useClock(t);
  const all = () => Promise.all(accounts.map(({ apiKey }) => directory.byKey(apiKey)));
  const first = await all();
  state.names = [];
  pass(1_500);
  await all();
  assert.deepEqual(state.names, [], 'they are young');
  pass(600);
  await directory.byKey(accounts[0]!.apiKey);
  const again = await all();
  assert.deepEqual(state.names, ['select_accounts_by_keys']);
  const servicesOf = (found: typeof again) =>
    found.map((each) => each.type === 'valid' && each.account.services);
  for (const [at, services] of servicesOf(again).entries())
    assert.equal(services, servicesOf(first)[at], 'the same ones');
});

test('a change of an account drops its copies and no others; its services are read again', async () => {
  await db.sql(`update catalogue set document = '{"services":[{"code":"A"}],"routes":[]}'`);
  const [one, other] = [await create(), await create()];
  const { state, directory } = openDirectory();
  const find = async ({ apiKey }: { apiKey: string }) => {
    const found = await directory.byKey(apiKey);
    return found.type === 'valid' ? [...found.account.services.keys()] : assert.fail(found.type);
  };
  assert.deepEqual([await find(one), await find(other)], [[], []]);
  const change = { accountId: one.accountId, codes: ['A'], active: true };
  assert.equal(await setAccountServices(db.database, { kind: 'system' }, change), 'done');
  directory.forget(one.accountId);
  state.names = [];
  assert.deepEqual([await find(one), await find(other)], [['A'], []]);
  assert.deepEqual(state.names, ['select_accounts_by_keys', 'select_services_of_accounts']);
});

test('a change that nobody told of is seen after two seconds', async (t) => {
  const { accountId, apiKey } = await create();
  const { directory } = openDirectory();
  const pass = useClock(t);
  const name = async () => {
    const [byKey, byId] = [await directory.byKey(apiKey), await directory.byId(accountId)];
    return [byKey.type === 'valid' && byKey.account.language, byId?.language];
  };
  assert.deepEqual(await name(), ['fr', 'fr']);
  await setAccount(db.database, accountId, { language: 'en' });
  assert.deepEqual(await name(), ['fr', 'fr']);
  pass(2_000);
  assert.deepEqual(await name(), ['en', 'en']);
});
