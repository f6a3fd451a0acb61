// Proves that a scheduled report leaves once for each period, with its file and the link that ends
// it, in the time zone of who asked for it; and that an ended one leaves no more.

import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { stopClock } from '../../node/doctor/testing/postgres.ts';
import { operatorBrowser } from '../../node/portal/testing/operator.ts';
import { startPortal, type Browser, type Portal } from '../../node/portal/testing/portal.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import { openLog } from '../../platform/log.ts';
import { openMailServer } from '../../platform/mail/index.ts';
import { startMailServer, type TestMailServer } from '../../platform/mail/testing.ts';
import { makeProof } from '../morning-proof/make.ts';
import { emailSender } from '../notifications/index.ts';
import { createNotificationRounds } from '../notifications/deliver.ts';
import { attachReports } from './attach.ts';
import { createReportRounds } from './send.ts';
import { lockDue } from './store.ts';

let portal: Portal;
let finance: Browser;
let server: TestMailServer;
let startClock: () => Promise<void>;
let deliver: () => Promise<boolean>;
let round: () => Promise<boolean>;

const baseUrl = 'https://pay.example.sn';
/** Moves the database's clock. */
const at = (moment: string): Promise<unknown> =>
  portal.db.sql(
    `create or replace function jokko_now() returns timestamptz language sql stable as $$
      select timestamptz '${moment}' $$`,
  );

before(async () => {
  portal = await startPortal({ mails: true });
  startClock = await stopClock(portal.db);
  server = await startMailServer();
  finance = await operatorBrowser(portal, 'Awa', { role: 'finance' });
  const { database, secrets } = portal.users;
  round = createReportRounds({ database, mails: true });
  deliver = createNotificationRounds({
    database,
    secrets,
    baseUrl: async () => baseUrl,
    attach: attachReports(database, () => null),
    senders: {
      email: emailSender(openMailServer({ url: server.url, from: 'no-reply@example.sn' }), baseUrl),
    },
    log: openLog('silent', 'test'),
  });
  const { accountId } = (await (await portal.register('a@boutique.sn')).browser.get('me')).json
    .membership;
  await portal.db.sql(`update account set name = 'Boutique' where id = ${accountId};
    insert into transfer (account_id, id, verb, debit, credit, amount, currency, available_after,
      created_at) values
      (${accountId}, 900, 'post', 'held', 'fees', 1250000, 'XOF', 0, '2026-01-05T04:30:00Z'),
      (${accountId}, 901, 'post', 'held', 'fees', 770000, 'XOF', 0, '2026-01-12T04:30:00Z')`);
});
after(async () => {
  await startClock();
  await server.close();
  await portal.close();
});
beforeEach(async () => {
  server.received.length = 0;
  await portal.db.sql('delete from notification; delete from report_schedule');
});

const weekly = {
  report: 'revenue',
  by: 'developer',
  form: 'plain',
  every: 'week',
  address: 'comptable@cabinet.sn',
  language: 'en',
};
const schedule = (change: object = {}) =>
  finance.post('operator/report-schedules', { ...weekly, ...change });
const listed = async () => (await finance.get('operator/report-schedules')).json.items;
async function send(): Promise<void> {
  while (await round());
  while (await deliver());
}

test('a weekly report leaves once on Monday, with its file and the link that ends it', async () => {
  await at('2026-01-07 12:00:00+00');
  await portal.db.sql(`update portal_user set time_zone = 'America/New_York' where name = 'Awa'`);
  const made = await schedule();
  assert.equal(made.json.nextAt, '2026-01-12T12:00:00.000Z', 'seven o’clock of New York');
  await at('2026-01-12 11:59:59+00');
  await send();
  assert.equal(server.received.length, 0);
  await at('2026-01-12 12:00:00+00');
  const { database } = portal.users;
  // A node that has it and dies leaves it to others.
  await assert.rejects(
    inTransaction(database, async (session) => {
      assert.ok((await lockDue(session)) !== null);
      assert.equal(await round(), false, 'nobody else has it meanwhile');
      throw new Error('dies');
    }),
    /dies/,
  );
  await Promise.all([round(), round()]);
  await send();
  const [mail, ...others] = server.received;
  assert.deepEqual(others, []);
  assert.equal(mail!.to, 'comptable@cabinet.sn');
  assert.equal(mail!.subject, 'Revenue by developer, 5 Jan 2026 to 11 Jan 2026');
  assert.match(mail!.parts[0]!, /^Margin: F=E2=80=AFCFA=C2=A077\r$/m, 'its sums stand in the text');
  const csv = mail!.parts.find((part) => part.includes('provider_fees'));
  // Monday begins at five o'clock (UTC): what came before is of last week, and of this one what
  // came before it is not yet.
  assert.ok(csv !== undefined);
  assert.ok(csv.includes('Boutique,XOF,77,0,0,77'), csv);
  assert.ok(!csv.includes('125'));
  const [, url] = /<(.*)>/.exec(mail!.headers.get('list-unsubscribe') ?? '') ?? [];
  const key = url?.split('#')[1];
  assert.equal(url, `${baseUrl}/reports/unsubscribe#${key}`);
  assert.ok(mail!.parts[0] !== undefined);
  const [{ sentAt, nextAt }] = await listed();
  assert.ok(sentAt !== null);
  assert.equal(nextAt, '2026-01-19T12:00:00.000Z');
  const nobody = portal.browser();
  assert.equal((await nobody.post('report-schedules/unsubscribe', { key })).status, 200);
  assert.equal((await nobody.post('report-schedules/unsubscribe', { key })).code, 'notFound');
  await at('2026-01-19 12:00:00+00');
  await send();
  assert.deepEqual([server.received.length, await listed()], [1, []]);
});

test('what was ended while its message waited is not sent', async () => {
  await at('2026-02-27 12:00:00+00');
  await portal.db.sql(`update portal_user set time_zone = 'Africa/Dakar'`);
  const { id } = (await schedule({ every: 'month', report: 'settlements', by: null, form: 'xlsx' }))
    .json;
  await at('2026-03-01 07:00:00+00');
  while (await round());
  assert.equal((await finance.post('operator/report-schedules/end', { id })).status, 200);
  while (await deliver());
  assert.equal(server.received.length, 0);
});

test('a report that is days late is passed over, and the next one leaves', async () => {
  await at('2026-03-02 12:00:00+00');
  await schedule({ every: 'day', report: 'settlements', by: null, form: 'pdf' });
  await at('2026-03-07 08:00:00+00');
  await send();
  assert.deepEqual(
    server.received.map(({ subject }) => subject),
    [4, 5, 6].map((day) => `Paid settlements, ${day} Mar 2026`),
  );
});

test('the morning proof waits for the proof, and says its verdict in the subject', async () => {
  await at('2026-01-13 06:10:00+00');
  await schedule({ report: 'morningProof', by: null, form: 'pdf', every: 'day', language: 'fr' });
  await at('2026-01-13 07:10:00+00');
  await send();
  assert.equal(server.received.length, 0);
  await makeProof(portal.users.database, '2026-01-12', null);
  await send();
  assert.deepEqual(
    server.received.map(({ subject }) => subject),
    ['Preuve du matin du 12 janv. 2026\u00a0: 1 à examiner'],
  );
});

test('east of Greenwich and after an outage the morning proof is still waited for', async () => {
  await portal.db.sql(`update portal_user set time_zone = 'Pacific/Auckland'`);
  await at('2026-01-20 00:00:00+00');
  await schedule({ report: 'morningProof', by: null, form: 'pdf', every: 'day', language: 'en' });
  await portal.db.sql(`update portal_user set time_zone = 'Africa/Dakar'`);
  await schedule({ report: 'morningProof', by: null, form: 'pdf', every: 'day', language: 'en' });
  // Seven o’clock of the 21st is 18:00 of the 20th (UTC): its proof is made twelve hours later at
  // the earliest.
  await at('2026-01-21 06:00:10+00');
  await send();
  assert.equal(server.received.length, 0);
  await makeProof(portal.users.database, '2026-01-20', null);
  await send();
  assert.equal(server.received.length, 1);
  // No node was there for more than a day.
  await at('2026-01-22 13:00:00+00');
  await makeProof(portal.users.database, '2026-01-21', null);
  await send();
  assert.deepEqual(
    server.received.map(({ subject }) => subject.slice(0, 28)),
    [20, 20, 21, 21].map((day) => `Morning proof of ${day} Jan 2026`),
  );
});

test('what does not go together, or cannot be sent, is refused at once', async () => {
  const proof = { report: 'morningProof', by: null, form: 'pdf', every: 'day' };
  for (const [wrong, field] of [
    [{ address: 'nothing' }, 'address'],
    [{ by: null }, 'by'],
    [{ ...proof, form: 'xlsx' }, 'form'],
    [{ ...proof, every: 'week' }, 'every'],
  ] as const)
    assert.equal((await schedule(wrong)).json.error.fields[0].field, field);
  const support = await operatorBrowser(portal, 'Sidy', { role: 'support' });
  assert.equal((await support.post('operator/report-schedules', weekly)).code, 'notAllowed');
  const without = await startPortal();
  const admin = await operatorBrowser(without, 'Codou');
  assert.equal((await admin.post('operator/report-schedules', weekly)).code, 'notNow');
  await without.close();
});

test('a hundred schedules are enough; one that ends makes room', async () => {
  const { json } = await schedule();
  await portal.db
    .sql(`insert into report_schedule (report, by, form, every, address, language, time_zone, key,
      made_by, next_at)
    select report, by, form, every, address, language, time_zone, gen_random_uuid(), made_by,
      next_at
      from report_schedule, generate_series(1, 99) where id = ${json.id}`);
  const { status, json: refused } = await schedule();
  assert.deepEqual(
    [status, refused.error.fields],
    [400, [{ field: 'address', problem: 'tooMany' }]],
  );
  assert.equal((await finance.post('operator/report-schedules/end', { id: json.id })).status, 200);
  assert.equal((await schedule()).status, 200);
});
