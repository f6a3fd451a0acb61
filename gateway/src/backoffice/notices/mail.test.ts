// Proves that what the audit log says is told once by e-mail, to those whom it concerns and in
// their language, whatever dies in between; and that a balance that falls is told once for each
// fall.

import { defined } from '@jokko/contract';
import assert from 'node:assert/strict';
import { isAccountKind, type AuditAction } from '@jokko/contract/portal';
import { after, afterEach, before, beforeEach, test } from 'node:test';
import {
  startTestPostgres,
  type TestDatabase,
  type TestPostgres,
} from '../../node/doctor/testing/postgres.ts';
import { recordAudit, type AuditEntry } from '../../platform/audit/index.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import { createApprovalRequestKinds } from '../../node/start/approval-kinds.ts';
import { plainDocuments } from '../../node/portal/testing/documents.ts';
import { openLog } from '../../platform/log.ts';
import { compose } from '../notifications/index.ts';
import { setBalanceLimit, setTopicsOff } from './index.ts';
import { createNoticeMailRounds } from './mail.ts';

let postgres: TestPostgres;
let db: TestDatabase;

before(async () => {
  postgres = await startTestPostgres();
});
after(() => postgres.close());
beforeEach(async () => {
  db = await postgres.database();
  // 1: operator's admin; 2: operator's finance; 3: owner; 4: developer of the account; 5: owner who
  // sees one country alone.
  await db.sql(
    `insert into account (id, name, webhook_secret_sealed) overriding system value
      values (7, 'Boutique', '\\x00');
     insert into portal_user (email, email_key, name, language)
       select n || '@x.sn', n || '@x.sn', upper(n), case n when 'owner' then 'en' else 'fr' end
       from unnest(array['admin', 'finance', 'owner', 'dev', 'country']) with ordinality as u(n,
         place) order by place;
     insert into membership (user_id, side, role, account_id, countries) values
       (1, 'operator', 'admin', null, null), (2, 'operator', 'finance', null, null),
       (3, 'developer', 'owner', 7, null), (4, 'developer', 'developer', 7, null),
         (5, 'developer', 'owner', 7, '{SN}');
     insert into balance (account_id, currency, available) values (7, 'XOF', 1000000000)`,
  );
});
afterEach(() => db.close());

const round = (mails = true): Promise<boolean> =>
  createNoticeMailRounds({
    database: db.database,
    mails,
    kinds,
    log: openLog('silent', 'test'),
    currencyOf: () => 'XOF',
  })();
const who = (userId: number) =>
  ({ kind: 'user', userId, email: 'x@x.sn', address: null, agent: null }) as const;
const note = (entry: AuditEntry): Promise<void> =>
  inTransaction(db.database, (session) => recordAudit(session, entry));

interface Told {
  kind: Parameters<typeof compose>[0]['kind'];
  user: number;
  parameters: unknown;
  language: 'fr' | 'en';
}
const kinds = createApprovalRequestKinds({
  documents: plainDocuments,
  resolve: () => Promise.reject(new Error('nothing is carried out here')),
  refund: () => Promise.reject(new Error('nothing is carried out here')),
});

/** What waits in the outbox, by user. */
const told = (): Promise<Told[]> =>
  db.database.query<Told>({
    name: 'select_told',
    text: `select n.kind, n.user_id as user, n.parameters, u.language from notification n
      join portal_user u on u.id = n.user_id order by n.kind, n.user_id`,
  });
/** With plain spaces, as a reader sees them. */
const plain = (text: string): string => text.replaceAll(/[\u00a0\u202f]/g, ' ');
const toWhom = async (): Promise<string[]> =>
  (await told()).map(({ kind, user }) => `${kind} ${user}`);
const subjects = async (): Promise<string[]> =>
  (await told()).map((each) => compose(each, { baseUrl: 'https://pay.sn', token: null }).subject);
const parametersOf = {
  fund: '{"currency": "XOF", "amount": "75000"}',
  adjust: '{"currency": "XOF", "amount": "-1250"}',
  payout: '{"batchId": 12, "lines": 40, "amount": "900000", "fees": "400", "currency": "XOF"}',
  'account-refund': '{"transactionId": "1234567890123456", "amount": "5000", "currency": "XOF"}',
};
const ask = (id: number, kind: keyof typeof parametersOf, askedBy: number): Promise<unknown> =>
  db.sql(
    `insert into approval_request (id, kind, side, account_id, parameters, reason, asked_by,
      expires_at) overriding system value
     values (${id}, '${kind}', '${isAccountKind(kind) ? 'account' : 'operator'}', 7,
       '${parametersOf[kind]}', 'July', ${askedBy}, jokko_now() + interval '1 day')`,
  );
const messages = async () =>
  (await told()).map((each) => compose(each, { baseUrl: 'https://pay.sn', token: null }));
const asked = (id: number, by: number): Promise<void> =>
  note({ who: who(by), action: 'wish.ask', accountId: 7, subject: `wish/${id}` });

test('P7 an approval that waits is told to those who may approve, not to who asks', async () => {
  await ask(1, 'fund', 1);
  await asked(1, 1);
  await ask(2, 'payout', 4);
  await asked(2, 4);
  await round();
  assert.deepEqual(await toWhom(), ['approval 2', 'approval 3']);
  const [funding, payout] = await messages();
  assert.equal(
    plain(funding!.subject),
    'À approuver : approvisionnement n° 1 · +75 000 F CFA · Boutique',
  );
  assert.equal(plain(payout!.subject), 'To approve: bulk payout · F CFA 900,000 · Boutique');
});

test('P7 it says what is asked, why, by whom and what would change, and leads to the request itself', async () => {
  await ask(1, 'adjust', 1);
  await asked(1, 1);
  await ask(2, 'payout', 4);
  await asked(2, 4);
  await ask(3, 'account-refund', 4);
  await asked(3, 4);
  await round();
  const [adjust, payout, refund] = await messages();
  assert.deepEqual(
    adjust!.facts!.map(([name, value]) => [name, plain(value)]),
    [
      ['Montant', '-1 250 F CFA'],
      ['Compte', 'Boutique'],
      ['Motif', 'July'],
      ['Demandée par', 'ADMIN'],
      ['Solde disponible', '100 000 F CFA → 98 750 F CFA'],
    ],
  );
  assert.deepEqual(
    payout!.facts!.map(([name, value]) => [name, plain(value)]),
    [
      ['Amount', 'F CFA 900,000'],
      ['Account', 'Boutique'],
      ['Payments', '40'],
      ['Reason', 'July'],
      ['Requested by', 'DEV'],
    ],
  );
  assert.deepEqual(
    [adjust, payout, refund].map((message) => message!.link!.url),
    [
      'https://pay.sn/approvals?after=2&open=1',
      'https://pay.sn/payouts/12',
      'https://pay.sn/refunds?after=4&open=3',
    ],
  );
});

test('P7 it says how many files prove the request, and has none of them', async () => {
  await ask(1, 'fund', 1);
  await db.sql(`
    insert into approval_request_file (request_id, number, name, type, bytes, hash)
    select 1, n, 'avis.pdf', 'pdf', '%PDF-', sha256(n::text::bytea) from generate_series(1, 2) n`);
  await asked(1, 1);
  await round();
  const [funding] = await messages();
  assert.deepEqual(
    funding!.facts!.find(([name]) => name === 'Justificatifs'),
    ['Justificatifs', '2, à lire sur la page de la demande'],
  );
  assert.ok(!JSON.stringify(await told()).includes('%PDF-'));
});

test('P7 who asked is told of the decision, once it is carried out, unless they do not want to be', async () => {
  const decided = async (id: number, state: string, action: AuditAction, done?: boolean) => {
    await db.sql(
      `update approval_request set state = '${state}', decided_by = 2, note = 'Seen'
        where id = ${id}`,
    );
    await note({
      who: who(2),
      action,
      accountId: 7,
      subject: `wish/${id}`,
      new: { note: 'Seen', ...defined({ done }) },
    });
    await round();
  };
  for (const id of [1, 2, 3, 4]) await ask(id, id === 4 ? 'payout' : 'fund', id === 4 ? 4 : 1);
  await decided(1, 'approved', 'wish.approve');
  assert.deepEqual(await toWhom(), [], 'it is not carried out yet');
  await decided(1, 'done', 'wish.carry-out', true);
  await decided(2, 'refused', 'wish.refuse');
  await decided(3, 'failed', 'wish.approve', false);
  await decided(4, 'done', 'wish.approve', true);
  assert.deepEqual(await toWhom(), ['decision 1', 'decision 1', 'decision 1', 'decision 4']);
  const all = await messages();
  assert.deepEqual(all.map(({ subject }) => plain(subject).split(' · ')[0]).sort(), [
    'Approuvée et exécutée : approvisionnement n° 1',
    'Approuvée et exécutée : paiement groupé',
    'Approuvée, mais non exécutée : approvisionnement n° 3',
    'Refusée : approvisionnement n° 2',
  ]);
  assert.deepEqual(all[0]!.facts!.slice(-2), [
    ['Décidée par', 'FINANCE'],
    ['Note', 'Seen'],
  ]);
  await setTopicsOff(db.database, who(1), 1, ['approvals']);
  await ask(5, 'fund', 1);
  await decided(5, 'refused', 'wish.refuse');
  assert.equal((await toWhom()).length, 4);
});

test('P7 what a node of the version before has queued is still told', () => {
  const before = { side: 'account', request: 'payout', account: 'Boutique', by: 'Awa' };
  const { subject, link } = compose(
    { kind: 'approval', parameters: before, language: 'en' },
    { baseUrl: 'https://pay.sn', token: null },
  );
  assert.equal(subject, 'To approve: bulk payout · Boutique');
  assert.equal(link!.url, 'https://pay.sn/payouts');
});

test('P7 what was decided before the round waits for nobody', async () => {
  await ask(1, 'fund', 1);
  await asked(1, 1);
  await db.sql(`update approval_request set state = 'refused', decided_by = 2 where id = 1`);
  await round();
  assert.deepEqual(await toWhom(), []);
});

test('P7 an answered claim is told to the developer’s people; what they do themselves is not', async () => {
  const claim = (userId: number, action: AuditAction, to?: string): Promise<void> =>
    note({
      who: who(userId),
      action,
      accountId: 7,
      subject: 'claim/C1',
      ...(to !== undefined && { new: { to } }),
    });
  await claim(4, 'claim.message');
  await claim(1, 'claim.move', 'IN_PROGRESS');
  await round();
  assert.deepEqual(await toWhom(), []);
  await claim(1, 'claim.move', 'RESOLVED');
  await round();
  assert.deepEqual(await toWhom(), ['claim 3', 'claim 4']);
  assert.deepEqual(await subjects(), ['Claim C1 resolved', 'Réclamation C1 résolue']);
});

test('P7 a new member and a new key are told to owners, whatever they have switched off', async () => {
  await setTopicsOff(db.database, who(3), 3, ['approvals', 'claims', 'balance']);
  await note({ who: who(4), action: 'member.join', accountId: 7, subject: 'person/4' });
  await note({ who: who(3), action: 'key.create', accountId: 7, subject: 'key/9' });
  await round();
  assert.deepEqual(await toWhom(), ['key 3', 'member 3']);
  assert.deepEqual(await subjects(), ['New API key for Boutique', 'DEV joined Boutique']);
});

test('P7 a topic that a user has switched off is not told to them', async () => {
  await setTopicsOff(db.database, who(2), 2, ['approvals']);
  await ask(1, 'fund', 1);
  await asked(1, 1);
  await round();
  assert.deepEqual(await toWhom(), []);
});

test('P7 F37 a round that dies before its commit is repeated whole; two at once tell once', async () => {
  // There are ten accounts: the owner of one alone is told of twenty keys a day.
  await db.sql(
    `insert into account (id, name, webhook_secret_sealed) overriding system value
      select 10 + n, 'Shop ' || n, '\\x00' from generate_series(0, 9) n;
     insert into membership (user_id, side, role, account_id) select 3, 'developer', 'owner', 10 + n
       from generate_series(0, 9) n`,
  );
  for (let key = 1; key <= 120; key += 1)
    await note({
      who: who(3),
      action: 'key.create',
      accountId: 10 + (key % 10),
      subject: `key/${key}`,
    });
  await db.sql(
    `create function die() returns trigger language plpgsql as $$ begin raise exception 'dies here'; end $$;
     create trigger die before update on notice_mail for each row execute function die()`,
  );
  await assert.rejects(round(), /dies here/);
  assert.deepEqual(await toWhom(), []);
  await db.sql('drop trigger die on notice_mail');
  // Each round is one commit of a part; two nodes take turns.
  for (let more = true; more;) more = (await Promise.all([round(), round()])).some(Boolean);
  await round();
  assert.equal((await toWhom()).length, 120);
  const keys = await db.database.query({
    name: 'select_dedup_keys',
    text: 'select distinct dedup_key from notification',
  });
  assert.equal(keys.length, 120);
});

test('P7 without a mail server nothing is queued, and what is old when there is one stays untold', async () => {
  await note({ who: who(3), action: 'key.create', accountId: 7, subject: 'key/1' });
  await round(false);
  assert.deepEqual(await toWhom(), []);
  await db.sql(
    `create or replace function jokko_now() returns timestamptz language sql stable as $$
      select now() + interval '4 days' $$`,
  );
  await round();
  assert.deepEqual(await toWhom(), []);
  await note({ who: who(3), action: 'key.create', accountId: 7, subject: 'key/2' });
  await round();
  assert.deepEqual(await toWhom(), ['key 3']);
});

test('P7 a balance below its limit is told once for each fall', async () => {
  const set = (available: number): Promise<unknown> =>
    db.sql(`update balance set available = ${available} * 10000::bigint`);
  await setBalanceLimit(db.database, who(3), {
    accountId: 7,
    currency: 'XOF',
    minimum: 50_000n * 10_000n,
  });
  await round();
  assert.deepEqual(await toWhom(), [], 'not below it');
  await set(49_999);
  await Promise.all([round(), round()]);
  await set(20_000);
  await round();
  assert.deepEqual(await toWhom(), ['balance 3'], 'one fall');
  const [fall] = await told();
  assert.deepEqual(fall!.parameters, {
    account: 'Boutique',
    currency: 'XOF',
    available: '49999',
    minimum: '50000',
  });
  await set(51_000);
  await round();
  await set(49_000);
  await round();
  assert.deepEqual(await toWhom(), ['balance 3'], 'a little above it is the same fall');
  await set(55_000);
  await round();
  await set(10_000);
  await round();
  assert.deepEqual(await toWhom(), ['balance 3', 'balance 3'], 'the next fall');
});
