// Reconciliation over HTTP: a file comes in pieces, is previewed, counts only when somebody says
// so, and its discrepancies are worked on.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { createReconciler } from './work.ts';
import { operatorBrowser } from '../../node/portal/testing/operator.ts';
import { startPortal } from '../../node/portal/testing/portal.ts';
import type { Browser, Portal } from '../../node/portal/testing/portal.ts';

let portal: Portal;
let admin: Browser;

before(async () => {
  portal = await startPortal();
  admin = await operatorBrowser(portal, 'Awa');
});
after(() => portal.close());

const content = [
  'Relevé du 20/11/2026;;;;;',
  'Date;Réf. externe;Id;Crédit;Débit;Frais',
  '20/11/2026 10:15;a-1;T1;1 500;;15',
  '20/11/2026 10:16;a-2;T2;;2.000,50;20',
  '20/11/2026 10:17;=cmd();T3;quinze;;1',
  'Total;;;1 501;2.000,50;',
].join('\r\n');

async function upload(browser: Browser, text: string, pieceCharacters = 120): Promise<number> {
  const { json } = await browser.post('operator/reconciliation/upload', {
    route: 'OPA_SN',
    name: 'orange.csv',
  });
  for (let number = 0; number * pieceCharacters < text.length; number += 1) {
    const piece = text.slice(number * pieceCharacters, (number + 1) * pieceCharacters);
    const path = `operator/reconciliation/piece?id=${json.id}&number=${number}`;
    const headers = { 'content-type': 'application/octet-stream' };
    // A piece that comes once more, because its answer got lost, is taken once.
    for (const _time of [1, 2])
      assert.equal((await browser.post(path, piece, headers)).status, 200);
  }
  return json.id;
}

async function workOff(): Promise<void> {
  const reconciler = createReconciler(portal.db.database);
  while (await reconciler.runOnce());
  await reconciler.close();
}

test('a preview says how a file would be read; a user mends the guess; then it counts', async () => {
  const id = await upload(admin, content);
  const attempt = await admin.post('operator/reconciliation/preview', { id, mapping: null });
  assert.equal(attempt.status, 200, JSON.stringify(attempt.json));
  assert.deepEqual(
    [attempt.json.form, attempt.json.mapping.headingRow, attempt.json.mapping.direction],
    ['csv', 2, 'columns'],
  );
  const { columns } = attempt.json.mapping;
  assert.deepEqual(
    [columns.amount, columns.amountOut, columns.fee, columns.ourReference],
    ['Crédit', 'Débit', 'Frais', 'Réf. externe'],
  );
  assert.deepEqual(
    [attempt.json.mapping.decimal, attempt.json.mapping.dayOrder, columns.providerReference],
    [',', 'ymd', 'Id'],
  );
  const wrong = { ...attempt.json.mapping, decimal: '.', dayOrder: 'mdy' };
  const unread = await admin.post('operator/reconciliation/preview', { id, mapping: wrong });
  assert.deepEqual(
    [unread.json.faults, unread.json.judged],
    [['unreadable'], { lines: 4, unreadable: 4 }],
  );
  assert.equal(unread.json.lines[1].problem, 'amountOut: 2.000,50');
  const mapping = {
    ...attempt.json.mapping,
    dayOrder: 'dmy',
    decimal: ',',
    timeZone: 'Africa/Dakar',
    columns: { ...columns, providerReference: 'Id' },
  };
  const mended = await admin.post('operator/reconciliation/preview', { id, mapping });
  assert.deepEqual([mended.json.faults, mended.json.balances], [[], null]);
  assert.deepEqual(
    mended.json.lines.map((line: Record<string, string>) => [
      line['number'],
      line['direction'],
      line['amount'],
      line['at'],
      line['problem'],
    ]),
    [
      [3, 'in', '1500', '2026-11-20T10:15:00.000Z', null],
      [4, 'out', '2000.5', '2026-11-20T10:16:00.000Z', null],
      [5, null, null, '2026-11-20T10:17:00.000Z', 'amount: quinze'],
      [6, null, null, null, 'total: 1501 1500'],
    ],
  );
  assert.equal(
    (await admin.get('operator/reconciliation')).json.items.length,
    0,
    'nothing counts yet',
  );
  const begin = {
    id,
    mapping,
    from: null,
    until: null,
    balances: [{ currency: 'XOF', opening: '1000', closing: '464.5' }],
  };
  assert.deepEqual(
    (
      await admin.post('operator/reconciliation/begin', {
        ...begin,
        mapping: { ...mapping, timeZone: 'Nowhere' },
      })
    ).json.faults,
    ['timeZone'],
  );
  assert.equal(
    (await admin.post('operator/reconciliation/begin', { ...begin, from: '2026-11-21T00:00:00Z' }))
      .code,
    'invalid',
  );
  assert.deepEqual((await admin.post('operator/reconciliation/begin', begin)).json, {
    same: null,
    faults: [],
  });
  assert.equal(
    (await admin.post('operator/reconciliation/begin', begin)).code,
    'notFound',
    'it counts once',
  );
  await workOff();
  const file = (await admin.get(`operator/reconciliation/${id}`)).json;
  assert.deepEqual(
    [file.state, file.from, file.until, file.uploadedBy],
    ['done', '2026-11-20T00:00:00.000Z', '2026-11-21T00:00:00.000Z', 'Awa'],
  );
  assert.deepEqual(
    [file.totals[0].amount, file.totals[0].fees, file.totals[0].addsUp, file.totals[0].closes],
    ['-500.5', '35', true, true],
  );
  const again = await upload(admin, content, 1_000);
  assert.deepEqual(
    (await admin.post('operator/reconciliation/begin', { ...begin, id: again })).json,
    { same: id, faults: [] },
  );
  const kept = await admin.post('operator/reconciliation/preview', { id: again, mapping: null });
  assert.deepEqual(kept.json.mapping, mapping, 'the mapping is kept for the provider');
});

test('discrepancies are listed by class, exported without formulas, and explained once for all to read', async () => {
  const [{ id }] = (await admin.get('operator/reconciliation')).json.items;
  const { items } = (
    await admin.get(`operator/reconciliation/${id}/discrepancies?class=missing_here`)
  ).json;
  assert.deepEqual(
    items.map((discrepancy: Record<string, unknown>) => [
      discrepancy['line'],
      discrepancy['difference'],
      discrepancy['evidence'],
    ]).length,
    2,
  );
  assert.equal(
    (await admin.get(`operator/reconciliation/${id}/discrepancies?class=unreadable`)).json.items
      .length,
    2,
  );
  const { headers } = await admin.get(`operator/reconciliation/${id}/export?form=plain`);
  assert.match(headers.get('content-disposition')!, /gaps-OPA_SN-\d+\.csv$/);
  const exported = await fetch(`${portal.origin}/portal/api/operator/reconciliation/${id}/export`, {
    headers: { cookie: `jokko=${admin.token}` },
  });
  const text = await exported.text();
  assert.ok(text.includes("'=cmd()") && !/(^|,)=cmd/m.test(text), text);
  const discrepancy = items[0].id;
  const note = {
    id: discrepancy,
    to: 'explained',
    note: 'vu avec le fournisseur',
    approvalRequestId: null,
  };
  assert.equal(
    (await admin.post('operator/reconciliation-discrepancies/note', { ...note, note: '  ' })).code,
    'invalid',
  );
  assert.equal(
    (
      await admin.post('operator/reconciliation-discrepancies/note', {
        ...note,
        approvalRequestId: 7,
      })
    ).json.error.fields[0].field,
    'approvalRequestId',
  );
  assert.equal((await admin.post('operator/reconciliation-discrepancies/note', note)).status, 200);
  const reported = (await admin.get(`operator/reconciliation-discrepancies/${discrepancy}`)).json;
  assert.deepEqual(
    [reported.state, reported.notes[0].by, reported.notes[0].note],
    ['explained', 'Awa', 'vu avec le fournisseur'],
  );
  assert.equal(
    (await admin.get(`operator/reconciliation/${id}/discrepancies?state=explained`)).json.items
      .length,
    1,
  );
  const audit = (await admin.get('operator/audit?action=reconciliation.note')).json.items;
  assert.deepEqual(JSON.parse(audit[0].new), {
    discrepancy,
    note: 'vu avec le fournisseur',
    state: 'explained',
    approvalRequest: null,
  });
});

test('matching again and withdrawing are for who may, and for files that are done', async () => {
  const [{ id }] = (await admin.get('operator/reconciliation')).json.items;
  const support = await operatorBrowser(portal, 'Sidy', { role: 'support' });
  assert.equal((await support.get(`operator/reconciliation/${id}`)).status, 200);
  assert.equal((await support.post('operator/reconciliation/withdraw', { id })).code, 'notAllowed');
  const limited = await operatorBrowser(portal, 'Codou', { countries: ['SN'] });
  for (const path of [
    'operator/reconciliation',
    `operator/reconciliation/${id}`,
    `operator/reconciliation/${id}/discrepancies`,
  ])
    assert.equal((await limited.get(path)).code, 'notAllowed', path);
  assert.equal((await admin.post('operator/reconciliation/again', { id })).status, 200);
  assert.equal((await admin.post('operator/reconciliation/again', { id })).code, 'conflict');
  await workOff();
  assert.equal((await admin.post('operator/reconciliation/withdraw', { id })).status, 200);
  assert.equal((await admin.post('operator/reconciliation/withdraw', { id })).code, 'conflict');
});

test('the days of statements stand above the first page of their list alone', async () => {
  await portal.db.sql(`with file as (
      insert into reconciliation_file (route, routes, name, state, period_from, period_until)
        values ('OPC_SN', '{OPC_SN}', 's', 'done', jokko_now() - interval '1 day', jokko_now())
          returning id)
    insert into reconciliation_sum (file_id, currency, class, lines, theirs, ours, fees)
      select id, 'XOF', 'matched', 7, 0, 0, 0 from file`);
  const daysOf = async (query: string): Promise<{ matched: number }[]> =>
    (await admin.get(`operator/reconciliation?route=OPC_SN${query}`)).json.days;
  assert.deepEqual(
    (await daysOf('')).map(({ matched }) => matched),
    [7],
  );
  assert.deepEqual(await daysOf('&after=999999'), []);
});

test('what is too large, unknown, or no table is refused', async () => {
  assert.equal(
    (await admin.post('operator/reconciliation/upload', { route: 'NO_SUCH', name: 'a.csv' })).json
      .error.fields[0].field,
    'route',
  );
  for (const [text, field] of [
    ['%PDF-1.7 not a table', 'file.unknown_form'],
    ['<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.02"/>', 'file.bank_account: '],
    [':20:A\r\n:25:1/2\r\n:60F:C261119XOF1,\r\n', 'file.bank_closing: line 3'],
    ['<html><table><tr><td>Montant', 'file.xml'],
  ] as const) {
    const id = await upload(admin, text);
    const { json } = await admin.post('operator/reconciliation/preview', { id, mapping: null });
    assert.deepEqual(json.error.fields, [{ field, problem: 'notAllowed' }]);
  }
  const bare = await upload(admin, '');
  assert.deepEqual(
    (await admin.post('operator/reconciliation/preview', { id: bare, mapping: null })).json.error
      .fields,
    [{ field: 'file.empty', problem: 'empty' }],
  );
  const id = await upload(admin, '%PDF-1.7 not a table');
  const piece = { 'content-type': 'application/octet-stream' };
  assert.equal(
    (await admin.post('operator/reconciliation/piece?id=999999&number=0', 'x', piece)).code,
    'notFound',
  );
  assert.equal(
    (
      await admin.post(
        `operator/reconciliation/piece?id=${id}&number=1`,
        'x'.repeat(1_100_000),
        piece,
      )
    ).code,
    'tooLarge',
  );
  await portal.db.sql(
    `update reconciliation_file set bytes = ${20 * 1024 * 1024 - 3} where id = ${id}`,
  );
  assert.equal(
    (await admin.post(`operator/reconciliation/piece?id=${id}&number=1`, 'four', piece)).code,
    'tooLarge',
  );
  assert.equal((await admin.get('operator/reconciliation/999999')).code, 'notFound');
  assert.equal((await admin.get('operator/reconciliation-discrepancies/999999')).code, 'notFound');
});

test('B4 days that could not be fetched are listed, and a person asks for one again', async () => {
  await portal.db
    .sql(`insert into statement_pull (route, day, state, problem, tries, wanted_at, next_at)
    select 'BANK_SN', (jokko_now() - days * interval '1 day')::date, 'failed', 'none yet', 12,
      jokko_now() - days * interval '1 day', jokko_now()
      from unnest(array[3, 12]) as days`);
  const list = async (): Promise<{ day: string; state: string; isGivenUp: boolean }[]> =>
    (await admin.get('operator/statement-days')).json.items.filter(
      ({ route }: { route: string }) => route === 'BANK_SN',
    );
  const [waiting, givenUp] = await list();
  assert.deepEqual([waiting?.isGivenUp, givenUp?.isGivenUp], [false, true]);
  const ask = async (body: object) =>
    (await admin.post('operator/statement-days/fetch', { route: 'BANK_SN', ...body })).status;
  assert.equal(await ask({ day: givenUp!.day }), 200);
  assert.deepEqual(
    (await list()).map(({ state, isGivenUp }) => [state, isGivenUp]),
    [
      ['failed', false],
      ['asked', false],
    ],
  );
  assert.equal(await ask({ route: 'NONE', day: givenUp!.day }), 404);
  for (const day of ['2026-02-30', '2999-01-01']) assert.equal(await ask({ day }), 409);
});
