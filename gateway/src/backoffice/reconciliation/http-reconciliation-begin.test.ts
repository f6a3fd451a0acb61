// The beginning of a statement file over HTTP: what is refused, by its field, and what is kept of a
// file that begins.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { operatorBrowser } from '../../node/portal/testing/operator.ts';
import { startPortal } from '../../node/portal/testing/portal.ts';
import type { Browser, Portal } from '../../node/portal/testing/portal.ts';
import { file, line } from './testing/books.ts';
import { testMapping, workOff } from './testing/files.ts';

let portal: Portal;
let admin: Browser;

before(async () => {
  portal = await startPortal();
  admin = await operatorBrowser(portal, 'Awa');
});
after(() => portal.close());

const [monday, tuesday] = ['2026-11-23T00:00:00.000Z', '2026-11-24T00:00:00.000Z'];
const mapping = { ...testMapping, columns: { ...testMapping.columns, balance: null } };

/** Uploads one piece of a file, with this number. */
async function upload(number: number | null): Promise<number> {
  const order = { route: 'OPA_SN', name: 'day.csv' };
  const { id } = (await admin.post('operator/reconciliation/upload', order)).json;
  const path = `operator/reconciliation/piece?id=${id}&number=${number}`;
  const content = file([line({ at: new Date(monday) })]);
  const headers = { 'content-type': 'application/octet-stream' };
  if (number !== null) assert.equal((await admin.post(path, content, headers)).status, 200);
  return id;
}
const begin = (id: number, change: object) =>
  admin.post('operator/reconciliation/begin', {
    id,
    mapping,
    from: null,
    until: null,
    balances: [],
    ...change,
  });

test('F11 a file does not begin with a field that is wrong, and begins when it is mended', async () => {
  const id = await upload(0);
  const refused = async (change: object) => (await begin(id, change)).json.error.fields[0];
  for (const [from, until] of [
    [monday, null],
    [null, monday],
    [monday, monday],
    [tuesday, monday],
    ['2026-13-01T00:00:00Z', '2026-13-02T00:00:00Z'],
  ])
    assert.deepEqual(await refused({ from, until }), { field: 'until', problem: 'notAllowed' });
  assert.equal((await refused({ mapping: { ...mapping, routes: ['NONE'] } })).field, 'routes');
  const right = { currency: 'XOF', opening: '1', closing: null };
  const tooLarge = { currency: 'XOF', opening: null, closing: '999999999999999' };
  for (const [at, balances] of [[tooLarge], [right, tooLarge], [right, right, tooLarge]].entries())
    assert.deepEqual(await refused({ balances }), {
      field: `balances.${at}`,
      problem: 'tooLarge',
    });
  const begun = await begin(id, {
    mapping: { ...mapping, routes: ['BANK_SN'] },
    from: monday,
    until: tuesday,
    balances: [right, { currency: 'XOF', opening: '10000', closing: '4950' }],
  });
  assert.deepEqual(begun.json, { same: null, faults: [] });
  await workOff(portal.db);
  const taken = (await admin.get(`operator/reconciliation/${id}`)).json;
  const [{ opening, closing }] = taken.totals;
  assert.deepEqual(
    [taken.state, taken.from, taken.until, taken.routes, opening, closing],
    ['done', monday, tuesday, ['OPA_SN', 'BANK_SN'], '10000', '4950'],
    'of a currency the last balances count',
  );
});

test('F11 a file without bytes, or without its first piece, does not begin', async () => {
  for (const [number, problem] of [
    [null, 'empty'],
    [1, 'notAllowed'],
  ] as const) {
    const { json } = await begin(await upload(number), {});
    assert.deepEqual(json.error.fields, [{ field: 'file', problem }]);
  }
});
