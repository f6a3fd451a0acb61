// Proves that API keys stay valid when the key-encryption key changes, and that installations
// without a stored pepper keep theirs.

import assert from 'node:assert/strict';
import { createHmac, hkdfSync } from 'node:crypto';
import { after, before, test } from 'node:test';
import { startTestPostgres } from '../../node/doctor/testing/postgres.ts';
import type { TestDatabase, TestPostgres } from '../../node/doctor/testing/postgres.ts';
import { loadSecrets, makeSecretKey, WrongKeyError } from './index.ts';
import { openKeyRing } from './key-ring.ts';
import { openSecrets } from './pepper.ts';

let postgres: TestPostgres;
before(async () => (postgres = await startTestPostgres()));
after(() => postgres.close());

async function withDatabase(run: (db: TestDatabase) => Promise<void>): Promise<void> {
  const db = await postgres.database();
  try {
    await run(db);
  } finally {
    await db.close();
  }
}

test('C2 what is stored is HMAC-SHA256 under the pepper', () => {
  const pepper = makeSecretKey();
  const secrets = openSecrets(openKeyRing(makeSecretKey()), pepper);
  for (const key of ['', 'é', 'jk_live_1', 'x'.repeat(1_000)]) {
    assert.deepEqual(secrets.hashKey(key), createHmac('sha256', pepper).update(key).digest());
  }
});

test('C2 the hash of a key depends on the installation, not on the key-encryption key', async () => {
  const [first, second] = [makeSecretKey(), makeSecretKey()];
  await withDatabase(async (db) => {
    const hash = (await loadSecrets(db.database, { current: first, old: [] })).hashKey('a');
    assert.deepEqual(
      (await loadSecrets(db.database, { current: first, old: [] })).hashKey('a'),
      hash,
    );
    assert.deepEqual(
      (await loadSecrets(db.database, { current: second, old: [first] })).hashKey('a'),
      hash,
    );
    await assert.rejects(loadSecrets(db.database, { current: second, old: [] }), WrongKeyError);
    await withDatabase(async (other) => {
      assert.notDeepEqual(
        (await loadSecrets(other.database, { current: first, old: [] })).hashKey('a'),
        hash,
      );
    });
  });
});

test('C2 nodes that start together agree on one pepper', () =>
  withDatabase(async (db) => {
    const keys = { current: makeSecretKey(), old: [] };
    const all = await Promise.all(Array.from({ length: 6 }, () => loadSecrets(db.database, keys)));
    for (const secrets of all) assert.deepEqual(secrets.hashKey('a'), all[0]!.hashKey('a'));
  }));

test('C2 keys of an installation from before peppers were stored stay valid, also when its key changes at that moment', async () => {
  const made = makeSecretKey();
  const derived = Buffer.from(
    hkdfSync('sha256', made, Buffer.alloc(0), 'jokko/api-key-pepper/1', 32),
  );
  const hash = createHmac('sha256', derived).update('a').digest();
  const next = makeSecretKey();
  for (const keys of [
    { current: made, old: [] },
    { current: next, old: [makeSecretKey(), made] },
  ]) {
    await withDatabase(async (db) => {
      const sealed = openKeyRing(made)
        .seal('whsec_x', 'account/webhook_secret_sealed/1')
        .toString('hex');
      await db.sql(
        `insert into account (name, webhook_secret_sealed) values ('a', '\\x${sealed}')`,
      );
      await assert.rejects(loadSecrets(db.database, { current: next, old: [] }), WrongKeyError);
      assert.deepEqual((await loadSecrets(db.database, keys)).hashKey('a'), hash);
    });
  }
});
