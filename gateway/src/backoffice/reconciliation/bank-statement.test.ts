// Proves that a bank's statement, camt.053 or MT940, is taken in as it is: found by what it holds,
// read without a choice of columns, for the days and the account that it names.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { operatorBrowser } from '../../node/portal/testing/operator.ts';
import { startPortal } from '../../node/portal/testing/portal.ts';
import type { Browser, Portal } from '../../node/portal/testing/portal.ts';
import { findFile, readSums } from './index.ts';
import { createReconciler } from './work.ts';

let portal: Portal;
let admin: Browser;

before(async () => {
  portal = await startPortal();
  admin = await operatorBrowser(portal, 'Awa');
});
after(() => portal.close());

async function upload(text: string, route = 'OPA_SN'): Promise<number> {
  const { json } = await admin.post('operator/reconciliation/upload', { route, name: 'day.csv' });
  const headers = { 'content-type': 'application/octet-stream' };
  await admin.post(`operator/reconciliation/piece?id=${json.id}&number=0`, text, headers);
  return json.id;
}
const preview = async (id: number, mapping: unknown = null) =>
  (await admin.post('operator/reconciliation/preview', { id, mapping })).json;

async function take(id: number, mapping: unknown) {
  const begin = { id, mapping, from: null, until: null, balances: [] };
  const { json } = await admin.post('operator/reconciliation/begin', begin);
  assert.deepEqual(json, { same: null, faults: [] });
  const reconciler = createReconciler(portal.db.database);
  while (await reconciler.runOnce());
  await reconciler.close();
  return (await findFile(portal.db.database, id))!;
}

const swift = (rows: readonly string[], { account = 'SN012', closing = '1001400,' } = {}): string =>
  [
    ':20:STMT',
    `:25:${account}`,
    ':28C:12/1',
    ':60F:C261118XOF1000000,',
    ...rows,
    `:62F:C261120XOF${closing}`,
    '-',
  ].join('\r\n');
const rows = [
  ':61:2611191119C1500,NTRFpay-1//BANK1',
  ':86:Versement; Awa, 12',
  ':61:2611201120D100,NCHGNONREF//BANK2',
];

test('F11 an MT940 is read by what it holds, for the days and with the balances that it states', async () => {
  const id = await upload(swift(rows));
  const shown = await preview(id);
  assert.deepEqual([shown.form, shown.account, shown.faults], ['mt940', 'SN012', []]);
  assert.equal(shown.mapping.graceMinutes, 0, 'a bank’s day is over');
  assert.deepEqual(shown.balances, {
    currency: 'XOF',
    opening: '1000000',
    closing: '1001400',
    counted: '1001400',
  });
  assert.deepEqual(
    shown.lines.map((line: Record<string, unknown>) => [
      line['direction'],
      line['amount'],
      line['ourReference'],
      line['providerReference'],
      line['status'],
    ]),
    [
      ['in', '1500', 'pay-1', 'BANK1', 'success'],
      ['out', '100', null, 'BANK2', 'success'],
    ],
  );
  const file = await take(id, shown.mapping);
  assert.deepEqual([file.state, file.problem, file.lines], ['done', null, 2]);
  const days = [file.periodFrom, file.periodUntil].map((at) => at!.toISOString());
  assert.deepEqual(days, ['2026-11-19T00:00:00.000Z', '2026-11-21T00:00:00.000Z']);
  const [total] = (await readSums(portal.db.database, id)).totals;
  assert.deepEqual(
    [total!.opening, total!.closing, total!.closes],
    [10_000_000_000n, 10_014_000_000n, true],
  );
});

test('F11 what a bank states and its lines do not make is said before and after', async () => {
  const id = await upload(swift(rows, { closing: '1001401,' }));
  const shown = await preview(id);
  assert.deepEqual([shown.balances.counted, shown.balances.closing], ['1001400', '1001401']);
  await take(id, shown.mapping);
  assert.equal((await readSums(portal.db.database, id)).totals[0]!.closes, false);
});

test('F11 a statement without lines says that nothing has happened', async () => {
  const id = await upload(swift([], { closing: '1000000,' }));
  const shown = await preview(id);
  assert.deepEqual([shown.faults, shown.lines], [[], []]);
  const { state, periodFrom, lines } = await take(id, shown.mapping);
  assert.deepEqual([state, lines], ['done', 0]);
  assert.equal(periodFrom!.toISOString(), '2026-11-19T00:00:00.000Z');
});

test('F11 a statement of another account than that of the route waits for a word', async () => {
  const id = await upload(swift(rows, { account: 'SN999' }));
  const shown = await preview(id);
  assert.deepEqual(
    [shown.account, shown.mapping.account, shown.faults],
    ['SN999', 'SN012', ['otherAccount']],
  );
  const changed = { ...shown.mapping, account: 'SN999' };
  assert.deepEqual((await preview(id, changed)).faults, []);
  // What is begun without it is refused when it is read.
  const refused = await take(id, shown.mapping);
  assert.deepEqual(
    [refused.state, refused.problem, refused.lines],
    ['failed', 'bank_account: ', 0],
  );
  const again = await upload(swift(rows, { account: 'SN999' }));
  assert.equal((await take(again, changed)).state, 'done');
});

test('F11 a mapping of a bank reads no table, and one of a table no bank', async () => {
  const { mapping } = await preview(await upload(swift(rows)));
  const table = await upload('Date;Id;Montant\n20/11/2026;T1;5\n20/11/2026;T2;6\n');
  const guessed = (await preview(table)).mapping;
  assert.equal(guessed.account, undefined, 'the kept one of the bank is not taken for it');
  assert.equal((await take(table, mapping)).problem, 'bank_account: ');
  assert.equal((await take(await upload(swift(rows, { closing: '1,' })), guessed)).state, 'failed');
});

test('F11 a camt.053 is read alike, and what of it cannot be read is named with its place', async () => {
  const entry = (amount: string) =>
    `<Ntry><Amt Ccy="XOF">${amount}</Amt><CdtDbtInd>CRDT</CdtDbtInd><BookgDt><DtTm>2026-11-20T23:30:00</DtTm></BookgDt>` +
    '<AcctSvcrRef>B1</AcctSvcrRef><NtryDtls><TxDtls><Refs><EndToEndId>pay-2</EndToEndId></Refs></TxDtls></NtryDtls></Ntry>';
  const balance = (code: string, amount: string): string =>
    `<Bal><Tp><CdOrPrtry><Cd>${code}</Cd></CdOrPrtry></Tp><Amt Ccy="XOF">${amount}</Amt><CdtDbtInd>CRDT</CdtDbtInd><Dt><Dt>2026-11-20</Dt></Dt></Bal>`;
  const camt = (entries: string): string =>
    '<?xml version="1.0"?><Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt>' +
    `<Stmt><Id>1</Id><Acct><Id><IBAN>SN0099</IBAN></Id></Acct>${balance('OPBD', '0')}${balance('CLBD', '7')}${entries}</Stmt>` +
    '</BkToCstmrStmt></Document>';
  const id = await upload(camt(entry('7')), 'OPD_SN');
  const shown = await preview(id);
  assert.deepEqual([shown.form, shown.account, shown.faults], ['camt', 'SN0099', []]);
  assert.deepEqual([shown.balances.opening, shown.balances.counted], ['0', '7']);
  assert.equal(shown.lines[0].at, '2026-11-20T23:30:00.000Z');
  assert.equal((await take(id, shown.mapping)).state, 'done');
  const broken = await upload(camt(entry('7') + entry('sept')), 'OPD_SN');
  const { json } = await admin.post('operator/reconciliation/preview', {
    id: broken,
    mapping: null,
  });
  assert.equal(json.error.fields[0].field, 'file.bank_amount: statement 1 entry 2');
});
