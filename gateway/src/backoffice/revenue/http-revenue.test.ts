// Revenue over HTTP: who may read it, which periods it takes, and that the files say what the page
// says.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { inflateSync } from 'node:zlib';
import readExcelFile from 'read-excel-file/node';
import { operatorBrowser } from '../../node/portal/testing/operator.ts';
import { startPortal, type Browser, type Portal } from '../../node/portal/testing/portal.ts';

let portal: Portal;
let finance: Browser;

const period = 'from=2026-01-01T00:00:00Z&until=2026-02-01T00:00:00Z';

before(async () => {
  portal = await startPortal();
  finance = await operatorBrowser(portal, 'Awa', { role: 'finance' });
  const { accountId } = (await (await portal.register('a@boutique.sn')).browser.get('me')).json
    .membership;
  await portal.db.sql(`update account set name = '=Boutique' where id = ${accountId};
    insert into transfer (account_id, id, verb, debit, credit, amount, currency, available_after,
      created_at) values
      (${accountId}, 900, 'post', 'held', 'fees', 1250000, 'XOF', 0, '2026-01-10T10:00:00Z'),
      (${accountId}, 901, 'reverse', 'fees', 'available', 250000, 'XOF', 0, '2026-01-11T10:00:00Z'),
      (${accountId}, 902, 'post', 'held', 'fees', 770000, 'XOF', 0, '2026-02-01T00:00:00Z')`);
});
after(() => portal.close());

const revenue = async (query: string): Promise<Record<string, string>[]> =>
  (await finance.get(`operator/revenue?${query}`)).json.items;
async function fileOf(query: string): Promise<Buffer> {
  const response = await fetch(`${portal.origin}/portal/api/operator/revenue/export?${query}`, {
    headers: { cookie: `jokko=${finance.token}` },
  });
  assert.equal(response.status, 200);
  return Buffer.from(await response.arrayBuffer());
}

/** The texts of a PDF file. */
function textsOf(file: Buffer): string[] {
  const texts: string[] = [];
  for (let at = file.indexOf('stream\n'); at !== -1; at = file.indexOf('stream\n', at + 7)) {
    if (file.subarray(at - 3, at).toString() === 'end') continue;
    const content = inflateSync(file.subarray(at + 7, file.indexOf('\nendstream', at)));
    for (const [, parts = ''] of content.toString('latin1').matchAll(/\[(.*?)\] TJ/g))
      texts.push(
        [...parts.matchAll(/<([0-9a-f]*)>/g)]
          .map(([, hex = '']) => Buffer.from(hex, 'hex').toString('latin1'))
          .join(''),
      );
  }
  return texts;
}

test('the page says the total of a period, beside the period before it', async () => {
  const february = 'from=2026-02-01T00:00:00Z&until=2026-03-04T00:00:00Z';
  const { totals } = (await finance.get(`operator/revenue?${february}`)).json;
  assert.deepEqual(totals, [
    {
      currency: 'XOF',
      charged: '77',
      returned: '0',
      providerFees: '0',
      margin: '77',
      marginBefore: '100',
    },
  ]);
});

test('revenue is summed by developer and by day, for finance and administrators alone', async () => {
  assert.deepEqual(await revenue(`by=developer&${period}`), [
    {
      name: '=Boutique',
      title: null,
      currency: 'XOF',
      charged: '125',
      returned: '25',
      providerFees: '0',
      margin: '100',
    },
  ]);
  assert.deepEqual(
    (await revenue(`by=day&${period}`)).map(({ name, margin }) => [name, margin]),
    [
      ['2026-01-10', '125'],
      ['2026-01-11', '-25'],
    ],
  );
  const others = [
    await operatorBrowser(portal, 'Sidy', { role: 'support' }),
    await operatorBrowser(portal, 'Codou', { countries: ['SN'] }),
  ];
  for (const other of others)
    assert.equal((await other.get(`operator/revenue?${period}`)).code, 'notAllowed');
});

test('a period of more than a year, or none, is refused', async () => {
  for (const wrong of [
    'from=2024-01-01T00:00:00Z&until=2026-01-01T00:00:00Z',
    'from=2026-01-02T00:00:00Z&until=2026-01-01T00:00:00Z',
    'until=2026-13-01T00:00:00Z',
  ])
    assert.equal((await finance.get(`operator/revenue?${wrong}`)).code, 'invalid', wrong);
});

test('files say the same as the page, without formulas, and are audited', async () => {
  const csv = (await fileOf(`by=developer&form=plain&${period}`)).toString();
  assert.deepEqual(csv.replace('\uFEFF', '').trim().split('\r\n'), [
    'developer,currency,charged,returned,provider_fees,margin',
    "'=Boutique,XOF,125,25,0,100",
  ]);
  const [{ data }] = (await readExcelFile(
    await fileOf(`by=developer&form=xlsx&${period}`),
  )) as unknown as [{ data: unknown[][] }];
  assert.deepEqual(data.at(-1), ['=Boutique', 'XOF', 125, 25, 0, 100]);
  const pdf = await fileOf(`by=developer&form=pdf&${period}`);
  const printed = textsOf(pdf);
  for (const text of ['=Boutique', '125', '25', '100'])
    assert.ok(printed.includes(text), `${text} in ${printed.join('|')}`);
  const audit = (await finance.get('operator/audit?action=revenue.export')).json.items;
  assert.equal(audit.length, 3);
});

test('many developers come in pages, each once', async () => {
  await portal.db
    .sql(`insert into account (id, name, language, currency, webhook_secret_sealed) overriding
      system value
      select 1000 + n, 'Shop ' || n, 'fr', 'XOF', '' from generate_series(1, 60) n;
    insert into transfer (account_id, id, verb, debit, credit, amount, currency, available_after,
      created_at)
      select 1000 + n, 1000 + n, 'post', 'held', 'fees', 10000, 'XOF', 0, '2026-03-10T10:00:00Z'
        from generate_series(1, 60) n`);
  const march = 'by=developer&from=2026-03-01T00:00:00Z&until=2026-04-01T00:00:00Z';
  const first = (await finance.get(`operator/revenue?${march}`)).json;
  assert.deepEqual([first.items.length, first.next], [50, '50']);
  const second = (await finance.get(`operator/revenue?${march}&after=${first.next}`)).json;
  assert.deepEqual([second.items.length, second.next], [10, null]);
  const names = [...first.items, ...second.items].map(({ name }: { name: string }) => name);
  assert.equal(new Set(names).size, 60);
});

test('without dates a period ends now by the database’s clock, which a sandbox can move', async () => {
  const { accountId } = (await (await portal.register('b@boutique.sn')).browser.get('me')).json
    .membership;
  await portal.db
    .sql(`create or replace function jokko_now() returns timestamptz language sql stable as
      $$ select now() + interval '20 hours' $$;
    insert into transfer (account_id, id, verb, debit, credit, amount, currency, available_after,
      created_at) values
      (${accountId}, 903, 'post', 'held', 'fees', 650000, 'XOF', 0, now() + interval '19 hours')`);
  const rows = await revenue('by=developer');
  assert.deepEqual(
    rows.map(({ charged }) => charged),
    ['65'],
  );
});
