// Proves the database cost of finding apps by key: none for cached keys, one statement for all
// others that arrive together, and none where the node has no capacity for unknown callers.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { useDatabase } from '../../node/doctor/testing/use-postgres.ts';
import { makeApiKey } from '../../payments/accounts/index.ts';
import { makeSecretKey, openKeyRing } from '../../platform/secrets/key-ring.ts';
import { openSecrets } from '../../platform/secrets/pepper.ts';
import { createAppDirectory } from './app-directory.ts';
import { createApp, rotateApp } from './apps.ts';

const secrets = openSecrets(openKeyRing(makeSecretKey()), makeSecretKey());
const db = useDatabase(async () => {
  await db.sql(`insert into account (name, webhook_secret_sealed) values ('a', '')`);
});

function openDirectory() {
  const state = { statements: 0 };
  const session: typeof db.database = {
    ...db.database,
    query: (...query) => (state.statements++, db.database.query(...query)),
  };
  return { state, directory: createAppDirectory(session, secrets) };
}
async function create(): Promise<string> {
  const created = await createApp(db.database, secrets, 1, 'app');
  if (!created.ok) assert.fail();
  return created.appKey;
}
const unknownKey = () => makeApiKey('sandbox', 1, 'js');

test('S04 keys that arrive together, known or not, share statements; each gets its own answer', async () => {
  const keys = [await create(), await create()];
  const rotated = await rotateApp(db.database, secrets, 1, 60_000);
  if (!rotated.ok) assert.fail();
  const { state, directory } = openDirectory();
  const unknown = Array.from({ length: 500 }, unknownKey);
  const found = await Promise.all(
    [...unknown, ...keys, rotated.appKey].map((key) => directory.byKey(key)),
  );
  assert.deepEqual(new Set(found.slice(0, 500).map(({ type }) => type)), new Set(['unknown']));
  assert.deepEqual(
    found.slice(500).map((each) => each.type === 'valid' && each.app.id),
    [1, 2, 1],
    'the key before a rotation goes on',
  );
  assert.ok(state.statements <= 4, `${state.statements} statements`);
});

test('S04 where nothing more may be asked, a copy still answers and the rest is told so, without a statement', async () => {
  const key = await create();
  const { state, directory } = openDirectory();
  assert.equal((await directory.byKey(key)).type, 'valid');
  let ended = 0;
  const asking = (may: boolean) => ({ begin: () => may, end: () => void ended++ });
  const other = unknownKey();
  assert.equal((await directory.byKey(key, asking(false))).type, 'valid');
  assert.equal((await directory.byKey(other, asking(false))).type, 'notNow');
  assert.deepEqual([state.statements, ended], [1, 0]);
  assert.equal(
    (await directory.byKey(other, asking(true))).type,
    'unknown',
    'a refusal is not kept',
  );
  assert.deepEqual([state.statements, ended], [2, 1]);
});
