// Statements as files: a workbook and printed pages say the same as the ledger, to the last entry,
// in both languages, however long they are.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { inflateSync } from 'node:zlib';
import readExcelFile from 'read-excel-file/node';
import { streamXlsx } from '../../platform/spreadsheet/index.ts';
import { startPortal, type Browser, type Portal } from '../../node/portal/testing/portal.ts';

const entries = 3_000;
const total = (n: number): number => (n * (n + 1)) / 2 + 0.5;
let portal: Portal;
let owner: Browser;

before(async () => {
  portal = await startPortal();
  owner = (await portal.register('awa@boutique.sn')).browser;
  const { membership } = (await owner.get('me')).json;
  await portal.db.sql(
    `update account set name = '=Boutique «Ngór»' where id = ${membership.accountId}`,
  );
  await portal.db
    .sql(`insert into transfer (account_id, id, verb, debit, credit, amount, currency, available_after, created_at, note)
    select ${membership.accountId}, 10 + n, 'fund', 'funding', 'available', n * 10000, 'GHS', (n::bigint * (n + 1) / 2) * 10000 + 5000,
      '2026-01-01T00:00:00Z'::timestamptz + n * interval '1 minute', case when n = 7 then '=1+1 <virement> ŋ' end
    from generate_series(1, ${entries}) n`);
});
after(() => portal.close());

async function bytesOf(query: string): Promise<Buffer> {
  const response = await fetch(
    `${portal.origin}/portal/api/statement/export?currency=GHS&${query}`,
    {
      headers: { cookie: `jokko=${owner.token}` },
    },
  );
  assert.equal(response.status, 200);
  return Buffer.from(await response.arrayBuffer());
}

/** The texts of a PDF file, page by page. */
function pagesOf(file: Buffer): string[] {
  const texts: string[] = [];
  for (let at = file.indexOf('stream\n'); at !== -1; at = file.indexOf('stream\n', at + 7)) {
    if (file.subarray(at - 3, at).toString() === 'end') continue;
    const content = inflateSync(file.subarray(at + 7, file.indexOf('\nendstream', at))).toString(
      'latin1',
    );
    const shown = [...content.matchAll(/\[(.*?)\] TJ/g)].map(([, parts = '']) =>
      [...parts.matchAll(/<([0-9a-f]*)>/g)]
        .map(([, hex = '']) => Buffer.from(hex, 'hex').toString('latin1'))
        .join(''),
    );
    texts.push(shown.join('\n'));
  }
  return texts;
}

test('a workbook holds numbers, moments and texts, and ends with what is available', async () => {
  const [{ data }] = (await readExcelFile(await bytesOf('form=xlsx'))) as unknown as [
    { data: unknown[][] },
  ];
  const start = data.findIndex(([first]) => first === 'Écriture') + 1;
  const rows = data.slice(start, -1);
  assert.equal(rows.length, entries);
  assert.equal(rows.reduce((sum, row) => sum + (row[5] as number), 0) + 0.5, total(entries));
  for (const [index, row] of rows.entries()) assert.equal(row[7], total(index + 1));
  assert.equal((rows[6]![1] as Date).toISOString(), '2026-01-01T00:07:00.000Z');
  assert.deepEqual([rows[6]![2], rows[6]![9]], ['Approvisionnement', '=1+1 <virement> ŋ']);
  assert.deepEqual([data.at(-1)![0], data.at(-1)![7]], ['Disponible à la fin', total(entries)]);
  assert.ok(data.flat().includes('=Boutique «Ngór»'));
  const saidOf = (label: string) => data.find(([first]) => first === label)?.[2];
  assert.deepEqual(
    [saidOf('Du'), saidOf('Jusqu’au (exclu)')],
    ['Ouverture du compte', 'Aujourd’hui'],
  );
});

test('a statement is of the first currency unless one is asked for, and goes on below an entry', async () => {
  const { accountId } = (await owner.get('me')).json.membership;
  await portal.db
    .sql(`insert into balance (account_id, currency, available, held, last_transfer) values
    (${accountId}, 'GHS', 20000, 0, ${entries + 10}), (${accountId}, 'XAF', 30000, 0, 0)`);
  const { balances } = (await owner.get('balance')).json;
  assert.deepEqual(
    balances.map(({ currency }: { currency: string }) => currency),
    ['GHS', 'XAF', 'XOF'],
  );
  const { currency, items, next } = (await owner.get('statement')).json;
  assert.deepEqual([currency, items[0].id], ['GHS', String(entries + 10)]);
  const below = (await owner.get(`statement?after=${next}`)).json.items[0].id;
  assert.equal(Number(below), Number(items.at(-1).id) - 1);
  assert.equal((await owner.get('statement?after=x')).code, 'invalid');
});

test('a file for programs has the kinds by name, one for people in words, and both the day they were made', async () => {
  const kindOf = async (form: string): Promise<string> =>
    (await bytesOf(`form=${form}`)).toString().split('\r\n')[1]!.split(/[;,]/)[2]!;
  assert.deepEqual([await kindOf('plain'), await kindOf('excel')], ['fund', 'Approvisionnement']);
  const url = `${portal.origin}/portal/api/statement/export?currency=GHS&form=plain`;
  const response = await fetch(url, { headers: { cookie: `jokko=${owner.token}` } });
  await response.arrayBuffer();
  assert.match(
    response.headers.get('content-disposition')!,
    /statement-GHS-\d{4}-\d{2}-\d{2}\.csv/,
  );
});

test('printed pages are numbered and say what was there before, after each entry, and at the end', async () => {
  const period = 'from=2026-01-01T00:11:00Z&until=2026-01-02T00:00:00Z';
  const french = pagesOf(await bytesOf(`form=pdf&${period}`));
  assert.match(
    french[0]!,
    /Relevé de compte\n(.*\n)*=Boutique «Ngór» \(\d+\)\n(.*\n)*Disponible au début\n55,5\n/,
  );
  assert.match(french.at(-1)!, /Disponible à la fin\n1\D036\D080,5\nÉcritures : 1\D429/);
  for (const [index, text] of french.entries())
    assert.match(text, new RegExp(`\\nPage ${index + 1}|^Page ${index + 1}`));
  // Each entry once, in their order, with the balance after it.
  const after = [
    ...french.join('\n').matchAll(/Approvisionnement\n[\d\s]+\n([\d\s\u00a0]+,5)\n/g),
  ].map(([, text = '']) => text);
  const expected = Array.from({ length: 1_429 }, (_none, n) => total(n + 11));
  assert.deepEqual(
    after.map((text) => Number(text.replaceAll(/\s/g, '').replace(',', '.'))),
    expected,
  );
  await portal.db.sql(`update portal_user set language = 'en'`);
  const english = pagesOf(await bytesOf('form=pdf&from=2030-01-01T00:00:00Z'));
  assert.equal(english.length, 1);
  assert.match(
    english[0]!,
    /Account statement(.*\n)*No movements in this period\.\n(.*\n)*4,501,500\.5/,
  );
});

test('what does not fit on one sheet of a workbook goes to the next one, and nothing is lost', async () => {
  async function* rows() {
    for (let part = 0; part < 5; part++)
      yield Array.from({ length: 7 }, (_none, n) => [{ amount: BigInt(part * 7 + n) * 10_000n }]);
  }
  const table = {
    name: 'S',
    widths: [9],
    before: [['above']],
    headings: ['n'],
    rows: rows(),
    after: () => [['end']],
    timeZone: 'UTC',
  };
  const chunks: Buffer[] = [];
  for await (const chunk of streamXlsx(table, 10)) chunks.push(chunk);
  const sheets = (await readExcelFile(Buffer.concat(chunks))) as unknown as {
    sheet: string;
    data: unknown[][];
  }[];
  assert.deepEqual(
    sheets.map(({ sheet }) => sheet),
    ['S', 'S 2', 'S 3', 'S 4', 'S 5'],
  );
  const cells = sheets.flatMap(({ data }) => data.flat());
  assert.deepEqual(
    cells.filter((cell) => typeof cell === 'number'),
    Array.from({ length: 35 }, (_none, n) => n),
  );
  assert.deepEqual([cells[0], cells.at(-1)], ['above', 'end']);
});
