// Proves that a sandbox created before SMS existed gets its SMS application on the next start.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readConfig } from '../config/config.ts';
import { connectionSettings, routeSettings } from './connectors.ts';
import { startTestPostgres } from '../doctor/testing/postgres.ts';
import { makeSecretKey, openKeyRing } from '../../platform/secrets/key-ring.ts';
import { openSecrets } from '../../platform/secrets/pepper.ts';
import { languageOfShell, prepareSandbox } from './first-start.ts';

test('a sandbox account without any SMS app is given one at the next start, and only then', async () => {
  const read = readConfig({ SIMULATOR_URL: 'http://127.0.0.1:4000' });
  assert.ok(read.ok);
  const secrets = openSecrets(openKeyRing(makeSecretKey()), makeSecretKey());
  const settings = {
    routes: routeSettings(read.config, secrets),
    connections: connectionSettings(read.config, secrets),
  };
  const postgres = await startTestPostgres();
  const db = await postgres.database();
  try {
    const first = await prepareSandbox(db.database, secrets, settings);
    await db.sql('delete from sms_app');
    const again = await prepareSandbox(db.database, secrets, settings);
    assert.equal(again.accountId, first.accountId);
    assert.match(again.smsAppKey ?? '', /^js_test_2_/);
    assert.deepEqual(await prepareSandbox(db.database, secrets, settings), again);
    await db.sql('update sms_app set revoked_at = now()');
    assert.equal(
      (await prepareSandbox(db.database, secrets, settings)).smsAppKey,
      null,
      'who revoked it wants none',
    );
  } finally {
    await db.close();
    await postgres.close();
  }
});

test('the account answers in the language of who started it', () => {
  const languages = ['fr-FR', 'fr', 'en-US', 'wo-SN', 'und'].map((locale) =>
    languageOfShell(locale),
  );
  assert.deepEqual(languages, ['fr', 'fr', 'en', 'en', 'en']);
});
