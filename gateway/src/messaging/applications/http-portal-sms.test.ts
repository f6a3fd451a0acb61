// X1, X3, X5 and S02 in the portal: people send by the same acceptance as requests, read what
// became of it, and never see another account's.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { fundAccount } from '../../payments/ledger/index.ts';
import { startPortal } from '../../node/portal/testing/portal.ts';
import type { Browser, Portal } from '../../node/portal/testing/portal.ts';
import { UsageError } from '../../cli/errors.ts';
import { runCommand } from '../../cli/testing.ts';
import { testDocument, testSettings } from '../routing/testing.ts';
import { optOutCommands } from './cli-sms-app-opt-outs.ts';

let portal: Portal;
let owner: Browser;
let stranger: Browser;
let app: number;
let strangersApp: number;
before(async () => {
  portal = await startPortal();
  await portal.db.sql(
    `insert into node (node_id, lease_until) values ('n1', now() + interval '1 hour')`,
  );
  await portal.db.sql(`insert into sms_routing (document) values ('{}')`);
  owner = (await portal.register('sms@boutique.sn')).browser;
  stranger = (await portal.register('stranger@boutique.sn')).browser;
  for (const accountId of [1, 2])
    await fundAccount(portal.users.database, {
      accountId,
      currency: 'XOF',
      amountMinor: 1_000_0000n,
      note: '',
    });
  // Apps need a second factor, which these two do not have: made as the command line does.
  await portal.db.sql(
    `insert into sms_app (account_id, name, key_hash, last_four)
      values (1, 'Boutique', '\\x01', 'aaaa'), (2, 'Other', '\\x02', 'bbbb')`,
  );
  app = (await owner.get('sms/apps')).json.items[0].id;
  strangersApp = (await stranger.get('sms/apps')).json.items[0].id;
});
after(() => portal.close());

const message = (more: object = {}) => ({
  app,
  sender: 'JOKKO',
  content: 'Bonjour',
  numbers: ['+221771234567', '+221 76 123 45 67'],
  ...more,
});
let keys = 0;
const key = () => `key-for-test-${++keys}`;

test('a preview tells price and problems; nothing is stored', async () => {
  const { price, problem } = (await owner.post('sms/preview', message())).json;
  assert.equal(problem, null);
  assert.deepEqual(
    [price.encoding, price.parts, price.recipients, price.totals, price.operators.length],
    ['gsm7', 1, 2, [{ currency: 'XOF', total: '22.5' }], 2],
  );
  assert.equal(price.inGsm, null);
  const smile = message({ content: `😀 ${'x'.repeat(80)}` });
  const dear = (await owner.post('sms/preview', smile)).json.price;
  assert.deepEqual(
    [dear.encoding, dear.parts, dear.totals, dear.inGsm],
    [
      'ucs2',
      2,
      [{ currency: 'XOF', total: '45' }],
      { parts: 1, totals: [{ currency: 'XOF', total: '22.5' }] },
    ],
  );
  const refused = (
    await owner.post('sms/preview', message({ numbers: ['+221331234567', 'nobody'] }))
  ).json;
  assert.deepEqual(refused.problem, {
    type: 'numbers',
    count: 2,
    numbers: [
      { number: '+221331234567', problem: 'landline', meant: [], lengths: [] },
      { number: 'nobody', problem: 'characters', meant: [], lengths: [] },
    ],
  });
  assert.deepEqual((await owner.get('sms/batches')).json.items, []);
});

test('what is sent is charged once, listed, counted, and told as CSV', async () => {
  const idempotencyKey = key();
  const sent = (await owner.post('sms/send', { ...message(), idempotencyKey })).json;
  assert.equal(sent.problem, null);
  assert.equal(
    (await owner.post('sms/send', { ...message(), idempotencyKey })).json.batchId,
    sent.batchId,
    'a repetition',
  );
  const { items, next } = (await owner.get('sms/batches')).json;
  assert.equal(next, null);
  assert.deepEqual(
    items.map(({ id, appId, recipients, amounts, counts }: Record<string, unknown>) => ({
      id,
      appId,
      recipients,
      amounts,
      counts,
    })),
    [
      {
        id: sent.batchId,
        appId: app,
        recipients: 2,
        amounts: [{ currency: 'XOF', charged: '22.5' }],
        counts: { ACCEPTED: 2 },
      },
    ],
  );
  const batch = (await owner.get(`sms/batches/${sent.batchId}`)).json;
  assert.deepEqual(
    [batch.content, batch.amounts, batch.counts],
    ['Bonjour', [{ currency: 'XOF', charged: '22.5', refunded: '0' }], { ACCEPTED: 2 }],
  );
  const messages = (await owner.get(`sms/batches/${sent.batchId}/messages?state=ACCEPTED`)).json;
  assert.deepEqual(
    messages.items.map(({ msisdn, price }: { msisdn: string; price: string }) => [msisdn, price]),
    [
      ['+221771234567', '10'],
      ['+221761234567', '12.5'],
    ],
  );
  assert.deepEqual(
    (await owner.get(`sms/batches/${sent.batchId}/messages?state=SENT`)).json.items,
    [],
  );
  const file = await fetch(`${portal.origin}/portal/api/sms/batches/${sent.batchId}/messages.csv`, {
    headers: { cookie: `jokko=${owner.token}` },
  });
  const lines = (await file.text()).trim().split('\r\n');
  assert.equal(lines.length, 3);
  assert.match(lines[1]!, /^1,221771234567,SN,OPA,ACCEPTED,,0,10,XOF,false,,2\d{3}-/);
});

test('batches come in pages, none twice and none left out', async () => {
  for (let at = 0; at < 55; at++) {
    const { json } = await owner.post('sms/send', {
      ...message({ numbers: ['+221771234567'] }),
      idempotencyKey: key(),
    });
    assert.notEqual(json.batchId, null, JSON.stringify(json.problem));
  }
  const first = (await owner.get('sms/batches')).json;
  const second = (await owner.get(`sms/batches?after=${first.next}`)).json;
  assert.deepEqual([first.items.length, second.next], [50, null]);
  const ids = [...first.items, ...second.items].map(({ id }: { id: string }) => id);
  assert.equal(new Set(ids).size, ids.length);
  assert.equal(ids.length, 56);
});

test('refusals are told: balance, opted out, a sender that cannot be', async () => {
  const dear = await owner.post('sms/send', {
    ...message({
      content: 'a'.repeat(1_000),
      numbers: Array.from({ length: 30 }, (_none, at) => `+2217712345${10 + at}`),
    }),
    idempotencyKey: key(),
  });
  assert.equal(dear.json.problem.type, 'balanceTooLow');
  assert.equal(
    (await owner.post('sms/opt-outs', { app, numbers: ['+221771234567', 'no number'] })).json.added,
    0,
  );
  // One digit too few: it would be kept and match nobody.
  assert.deepEqual(
    (await owner.post('sms/opt-outs', { app, numbers: ['+221771234567', '+22177123456'] })).json,
    { added: 0, bad: ['+22177123456'] },
  );
  assert.equal(
    (await owner.post('sms/opt-outs', { app, numbers: ['+221771234567'] })).json.added,
    1,
  );
  const { items } = (await owner.get(`sms/opt-outs?app=${app}`)).json;
  assert.deepEqual([items[0].msisdn, items[0].source], ['+221771234567', 'api']);
  const out = await owner.post('sms/send', { ...message(), idempotencyKey: key() });
  assert.deepEqual(out.json.problem.numbers, [
    { number: '+221771234567', problem: 'optedOut', meant: [], lengths: [] },
  ]);
  assert.equal(
    (await owner.post('sms/opt-outs/remove', { app, number: '+221771234567' })).status,
    200,
  );
  assert.equal(
    (await owner.post('sms/opt-outs/remove', { app, number: '+221771234567' })).code,
    'notFound',
  );
  assert.equal(
    (
      await owner.post('sms/send', {
        ...message({ sender: 'far too long a name' }),
        idempotencyKey: key(),
      })
    ).code,
    'invalid',
  );
});

test('what people wrote is listed, the newest first', async () => {
  await portal.db
    .sql(`insert into sms_inbound (id, connection, sender, recipient, content, app_id, account_id,
      consent, received_at) values
    (1, 'A', '221771234567', '38000', 'STOP', ${app}, 1, 'stop', now() - interval '1 minute'),
      (2, 'A', 'BANQUE', '38000', 'Salut', ${app}, 1, null, now())`);
  const { items } = (await owner.get(`sms/inbound?app=${app}`)).json;
  assert.deepEqual(
    items.map(({ from, text, consent }: Record<string, unknown>) => [from, text, consent]),
    [
      ['BANQUE', 'Salut', null],
      ['+221771234567', 'STOP', 'stop'],
    ],
  );
});

test('where inbound messages go is whole for those who set it', async () => {
  await portal.db.sql(
    `update sms_app set inbound_url = 'https://in.example/s3cr3t', report_url = 'https://r.example/?t=s3cr3t' where id = ${app}`,
  );
  const { membership } = (await owner.get('me')).json;
  const seenAs = async (role: string) => {
    await portal.db.sql(`update membership set role = '${role}' where id = ${membership.id}`);
    const { inboundUrl, reportUrl } = (await owner.get('sms/apps')).json.items[0];
    return [inboundUrl, reportUrl];
  };
  assert.deepEqual(await seenAs('viewer'), ['https://in.example/…', 'https://r.example/…']);
  assert.deepEqual(await seenAs('owner'), [
    ...['https://in.example/s3cr3t', 'https://r.example/?t=s3cr3t'],
  ]);
  await portal.db.sql(`update sms_app set inbound_url = null, report_url = null where id = ${app}`);
});

test('nothing of another account is found', async () => {
  const mine = (await owner.get('sms/batches')).json.items[0].id;
  for (const path of [
    `sms/batches/${mine}`,
    `sms/batches/${mine}/messages`,
    `sms/batches/${mine}/messages.csv`,
    `sms/opt-outs?app=${app}`,
    `sms/inbound?app=${app}`,
  ])
    assert.equal((await stranger.get(path)).code, 'notFound', path);
  assert.equal((await stranger.post('sms/preview', message())).code, 'notFound');
  assert.equal(
    (await stranger.post('sms/send', { ...message(), idempotencyKey: key() })).code,
    'notFound',
  );
  assert.equal(
    (await stranger.post('sms/opt-outs', { app, numbers: ['+221771234567'] })).code,
    'notFound',
  );
  assert.deepEqual((await stranger.get('sms/batches')).json.items, []);
  assert.notEqual(app, strangersApp);
});

test('what is sent from the portal obeys the account’s rate, and a seat’s countries', async () => {
  const before = (await owner.get('sms/batches')).json.items.length;
  portal.load.shed = { reason: 'account_rate', ofAccount: true, retryAfterSeconds: 3 };
  const tooMany = await owner.post('sms/send', { ...message(), idempotencyKey: key() });
  assert.deepEqual(
    [tooMany.status, tooMany.code, tooMany.headers.get('retry-after')],
    [429, 'tooManyTries', '3'],
  );
  portal.load.shed = { reason: 'database', ofAccount: false, retryAfterSeconds: 1 };
  assert.equal(
    (await owner.post('sms/send', { ...message(), idempotencyKey: key() })).code,
    'notNow',
  );
  portal.load.shed = null;
  const { id } = (await owner.get('me')).json.membership;
  await portal.db.sql(`update membership set countries = '{CI}' where id = ${id}`);
  for (const path of ['sms/preview', 'sms/send']) {
    assert.equal(
      (await owner.post(path, { ...message(), idempotencyKey: key() })).code,
      'notAllowed',
      path,
    );
  }
  await portal.db.sql(`update membership set countries = null where id = ${id}`);
  assert.equal((await owner.get('sms/batches')).json.items.length, before, 'nothing was sent');
  assert.equal(
    (await owner.post('sms/send', { ...message(), idempotencyKey: key() })).json.problem,
    null,
  );
});

test('who changes the list of opt-outs is written down with the change', async () => {
  assert.equal(
    (await owner.post('sms/opt-outs', { app, numbers: ['+221770000001', '+221770000002'] })).json
      .added,
    2,
  );
  assert.equal(
    (await owner.post('sms/opt-outs/remove', { app, number: '+221770000001' })).status,
    200,
  );
  const entries = await portal.db.database.query<{
    action: string;
    subject: string;
    reported: string;
  }>({
    name: 'noted_opt_outs',
    text: `select action, subject, body as reported from audit_entry
      where action like 'sms.opt-out%' order by number desc limit 2`,
  });
  assert.deepEqual(
    entries.map(({ action }) => action),
    ['sms.opt-out-remove', 'sms.opt-out-add'],
  );
  assert.match(entries[0]!.reported, /221770000001/);
});

test('opt-outs are kept by command through the portal’s routes: as the operator’s, and in the audit log', async () => {
  await portal.db.sql(
    `insert into sms_routing (document) values ('${JSON.stringify(testDocument())}')`,
  );
  const run = (name: string, texts: Record<string, string>) =>
    runCommand(
      optOutCommands,
      name,
      { app: `js_test_${strangersApp}`, ...texts },
      {
        mode: 'sandbox',
        database: portal.db.database,
        connectionSettings: () => Promise.resolve(testSettings),
      },
    );
  assert.equal((await run('add', { number: '+221 77 000 00 01' }))['added'], 1);
  assert.equal((await run('add', { number: '221770000001' }))['added'], 0);
  await assert.rejects(run('add', { number: '+2217700000011' }), UsageError);
  const { optOuts } = await run('list', {});
  assert.deepEqual(
    (optOuts as { number: string; source: string }[]).map(({ number, source }) => [number, source]),
    [['+221770000001', 'operator']],
  );
  await run('remove', { number: '+221770000001' });
  await assert.rejects(run('remove', { number: '+221770000001' }), /is not an opt-out/);
  const noted = await portal.users.database.query({
    name: 'audit_of_opt_outs',
    text: `select body::jsonb ->> 'action' as action, (body::jsonb ->> 'accountId')::integer
      as "accountId" from audit_entry
      where body::jsonb -> 'who' ->> 'kind' = 'command'
        and body::jsonb ->> 'action' like 'sms.opt-out%' order by number`,
  });
  assert.deepEqual(noted, [
    { action: 'sms.opt-out-add', accountId: 2 },
    { action: 'sms.opt-out-remove', accountId: 2 },
  ]);
});
