// Lists of transactions and statements: found by whatever identifies one, page by page without a
// gap, apart by account and country, exact.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startPortal } from '../../node/portal/testing/portal.ts';
import type { Browser, Portal } from '../../node/portal/testing/portal.ts';

const wave = 'OPA_SN_API_CASH_IN';
let portal: Portal;
let owner: Browser;
let stranger: Browser;
let operator: Browser;
let accountId: number;
let service: { code: string; country: string };
let other: { code: string; country: string };

/** `count` operations, one a minute, the newest a minute old. */
async function storeOperations(account: number, count: number, firstId: number): Promise<void> {
  await portal.db.sql(`
    insert into operation (account_id, id, external_id, fingerprint, code_service, direction, route,
      phone_given, phone, amount, commission,
      currency, details, state, provider_reference, balance_before, balance_after, created_at,
        updated_at)
    select ${account}, ${firstId} + n, 'order-' || n, '', case when n % 2 = 0 then '${service.code}'
      else '${other.code}' end, 'DEBIT', 'R', '77', '+22177' || lpad(n::text, 7, '0'),
      n * 10000, 0, 'XOF', '{}', case when n % 10 = 0 then 'FAILED'
        else 'SUCCESS' end, 'prov-' || n, 0, 0, date_trunc('milliseconds',
        now()) - n * interval '1 minute', now()
    from generate_series(1, ${count}) n`);
}

before(async () => {
  portal = await startPortal();
  const { testCatalogue } = await import('../../payments/catalogue/testing.ts');
  const services = testCatalogue().services.filter(({ country }) => country !== null) as {
    code: string;
    country: string;
  }[];
  service = services.find(({ code }) => code === wave) ?? services[0]!;
  other = services.find(({ country }) => country !== service.country)!;
  owner = (await portal.register('awa@boutique.sn')).browser;
  stranger = (await portal.register('moussa@boutique.sn')).browser;
  accountId = (await owner.get('me')).json.membership.accountId;
  await portal.db.sql(`update installation set created_at = now() - interval '1 day'`);
  await storeOperations(accountId, 130, 2_000_000_000_000);
  operator = (await portal.register('operator@jokko.sn')).browser;
  const id = (await operator.get('me')).json.membership.id;
  await portal.db.sql(
    `update membership set side = 'operator', role = 'support', account_id = null where id = ${id}`,
  );
  await portal.db.sql(`update portal_session set second_factor = true where membership_id = ${id}`);
});
after(() => portal.close());

const ids = ({ json }: { json: { items: { id: string }[] } }): string[] =>
  json.items.map(({ id }) => id);

test('a list goes on page by page, newest first, without a gap or a repetition', async () => {
  for (const [browser, path] of [
    [owner, 'transactions'],
    [operator, 'operator/transactions'],
  ] as const) {
    const seen: string[] = [];
    let pages = 0;
    for (let next: string | null = ''; next !== null; pages++) {
      const page = await browser.get(`${path}${next === '' ? '' : `?after=${next}`}`);
      assert.equal(page.status, 200);
      seen.push(...ids(page));
      next = page.json.next;
    }
    assert.equal(pages, 3, path);
    assert.deepEqual(
      seen,
      Array.from({ length: 130 }, (_none, n) => String(2_000_000_000_001 + n)),
      path,
    );
  }
});

test('one is found by our id, the caller’s, the provider’s, a phone with and without country code, and by amount', async () => {
  const typed = [
    '2000000000042',
    'T2000000000042',
    'order-42',
    'prov-42',
    '+221770000042',
    '770000042',
    '00221 77 000 00 42',
  ];
  // As they stand in the files.
  for (const q of [...typed, "'2000000000042", "'+221770000042"]) {
    assert.deepEqual(
      ids(await owner.get(`transactions?q=${encodeURIComponent(q)}`)),
      ['2000000000042'],
      q,
    );
    assert.deepEqual(
      ids(await operator.get(`operator/transactions?q=${encodeURIComponent(q)}`)),
      ['2000000000042'],
      q,
    );
    assert.deepEqual(ids(await stranger.get(`transactions?q=${encodeURIComponent(q)}`)), [], q);
  }
  assert.deepEqual(ids(await owner.get('transactions?amount=42')), ['2000000000042']);
  assert.deepEqual(ids(await owner.get('transactions?q=order-42&amount=43')), []);
  for (const [query, field, problem] of [
    ...[
      ['amount=much', 'amount', 'notAmount'] as const,
      ['amount=700-many', 'amount', 'notAmount'] as const,
      ['amount=745-700', 'amount', 'notPositive'] as const,
    ],
    ...[
      ['amount=1e3', 'amount', 'notAmount'] as const,
      ['amount=-5', 'amount', 'notPositive'] as const,
    ],
    ...[
      ['amount=1.00001', 'amount', 'tooManyDecimals'] as const,
      ['q=%00', 'q', 'badCharacters'] as const,
    ],
  ]) {
    const character = problem === 'badCharacters' ? { character: 'U+0000 NULL' } : {};
    assert.deepEqual(
      (await owner.get(`transactions?${query}`)).json.error.fields,
      [{ field, problem, ...character }],
      query,
    );
  }
});

test('status, service and days narrow it; an unknown cursor is refused', async () => {
  assert.equal((await owner.get('transactions?status=failed')).json.items.length, 13);
  const ofService = (await owner.get(`transactions?service=${service.code}`)).json.items;
  assert.ok(
    ofService.length === 50 &&
      ofService.every((item: { service: string }) => item.service === service.code),
  );
  // By the rows' own times: between their making and now this machine may have stood still.
  const [newest] = await portal.db.database.query<{ at: Date }>(
    {
      name: 'newest_operation',
      text: 'select max(created_at) as at from operation where account_id = $1',
    },
    [accountId],
  );
  const until = new Date(newest!.at.getTime() - 99.5 * 60_000).toISOString();
  assert.equal((await owner.get(`transactions?until=${until}`)).json.items.length, 30);
  assert.equal((await owner.get(`operator/transactions?until=${until}`)).code, 'notAllowed');
  assert.equal(
    (await operator.get(`operator/transactions?until=${until}&account=${accountId}`)).json.items
      .length,
    30,
  );
  assert.equal((await owner.get('transactions?after=1')).code, 'invalid');
});

test('one transaction: its own account only, and an operator’s look is written down', async () => {
  const { json } = await owner.get('transactions/2000000000010');
  assert.deepEqual(
    [json.externalId, json.status, json.reverse, json.amount],
    ['order-10', 'failed', null, '10'],
  );
  assert.equal((await stranger.get('transactions/2000000000010')).code, 'notFound');
  assert.equal((await stranger.get('transactions/2000000000010')).code, 'notFound');
  const seen = await operator.get(`operator/transactions/${accountId}/2000000000010`);
  assert.equal(seen.json.accountId, accountId);
  assert.equal((await operator.get('operator/transactions/999/2000000000010')).code, 'notFound');
  const [entry] = await portal.db.database.query<{ subject: string }>({
    name: 'last_view',
    text: `select subject from audit_entry where action = 'transaction.view' order by number desc
      limit 1`,
  });
  assert.equal(entry!.subject, 'transaction/2000000000010');
});

test('O16 a developer sees the code that was bought, an operator the end of it alone, in the callback too', async () => {
  const id = '2000000000009';
  const code = '59371048826401937755';
  const voucher = { type: 'METER_TOKEN', code, quantity: '12.5', unit: 'kWh' };
  const body = { msg: `Code: ${code}`, transaction: { transactionId: id, voucher } };
  await portal.db.sql(
    `update operation set voucher = '${JSON.stringify(voucher)}' where id = ${id}`,
  );
  await portal.db
    .sql(`insert into callback (account_id, operation_id, destination, url, status, state)
      values (${accountId}, ${id}, 'https://a.example:443', 'https://a.example/cb?t=s3cr3t', 'SUCCESS', 'delivered');
    insert into callback_body (account_id, operation_id, body) values (${accountId}, ${id}, '${JSON.stringify(body)}')`);
  const own = await owner.get(`transactions/${id}`);
  assert.deepEqual(own.json.voucher, { ...voucher, isMasked: false });
  const seen = await operator.get(`operator/transactions/${accountId}/${id}`);
  assert.deepEqual(seen.json.voucher, { ...voucher, code: '••••7755', isMasked: true });
  const callback = await operator.get(`operator/callbacks/${accountId}/cb_${id}`);
  assert.ok(callback.json.body.includes('Code: ••••7755'), JSON.stringify(callback.json));
  assert.ok(!JSON.stringify([seen.json, callback.json]).includes(code));
  assert.ok((await owner.get(`callbacks/cb_${id}`)).json.body.includes(code));
  assert.equal((await owner.get('transactions/2000000000008')).json.voucher, null);
  // The receiver's token is for those who set it.
  assert.equal(callback.json.url, 'https://a.example/…');
  const ownUrl = async () => (await owner.get(`callbacks/cb_${id}`)).json.url;
  assert.equal(await ownUrl(), 'https://a.example/cb?t=s3cr3t');
  const { membership } = (await owner.get('me')).json;
  const become = (role: string) =>
    portal.db.sql(`update membership set role = '${role}' where id = ${membership.id}`);
  await become('viewer');
  assert.equal(await ownUrl(), 'https://a.example/…');
  await become('owner');
});

test('who is limited to countries sees no service of another one, and no balance', async () => {
  const { id } = (await owner.get('me')).json.membership;
  await portal.db.sql(`update membership set countries = '{${service.country}}' where id = ${id}`);
  const { items } = (await owner.get('transactions')).json;
  assert.ok(
    items.length === 50 &&
      items.every((item: { service: string }) => item.service === service.code),
  );
  assert.deepEqual((await owner.get(`transactions?service=${other.code}`)).json.items, []);
  assert.equal((await owner.get('transactions/2000000000011')).code, 'notFound');
  assert.equal((await owner.get('transactions/2000000000012')).status, 200);
  assert.equal((await owner.get('balance')).code, 'notAllowed');
  assert.equal((await owner.get('statement/export')).code, 'notAllowed');
  await portal.db.sql(`update membership set countries = null where id = ${id}`);
});

async function textOf(path: string, browser: Browser): Promise<string> {
  const response = await fetch(`${portal.origin}/portal/api/${path}`, {
    headers: { cookie: `jokko=${browser.token}` },
  });
  assert.equal(response.status, 200);
  assert.match(response.headers.get('content-disposition')!, /^attachment; /);
  return Buffer.from(await response.arrayBuffer()).toString();
}

test('a file holds every row that fits, not one page', async () => {
  const plain = await textOf('transactions/export', owner);
  assert.equal(plain.split('\r\n').length, 132);
  const excel = await textOf('transactions/export?form=excel&status=failed', owner);
  assert.ok(excel.startsWith('\ufeffIdentifiant;Identifiant externe;'));
  assert.equal(excel.split('\r\n').length, 15);
  assert.equal((await textOf('operator/transactions/export', operator)).split('\r\n').length, 132);
});

test('a statement is exact to the last entry, in any period', async () => {
  const values = Array.from({ length: 120 }, (_none, n) => {
    const at = `date_trunc('milliseconds', now()) - interval '${119 - n} days'`;
    return `(${accountId}, ${900_000 + n}, 'fund', 'funding', 'available', ${(n + 1) * 10_000}, 'XOF', ${((n + 1) * (n + 2) * 10_000) / 2}, ${at})`;
  });
  await portal.db.sql(
    `insert into transfer (account_id, id, verb, debit, credit, amount, currency, available_after,
      created_at) values ${values.join(', ')}`,
  );
  const from = new Date(Date.now() - 100.5 * 86_400_000).toISOString();
  const until = new Date(Date.now() - 20.5 * 86_400_000).toISOString();
  const { json } = await owner.get(`statement?currency=XOF&from=${from}&until=${until}`);
  // Entries 20 to 99 of the sum 1 + 2 + …
  assert.deepEqual([json.opening, json.closing], [String((19 * 20) / 2), String((99 * 100) / 2)]);
  assert.deepEqual(
    [json.items.length, json.items[0].available, json.items[0].availableAfter],
    [50, '99', '4950'],
  );
  const rest = (
    await owner.get(`statement?currency=XOF&from=${from}&until=${until}&after=${json.next}`)
  ).json;
  assert.deepEqual([rest.items.length, rest.items.at(-1).available, rest.next], [30, '20', null]);
  assert.equal(
    (await textOf(`statement/export?currency=XOF&from=${from}&until=${until}`, owner)).split('\r\n')
      .length,
    82,
  );
  assert.deepEqual((await stranger.get('statement?currency=XOF')).json.items, []);
});

test('a search shows the first ones and says that there are more', async () => {
  await portal.db.sql(
    `update operation set phone = '+221775555555' where account_id = ${accountId}
      and id <= 2000000000025`,
  );
  const many = (await operator.get('operator/search?q=775555555')).json;
  assert.deepEqual(
    [many.transactions.length, many.more],
    [20, { accounts: false, transactions: true }],
  );
  const one = (await operator.get('operator/search?q=order-42')).json;
  assert.deepEqual([one.transactions.length, one.more.transactions], [1, false]);
  assert.equal(
    (await operator.get("operator/search?q='2000000000042")).json.transactions.length,
    1,
    'as it stands in a file',
  );
  assert.equal(
    (await operator.get('operator/search?q=ORDER-42')).json.transactions.length,
    1,
    'whatever the case',
  );
});
