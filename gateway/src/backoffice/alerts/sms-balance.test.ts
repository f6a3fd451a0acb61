// Proves on the simulated carriers that an alert begins when the balance of an SMS connection is
// below its minimum and ends when it is not any more, and that a balance nobody could read raises
// none.

import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { smsConnectors } from '@jokko/connectors';
import {
  createTransport,
  startSimulatorProcess,
  type SimulatorProcess,
  type Transport,
} from '@jokko/connectors/kit/conformance';
import {
  createBalanceReader,
  loadCarrierBalances,
} from '../../messaging/carrier-balances/index.ts';
import type { Routing } from '../../messaging/routing/index.ts';
import {
  startTestPostgres,
  type TestDatabase,
  type TestPostgres,
} from '../../node/doctor/testing/postgres.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import { compose } from '../notifications/index.ts';
import { listAlerts, nothingMeasured, readAll } from './index.ts';
import { readSettings, storeSettings } from './settings.ts';
import { createAlertRounds } from './watch.ts';

let postgres: TestPostgres;
let simulator: SimulatorProcess;
let transport: Transport;
let db: TestDatabase;
let infobipKey: string;
/** The name of the connection to Infobip. */
let infobipName: string;

before(async () => {
  [postgres, simulator] = await Promise.all([startTestPostgres(), startSimulatorProcess()]);
  transport = createTransport();
});
after(async () => {
  transport.close();
  await Promise.all([postgres.close(), simulator.stop()]);
});
beforeEach(async (t) => {
  infobipKey = 'sandbox-infobip-key';
  infobipName = 'INFOBIP';
  db = await postgres.database();
  (t as unknown as { after(work: () => Promise<void>): void }).after(() => db.close());
});

/** As the simulator's protocol pages name its accounts. */
const connections = () => [
  {
    name: infobipName,
    connector: 'infobip',
    config: { baseUrl: `${simulator.url}/infobip`, apiKey: infobipKey },
  },
  {
    name: 'TWILIO',
    connector: 'twilio',
    config: {
      baseUrl: `${simulator.url}/twilio`,
      accountSid: 'AC00000000000000000000000000005a4d',
      authToken: 'sandbox00000000000000000000token',
    },
  },
  {
    name: 'AFRICA',
    connector: 'africas-talking',
    config: {
      baseUrl: `${simulator.url}/africas-talking`,
      username: 'sandbox',
      apiKey: 'sandbox-africas-talking-key',
    },
  },
  {
    name: 'ORANGE',
    connector: 'orange-sms',
    config: { baseUrl: `${simulator.url}/orange-sms`, clientId: 'x', clientSecret: 'x' },
  },
];

async function setCredit(noCredit: boolean): Promise<void> {
  for (const account of ['infobip', 'twilio', 'africas-talking']) {
    const body = JSON.stringify({ account, noCredit });
    const answer = await fetch(`${simulator.url}/control/sms/behaviour`, { method: 'POST', body });
    assert.ok(answer.ok, await answer.text());
  }
}

const setMinimums = (minimums: { readonly [connection: string]: number }): Promise<unknown> =>
  inTransaction(db.database, async (session) => {
    const { version, settings } = await readSettings(session);
    const smsBalances = Object.entries(minimums).map(([connection, minimum]) => ({
      connection,
      minimum,
    }));
    return storeSettings(session, {
      version,
      settings: { ...settings, smsBalances },
      userId: null,
    });
  });

/** A reading of all balances, and a round of the alerts a minute later. */
async function round(): Promise<void> {
  await db.sql(`update carrier_balance set next_at = now();
    update alert set seen_at = seen_at - interval '1 minute';
    update alert_watch set checked_at = '-infinity'`);
  await createBalanceReader({
    database: db.database,
    routing: () => ({ connections: connections(), unusableConnections: [] }) as unknown as Routing,
    connectorOf: (name) => smsConnectors[name],
    http: transport.http,
    log: () => undefined,
  }).runOnce();
  await createAlertRounds({
    database: db.database,
    mails: true,
    measured: nothingMeasured(),
    read: (settings) =>
      readAll(
        {
          database: db.database,
          advice: () => Promise.resolve([]),
          routes: () => Promise.resolve([]),
          floatForecasts: () => Promise.resolve([]),
          carrierBalances: () => loadCarrierBalances(db.database),
          backlog: { due: 0, lateMs: 0, abandoned: 0, destinationsAway: 0 },
          log: { warn: () => undefined } as never,
        },
        settings,
      ),
  })();
}

const open = async () =>
  (await listAlerts(db.database, { state: 'open' }, 10))
    .map(({ rule, subject, value, threshold }) => ({ rule, subject, value, threshold }))
    .toSorted((one, other) => (one.subject < other.subject ? -1 : 1));

test('an alert begins below the minimum and ends above it, at each carrier that tells a balance', async () => {
  await setMinimums({ INFOBIP: 1_000, TWILIO: 20, AFRICA: 500, ORANGE: 1 });
  await setCredit(false);
  await round();
  assert.deepEqual(await open(), [], 'a balance at its minimum is not below it');
  await setCredit(true);
  await round();
  const low = { rule: 'smsBalance', value: 0 };
  assert.deepEqual(await open(), [
    { ...low, subject: 'AFRICA KES', threshold: 500 },
    { ...low, subject: 'INFOBIP EUR', threshold: 1_000 },
    { ...low, subject: 'TWILIO USD', threshold: 20 },
  ]);
  await setCredit(false);
  await round();
  assert.deepEqual(await open(), []);
  assert.equal((await listAlerts(db.database, { state: 'resolved' }, 10)).length, 3);
});

test('a minimum that is raised begins an alert with what there is, to the cent', async () => {
  await setCredit(false);
  await setMinimums({ AFRICA: 1_785 });
  await round();
  assert.deepEqual(await open(), []);
  await setMinimums({ AFRICA: 1_786 });
  await round();
  assert.deepEqual(await open(), [
    { rule: 'smsBalance', subject: 'AFRICA KES', value: 1_785.5, threshold: 1_786 },
  ]);
});

test('a balance that cannot be read neither begins an alert nor ends one', async () => {
  await setMinimums({ INFOBIP: 2_000 });
  infobipKey = 'a wrong key';
  await round();
  assert.deepEqual(await open(), [], 'never read: not low');
  const unread = (await loadCarrierBalances(db.database)).get('INFOBIP');
  assert.deepEqual([unread?.balance, unread?.failure?.said], [null, 'HTTP 401']);
  infobipKey = 'sandbox-infobip-key';
  await setCredit(false);
  await round();
  assert.equal((await open()).length, 1);
  infobipKey = 'a wrong key';
  await round();
  assert.deepEqual(await open(), [
    { rule: 'smsBalance', subject: 'INFOBIP EUR', value: 1_000, threshold: 2_000 },
  ]);
  await setMinimums({ INFOBIP: 900 });
  await round();
  assert.deepEqual(await open(), [], 'by what was read last');
});

test('the alert of a connection that is renamed ends; its minimum is its name’s, and counts again with it', async () => {
  await setMinimums({ INFOBIP: 2_000 });
  await setCredit(false);
  await round();
  const low = { rule: 'smsBalance', subject: 'INFOBIP EUR', value: 1_000, threshold: 2_000 };
  assert.deepEqual(await open(), [low]);
  infobipName = 'INFOBIP-SN';
  await round();
  assert.deepEqual(await open(), []);
  infobipName = 'INFOBIP';
  await round();
  assert.deepEqual(await open(), [low]);
});

test('people are told the carrier, its balance and the minimum, in their language', () => {
  const item = {
    id: 1,
    rule: 'smsBalance' as const,
    subject: 'TWILIO USD',
    severity: 'critical' as const,
    value: 12.5,
    threshold: 50,
    raisedAt: '2026-11-23T12:00:00Z',
  };
  const textOf = (language: 'fr' | 'en', what: 'raised' | 'ended'): string => {
    const parameters = { what, critical: true, items: [item], count: 1 };
    const message = compose(
      { kind: 'alert', parameters, language },
      { baseUrl: 'https://jokko.example', token: null },
    );
    return JSON.stringify(message).replaceAll(/\s/g, ' ');
  };
  assert.match(
    textOf('en', 'raised'),
    /The balance of SMS link TWILIO USD is low: \$12\.50 \(minimum \$50\)/,
  );
  assert.match(
    textOf('fr', 'raised'),
    /Le solde de la liaison SMS TWILIO USD est bas : 12,50 \$US \(minimum 50 \$US\)/,
  );
  assert.match(
    textOf('en', 'ended'),
    /TWILIO USD is no longer below its minimum, or the link was removed/,
  );
  assert.match(
    textOf('fr', 'ended'),
    /TWILIO USD n’est plus sous son minimum, ou la liaison a été retirée/,
  );
});
