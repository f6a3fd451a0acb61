// Proves the database cost of finding accounts by key: none for cached keys, one statement for all
// others that arrive together.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { useDatabase } from '../../node/doctor/testing/use-postgres.ts';
import { makeSecretKey, openKeyRing } from '../../platform/secrets/key-ring.ts';
import { openSecrets } from '../../platform/secrets/pepper.ts';
import { createAccount, createDirectory } from './index.ts';
import { makeApiKey } from './keys.ts';

const secrets = openSecrets(openKeyRing(makeSecretKey()), makeSecretKey());
const db = useDatabase(async () => {
  await db.sql(`insert into catalogue (document) values ('{"services":[],"routes":[]}')`);
});

function openDirectory() {
  const state = { statements: 0 };
  const session: typeof db.database = {
    ...db.database,
    query: (...query) => (state.statements++, db.database.query(...query)),
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
  assert.deepEqual([state.statements, ended], [1, 0]);
  assert.equal(
    (await directory.byKey(other, asking(true))).type,
    'unknown',
    'a refusal is not kept',
  );
  assert.deepEqual([state.statements, ended], [2, 1]);
});
