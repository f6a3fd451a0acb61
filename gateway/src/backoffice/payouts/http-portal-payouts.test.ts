// Payouts over HTTP: the file that is uploaded, who sees and touches which batch, and the file of
// results.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { makeWorkbook } from '../../platform/spreadsheet/testing/workbook.ts';
import { makeBook } from '../../platform/spreadsheet/testing/book.ts';
import { storeMembership } from '../users/memberships.ts';
import { storeUser } from '../users/users.ts';
import { beginSession } from '../users/sessions.ts';
import { startPortal, type Browser, type Portal } from '../../node/portal/testing/portal.ts';

let portal: Portal;
let owner: Browser;
let accountId: number;
const service = 'OPA_SN_API_CASH_IN';

before(async () => {
  portal = await startPortal();
  ({ browser: owner } = await portal.register('owner@boutique.sn'));
  const [row] = await portal.db.database.query<{ id: number }>({
    name: 'first_account',
    text: 'select max(id) as id from account',
  });
  accountId = row!.id;
  await portal.db.sql(`update catalogue set document = '{"services":[{"code":"${service}"}]}'`);
  await portal.db.sql(
    `insert into account_service (account_id, code_service) values (${accountId}, '${service}')
      on conflict do nothing`,
  );
  owner = await member('finance', accountId);
});
after(() => portal.close());

let users = 0;
/** Somebody of an account, signed in with a second factor. */
async function member(
  role: 'owner' | 'finance' | 'viewer',
  account: number,
  countries: string[] | null = null,
): Promise<Browser> {
  const { database } = portal.users;
  const email = `p${users++}@x.sn`;
  const userId = (await storeUser(database, {
    email,
    name: `Person ${users}`,
    language: 'fr',
    passwordHash: 'none',
  }))!;
  await portal.db.sql(`update portal_user set totp_sealed = 'x' where id = ${userId}`);
  await storeMembership(database, userId, {
    side: 'developer',
    role,
    accountId: account,
    countries,
  });
  const caller = { address: '127.0.0.1', agent: 'test' };
  return portal.browser(
    await beginSession(database, { userId, stage: 'done', secondFactor: true, caller }, null),
  );
}

async function send(browser: Browser, file: Buffer, query: Record<string, string> = {}) {
  const search = new URLSearchParams({ name: 'Salaires', fileName: 'salaires.csv', ...query });
  const response = await fetch(`${portal.origin}/portal/api/payouts/upload?${search}`, {
    method: 'POST',
    headers: {
      cookie: `jokko=${browser.token}`,
      origin: portal.origin,
      'content-type': 'application/octet-stream',
    },
    body: new Uint8Array(file),
  });
  return {
    status: response.status,
    json: (await response.json()) as {
      id: number;
      problem: string | null;
      error?: { code: string };
    },
  };
}
const csv = (...lines: string[]): Buffer =>
  Buffer.from(['telephone;montant;service;nom', ...lines].join('\n'));

test('what a file holds is kept, and whoever approves sees each of its characters', async () => {
  const name = 'Awa\u202eeyaidN';
  const { json } = await send(owner, csv(`771234567;1500;${service};${name}`), {
    fileName: 'gpj\u202e.csv',
  });
  assert.equal((await owner.get(`payouts/${json.id}`)).json.fileName, 'gpj⟨U+202E⟩.csv');
  const { items } = (await owner.get(`payouts/${json.id}/lines`)).json;
  assert.equal(items[0].name, 'Awa⟨U+202E⟩eyaidN');
  const [stored] = await portal.db.database.query<{ name: string }>(
    {
      name: 'file_name_of_batch',
      text: 'select file_name as name from payout_batch where id = $1',
    },
    [json.id],
  );
  assert.equal(stored!.name, 'gpj\u202e.csv');
  // Its own name is typed.
  const typed = await send(owner, csv(`771234567;1500;${service};A`), { name });
  assert.deepEqual(
    [typed.status, typed.json.error],
    [
      400,
      {
        code: 'invalid',
        fields: [
          { field: 'name', problem: 'badCharacters', character: 'U+202E RIGHT-TO-LEFT OVERRIDE' },
        ],
      },
    ],
  );
});

test('a CSV and an XLSX file become drafts; what is no table says so', async () => {
  const { json } = await send(
    owner,
    csv(`771234567;1500;${service};=HYPERLINK("http://x")`, '771234568;12;NOBODY;B'),
  );
  assert.equal(json.problem, null);
  const batch = (await owner.get(`payouts/${json.id}`)).json;
  assert.deepEqual(
    [batch.lines, batch.wrong, batch.amount, batch.currency, batch.state],
    [2, 1, '1500', 'XOF', 'draft'],
  );
  const { items } = (await owner.get(`payouts/${json.id}/lines?show=wrong`)).json;
  assert.deepEqual(
    items.map((line: { fileLine: number; problems: object[] }) => [line.fileLine, line.problems]),
    [[3, [{ column: 'service', problem: 'unknownService', text: null }]]],
  );
  const xlsx = makeWorkbook('Payouts', [
    ['Phone', 'Amount'],
    ['771234567', 1500],
  ]);
  const second = await send(owner, xlsx, {
    service,
    fileName: 'salaires.xlsx',
    replaces: String(json.id),
  });
  const workbook = (await owner.get(`payouts/${second.json.id}`)).json;
  assert.deepEqual([workbook.amount, workbook.sheet, workbook.hiddenRows], ['1500', 'Payouts', 0]);
  assert.equal(
    (await owner.get(`payouts/${json.id}`)).code,
    'notFound',
    'the draft before is gone',
  );
  assert.deepEqual((await send(owner, Buffer.from('%PDF-1.7'))).json, {
    problem: 'unknown_form',
    id: null,
  });
  assert.deepEqual((await send(owner, Buffer.from('a;b\n1;2\n'))).json, {
    problem: 'no_columns',
    id: null,
  });
  assert.equal((await send(owner, Buffer.alloc(0))).json.problem ?? 'refused', 'empty');
  assert.equal(
    (await owner.post('payouts/upload?name=a&fileName=b', { file: 'x' })).code,
    'notJson',
    'a file is no JSON',
  );
  assert.equal(
    (await send(owner, csv(`771234567;1500;${service};A`), { name: 'a\0b' })).status,
    400,
    'no column holds it',
  );
  assert.equal((await send(owner, csv(`77\u{1F600};1500;${service};\ud83d`))).json.problem, null);
  const large = await send(owner, Buffer.alloc(10 * 1024 * 1024 + 1, 0x61));
  assert.equal(large.json.error?.code, 'tooLarge');
});

test('a workbook is refused where a CSV of the same texts is: digits that were lost are never invented', async () => {
  const rows = [
    ['2.21771E+11', '1500', 'A-1', 'Awa'],
    ['771234501', '15E2', 'A-2', 'Awa'],
    ['771234502', '1500', '1.23457E+17', 'Awa'],
    ['771234503', '1500', 'A-4', '#REF!'],
    ['2,21771E11', '1,5e3', '#N/A', 'Awa'],
    ['771234504', '1500', '48213e7', 'Awa'],
    ['771234505', '1500', '0012', 'Awa'],
  ];
  const headings = ['telephone', 'montant', 'reference', 'nom'];
  const told = async (file: Buffer): Promise<unknown[]> => {
    const { json } = await send(owner, file, { service });
    const { items } = (await owner.get(`payouts/${json.id}/lines`)).json;
    const given = await portal.db.database.query<object>({
      name: `given_of_${json.id}`,
      text: `select phone_given, amount_given, external_given, name from payout_line
        where batch_id = ${json.id} order by number`,
    });
    assert.deepEqual(
      given.map((line) => Object.values(line)),
      rows,
      'the texts of the cells, and nothing else',
    );
    return items.map(({ problems }: { problems: { column: string; problem: string }[] }) =>
      problems.map(({ column, problem }) => `${column} ${problem}`).join(', '),
    );
  };
  const expected = [
    'phone scientific',
    'amount scientific',
    'externalId scientific',
    'name notAllowed',
    'externalId notAllowed, phone scientific, amount scientific',
    '',
    '',
  ];
  const asCsv = rows.map((row) => row.join(';')).join('\n');
  assert.deepEqual(await told(Buffer.from(`${headings.join(';')}\n${asCsv}\n`)), expected);
  assert.deepEqual(await told(makeWorkbook('Payouts', [headings, ...rows])), expected);
});

test('a number of a workbook that lost its last digits pays nobody; the same number as a text is meant', async () => {
  const number = (value: string) => `<c s="1"><v>${value}</v></c>`;
  const text = (value: string) => `<c t="inlineStr"><is><t>${value}</t></is></c>`;
  // What is kept of 2.21771E+11 by whoever opens it, of 2.2902E+12, and numbers that are whole.
  const phones = ['221771000000', '2290200000000', '221771234567', '771000000'].map(number);
  const lines = [...phones, text('221771000000')].map((phone) => `${phone}${number('1500')}`);
  const rows = [text('telephone') + text('montant'), ...lines];
  // Each number is shown with an exponent: 2.22E+11.
  const styles = '<cellXfs><xf numFmtId="0"/><xf numFmtId="11"/></cellXfs>';
  const file = makeBook(rows.map((row) => `<row>${row}</row>`).join(''), { styles });
  const { json } = await send(owner, file, { service });
  const { items } = (await owner.get(`payouts/${json.id}/lines`)).json;
  assert.deepEqual(
    items.map(({ problems }: { problems: { problem: string }[] }) => problems[0]?.problem),
    ['scientific', 'scientific', undefined, undefined, undefined],
  );
});

test('a currency in the heading or the cell of an amount is read where it is that of the service', async () => {
  const told = async (headings: string, ...lines: string[]): Promise<unknown[]> => {
    const file = Buffer.from([headings, ...lines].join('\n'));
    const { json } = await send(owner, file, { service });
    if (json.problem !== null) return [json.problem];
    const { items } = (await owner.get(`payouts/${json.id}/lines`)).json;
    return items.map(
      ({ amount, problems }: { amount: string | null; problems: { problem: string }[] }) =>
        amount ?? problems.map(({ problem }) => problem).join(),
    );
  };
  assert.deepEqual(
    await told(
      'N° téléphone;Montant (FCFA)',
      '771234501;1500',
      '771234502;1 500 F CFA',
      '771234503;XOF 1500',
      '771234504;1500 F',
      '771234505;1.500 FCFA',
      '771234506;1500 €',
      '771234507;1500 XAF',
      '771234508;-1500 FCFA',
    ),
    ['1500', '1500', '1500', '1500', 'ambiguous', 'otherCurrency', 'otherCurrency', 'notAmount'],
  );
  for (const heading of ['Montant en FCFA', 'MONTANT [XOF]', 'Amount XOF', 'montant (f cfa)'])
    assert.deepEqual(await told(`Tél.;${heading}`, '771234501;1500'), ['1500'], heading);
  assert.deepEqual(await told('tel;Montant (EUR)', '771234501;1500'), ['otherCurrency']);
  for (const heading of ['Montant (milliers)', 'Montant (hors frais)', 'Montant total dû'])
    assert.deepEqual(await told(`tel;${heading}`, '771234501;1500'), ['no_columns'], heading);
});

test('a file as Excel writes it in Windows is read below its title, and batches and lines are found again', async () => {
  const text = `Salaires de novembre\r\nTéléphone;Montant;Service;Nom\r\n771234501;1500;${service};Zoé\r\n771234502;2500;${service};Awa\r\n`;
  const file = Buffer.from(text, 'latin1');
  assert.equal(
    (await send(owner, file, { name: '   ' })).json.error?.code,
    'invalid',
    'a name of spaces is none',
  );
  const [first, second] = [
    await send(owner, file, { name: 'Paie de Zoé' }),
    await send(owner, file, { name: 'Encore' }),
  ];
  const details = (await owner.get(`payouts/${second.json.id}`)).json;
  assert.deepEqual(
    [details.wrong, details.sameFile, details.retry, details.sums],
    [0, first.json.id, null, []],
  );
  const found = async (query: string) =>
    (await owner.get(`payouts?${query}`)).json.items.map(({ id }: { id: number }) => id);
  assert.deepEqual(await found(`q=${encodeURIComponent('paie DE')}`), [first.json.id]);
  assert.deepEqual(await found('q=Paie&state=running'), []);
  assert.deepEqual(await found('q=Paie&until=2020-01-01T00:00:00Z'), []);
  assert.deepEqual(await found('q=Paie&from=2020-01-01T00:00:00Z&state=draft'), [first.json.id]);
  assert.equal((await owner.get('payouts?from=2020-99-01T00:00:00Z')).code, 'invalid');
  const lines = async (q: string) =>
    (await owner.get(`payouts/${first.json.id}/lines?q=${encodeURIComponent(q)}`)).json.items.map(
      ({ name }: { name: string }) => name,
    );
  assert.deepEqual(
    [await lines('zoé'), await lines('77 123 45 02'), await lines(`payout-${first.json.id}-1`)],
    [['Zoé'], ['Awa'], ['Zoé']],
  );
  assert.deepEqual(await lines('\u202a+221 (77)\u2011123\u200945\ufe0d02\u202c'), ['Awa']);
  assert.deepEqual([await lines('%'), await lines('nobody')], [[], []]);
});

test('the file of results has every line, and no cell is a formula', async () => {
  const { json } = await send(
    owner,
    csv(`771234567;1500;${service};=1+1`, `771234568;2500;${service};B`),
  );
  const response = await fetch(`${portal.origin}/portal/api/payouts/${json.id}/export?form=plain`, {
    headers: { cookie: `jokko=${owner.token}` },
  });
  const lines = (await response.text()).trim().split('\r\n');
  assert.equal(lines.length, 3);
  assert.match(
    lines[1]!,
    /^2,\+221771234567,1500,0,XOF,OPA_SN_API_CASH_IN,payout-\d+-1,'=1\+1,,draft,1,,$/,
  );
});

test('batches of others, and of other countries, are neither seen nor touched', async () => {
  const { json } = await send(owner, csv(`771234567;1500;${service};A`));
  const path = `payouts/${json.id}`;
  await portal.db.sql(`insert into account (name, webhook_secret_sealed) values ('other', '')`);
  const [row] = await portal.db.database.query<{ id: number }>({
    name: 'last_account',
    text: 'select max(id) as id from account',
  });
  const strangers = [await member('owner', row!.id), await member('finance', accountId, ['CI'])];
  for (const stranger of strangers) {
    assert.deepEqual((await stranger.get('payouts')).json.items, []);
    for (const read of [path, `${path}/lines`, `${path}/export`])
      assert.equal((await stranger.get(read)).code, 'notFound', read);
    for (const change of ['submit', 'discard', 'withdraw', 'pause', 'resume', 'cancel', 'retry'])
      assert.equal(
        (await stranger.post(`payouts/${change}`, { id: json.id })).code,
        'notFound',
        change,
      );
    for (const change of ['approve', 'refuse'])
      assert.equal(
        (await stranger.post(`payouts/${change}`, { id: json.id, approvalRequest: 1, note: '' }))
          .code,
        'notFound',
        change,
      );
    assert.equal(
      (await send(stranger, csv('1;1;x;y'), { replaces: String(json.id) })).json.error?.code,
      'notFound',
    );
  }
  const [, ofIvory] = strangers;
  const refused = await send(ofIvory!, csv(`771234567;1500;${service};A`));
  const { items } = (await ofIvory!.get(`payouts/${refused.json.id}/lines`)).json;
  assert.equal(items[0].problems[0].problem, 'otherCountry');
  const near = await member('finance', accountId, ['SN', 'CI']);
  assert.equal(
    (await near.get(path)).json.available,
    null,
    'who is limited to countries sees no balance',
  );
  assert.equal((await owner.get(path)).json.available, '0');
  const viewer = await member('viewer', accountId);
  assert.equal((await viewer.get(path)).status, 200);
  assert.equal((await viewer.post('payouts/submit', { id: json.id })).code, 'notAllowed');
});

test('one asks, another one approves; each is in the audit log', async () => {
  const { json } = await send(owner, csv(`771234599;1500;${service};A`));
  assert.deepEqual((await owner.post('payouts/submit', { id: json.id })).json, { refused: null });
  assert.equal((await owner.post('payouts/submit', { id: json.id })).code, 'conflict');
  const waiting = (await owner.get(`payouts/${json.id}`)).json;
  assert.equal(
    Number(waiting.availableAfter),
    Number(waiting.available) - Number(waiting.cost),
    'what approval leaves of the balance',
  );
  const { approvalRequest } = (await owner.get(`payouts/${json.id}`)).json;
  assert.equal(
    (await owner.post('payouts/approve', { id: json.id, approvalRequest, note: '' })).code,
    'ownRequest',
  );
  const other = await member('owner', accountId);
  const before = (await other.get(`payouts/${json.id}`)).json;
  assert.deepEqual([before.state, before.own], ['awaiting_approval', false]);
  assert.equal(
    (
      await other.post('payouts/approve', {
        id: json.id,
        approvalRequest: approvalRequest + 1,
        note: '',
      })
    ).code,
    'conflict',
    'not what was looked at',
  );
  assert.deepEqual(
    (await other.post('payouts/approve', { id: json.id, approvalRequest, note: 'fine' })).json,
    { state: 'running', duplicates: false },
  );
  const after = (await other.get(`payouts/${json.id}`)).json;
  assert.deepEqual([after.counts.waiting, after.decisionNote], [1, 'fine']);
  assert.equal((await other.post('payouts/pause', { id: json.id })).status, 200);
  assert.equal((await other.post('payouts/cancel', { id: json.id })).status, 200);
  assert.equal((await other.get(`payouts/${json.id}`)).json.state, 'canceled');
  const reported = await portal.db.database.query<{ action: string }>(
    { name: 'told_of', text: `select action from audit_entry where subject = $1 order by number` },
    [`payout/${json.id}`],
  );
  assert.deepEqual(
    reported.map(({ action }) => action),
    ['payout.upload', 'payout.pause', 'payout.cancel'],
  );
});

test('who approves that failed lines go again sees these lines and what they cost, and not the whole batch', async () => {
  const { json } = await send(
    owner,
    csv(`771234701;1500;${service};A`, `771234702;2500;${service};B`),
  );
  const path = `payouts/${json.id}`;
  await owner.post('payouts/submit', { id: json.id });
  const other = await member('finance', accountId);
  const { approvalRequest } = (await other.get(path)).json;
  assert.equal(
    (await other.post('payouts/approve', { id: json.id, approvalRequest, note: '' })).json.state,
    'running',
  );
  // The first one has failed, the second was canceled; then the price went up.
  await portal.db
    .sql(`update payout_line set state = case number when 1 then 'failed' else 'canceled' end
      where batch_id = ${json.id};
    update payout_batch set state = 'canceled', waiting = 0, failed = 1, canceled = 1
      where id = ${json.id};
    update account_service set price = '{"fixed": 50}' where account_id = ${accountId};
    update account set version = version + 1 where id = ${accountId}`);
  const answer = { lines: 1, approval: true, nothing: false, duplicates: false };
  assert.deepEqual((await owner.post('payouts/retry', { id: json.id })).json, answer);
  const asked = (await other.get(path)).json;
  assert.deepEqual(asked.retry, { lines: 1, amount: '1500', fees: '50', cost: '1550' });
  assert.deepEqual([asked.state, asked.short, asked.lines], ['awaiting_approval', true, 2]);
  assert.deepEqual(asked.sums, [
    { state: 'failed', amount: '1500', fees: '50' },
    { state: 'canceled', amount: '2500', fees: '0' },
  ]);
  assert.equal(
    (
      await other.post('payouts/refuse', {
        id: json.id,
        approvalRequest: asked.approvalRequest,
        note: '',
      })
    ).status,
    200,
  );
  const refused = (await other.get(path)).json;
  assert.deepEqual([refused.state, refused.retry], ['canceled', null]);
});
