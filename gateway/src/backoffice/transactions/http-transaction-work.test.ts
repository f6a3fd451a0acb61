// An operator's work on one transaction: asking the provider, notes, evidence, the answer to the
// customer, and who had it refunded. Who may not ask or write, and what a developer never sees.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { readSettings } from '../alerts/index.ts';
import { nothingAttached } from '../notifications/index.ts';
import { createNotificationRounds } from '../notifications/deliver.ts';
import { erasePerson } from '../privacy/index.ts';
import { machine, runIn } from '../../platform/environment.ts';
import { openLog } from '../../platform/log.ts';
import { operatorBrowser } from '../../node/portal/testing/operator.ts';
import { startPortal } from '../../node/portal/testing/portal.ts';
import type { Browser, Portal } from '../../node/portal/testing/portal.ts';

const id = '2000000000001';
const asked: string[] = [];
let portal: Portal;
let owner: Browser;
let stranger: Browser;
let support: Browser;
let viewer: Browser;
let accountId: number;
/** By the clock of the node, which the tests move: no day ends, and no pause is over by itself. */
let passedMs = 0;
const nodeClock = {
  ...machine,
  now: () => Date.parse('2026-11-21T12:00:00Z') + passedMs,
  monotonic: () => passedMs,
};

before(async () => {
  portal = await runIn(nodeClock, () =>
    startPortal({
      askProvider: (key) => {
        asked.push(key.id);
        return Promise.resolve('noResult');
      },
    }),
  );
  owner = (await portal.register('awa@boutique.sn')).browser;
  stranger = (await portal.register('moussa@boutique.sn')).browser;
  support = await operatorBrowser(portal, 'Fatou', { role: 'support' });
  viewer = await operatorBrowser(portal, 'Vue', { role: 'viewer' });
  accountId = (await owner.get('me')).json.membership.accountId;
  await portal.db.sql(`
    insert into operation (account_id, id, external_id, fingerprint, code_service, direction, route,
      phone_given, phone, amount, commission,
      currency, details, state, provider_reference, balance_before, balance_after, attempts,
        created_at, updated_at)
    values (${accountId}, ${id}, 'commande-é', '', 'OPA_SN_API_CASH_IN', 'DEBIT', 'R', '77',
      '+221771234567', 15000000, 0, 'XOF', '{}', 'UNKNOWN',
      'PROV-42', 0, 0, 1, '2026-11-20T14:05:00Z', '2026-11-20T14:06:00Z')`);
});
after(() => portal.close());

const one = () => `operator/transactions/${accountId}/${id}`;

test('the provider is asked once, then not again within seconds; viewers and developers cannot ask', async () => {
  const order = { accountId, id };
  assert.equal((await viewer.post('operator/transactions/ask', order)).code, 'notAllowed');
  assert.equal((await owner.post('operator/transactions/ask', order)).code, 'notAllowed');
  const unknown = { accountId, id: '17' };
  assert.equal((await support.post('operator/transactions/ask', unknown)).code, 'notFound');
  assert.deepEqual(asked, []);
  const answer = await support.post('operator/transactions/ask', order);
  assert.deepEqual(answer.json, { outcome: 'noResult' });
  const again = await support.post('operator/transactions/ask', order);
  assert.deepEqual(again.json, { outcome: 'soon' });
  passedMs += 9_999;
  assert.deepEqual((await support.post('operator/transactions/ask', order)).json, {
    outcome: 'soon',
  });
  assert.deepEqual(asked, [id]);
  const entries = await portal.db.database.query<{ subject: string }>({
    name: 'asked_entries',
    text: `select subject from audit_entry where action = 'transaction.ask'`,
  });
  assert.deepEqual(entries, [{ subject: `transaction/${id}` }]);
  passedMs += 1;
  assert.equal((await support.post('operator/transactions/ask', order)).json.outcome, 'noResult');
});

test('notes stay, name their author, and are the operator’s alone', async () => {
  const note = { accountId, id, text: ' Client rappelé à 15 h ' };
  assert.equal((await viewer.post('operator/transactions/note', note)).code, 'notAllowed');
  assert.equal((await owner.post('operator/transactions/note', note)).code, 'notAllowed');
  assert.equal((await support.post('operator/transactions/note', note)).status, 200);
  const { notes } = (await viewer.get(one())).json;
  assert.deepEqual(
    notes.map(({ author, text }: { author: string; text: string }) => [author, text]),
    [['Fatou', 'Client rappelé à 15 h']],
  );
  assert.ok(!('notes' in (await owner.get(`transactions/${id}`)).json));
  await assert.rejects(portal.db.sql('delete from operation_note'), /operation_note/);
});

test('the answer is queued for the customer’s number once a day and language, noted and audited', async () => {
  const order = { accountId, id, language: 'fr' };
  const answer = async (body: object = order) =>
    (await support.post('operator/transactions/answer', body)).json.outcome;
  assert.equal((await viewer.post('operator/transactions/answer', order)).code, 'notAllowed');
  assert.equal(await answer(), 'notSetUp');
  const { settings } = await readSettings(portal.db.database);
  const sms = { accountId: 1, app: 'js_test_1', sender: 'JOKKO' };
  await portal.db.sql(
    `insert into alert_settings (document) values ('${JSON.stringify({ ...settings, sms })}')`,
  );
  assert.equal(await answer(), 'queued');
  assert.equal(await answer(), 'before');
  assert.equal(await answer({ ...order, language: 'en' }), 'queued');
  const queued = await portal.db.database.query<{ address: string; channel: string; text: string }>(
    {
      name: 'queued_answers',
      text: `select address, channel, parameters->>'text' as text from notification
        where kind = 'customerAnswer' order by language desc`,
    },
  );
  const { customerAnswer, notes } = (await viewer.get(one())).json;
  assert.deepEqual(queued, [
    { address: '+221771234567', channel: 'sms', text: customerAnswer.fr },
    { address: '+221771234567', channel: 'sms', text: customerAnswer.en },
  ]);
  assert.equal(notes.filter(({ text }: { text: string }) => /SMS/.test(text)).length, 2);
  const [{ count }] = (await portal.db.database.query<{ count: number }>({
    name: 'answer_entries',
    text: `select count(*)::integer as count from audit_entry where action = 'transaction.answer'`,
  })) as [{ count: number }];
  assert.equal(count, 2);
});

test('an answer that has left holds no number and no text; one of an erased person does not leave', async () => {
  const { database } = portal.db;
  const sent: string[] = [];
  const deliver = createNotificationRounds({
    database,
    secrets: portal.users.secrets,
    baseUrl: async () => 'https://pay.example.sn',
    attach: () => Promise.resolve(nothingAttached),
    senders: {
      sms: (to) => {
        sent.push(to);
        return Promise.resolve({ type: 'sent' as const });
      },
    },
    log: openLog('silent', 'test'),
  });
  await portal.db.sql(`update notification set due_at = 'infinity' where language = 'en'`);
  while (await deliver());
  assert.deepEqual(sent, ['+221771234567']);
  const stored = () =>
    database.query<{ state: string; text: string }>({
      name: 'stored_answers',
      text: `select n.state, n::text as text from notification n where n.kind = 'customerAnswer'
        order by n.language desc`,
    });
  const [left, waiting] = await stored();
  assert.equal(left!.state, 'sent');
  assert.ok(!left!.text.includes('771234567') && !left!.text.includes('77 123 45 67'), left!.text);
  assert.equal(waiting!.state, 'waiting');
  await erasePerson(database, { kind: 'command' }, '+221771234567');
  const [, erased] = await stored();
  assert.equal(erased!.state, 'abandoned');
  assert.ok(!erased!.text.includes('77 123 45 67') && !erased!.text.includes('771234567'));
});

test('what to tell the customer names state, amount, time and the provider’s reference', async () => {
  const { customerAnswer, mayAsk } = (await viewer.get(one())).json;
  assert.equal(mayAsk, true);
  for (const text of [customerAnswer.fr, customerAnswer.en] as string[])
    for (const part of ['77 123 45 67', 'PROV-42', id, '500'])
      assert.ok(text.replaceAll(/\s/g, '').includes(part.replaceAll(/\s/g, '')), text);
  assert.match(customerAnswer.fr, /est en cours/);
  assert.match(customerAnswer.en, /is in progress/);
});

async function fileOf(browser: Browser, path: string): Promise<{ status: number; body: Buffer }> {
  const response = await fetch(`${portal.origin}/portal/api/${path}`, {
    headers: { cookie: `jokko=${browser.token}` },
  });
  return { status: response.status, body: Buffer.from(await response.arrayBuffer()) };
}

test('evidence of any transaction is a PDF or JSON, for whoever may see it', async () => {
  for (const [browser, path] of [
    [owner, `transactions/${id}/evidence`],
    [viewer, `${one()}/evidence`],
  ] as const) {
    const pdf = await fileOf(browser, `${path}?form=pdf`);
    assert.equal(pdf.body.subarray(0, 5).toString(), '%PDF-');
    const json = JSON.parse((await fileOf(browser, `${path}?form=json`)).body.toString());
    assert.deepEqual(
      [json.id, json.amount, json.providerReference, json.accountId],
      [id, '1500', 'PROV-42', accountId],
    );
  }
  assert.equal((await fileOf(stranger, `transactions/${id}/evidence?form=json`)).status, 404);
  assert.equal((await fileOf(owner, `${one()}/evidence?form=json`)).status, 403);
});

test('who asked for a refund and who decided stands with the transaction, on the side that asked', async () => {
  await portal.db.sql(`
    insert into approval_request (kind, side, account_id, parameters, reason, asked_by, expires_at,
      state, decided_by, decided_at, note, closed_at)
    select 'refund', 'operator', ${accountId}, '{"transactionId":"${id}"}', 'payé deux fois', a.id,
      now(), 'refused', b.id, now(), 'non', now()
    from portal_user a, portal_user b where a.name = 'Fatou' and b.name = 'Vue'`);
  const { reversals } = (await viewer.get(one())).json;
  assert.deepEqual(
    reversals.map((each: Record<string, unknown>) => [
      each['askedBy'],
      each['reason'],
      each['state'],
      each['decidedBy'],
      each['note'],
    ]),
    [['Fatou', 'payé deux fois', 'refused', 'Vue', 'non']],
  );
  assert.deepEqual((await owner.get(`transactions/${id}`)).json.reversals, []);
});
