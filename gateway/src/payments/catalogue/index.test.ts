// Proves that a catalogue survives its way through the database, and that an invalid one changes
// nothing.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import pg from 'pg';
import { until } from '../../../../acceptance/harness/until.ts';
import type { Session } from '../../platform/db/database.ts';
import { usePostgres } from '../../node/doctor/testing/use-postgres.ts';
import type { TestDatabase } from '../../node/doctor/testing/postgres.ts';
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

const postgres = usePostgres();

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
  const where = `select current_database() as database, current_user as user,
    current_setting('unix_socket_directories') as host`;
  const [row] = await database.query<{ database: string; user: string; host: string }>({
    name: 'where',
    text: where,
  });
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
    assert.equal(
      catalogue.route('OPA_SN')?.config['baseUrl'],
      'http://127.0.0.1:4000/gsma/v1.2/mm',
    );
    assert.equal(catalogue.service('NOBODY_SN_API_CASH_IN'), undefined);
  }));

test('importing an export changes nothing, the default catalogue first of all', () =>
  withDatabase(async ({ database }) => {
    await installDefaultCatalogue(database, testSettings);
    const exported = await exportCatalogue(database);
    assert.equal(exported, defaultCatalogueText());
    assert.deepEqual(await importCatalogue(database, exported, testSettings), {
      ok: true,
      version: 2,
    });
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
          resultWithinHours: 2,
          config: {
            baseUrl: 'http://h/',
            apiKey: 'my-secret-key',
            noticeSecret: '${SIMULATOR_NOTICE_SECRET}',
          },
        },
      ],
    });
    assert.equal((await importCatalogue(database, text, testSettings)).ok, true);
    const exported = (await exportCatalogue(database)) ?? '';
    assert.ok(!exported.includes('my-secret-key'));
    assert.ok(exported.includes('"sealed"') && exported.includes('${SIMULATOR_NOTICE_SECRET}'));
    assert.equal((await importCatalogue(database, exported, testSettings)).ok, true);
    assert.equal(await exportCatalogue(database), exported);
    const route = (await loadCatalogue(database, testSettings)).route('A');
    assert.equal(route?.resultWithinMs, 2 * 3_600_000);
    assert.deepEqual(route.config, {
      baseUrl: 'http://h/',
      apiKey: 'my-secret-key',
      noticeSecret: 'notice-secret',
    });
    const stranger = { ...testSettings, secrets: { ...testSettings.secrets, open: () => null } };
    assert.deepEqual(
      (await loadCatalogue(database, stranger)).services,
      [],
      'a service whose route cannot be used is not listed',
    );
  }));

test('a faulty catalogue changes nothing and tells nobody; a good one tells all nodes', () =>
  withDatabase(async ({ database }) => {
    const listener = await connectBeside(database);
    try {
      await listener.query(`listen ${catalogueChannel}`);
      const received: (string | undefined)[] = [];
      listener.on('notification', (message) => received.push(message.payload));
      await installDefaultCatalogue(database, testSettings);
      const faulty = await importCatalogue(
        database,
        defaultCatalogueText().replace('"OPA_SN"', '"NOWHERE"'),
        testSettings,
      );
      assert.equal(faulty.ok, false);
      assert.equal((await loadCatalogue(database, testSettings)).version, 1);
      await importCatalogue(database, defaultCatalogueText(), testSettings);
      await listener.query('select 1');
      assert.deepEqual(received, ['1', '2']);
    } finally {
      await listener.end();
    }
  }));

const operationOnOldRoute = `
  insert into operation (account_id, id, external_id, fingerprint, code_service, direction, route,
    phone_given, phone, amount, commission,
    currency, details, state, balance_before, balance_after, created_at, updated_at, next_step_at)
  values (1, 1, 'a', '\\x00', 'OPA_SN_API_CASH_IN', 'DEBIT', 'OLD_ROUTE', '', '', 1, 0, 'XOF', '{}',
    'ACCEPTED', 0, 0, now(), now(), now())`;

test('a route with operations under way cannot be taken away', () =>
  withDatabase(async ({ database, sql }) => {
    await installDefaultCatalogue(database, testSettings);
    await sql(operationOnOldRoute);
    const refused = await importCatalogue(database, defaultCatalogueText(), testSettings);
    assert.ok(!refused.ok);
    assert.match(
      refused.problems[0]?.message ?? '',
      /"OLD_ROUTE" is missing, and operations are in progress/,
    );
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
      assert.match(
        refused.problems[0]?.message ?? '',
        /^"OPA_SN" has another destination, and operations are in progress on it/,
      );
    }
    assert.equal((await changed('timeoutMs', 9_000)).ok, true);
    await sql('update operation set next_step_at = null');
    assert.equal((await changed('baseUrl', 'http://127.0.0.1:9/gsma')).ok, true);
  }));

test('an operation that is being opened is waited for, and its route cannot be taken away', () =>
  withDatabase(async ({ database, sql }) => {
    await installDefaultCatalogue(database, testSettings);
    await sql(
      `insert into account (id, name, webhook_secret_sealed) overriding system value
        values (1, 'a', '\\x00')`,
    );
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
  // The locks are those of this database: others of the server have waits of their own. Locks are
  // read anew each time; the activity of others stays as it was first seen until a transaction
  // ends.
  const waiting = `select from pg_locks where not granted
    and database = (select oid from pg_database where datname = current_database())`;
  await until('somebody waits', async () => (await client.query(waiting)).rowCount !== 0);
}

test('an icon that is a path is one of the gateway', () => {
  assert.equal(iconUrl('/icons/x.svg', 'https://pay.example'), 'https://pay.example/icons/x.svg');
  assert.equal(
    iconUrl('https://cdn.example/x.png', 'https://pay.example'),
    'https://cdn.example/x.png',
  );
});

test('a route keeps the secrets that it had before for a day, for the same address alone', () =>
  withDatabase(async ({ database }) => {
    const importWith = async (secret: string, more: object = {}, baseUrl = 'http://h/') => {
      const config = { baseUrl, apiKey: 'key', noticeSecret: secret };
      const routes = [{ name: 'A', connector: 'sandbox', config, ...more }];
      const text = JSON.stringify({ services: [], routes });
      assert.equal((await importCatalogue(database, text, testSettings)).ok, true);
      const route = (await loadCatalogue(database, testSettings)).route('A');
      return (route?.previous ?? []).map(({ config: earlier }) => earlier['noticeSecret']);
    };
    assert.deepEqual(await importWith('one'), []);
    assert.deepEqual(await importWith('one', { resultWithinHours: 3 }), [], 'nothing has changed');
    assert.deepEqual(await importWith('two'), ['one']);
    assert.deepEqual(await importWith('three'), ['two', 'one']);
    assert.deepEqual(await importWith('one'), ['three', 'two'], 'the present one is none');
    assert.deepEqual(await importWith('four', { previousSecretsHours: 0 }), [], 'ended at once');
    assert.deepEqual(await importWith('four', {}, 'http://elsewhere/'), [], 'another address');
    const [previous] = (await loadCatalogue(database, testSettings)).routes;
    assert.deepEqual(previous?.previous, []);
  }));

test('an earlier secret ends a day after the version that held it', () =>
  withDatabase(async ({ database }) => {
    for (const noticeSecret of ['one', 'two']) {
      const config = { baseUrl: 'http://h/', apiKey: 'key', noticeSecret };
      const text = JSON.stringify({
        services: [],
        routes: [{ name: 'A', connector: 'sandbox', config }],
      });
      await importCatalogue(database, text, testSettings);
    }
    const [row] = await database.query<{ at: Date }>({
      name: 'test_version',
      text: 'select created_at as at from catalogue order by version desc limit 1',
    });
    const [kept] = (await loadCatalogue(database, testSettings)).route('A')!.previous!;
    assert.equal(kept?.untilMs, row!.at.getTime() + 24 * 3_600_000);
  }));
