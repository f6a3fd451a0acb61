// Proves that a balance is read by one node of several, that nobody is asked in between, and that
// what cannot be read is said and never taken as a balance.

import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, test } from 'node:test';
import type { SmsBalanceResult, SmsConnector } from '@jokko/connectors/kit';
import {
  startTestPostgres,
  type TestDatabase,
  type TestPostgres,
} from '../../node/doctor/testing/postgres.ts';
import type { Database } from '../../platform/db/database.ts';
import type { CarrierConnection, Routing } from '../routing/index.ts';
import { createBalanceReader, loadCarrierBalances } from './index.ts';

let postgres: TestPostgres;
let db: TestDatabase;
let told: SmsBalanceResult | Error;
let asked: string[];
let lines: string[];
let connections: CarrierConnection[];

before(async () => {
  postgres = await startTestPostgres();
});
after(() => postgres.close());
beforeEach(async () => {
  db = await postgres.database();
  told = { ok: true, currency: 'EUR', available: 479_000n };
  asked = [];
  lines = [];
  connections = [
    { name: 'TELLS', connector: 'telling', config: { name: 'TELLS' } },
    { name: 'SILENT', connector: 'silent', config: {} },
  ];
});
afterEach(() => db.close());

const connectors: { readonly [name: string]: Partial<SmsConnector> } = {
  telling: {
    checkConfig: () => [],
    balance({ config }) {
      asked.push(String(config['name']));
      return told instanceof Error ? Promise.reject(told) : Promise.resolve(told);
    },
  },
  silent: { checkConfig: () => [] },
};

const newReader = (database: Database = db.database) =>
  createBalanceReader({
    database,
    routing: () => ({ connections, unusableConnections: [] }) as unknown as Routing,
    connectorOf: (name) => connectors[name] as SmsConnector | undefined,
    http: () => Promise.reject(new Error('the connectors of this test call nobody')),
    log: (_level, message, details) => void lines.push(`${message} ${JSON.stringify(details)}`),
  });

/** As a node that has just started, ten minutes after the last reading. */
async function readAgain(): Promise<void> {
  await db.sql('update carrier_balance set next_at = now()');
  await newReader().runOnce();
}

const read = async () =>
  [...(await loadCarrierBalances(db.database))].map(([connection, { balance, failure }]) => [
    connection,
    balance && [balance.available, balance.currency],
    failure && [failure.why, failure.said],
  ]);

test('of several nodes one asks, and only carriers that tell a balance', async () => {
  const readers = [newReader(), newReader(), newReader()];
  await Promise.all(readers.map((reader) => reader.runOnce()));
  for (const reader of readers) await reader.runOnce();
  assert.deepEqual(asked, ['TELLS']);
  assert.deepEqual(await read(), [['TELLS', [479_000n, 'EUR'], null]]);
});

test('a round between two readings asks neither the carrier nor the database', async () => {
  let queries = 0;
  const counted = new Proxy(db.database, {
    get(database, member: keyof Database) {
      if (member === 'query') queries += 1;
      const value: unknown = database[member];
      return typeof value === 'function' ? (value.bind(database) as unknown) : value;
    },
  });
  const reader = newReader(counted);
  await reader.runOnce();
  assert.ok(queries > 0);
  queries = 0;
  await reader.runOnce();
  assert.deepEqual([queries, asked], [0, ['TELLS']]);
  connections = connections.filter(({ connector }) => connector === 'silent');
  await reader.runOnce();
  queries = 0;
  await reader.runOnce();
  assert.equal(queries, 0, 'no carrier tells a balance: nothing is asked');
});

test('a balance that cannot be read is said, and what was read before stays', async () => {
  told = { ok: false, why: 'no answer', said: 'timeout' };
  await newReader().runOnce();
  assert.deepEqual(await read(), [['TELLS', null, ['no answer', 'timeout']]]);
  told = { ok: true, currency: 'EUR', available: -5_000n };
  await readAgain();
  assert.deepEqual(await read(), [['TELLS', [-5_000n, 'EUR'], null]]);
  told = { ok: false, why: 'unknown us', said: 'HTTP 401' };
  await readAgain();
  const first = (await loadCarrierBalances(db.database)).get('TELLS');
  await readAgain();
  const second = (await loadCarrierBalances(db.database)).get('TELLS');
  assert.deepEqual(second, first, 'since when it fails is kept');
  assert.deepEqual(await read(), [['TELLS', [-5_000n, 'EUR'], ['unknown us', 'HTTP 401']]]);
});

test('what a connector throws is no balance, and its words are not logged', async () => {
  told = new TypeError('the key is k-e-y');
  await newReader().runOnce();
  assert.deepEqual(await read(), [['TELLS', null, ['strange', 'the connector threw']]]);
  assert.match(lines.join(), /TypeError/);
  assert.doesNotMatch(lines.join(), /k-e-y/);
});

test('the balance of a connection that is gone is forgotten', async () => {
  const reader = newReader();
  await reader.runOnce();
  connections = connections.filter(({ name }) => name !== 'TELLS');
  await reader.runOnce();
  assert.deepEqual(await read(), []);
});
