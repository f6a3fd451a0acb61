// Does a catalogue survive its way through the database, and does a bad one change nothing?

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import pg from 'pg';
import type { Session } from '../../db/database.ts';
import { startTestPostgres } from '../../doctor/testing/postgres.ts';
import type { TestDatabase, TestPostgres } from '../../doctor/testing/postgres.ts';
import {
  catalogueChannel,
  defaultCatalogueText,
  exportCatalogue,
  iconUrl,
  importCatalogue,
  installDefaultCatalogue,
  loadCatalogue,
  type CatalogueDocument,
} from './index.ts';
import { testSettings } from './testing.ts';

let postgres: TestPostgres;
before(async () => {
  postgres = await startTestPostgres();
});
after(() => postgres.close());

async function withDatabase(work: (test: TestDatabase) => Promise<void>): Promise<void> {
  const made = await postgres.database();
  try {
    await work(made);
  } finally {
    await made.close();
  }
}

/** A plain connection to the same database, for LISTEN. */
async function connectBeside(database: Session): Promise<pg.Client> {
  const where = `select current_database() as database, current_user as user, current_setting('unix_socket_directories') as host`;
  const [row] = await database.query<{ database: string; user: string; host: string }>({ name: 'where', text: where });
  const client = new pg.Client({ ...row });
  await client.connect();
  return client;
}

test('an empty table is an empty catalogue, and gets the default one once', () =>
  withDatabase(async ({ database }) => {
    assert.equal((await loadCatalogue(database, testSettings)).version, 0);
    assert.equal(await exportCatalogue(database), null);
    assert.equal(await installDefaultCatalogue(database, testSettings), true);
    assert.equal(await installDefaultCatalogue(database, testSettings), false);
    const catalogue = await loadCatalogue(database, testSettings);
    assert.equal(catalogue.version, 1);
    assert.equal(catalogue.service('CHAT_MESSAGING')?.messagePrice, 250_000n);
    assert.equal(catalogue.service('OPA_CM_API_CASH_IN')?.currency, 'XAF');
    assert.equal(catalogue.route('OPA_SN')?.config['baseUrl'], 'http://127.0.0.1:4000/gsma/v1.2/mm');
    assert.equal(catalogue.service('NOBODY_SN_API_CASH_IN'), undefined);
  }));

test('importing an export changes nothing, the default catalogue first of all', () =>
  withDatabase(async ({ database }) => {
    await installDefaultCatalogue(database, testSettings);
    const exported = await exportCatalogue(database);
    assert.equal(exported, defaultCatalogueText());
    assert.deepEqual(await importCatalogue(database, exported, testSettings), { ok: true, version: 2 });
    assert.equal(await exportCatalogue(database), exported);
  }));

test('secrets are stored sealed, exported sealed, imported back and given to the connector in the clear', () =>
  withDatabase(async ({ database }) => {
    const text = JSON.stringify({
      services: [{ code: 'OPA_SN_AIRTIME_CREDIT_TELEPHONIQUE', name: 'Airtime', route: 'A' }],
      routes: [
        {
          name: 'A',
          connector: 'sandbox',
          config: { baseUrl: 'http://h/', apiKey: 'my-secret-key', noticeSecret: '${SIMULATOR_NOTICE_SECRET}' },
        },
      ],
    });
    assert.equal((await importCatalogue(database, text, testSettings)).ok, true);
    const exported = (await exportCatalogue(database)) ?? '';
    assert.ok(!exported.includes('my-secret-key'));
    assert.ok(exported.includes('"sealed"') && exported.includes('${SIMULATOR_NOTICE_SECRET}'));
    assert.equal((await importCatalogue(database, exported, testSettings)).ok, true);
    assert.equal(await exportCatalogue(database), exported);
    const config = (await loadCatalogue(database, testSettings)).route('A')?.config;
    assert.deepEqual(config, { baseUrl: 'http://h/', apiKey: 'my-secret-key', noticeSecret: 'notice-secret' });
    const stranger = { ...testSettings, secrets: { ...testSettings.secrets, open: () => null } };
    assert.deepEqual((await loadCatalogue(database, stranger)).services, [], 'a service whose route cannot be used is not listed');
  }));

test('a faulty catalogue changes nothing and tells nobody; a good one tells all nodes', () =>
  withDatabase(async ({ database }) => {
    const listener = await connectBeside(database);
    try {
      await listener.query(`listen ${catalogueChannel}`);
      const heard: (string | undefined)[] = [];
      listener.on('notification', (message) => heard.push(message.payload));
      await installDefaultCatalogue(database, testSettings);
      const faulty = await importCatalogue(database, defaultCatalogueText().replace('"OPA_SN"', '"NOWHERE"'), testSettings);
      assert.equal(faulty.ok, false);
      assert.equal((await loadCatalogue(database, testSettings)).version, 1);
      await importCatalogue(database, defaultCatalogueText(), testSettings);
      await listener.query('select 1');
      assert.deepEqual(heard, ['1', '2']);
    } finally {
      await listener.end();
    }
  }));

const operationOnOldRoute = `
  insert into operation (account_id, id, external_id, fingerprint, code_service, direction, route, phone_given, phone, amount, commission,
    currency, details, state, balance_before, balance_after, created_at, updated_at, next_step_at)
  values (1, 1, 'a', '\\x00', 'OPA_SN_API_CASH_IN', 'DEBIT', 'OLD_ROUTE', '', '', 1, 0, 'XOF', '{}', 'ACCEPTED', 0, 0, now(), now(), now())`;

test('a route with operations under way cannot be taken away', () =>
  withDatabase(async ({ database, sql }) => {
    await installDefaultCatalogue(database, testSettings);
    await sql(operationOnOldRoute);
    const refused = await importCatalogue(database, defaultCatalogueText(), testSettings);
    assert.ok(!refused.ok);
    assert.match(refused.problems[0]?.message ?? '', /"OLD_ROUTE" is missing, and operations are under way/);
    await sql('update operation set next_step_at = null');
    assert.equal((await importCatalogue(database, defaultCatalogueText(), testSettings)).ok, true);
  }));

test('a route with operations under way cannot lead elsewhere: nobody else knows them', () =>
  withDatabase(async ({ database, sql }) => {
    await installDefaultCatalogue(database, testSettings);
    await sql(operationOnOldRoute.replace('OLD_ROUTE', 'OPA_SN'));
    const changed = (field: string, value: string | number) => {
      const document = JSON.parse(defaultCatalogueText()) as CatalogueDocument;
      document.routes.find(({ name }) => name === 'OPA_SN')!.config[field] = value;
      return importCatalogue(database, JSON.stringify(document), testSettings);
    };
    for (const [field, value] of [
      ['baseUrl', 'http://127.0.0.1:9/gsma'],
      ['ownAccountValue', 'SOMEBODY-ELSE'],
    ] as const) {
      const refused = await changed(field, value);
      assert.ok(!refused.ok, field);
      assert.match(refused.problems[0]?.message ?? '', /^"OPA_SN" leads elsewhere, and operations are under way on it/);
    }
    assert.equal((await changed('timeoutMs', 9_000)).ok, true);
    await sql('update operation set next_step_at = null');
    assert.equal((await changed('baseUrl', 'http://127.0.0.1:9/gsma')).ok, true);
  }));

test('an operation that is being opened is waited for, and its route cannot be taken away', () =>
  withDatabase(async ({ database, sql }) => {
    await installDefaultCatalogue(database, testSettings);
    await sql(`insert into account (id, name, webhook_secret_sealed) overriding system value values (1, 'a', '\\x00')`);
    const writer = await connectBeside(database);
    try {
      await writer.query('begin');
      await writer.query('select from account where id = 1 for no key update');
      const importing = importCatalogue(database, defaultCatalogueText(), testSettings);
      await writer.query(operationOnOldRoute);
      await untilSomeoneWaits(writer);
      await writer.query('commit');
      assert.equal((await importing).ok, false);
    } finally {
      await writer.end();
    }
  }));

async function untilSomeoneWaits(client: pg.Client): Promise<void> {
  const deadline = performance.now() + 2_000;
  while ((await client.query('select from pg_locks where not granted')).rowCount === 0) {
    assert.ok(performance.now() < deadline, 'nobody waits');
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

test('an icon that is a path is one of the gateway', () => {
  assert.equal(iconUrl('/icons/x.svg', 'https://pay.example'), 'https://pay.example/icons/x.svg');
  assert.equal(iconUrl('https://cdn.example/x.png', 'https://pay.example'), 'https://cdn.example/x.png');
});
