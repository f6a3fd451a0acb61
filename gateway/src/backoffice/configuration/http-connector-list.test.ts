// Proves what the operator sees of SMS connections: the balance that the carrier told, and which
// connector is not there.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { smsConnectors } from '@jokko/connectors';
import type { Catalogue } from '../../payments/catalogue/index.ts';
import type { Routing } from '../../messaging/routing/index.ts';
import {
  startTestPostgres,
  type TestDatabase,
  type TestPostgres,
} from '../../node/doctor/testing/postgres.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import { readSettings, storeSettings } from '../alerts/settings.ts';
import { listConnectors, type ConnectorListDeps } from './http-connector-list.ts';

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

const links = [
  { name: 'TELLS', connector: 'infobip', config: {} },
  { name: 'SILENT', connector: 'smpp', config: {} },
  { name: 'STRANGE', connector: 'gone-sms', config: {} },
];
const documentOf = (text: string | null, connectors: object) => ({
  versions: { newest: () => Promise.resolve(text === null ? null : { text }) },
  empty: {},
  connectors,
});

async function list() {
  const deps = {
    database: db.database,
    documents: {
      catalogue: documentOf(null, {}),
      'sms-routing': documentOf(JSON.stringify({ links, routes: [] }), smsConnectors),
    },
    catalogue: () => ({ routes: [] }) as unknown as Catalogue,
    routing: () => ({ unusableConnections: new Map([['STRANGE', {}]]) }) as unknown as Routing,
    providerQueues: () => [],
  } as unknown as ConnectorListDeps;
  return listConnectors(deps);
}

test('a connection whose connector is not there is told from one that lacks a value', async () => {
  const known = (await list()).map(({ name, usable, connectorKnown }) => [
    name,
    usable,
    connectorKnown,
  ]);
  assert.deepEqual(known, [
    ['TELLS', true, true],
    ['SILENT', true, true],
    ['STRANGE', false, false],
  ]);
});

test('a balance stands with when it was read, its minimum, and why it could not be read since', async () => {
  const balances = async () => (await list()).map(({ balance }) => balance);
  assert.deepEqual(await balances(), [{ told: null, failure: null, minimum: null }, null, null]);
  await db.sql(`insert into carrier_balance
      (connection, currency, available, read_at, failure, said, failing_since, next_at)
    values ('TELLS', 'EUR', -479000, '2026-11-30T10:00:00Z', 'unknown us', 'HTTP 401',
      '2026-11-30T10:10:00Z', now())`);
  await inTransaction(db.database, async (session) => {
    const { version, settings } = await readSettings(session);
    const smsBalances = [{ connection: 'TELLS', minimum: 50 }];
    const changed = { version, settings: { ...settings, smsBalances }, userId: null };
    await storeSettings(session, changed);
  });
  const [told] = await balances();
  assert.deepEqual(told, {
    told: {
      available: '-47.9',
      currency: 'EUR',
      readAt: new Date('2026-11-30T10:00:00Z'),
    },
    failure: { why: 'unknown us', said: 'HTTP 401', since: new Date('2026-11-30T10:10:00Z') },
    minimum: 50,
  });
});
