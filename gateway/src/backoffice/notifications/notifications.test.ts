// Proves that the outbox is delivered: after its commit alone, with retries, once where nothing
// dies, under the same id where something does, and that tokens stay nowhere.

import { defined } from '@jokko/contract';
import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, test } from 'node:test';
import {
  startTestPostgres,
  type TestDatabase,
  type TestPostgres,
} from '../../node/doctor/testing/postgres.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import { openLog } from '../../platform/log.ts';
import { openMailServer } from '../../platform/mail/index.ts';
import { startMailServer, type TestMailServer } from '../../platform/mail/testing.ts';
import { loadSecrets, makeSecretKey, type Secrets } from '../../platform/secrets/index.ts';
import { emailSender, nothingAttached, queueNotification, queueNotifications } from './index.ts';
import { createNotificationRounds } from './deliver.ts';
import { endUnapprovedNotifications } from './lease.ts';

let postgres: TestPostgres;
let db: TestDatabase;
let secrets: Secrets;
let server: TestMailServer;

before(async () => {
  postgres = await startTestPostgres();
});
after(() => postgres.close());
beforeEach(async () => {
  db = await postgres.database();
  secrets = await loadSecrets(db.database, { current: makeSecretKey(), old: [] });
  server = await startMailServer();
});
afterEach(async () => {
  await server.close();
  await db.close();
});

const rounds = (url = server.url) =>
  createNotificationRounds({
    attach: () => Promise.resolve(nothingAttached),
    database: db.database,
    secrets,
    baseUrl: async () => 'https://pay.example.sn',
    senders: {
      email: emailSender(
        openMailServer({ url, from: 'Jokko <no-reply@example.sn>' }),
        'https://pay.example.sn',
      ),
    },
    log: openLog('silent', 'test'),
  });

const queue = (
  address = 'awa@boutique.sn',
  how: { language?: 'fr' | 'en'; dedupKey?: string; approvalRequestId?: number } = {},
) =>
  inTransaction(db.database, (session) =>
    queueNotification(
      session,
      {
        kind: 'invitation',
        channel: 'email',
        to: { address, language: how.language ?? 'fr' },
        parameters: { company: 'Café <Léo> & fils', by: 'Ousmane', role: 'owner' },
        ...defined({ dedupKey: how.dedupKey }),
      },
      { secrets, token: 'the-token', approvalRequestId: how.approvalRequestId ?? null },
    ),
  );

interface Row {
  state: string;
  attempts: number;
  error: string | null;
  token: boolean;
  address: string | null;
}
const rows = () =>
  db.database.query<Row>({
    name: 'rows',
    text: `select state, attempts, last_error as error, token_sealed is not null as token, address
      from notification order by created_at, id`,
  });
const makeDue = () => db.sql(`update notification set due_at = now(), leased_until = null`);

test('an e-mail has the link in text and HTML, in the language of its reader, and nothing stays', async () => {
  await queue();
  assert.equal((await rows())[0]!.token, true);
  await rounds()();
  const [mail] = server.received;
  assert.equal(mail!.to, 'awa@boutique.sn');
  assert.equal(mail!.subject, 'Invitation à rejoindre une équipe sur pay.example.sn');
  assert.equal(mail!.headers.get('from'), 'Jokko <no-reply@example.sn>');
  const [text, html] = mail!.parts;
  assert.match(text!, /https:\/\/pay\.example\.sn\/invitation#the-token\b/);
  assert.match(text!, /Ousmane vous invite à rejoindre Café <Léo> & fils sur pay\.example\.sn\./);
  assert.match(html!, /href="https:\/\/pay\.example\.sn\/invitation#the-token"/);
  assert.match(html!, /Café &lt;Léo&gt; &amp; fils/);
  assert.doesNotMatch(html!, /<img|src=|url\(/i);
  assert.deepEqual(await rows(), [
    { state: 'sent', attempts: 1, error: null, token: false, address: null },
  ]);
  await queue('john@shop.gm', { language: 'en' });
  await rounds()();
  assert.equal(server.received[1]!.subject, 'Invitation to join a team on pay.example.sn');
});

test('what is rolled back is never told, and the same is told once', async () => {
  await assert.rejects(
    inTransaction(db.database, async (session) => {
      await queueNotification(session, {
        kind: 'reset',
        channel: 'email',
        to: { address: 'a@b.sn', language: 'fr' },
        parameters: { secondFactors: true },
      });
      throw new Error('later in the same commit');
    }),
  );
  await queue('a@b.sn', { dedupKey: 'x/1' });
  await queue('a@b.sn', { dedupKey: 'x/1' });
  await rounds()();
  assert.equal(server.received.length, 1);
});

test('after a refused connection it is sent once the server is back, and once', async () => {
  await queue();
  // Nobody listens there.
  await rounds('smtp://127.0.0.1:1')();
  const [failed] = await rows();
  assert.deepEqual([failed!.state, failed!.attempts, failed!.token], ['waiting', 1, true]);
  assert.match(failed!.error!, /ECONNREFUSED|ESOCKET/);
  const round = rounds();
  await round();
  assert.equal(server.received.length, 0, 'not before its pause is over');
  await makeDue();
  await round();
  await round();
  assert.equal(server.received.length, 1);
  assert.deepEqual((await rows())[0]!.state, 'sent');
});

test('a recipient that the server refuses for good is given up, a busy server is asked again', async () => {
  await queue();
  server.answer = { to: '451 later' };
  await rounds()();
  assert.deepEqual([(await rows())[0]!.state, (await rows())[0]!.attempts], ['waiting', 1]);
  server.answer = { to: '550 no such user' };
  await makeDue();
  await rounds()();
  const [row] = await rows();
  assert.deepEqual([row!.state, row!.token, row!.address], ['abandoned', false, null]);
  assert.match(row!.error!, /550 no such user/);
});

test('two nodes send a full outbox once; what a dead node was sending is sent again under its id', async () => {
  for (let count = 0; count < 12; count += 1) await queue(`user${count}@x.sn`);
  await Promise.all([rounds()(), rounds()()]);
  assert.equal(new Set(server.received.map(({ to }) => to)).size, 12);
  assert.equal(server.received.length, 12);
  // The server has taken the mail; the node dies before it notes so.
  await queue('last@x.sn');
  await rounds()();
  await db.sql(
    `update notification set state = 'waiting', address = 'last@x.sn', ended_at = null,
      leased_until = now() + interval '1 minute'
       where created_at = (select max(created_at) from notification)`,
  );
  await rounds()();
  assert.equal(server.received.length, 13, 'not while the lease of the dead node lasts');
  await makeDue();
  await rounds()();
  const last = server.received.filter(({ to }) => to === 'last@x.sn');
  assert.equal(last.length, 2);
  assert.equal(last[0]!.headers.get('message-id'), last[1]!.headers.get('message-id'));
});

test('a link that two users must agree on leaves once they have, and never when they have not', async () => {
  await db.sql(
    `insert into portal_user (email, email_key, name) values ('a@x.sn', 'a@x.sn', 'A'),
      ('b@x.sn', 'b@x.sn', 'B');
     insert into approval_request (kind, parameters, reason, asked_by, expires_at)
       select 'developer-invitation', '{}', 'r', 1, now() + interval '1 day'
         from generate_series(1, 2)`,
  );
  await queue('one@x.sn', { approvalRequestId: 1 });
  await queue('two@x.sn', { approvalRequestId: 2 });
  await rounds()();
  assert.equal(server.received.length, 0);
  await db.sql(
    `update approval_request set state = 'done', decided_by = 2
      where id = 1; update approval_request set state = 'refused', decided_by = 2 where id = 2`,
  );
  await rounds()();
  await endUnapprovedNotifications(db.database);
  assert.deepEqual(
    server.received.map(({ to }) => to),
    ['one@x.sn'],
  );
  assert.deepEqual(
    (await rows()).map(({ state, token }) => [state, token]),
    [
      ['sent', false],
      ['abandoned', false],
    ],
  );
});

test('who waits for a link does not wait for the subscribers of an incident', async () => {
  const parameters = { what: 'opened', title: 'Panne', text: 'Panne.', key: 'k' } as const;
  const readers = Array.from({ length: 3 }, (_, index) => `reader${index}@x.sn`);
  await inTransaction(db.database, (session) =>
    queueNotifications(
      session,
      'incident',
      readers.map((address) => ({ address, language: 'fr' as const, parameters })),
    ),
  );
  await queue('late@x.sn');
  await rounds()();
  assert.deepEqual(
    server.received.map(({ to }) => to).toSorted(),
    ['late@x.sn', ...readers].toSorted(),
  );
  assert.equal(server.received[0]!.to, 'late@x.sn');
});
