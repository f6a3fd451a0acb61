// Proves that an SMS connection is ready only when it is bound, has delivered a message to the
// present counterparty, and somebody stands for what no program sees.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { smsConnectors } from '@jokko/connectors';
import { importRouting, type ConnectionSettings } from '../../messaging/routing/index.ts';
import { testDocument, testSettings } from '../../messaging/routing/testing.ts';
import {
  startTestPostgres,
  type TestDatabase,
  type TestPostgres,
} from '../../node/doctor/testing/postgres.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import { readSettings, storeSettings } from '../alerts/settings.ts';
import { checkConnection, connectionKey, findConnection } from './check-connection.ts';
import { confirmItem } from './confirmations.ts';

const name = 'INFOBIP';
let postgres: TestPostgres;
let db: TestDatabase;
before(async () => {
  postgres = await startTestPostgres();
  db = await postgres.database();
});
after(async () => {
  await db.close();
  await postgres.close();
});

const smsSettings: ConnectionSettings = { ...testSettings, connectors: smsConnectors };
const depsOf = (publicUrl: string | null = 'https://pay.example') => ({
  database: db.database,
  smsSettings,
  publicUrl,
  smsNoticeUrl: (connection: string) => Promise.resolve(`https://pay.example/sms/${connection}`),
});
async function route(baseUrl: string, price = 10): Promise<void> {
  const { countries } = testDocument();
  const links = [{ name, connector: 'infobip', config: { baseUrl, apiKey: 'key' } }];
  const routes = [{ country: 'SN', links: [{ name }] }];
  const changed = countries.map((country) => ({ ...country, price }));
  const document = { countries: changed, links, routes };
  const imported = await importRouting(db.database, JSON.stringify(document), smsSettings);
  assert.ok(imported.ok, JSON.stringify(imported));
}
const ok = [
  { step: 'provider', ok: true, detail: '12 EUR', why: null, tookMs: 1 },
] as const satisfies Parameters<typeof checkConnection>[2];
async function check(steps: Parameters<typeof checkConnection>[2] = ok, publicUrl?: null) {
  const connection = await findConnection(depsOf(), name);
  return checkConnection(depsOf(publicUrl), connection!, steps);
}
const missing = async (...given: Parameters<typeof check>) =>
  (await check(...given)).items.filter(({ done }) => !done).map(({ id }) => id);
const addPart = (connection: string, id: string, values: string) =>
  db.sql(`insert into sms_part (connection, provider_id, batch_id, receipt, created_at)
    values ('${connection}', '${id}', ${values})`);

const ofInstallation = ['two-operators', 'backup'];
const confirmed = ['sender-names', ...smsConnectors['infobip']!.goLive!.map(({ id }) => id)];
const seenLater = [...confirmed, 'balance', 'balance-minimum', ...ofInstallation];

test('a connection that was never used is missing all but what its configuration tells', async () => {
  await route('https://one.example');
  const checked = await check();
  assert.deepEqual(await missing(), ['bound', 'delivered', 'notice', ...seenLater]);
  assert.deepEqual([checked.noticeUrl, checked.ready], ['https://pay.example/sms/INFOBIP', false]);
  const refused = [{ ...ok[0], ok: false, detail: 'HTTP 401' }];
  assert.deepEqual((await missing(refused, null)).slice(0, 5), [
    ...['connection', 'bound', 'delivered', 'notice', 'public-url'],
  ]);
});

test('it is bound while the node that holds it lives', async () => {
  await db.sql(`insert into node (incarnation, node_id, lease_until)
    values (7, 'n7', now() - interval '1 s');
    insert into sms_bind (connection, slot, state, lease_owner) values ('${name}', 1, 'bound', 7)`);
  assert.ok((await missing()).includes('bound'));
  await db.sql(`update node set lease_until = now() + interval '1 hour'`);
  assert.ok(!(await missing()).includes('bound'));
  await db.sql(`update sms_bind set state = 'connecting', detail = 'HTTP 401'`);
  const bound = (await check()).items.find(({ id }) => id === 'bound');
  assert.deepEqual([bound?.done, bound?.detail.en], [false, 'n7: connecting: HTTP 401']);
  await db.sql(`update sms_bind set state = 'busy', detail = null`);
  assert.ok(!(await missing()).includes('bound'));
});

test('a delivery counts that is its own, of a message of ours, and not older than 30 days', async () => {
  await addPart('OTHER', 'a', `1, 'delivered', now()`);
  await addPart(name, 'b', `1, 'delivered', now() - interval '31 days'`);
  assert.deepEqual(await missing(), ['delivered', 'notice', ...seenLater]);
  await addPart(name, 'c', `1, null, now()`);
  const delivered = (await check()).items.find(({ id }) => id === 'delivered');
  assert.match(delivered?.detail.en ?? '', /^a message was accepted, and none/);
  await addPart(name, 'd', `null, 'delivered', now()`);
  assert.deepEqual(await missing(), ['delivered', ...seenLater]);
  await db.sql(`update sms_part set receipt = 'delivered' where provider_id = 'c'`);
  assert.deepEqual(await missing(), seenLater);
});

test('a word, a balance that was read and its minimum complete it', async () => {
  const key = await connectionKey(depsOf(), name);
  assert.equal(key.route, 'sms:INFOBIP');
  const given = { confirmedBy: 'Awa', word: 'JOKKO, 3 November' };
  for (const item of confirmed)
    await confirmItem(db.database, { kind: 'command' }, { ...key, ...given, item });
  await db.sql(`insert into carrier_balance (connection, currency, available, read_at, next_at)
    values ('${name}', 'EUR', 120000, now(), now())`);
  await inTransaction(db.database, async (session) => {
    const { version, settings } = await readSettings(session);
    const smsBalances = [{ connection: name, minimum: 50 }];
    const changed = { version, settings: { ...settings, smsBalances }, userId: null };
    await storeSettings(session, changed);
  });
  assert.deepEqual(await missing(), ofInstallation);
});

test('another version keeps what was seen and said; another address starts both anew', async () => {
  await route('https://one.example', 20);
  assert.deepEqual(await missing(), ofInstallation);
  await route('https://two.example');
  assert.deepEqual(await missing(), ['delivered', 'notice', ...confirmed, ...ofInstallation]);
  await route('https://two.example', 20);
  await addPart(name, 'e', `1, 'delivered', now()`);
  assert.deepEqual(await missing(), [...confirmed, ...ofInstallation]);
});
