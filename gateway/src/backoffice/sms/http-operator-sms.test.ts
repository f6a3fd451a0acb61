// The operator's list of the SMS of all developers: by number, developer, state and connection, in
// pages; the search finds who got one.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { fundAccount } from '../../payments/ledger/index.ts';
import { operatorBrowser, seatedBrowser } from '../../node/portal/testing/operator.ts';
import { startPortal, type Browser, type Portal } from '../../node/portal/testing/portal.ts';

/** More than a page. */
const recipients = 53;
const wanted = '+221771230007';

let portal: Portal;
let operator: Browser;
const batches: string[] = [];
before(async () => {
  portal = await startPortal();
  await portal.db.sql(
    `insert into node (node_id, lease_until) values ('n1', now() + interval '1 hour')`,
  );
  await portal.db.sql(`insert into sms_routing (document) values ('{}')`);
  operator = await operatorBrowser(portal, 'Awa');
  for (const [accountId, name] of [
    [1, 'boutique'],
    [2, 'pirogue'],
  ] as const) {
    const { browser } = await portal.register(`${name}@boutique.sn`);
    await portal.db.sql(`update account set name = '${name}' where id = ${accountId}`);
    await fundAccount(portal.users.database, {
      accountId,
      currency: 'XOF',
      amountMinor: 1_000_0000n,
      note: '',
    });
    await portal.db.sql(
      `insert into sms_app (account_id, name, key_hash, last_four)
        values (${accountId}, '${name}', '\\x0${accountId}', 'aaaa')`,
    );
    const app = (await browser.get('sms/apps')).json.items[0].id;
    const first = accountId === 1 ? 0 : 7;
    const count = accountId === 1 ? recipients : 1;
    const sent = await browser.post('sms/send', {
      app,
      sender: 'JOKKO',
      content: 'Votre code est kola-nut',
      numbers: Array.from(
        { length: count },
        (_, place) => `+22177123${String(first + place).padStart(4, '0')}`,
      ),
      idempotencyKey: `key-of-${name}`,
    });
    assert.equal(sent.json.problem, null);
    batches.push(sent.json.batchId);
  }
});
after(() => portal.close());

const list = async (query = '') => (await operator.get(`operator/sms${query}`)).json;
const named = ({ batchId, position }: { batchId: string; position: number }): string =>
  `${batchId}.${position}`;

test('messages of all developers come newest first in pages, none twice and none left out, also within a batch', async () => {
  const first = await list();
  assert.equal(first.items.length, 50);
  const second = await list(`?after=${first.next}`);
  assert.deepEqual([second.next, second.searchedUntil], [null, null]);
  const [older, newer] = batches;
  assert.deepEqual([...first.items, ...second.items].map(named), [
    `${newer}.1`,
    ...Array.from({ length: recipients }, (_, place) => `${older}.${place + 1}`),
  ]);
});

test('a number is found with and without its country code; what the message says is not told', async () => {
  for (const number of [wanted, '77 123 00 07']) {
    const { items } = await list(`?number=${encodeURIComponent(number)}`);
    assert.deepEqual(items.map(named), [`${batches[1]}.1`, `${batches[0]}.8`]);
    assert.deepEqual(
      items.map(({ msisdn, state }: { msisdn: string; state: string }) => [msisdn, state]),
      [
        [wanted, 'ACCEPTED'],
        [wanted, 'ACCEPTED'],
      ],
    );
    assert.doesNotMatch(JSON.stringify(items), /kola-nut/);
  }
  assert.deepEqual((await list('?number=nobody')).items, []);
});

test('the list is narrowed by developer, state and connection', async () => {
  const own = await list('?account=2');
  assert.deepEqual(own.items.map(named), [`${batches[1]}.1`]);
  const { accountName, connection } = own.items[0];
  assert.deepEqual((await list(`?account=${encodeURIComponent(accountName)}`)).items.map(named), [
    `${batches[1]}.1`,
  ]);
  assert.deepEqual((await list('?account=nobody-has-this-name')).items, []);
  await portal.db.sql(
    `update sms_message set state = 'REJECTED', reason = 'bad_number', due_at = null
      where batch_id = ${batches[0]} and position = 51`,
  );
  assert.deepEqual((await list('?state=REJECTED')).items.map(named), [`${batches[0]}.51`]);
  assert.ok(own.connections.includes(connection));
  assert.equal(
    (await list(`?connection=${connection}&number=${encodeURIComponent(wanted)}`)).items.length,
    2,
  );
  assert.deepEqual((await list('?connection=none')).items, []);
});

test('delivery of the last 30 days is told by carrier and day', async () => {
  await portal.db.sql(`
    insert into sms_hour (hour, counted_at, is_final, countries, operators, delivered, failed,
      unreported)
    select date_trunc('day', now()) - n * interval '24 hours', now(), true, '{SN}', '{OPA}', '{7}',
      '{2}', '{1}'
    from (values (1), (2), (40)) h(n)`);
  const { days } = (await operator.get('operator/sms/delivery')).json;
  assert.deepEqual(
    days.map(({ at: _, ...counts }: { at: number }) => counts),
    [1, 2].map(() => ({ country: 'SN', operator: 'OPA', delivered: 7, failed: 2, unreported: 1 })),
  );
});

test('the search finds the SMS that a number got, for who sees every country', async () => {
  const asked = `operator/search?q=${encodeURIComponent(wanted)}`;
  assert.deepEqual((await operator.get(asked)).json.sms.map(named), [
    `${batches[1]}.1`,
    `${batches[0]}.8`,
  ]);
  const limited = await seatedBrowser(portal, 'Modou', {
    side: 'operator',
    role: 'support',
    accountId: null,
    countries: ['CI'],
  });
  assert.deepEqual((await limited.get(asked)).json.sms, []);
  assert.equal((await limited.get('operator/sms')).status, 403);
  assert.equal((await limited.get('operator/sms/delivery')).status, 403);
});
