// Proves that what is wrong is told once and grouped, to the right people, in quiet hours only
// where it is critical, to more people where nobody acknowledges, and that its end is told as well.

import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, test } from 'node:test';
import {
  startTestPostgres,
  stopClock,
  type TestDatabase,
  type TestPostgres,
} from '../../node/doctor/testing/postgres.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import type { Advice } from '../../platform/health/index.ts';
import type { Readings } from './find.ts';
import { acknowledge, listAlerts, nothingMeasured } from './index.ts';
import { createAlertRounds } from './watch.ts';
import { readSettings, storeSettings, type AlertSettings } from './settings.ts';

let postgres: TestPostgres;
let db: TestDatabase;
let startClock: () => Promise<void>;
let mails: boolean;
let advice: Advice[];
let readings: Partial<Readings>;

before(async () => {
  postgres = await startTestPostgres();
});
after(() => postgres.close());
beforeEach(async () => {
  db = await postgres.database();
  startClock = await stopClock(db);
  await at('2026-11-23 12:00:00+00');
  mails = true;
  advice = [];
  readings = {};
  await db.sql(
    `insert into portal_user (email, email_key, name, language)
      values ('awa@x.sn', 'awa@x.sn', 'Awa', 'fr'), ('john@x.gm', 'john@x.gm', 'John', 'en'),
      ('dev@x.sn', 'dev@x.sn', 'Dev', 'fr');
     insert into membership (user_id, side, role) values (1, 'operator', 'admin'),
       (2, 'operator', 'support')`,
  );
});
afterEach(async () => {
  await startClock();
  await db.close();
});

let now = '';
/** Moves the database's clock. */
async function at(moment: string): Promise<void> {
  now = moment;
  await db.sql(
    `create or replace function jokko_now() returns timestamptz language sql stable as $$
      select timestamptz '${moment}' $$`,
  );
}

async function round(): Promise<void> {
  await db.sql(`update alert_watch set checked_at = '-infinity'`);
  const read = (): Promise<Readings> =>
    Promise.resolve({
      advice,
      routes: [],
      floats: [],
      carrierBalances: new Map(),
      backlog: null,
      aged: 0,
      statements: [],
      unproved: [],
      ...readings,
    });
  const deps = { database: db.database, read, mails, measured: nothingMeasured() };
  await createAlertRounds(deps)();
}

/** Raised ones are told ten seconds after their beginning: at `moment`. */
async function roundsAt(...moments: string[]): Promise<void> {
  for (const moment of moments) {
    await at(`2026-11-${moment}+00`);
    await round();
  }
}

const set = async (change: Partial<AlertSettings>): Promise<void> => {
  const { version, settings } = await readSettings(db.database);
  await inTransaction(db.database, (session) =>
    storeSettings(session, { version, settings: { ...settings, ...change }, userId: 1 }),
  );
};

interface Told {
  channel: string;
  to: number | string;
  what: string;
  count: number;
  subjects: string[];
}
async function told(): Promise<Told[]> {
  const rows = await db.database.query<{
    channel: string;
    user: number | null;
    address: string | null;
    parameters: { what: string; count: number; items: { subject: string }[] };
  }>({
    name: 'told',
    text: `with gone as (delete from notification returning channel, user_id, address, parameters,
      created_at)
      select channel, user_id as "user", address, parameters from gone order by created_at, channel,
        user_id`,
  });
  return rows.map(({ channel, user, address, parameters: { what, count, items } }) => ({
    channel,
    to: user ?? address ?? '',
    what,
    count,
    subjects: items.map(({ subject }) => subject),
  }));
}

const gone = (node: string): Advice => ({ code: 'nodeGone', about: node });
const late = (task: string): Advice => ({ code: 'taskLate', about: task });

test('what begins together is one message with a count; it is told once, and its end too', async () => {
  advice = [gone('node-1'), gone('node-2'), late('due SMS (node-3)')];
  await roundsAt('23 12:00:00', '23 12:00:05');
  assert.deepEqual(await told(), [], 'gathered for ten seconds');
  await roundsAt('23 12:00:10');
  assert.deepEqual(await told(), [
    {
      channel: 'email',
      to: 1,
      what: 'raised',
      count: 3,
      subjects: ['node-1', 'node-2', 'due SMS (node-3)'],
    },
  ]);
  // A storm of others waits until a minute is over, and is one message.
  advice = [...advice, ...Array.from({ length: 30 }, (_, index) => gone(`other-${index}`))];
  await roundsAt('23 12:00:15', '23 12:00:30', '23 12:00:50');
  assert.deepEqual(await told(), []);
  await roundsAt('23 12:01:15', '23 12:01:20');
  const storm = await told();
  assert.deepEqual([storm.length, storm[0]!.count, storm[0]!.subjects.length], [1, 30, 10]);
  advice = [];
  await roundsAt('23 12:01:30', '23 12:02:05');
  assert.deepEqual(await told(), [], 'an end is told when it lasts');
  await roundsAt('23 12:04:10', '23 12:04:20');
  const ends = await told();
  assert.deepEqual([ends.length, ends[0]!.what, ends[0]!.count], [1, 'ended', 33]);
  const [numbers] = await db.database.query<{ used: number; alerts: number }>({
    name: 'numbers of alerts',
    text: 'select max(id) as used, count(*)::integer as alerts from alert',
  });
  assert.equal(numbers!.used, numbers!.alerts, 'a round that raises nothing uses up no number');
});

test('what flaps is one alert, and tells nobody of each time', async () => {
  advice = [gone('node-1')];
  await roundsAt('23 12:00:00', '23 12:00:10');
  await told();
  for (const minute of [1, 3, 5]) {
    advice = [];
    await roundsAt(`23 12:0${minute}:00`, `23 12:0${minute}:31`);
    advice = [gone('node-1')];
    await roundsAt(`23 12:0${minute + 1}:00`);
  }
  assert.deepEqual(await told(), []);
  const alerts = await listAlerts(db.database, {}, 10);
  assert.deepEqual(
    alerts.map(({ subject, times, resolvedAt }) => [subject, times, resolvedAt]),
    [['node-1', 4, null]],
  );
});

test('in quiet hours only what is critical is told; the rest in the morning, if it still is', async () => {
  await set({ quiet: { from: '22:00', to: '07:00', timeZone: 'Africa/Dakar' } });
  advice = [late('due SMS (a)'), late('due payouts (a)'), gone('node-1')];
  await roundsAt('23 23:00:00', '23 23:00:10');
  assert.deepEqual(
    (await told()).map(({ subjects }) => subjects),
    [['node-1']],
  );
  advice = [late('due SMS (a)')];
  await roundsAt('24 03:00:00', '24 06:59:59');
  assert.deepEqual(
    (await told()).map(({ what, subjects }) => [what, subjects]),
    [['ended', ['node-1']]],
  );
  await roundsAt('24 07:00:00');
  assert.deepEqual(
    (await told()).map(({ what, subjects }) => [what, subjects]),
    [['raised', ['due SMS (a)']]],
  );
});

test('whom nobody answers calls the next level; who acknowledges stops it', async () => {
  const person = { email: true, phone: null };
  await set({
    escalateMinutes: 15,
    people: [
      { userId: 1, level: 1, ...person },
      { userId: 2, level: 2, ...person },
      // This one is a developer's: no longer one of ours.
      { userId: 3, level: 1, ...person },
    ],
  });
  advice = [gone('node-1')];
  await roundsAt('23 12:00:00', '23 12:00:10');
  assert.deepEqual(
    (await told()).map(({ to, what }) => [to, what]),
    [[1, 'raised']],
  );
  await roundsAt('23 12:15:09');
  assert.deepEqual(await told(), []);
  await roundsAt('23 12:15:10', '23 12:40:00');
  assert.deepEqual(
    (await told()).map(({ to, what }) => [to, what]),
    [[2, 'escalated']],
  );
  advice = [gone('node-1'), gone('node-2')];
  await roundsAt('23 13:00:00', '23 13:00:10');
  const raised = (await listAlerts(db.database, { state: 'open' }, 1))[0]!;
  assert.equal(raised.subject, 'node-2');
  const awa = { id: raised.id, userId: 1 };
  assert.equal(await acknowledge(db.database, { kind: 'command' }, awa), 'done');
  assert.equal(await acknowledge(db.database, { kind: 'command' }, { ...awa, userId: 2 }), 'over');
  await told();
  await roundsAt('23 13:30:00');
  // They are reminded of the one that nobody has acknowledged.
  assert.deepEqual(
    (await told()).map(({ to, what, subjects }) => [to, what, subjects]),
    [[2, 'escalated', ['node-1']]],
  );
});

test('beside a webhook people are told once more, and each hour until somebody acknowledges', async () => {
  await db.sql(`insert into alert_webhook (name, url) values ('operator', 'https://hook.sn/a')`);
  const hook = 'https://hook.sn/a';
  await set({ escalateMinutes: 15, people: [{ userId: 1, level: 1, email: true, phone: null }] });
  advice = [gone('node-1')];
  await roundsAt('23 12:00:00', '23 12:00:10', '23 12:15:10');
  const who = async () => (await told()).map(({ to, what }) => [to, what]);
  assert.deepEqual(await who(), [
    [1, 'raised'],
    [hook, 'raised'],
    [1, 'escalated'],
    [hook, 'escalated'],
  ]);
  await roundsAt('23 12:40:00', '23 13:15:09');
  assert.deepEqual(await who(), []);
  await roundsAt('23 13:15:10', '23 14:15:10');
  assert.deepEqual(await who(), [
    [1, 'escalated'],
    [hook, 'escalated'],
    [1, 'escalated'],
    [hook, 'escalated'],
  ]);
  const [open] = await listAlerts(db.database, { state: 'open' }, 1);
  await acknowledge(db.database, { kind: 'command' }, { id: open!.id, userId: 1 });
  await roundsAt('23 15:15:10', '23 16:15:10');
  assert.deepEqual(await who(), []);
});

test('rules: a float below its minimum, late callbacks, aged money, a missing statement; off is off', async () => {
  await set({ floats: [{ route: 'WAVE_SN', currency: 'XOF', minimum: 500 }] });
  readings = {
    floats: [
      {
        route: 'WAVE_SN',
        currency: 'XOF',
        amount: 4_990_000n,
        forecast: { hoursLeft: 11, missing: null },
      },
      { route: 'WAVE_CI', currency: 'XOF', amount: 1n, forecast: { hoursLeft: 12, missing: null } },
      { route: 'WAVE_ML', currency: 'XOF', amount: -1n, forecast: { hoursLeft: 0, missing: 1n } },
      { route: 'OM_SN', currency: 'XOF', amount: 1n, forecast: null },
      { route: 'OM_CI', currency: 'XOF', amount: 1n, forecast: { hoursLeft: null, missing: null } },
    ],
    backlog: { due: 9, lateMs: 11 * 60_000, abandoned: 0, destinationsAway: 1 },
    aged: 4,
    statements: [
      { route: 'WAVE_SN', days: 2.5 },
      { route: 'WAVE_CI', days: 1.9 },
    ],
    unproved: [
      { fileId: 7, party: 'BANK_BJ', from: new Date('2026-11-22T23:00:00Z'), currency: 'XOF' },
    ],
  };
  const open = async () =>
    (await listAlerts(db.database, { state: 'open' }, 20))
      .map(({ rule, subject, value }) => `${rule} ${subject} ${value}`)
      .toSorted();
  await roundsAt('23 12:00:00');
  assert.deepEqual(await open(), [
    'agedMoney operations 4',
    'callbacks delivery 11',
    'float WAVE_SN XOF 499',
    'floatHours WAVE_SN XOF 11',
    'reconciliation WAVE_SN 2',
    'statement BANK_BJ 2026-11-23 XOF (7) null',
  ]);
  const { settings } = await readSettings(db.database);
  await set({ rules: settings.rules.map((rule) => ({ ...rule, on: rule.rule === 'float' })) });
  // What cannot be read stays as it is known.
  readings = { ...readings, floats: null };
  await roundsAt('23 12:01:00');
  assert.deepEqual(await open(), ['float WAVE_SN XOF 499']);
});

test('without a mail server nothing is queued for it; who can be told later is told then', async () => {
  mails = false;
  advice = [gone('node-1')];
  await roundsAt('23 12:00:00', '23 12:00:10');
  assert.deepEqual(await told(), []);
  assert.equal((await listAlerts(db.database, { state: 'open' }, 1))[0]!.toldAt, null);
  mails = true;
  await roundsAt('23 12:05:00');
  assert.deepEqual(
    (await told()).map(({ to, what }) => [to, what]),
    [[1, 'raised']],
  );
});

test('of two nodes that look at once, one does', async () => {
  advice = [gone('node-1')];
  let reads = 0;
  const node = createAlertRounds({
    database: db.database,
    mails,
    measured: nothingMeasured(),
    read() {
      reads += 1;
      const nothing = {
        routes: [],
        floats: [],
        carrierBalances: new Map(),
        backlog: null,
        aged: 0,
        statements: [],
        unproved: [],
      };
      return Promise.resolve({ ...nothing, advice });
    },
  });
  await Promise.all([node(), node(), node()]);
  assert.equal(reads, 1);
  assert.ok(now.startsWith('2026'));
});
