// Pages and files of payouts over HTTP: what the operator sees of those of developers, what a file
// of results holds, and what is answered where nothing is sent.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { fundAccount } from '../../payments/ledger/index.ts';
import { operatorBrowser, seatedBrowser } from '../../node/portal/testing/operator.ts';
import { startPortal, type Browser, type Portal } from '../../node/portal/testing/portal.ts';

const service = 'OPA_SN_API_CASH_IN';
let portal: Portal;
let operator: Browser;
let owner: Browser;
let accountId: number;

before(async () => {
  portal = await startPortal();
  operator = await operatorBrowser(portal, 'Awa');
  const terms = { name: 'Teranga', currency: 'XOF', language: 'fr', allServices: false };
  accountId = (await operator.post('operator/developers', terms)).json.id;
  await portal.db.sql(`update catalogue set document = '{"services":[{"code":"${service}"}]}';
    insert into account_service (account_id, code_service) values (${accountId}, '${service}')`);
  const seat = { side: 'developer', role: 'owner', accountId, countries: null } as const;
  owner = await seatedBrowser(portal, 'Binta', seat);
});
after(() => portal.close());

/** Its number. */
async function upload(lines: readonly string[], headings = 'telephone;montant'): Promise<number> {
  const query = new URLSearchParams({ name: 'Paie', fileName: 'paie.csv', service });
  const response = await fetch(`${portal.origin}/portal/api/payouts/upload?${query}`, {
    method: 'POST',
    headers: {
      cookie: `jokko=${owner.token}`,
      origin: portal.origin,
      'content-type': 'application/octet-stream',
    },
    body: [headings, ...lines].join('\n'),
  });
  return ((await response.json()) as { id: number }).id;
}

async function exported(id: number): Promise<string[][]> {
  const address = `${portal.origin}/portal/api/payouts/${id}/export?form=plain`;
  const response = await fetch(address, { headers: { cookie: `jokko=${owner.token}` } });
  const lines = (await response.text()).trim().split('\r\n');
  return lines.slice(1).map((line) => line.split(','));
}

const numbered = (count: number): string[] =>
  Array.from({ length: count }, (_, index) => `77${1_000_000 + index};1000`);

test('the operator sees the batches of all developers or of one, and their lines', async () => {
  const [first, second] = [await upload(numbered(1)), await upload(numbered(2))];
  const listed = async (query: string) =>
    (await operator.get(`operator/payouts${query}`)).json.items.map(
      ({ id, accountName }: { id: number; accountName: string }) => [id, accountName],
    );
  const [older, newer] = [
    [first, 'Teranga'],
    [second, 'Teranga'],
  ];
  assert.deepEqual(await listed(''), [newer, older]);
  assert.deepEqual(await listed(`?after=${second}`), [older]);
  assert.deepEqual(await listed(`?account=${accountId}`), [newer, older]);
  assert.deepEqual(await listed(`?account=${accountId + 1}`), []);
  assert.deepEqual(await listed('?from=2020-01-01T00:00:00Z&until=2020-01-02T00:00:00Z'), []);
  assert.equal((await operator.get('operator/payouts?from=2020-99-01T00:00:00Z')).code, 'invalid');
  const path = `operator/payouts/${second}`;
  const { json: batch } = await operator.get(path);
  assert.deepEqual([batch.accountId, batch.lines, batch.available], [accountId, 2, null]);
  const { items } = (await operator.get(`${path}/lines`)).json;
  assert.deepEqual(
    items.map(({ number }: { number: number }) => number),
    [1, 2],
  );
  const unknown = `operator/payouts/${second + 1}`;
  for (const read of [unknown, `${unknown}/lines`])
    assert.equal((await operator.get(read)).code, 'notFound', read);
});

test('a batch is found by the times between which it was made', async () => {
  const id = await upload(numbered(1));
  const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
  const found = async (query: string) =>
    (await owner.get(`payouts?${query}`)).json.items.some(
      (batch: { id: number }) => batch.id === id,
    );
  assert.equal(await found(`from=${day(-2)}&until=${day(2)}`), true);
  assert.equal(await found(`from=${day(1)}&until=${day(2)}`), false);
  assert.equal(await found(`until=${day(-1)}`), false);
});

test('a file of results has all lines, read in pieces, with the amount that is paid and its transaction', async () => {
  for (const count of [250, 251])
    assert.deepEqual(
      (await exported(await upload(numbered(count)))).map(([line]) => Number(line)),
      Array.from({ length: count }, (_, index) => index + 2),
    );
  const id = await upload(['771234567;1 500', '771234568;nothing']);
  await portal.db.sql(
    `update payout_line set state = 'sent', operation_id = 42 where batch_id = ${id}
      and number = 1`,
  );
  const [paid, wrong] = await exported(id);
  assert.deepEqual([paid![2], paid![11]], ['1500', '42']);
  assert.deepEqual([wrong![2], wrong![11]], ['nothing', '']);
});

test('where nothing is sent, the answer says why', async () => {
  const wrong = await upload(['12;1000']);
  const submitted = await owner.post('payouts/submit', { id: wrong });
  assert.deepEqual(submitted.json, { refused: 'wrongLines' });
  assert.equal((await owner.post('payouts/retry', { id: wrong })).code, 'conflict');
  const id = await upload(numbered(1));
  await portal.db
    .sql(`update payout_line set state = 'succeeded', operation_id = 43 where batch_id = ${id};
    update payout_batch set state = 'done', draft = 0, succeeded = 1 where id = ${id}`);
  const retried = await owner.post('payouts/retry', { id });
  const nothing = { lines: 0, approval: false, nothing: true, duplicates: false };
  assert.deepEqual(retried.json, nothing);
});

test('a batch is seen beside the balance of its currency, and nothing where there is none', async () => {
  const id = await upload(numbered(1));
  const available = async () => (await owner.get(`payouts/${id}`)).json.available;
  await fundAccount(portal.db.database, {
    accountId,
    currency: 'EUR',
    note: 'test',
    amountMinor: 70_000n,
  });
  await portal.db.sql(`update balance set available = 50000000 where currency = 'XOF'`);
  assert.equal(await available(), '5000');
  await portal.db.sql(`delete from balance where currency = 'XOF'`);
  assert.equal(await available(), '0');
});

test('the services of payout files are those that pay, that the account has, and that the member sees', async () => {
  const seat = { side: 'developer', role: 'finance', accountId } as const;
  await portal.db.sql(
    `insert into account_service (account_id, code_service)
      values (${accountId}, 'OPA_SN_API_CASH_OUT')`,
  );
  for (const [countries, codes] of [
    [null, [service]],
    [['SN'], [service]],
    [['CI'], []],
  ] as const) {
    const given = { ...seat, countries: countries === null ? null : [...countries] };
    const member = await seatedBrowser(portal, `Person ${String(countries)}`, given);
    const { services } = (await member.get('payout-services')).json;
    assert.deepEqual(
      services.map(({ code }: { code: string }) => code),
      codes,
    );
  }
});
