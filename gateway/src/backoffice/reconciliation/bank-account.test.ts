// Proves that a bank account of ours is reconciled as a provider is: its statements in each form,
// held against the float moves, settlements and deposits that went through it.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { runDoctor } from '../../node/doctor/index.ts';
import { makeWorkbook } from '../../platform/spreadsheet/testing/workbook.ts';
import { openBankBook, type BankBook } from '../bank-accounts/testing/bank-book.ts';
import { addPiece, findFile, listDiscrepancies, repeatMatching } from './index.ts';
import { createReconciler } from './work.ts';
import { byCommand } from './testing/files.ts';

let book: BankBook;
before(async () => {
  book = await openBankBook();
  await book.deposit('900000', { valueDate: await book.day(0) });
});
after(() => book.portal.close());

const upload = async (bytes: string | Buffer, party: object): Promise<number> => {
  const { post } = book.first;
  const { json } = await post('operator/reconciliation/upload', { ...party, name: 'releve' });
  await addPiece(book.portal.db.database, { id: json.id, number: 0, bytes: Buffer.from(bytes) });
  return json.id;
};
const previewOf = async (id: number, mapping: unknown = null) =>
  (await book.first.post('operator/reconciliation/preview', { id, mapping })).json;
async function workOff(): Promise<void> {
  const reconciler = createReconciler(book.portal.db.database);
  while (await reconciler.runOnce());
  await reconciler.close();
}
async function begin(id: number, mapping: unknown) {
  const order = { id, mapping, from: null, until: null, balances: [] };
  const { json } = await book.first.post('operator/reconciliation/begin', order);
  await workOff();
  return json;
}
/** Answers the file's number, with its classes. */
async function take(bytes: string | Buffer, bankAccountId: number) {
  const id = await upload(bytes, { bankAccountId });
  const { mapping, faults } = await previewOf(id);
  assert.deepEqual(faults, []);
  assert.deepEqual(await begin(id, mapping), { same: null, faults: [] });
  return { id, ...(await stateOf(id)) };
}
async function stateOf(id: number) {
  const { database } = book.portal.db;
  const file = (await findFile(database, id))!;
  const all = { fileId: id, class: null, state: null, after: null, limit: 100 };
  const open = (await listDiscrepancies(database, all))
    .filter(({ state }) => state === 'open')
    .map(({ class: name, line, theirs, ours }) => {
      const [there, here] = [theirs, ours].map((amount) => String(amount / 10_000n));
      return `${name} ${line === null ? '-' : 'row'} ${there} ${here}`;
    });
  return { state: file.state, problem: file.problem, lines: file.lines, open };
}
async function assertBooks(): Promise<void> {
  const { checks } = await runDoctor(book.portal.db.database);
  assert.deepEqual(
    checks.filter(({ violations }) => violations > 0).map(({ id, examples }) => [id, examples]),
    [],
  );
}

/** `reference` is the bank's, `ours` what we or the payer gave it. */
interface Row {
  amount: number;
  day: string;
  reference?: string;
  ours?: string;
}
const short = (day: string): string => day.slice(2).replaceAll('-', '');
const mt940 = (account: string, rows: readonly Row[], from: string, until: string): string => {
  const total = rows.reduce((sum, { amount }) => sum + amount, 0);
  const lines = rows.map(({ amount, day, reference = '', ours }) => {
    const sign = amount > 0 ? 'C' : 'D';
    const entry = `${short(day)}${short(day).slice(2)}${sign}${Math.abs(amount)},`;
    return `:61:${entry}NTRF${ours ?? 'NONREF'}${reference === '' ? '' : `//${reference}`}`;
  });
  const balance = (name: string, day: string, amount: number): string =>
    `:${name}:C${short(day)}XOF${amount},`;
  return [
    ':20:STMT',
    `:25:${account}`,
    ':28C:1/1',
    balance('60F', from, 1_000_000),
    ...lines,
    balance('62F', until, 1_000_000 + total),
    '-',
  ].join('\r\n');
};
const camt = (account: string, rows: readonly Row[], from: string, until: string): string => {
  const amountOf = (amount: number): string =>
    `<Amt Ccy="XOF">${Math.abs(amount)}</Amt><CdtDbtInd>${amount < 0 ? 'DBIT' : 'CRDT'}</CdtDbtInd>`;
  const balance = (code: string, amount: number, day: string): string =>
    `<Bal><Tp><CdOrPrtry><Cd>${code}</Cd></CdOrPrtry></Tp>${amountOf(amount)}<Dt><Dt>${day}</Dt></Dt></Bal>`;
  const total = rows.reduce((sum, { amount }) => sum + amount, 0);
  const entries = rows.map(
    ({ amount, day, reference = '', ours = 'NOTPROVIDED' }) =>
      `<Ntry>${amountOf(amount)}<BookgDt><Dt>${day}</Dt></BookgDt><AcctSvcrRef>${reference}</AcctSvcrRef>` +
      `<NtryDtls><TxDtls><Refs><EndToEndId>${ours}</EndToEndId></Refs></TxDtls></NtryDtls></Ntry>`,
  );
  return (
    '<?xml version="1.0"?><Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt>' +
    `<Stmt><Id>1</Id><Acct><Id><IBAN>${account}</IBAN></Id></Acct>${balance('OPBD', 1_000_000, from)}` +
    `${balance('CLBD', 1_000_000 + total, until)}${entries.join('')}</Stmt></BkToCstmrStmt></Document>`
  );
};
const headings = ['Date', 'Reference', 'Montant', 'Devise'];
const cellsOf = ({ day, reference = '', amount }: Row): string[] => [
  day,
  reference,
  String(amount),
  'XOF',
];
const csv = (rows: readonly Row[]): string =>
  [headings, ...rows.map(cellsOf)].map((cells) => `${cells.join(';')}\n`).join('');
const xlsx = (rows: readonly Row[]): Buffer =>
  makeWorkbook('Releve', [headings, ...rows.map(cellsOf)]);

/** One of each kind, through an account of its own. */
async function bookEach(number: string) {
  const bankAccountId = await book.openBank({ name: number, number });
  const valueDate = await book.day(-6);
  const through = { bankAccountId, valueDate };
  const of = (what: string): string => `${what}-${number}`;
  await book.deposit('7000', { ...through, reference: of('DEP') });
  await book.moveFloat('5000', { ...through, reference: of('FLO') });
  await book.moveFloat('-300', { ...through, reference: of('RET') });
  const settlement = await book.settle('1500', { ...through, reference: of('VIR') });
  const rows: Row[] = [
    { amount: 7000, day: valueDate, reference: of('DEP') },
    { amount: -5000, day: valueDate, reference: of('FLO') },
    { amount: 300, day: valueDate, reference: of('RET') },
    { amount: -1500, day: valueDate, reference: of('VIR') },
  ];
  return { bankAccountId, rows, settlement };
}

test('F11 each form of statement of a bank account is matched by the bank’s reference', async () => {
  const [from, until] = [await book.day(-6), await book.day(0)];
  const forms = {
    SNMT: (rows: Row[]) => mt940('SNMT', rows, from, until),
    SNCAMT: (rows: Row[]) => camt('SN CAMT', rows, from, until),
    SNCSV: csv,
    SNXLSX: xlsx,
  };
  for (const [number, make] of Object.entries(forms)) {
    const { bankAccountId, rows } = await bookEach(number);
    const { id: _, ...taken } = await take(make(rows), bankAccountId);
    assert.deepEqual(taken, { state: 'done', problem: null, lines: 4, open: [] }, number);
  }
  await assertBooks();
});

test('F11 columns of references of a bank account are chosen by the references that we know', async () => {
  const { bankAccountId, rows, settlement } = await bookEach('SNCOL');
  const heads = ['Date', 'Reference', 'Communication', 'Motif', 'Montant', 'Devise'];
  const cells = rows.map(({ day, reference = '', amount }, at) =>
    [
      day,
      `GUI-770${at}`,
      at === 2 ? reference : `${reference}/1`,
      at === 3 ? `jokko-${settlement}` : '',
      amount,
      'XOF',
    ].join(';'),
  );
  const text = [heads.join(';'), ...cells].join('\n');
  const columnsIn = async (id: number) => {
    const { columns } = (await previewOf(await upload(text, { bankAccountId: id }))).mapping;
    return [columns.providerReference, columns.ourReference];
  };
  // Another movement has ours as the bank's reference.
  const valueDate = await book.day(0);
  await book.settle('9', { bankAccountId, valueDate, reference: `JOKKO-${settlement}` });
  assert.deepEqual(await columnsIn(bankAccountId), ['Communication', 'Motif']);
  const other = await book.openBank({ name: 'SNCOL2', number: 'SNCOL2' });
  assert.deepEqual(await columnsIn(other), ['Reference', null], 'they are of another account');
  const { id, open } = await take(text, bankAccountId);
  assert.deepEqual(open, []);
  const { origin } = book.portal;
  const exported = await fetch(
    `${origin}/portal/api/operator/reconciliation/${id}/export?form=excel`,
    { headers: { cookie: `jokko=${book.first.token}` } },
  );
  assert.match(await exported.text(), /Référence de la banque/);
});

test('F11 a settlement is known by the reference of its payment file, and its return by it too', async () => {
  const { bankAccountId, rows, settlement } = await bookEach('SNOURS');
  await book.sendBack(settlement);
  const day = await book.day(0);
  const ours = `JOKKO-${settlement}`;
  rows[3] = { amount: -1500, day: rows[3]!.day, reference: 'B1', ours };
  const back = { amount: 1500, day, reference: 'B2', ours };
  const text = mt940('SNOURS', [...rows, back], rows[0]!.day, day);
  assert.deepEqual((await take(text, bankAccountId)).open, []);
  await assertBooks();
});

test('F11 what has no known reference is matched by amount and day where one alone fits, and never guessed', async () => {
  const bankAccountId = await book.openBank({ name: 'Sans', number: 'SNSANS' });
  const [early, late] = [await book.day(-10), await book.day(0)];
  const at = async (days: number) => ({ bankAccountId, valueDate: await book.day(days) });
  await book.deposit('1000', await at(-7));
  await book.deposit('2000', await at(-7));
  await book.deposit('2000', await at(-6));
  await book.deposit('3000', await at(-9));
  const row = async (amount: number, days: number): Promise<Row> => ({
    amount,
    day: await book.day(days),
  });
  const rows = [await row(1000, -5), await row(2000, -6), await row(3000, -4)];
  const { id, open } = await take(mt940('SNSANS', rows, early, late), bankAccountId);
  assert.deepEqual(open.toSorted(), [
    // Two deposits fit the row, and no deposit is near enough to the other one.
    'missing_here row 2000 0',
    'missing_here row 3000 0',
    'missing_there - 0 2000',
    'missing_there - 0 2000',
    'missing_there - 0 3000',
  ]);
  await assertBooks();
  // A deposit that is booked later is found when the file is matched again.
  await book.deposit('3000', await at(-4));
  await repeatMatching(book.portal.db.database, { id, by: byCommand });
  await workOff();
  assert.equal((await stateOf(id)).open.includes('missing_here row 3000 0'), false);
  await assertBooks();
});

test('F11 a bank books up to three days from the value date, and what it may still book is not missing', async () => {
  const bankAccountId = await book.openBank({ name: 'Jours', number: 'SNDAYS' });
  const at = async (days: number) => ({ bankAccountId, valueDate: await book.day(days) });
  await book.deposit('1000', await at(-10));
  await book.deposit('2000', await at(-10));
  await book.deposit('3000', await at(-3));
  await book.deposit('4000', await at(-4));
  const rows = [
    { amount: 1000, day: await book.day(-7) },
    { amount: 2000, day: await book.day(-6) },
  ];
  const text = mt940('SNDAYS', rows, await book.day(-11), await book.day(0));
  const { id: _, open } = await take(text, bankAccountId);
  assert.deepEqual(open.toSorted(), [
    'missing_here row 2000 0',
    'missing_there - 0 2000',
    'missing_there - 0 4000',
  ]);
  await assertBooks();
});

test('F11 another amount, a second row and what one side alone knows are differences, told once', async () => {
  const { bankAccountId, rows } = await bookEach('SNDIFF');
  const [from, until] = [await book.day(-6), await book.day(-1)];
  rows[0] = { ...rows[0]!, amount: 6900 };
  const fee = { amount: -25, day: from, reference: 'FLO-SNDIFF' };
  const told = [rows[0]!, fee, rows[1]!, { ...rows[2]!, reference: 'X' }, rows[1]!];
  const { id, open } = await take(mt940('SNDIFF', told, from, until), bankAccountId);
  assert.deepEqual(open, [
    'amount row 6900 7000',
    'missing_here row -25 0',
    'duplicate row -5000 0',
    'missing_there - 0 -1500',
  ]);
  // A statement that names it neither does not ask for it a second time; the next one names it.
  const silent = mt940('SNDIFF', [], until, await book.day(0));
  assert.deepEqual((await take(silent, bankAccountId)).open, []);
  const next = mt940('SNDIFF', [rows[3]!], await book.day(0), await book.day(0));
  assert.deepEqual((await take(next, bankAccountId)).open, []);
  assert.equal((await stateOf(id)).open.includes('missing_there - 0 -1500'), false);
  await assertBooks();
  // What is withdrawn names nothing any more.
  await book.first.post('operator/reconciliation/withdraw', { id });
  await workOff();
  await assertBooks();
});

test('F11 a row is about a movement where it can be read, in its currency, and no other row is', async () => {
  const bankAccountId = await book.openBank({ name: 'Une fois', number: 'SNONCE' });
  const day = await book.day(-6);
  for (const [at, reference] of ['A-1', 'B-1', 'C-1', 'D-1', 'E-1'].entries())
    await book.deposit(`${at + 1}000`, { bankAccountId, valueDate: day, reference });
  const told = (...lines: string[]) =>
    [headings.join(';'), ...lines.map((line) => `${day};${line}`)].join('\n');
  const first = told(
    ...['A-1;mille;XOF', ';1000;XOF'],
    ...['B-1;2000;EUR', 'B-1;2000;XOF'],
    ...['C-1;3000;XOF', ';3000;XOF'],
    ...[';4000;XOF', ';4000;XOF'],
    ';5000;EUR',
  );
  assert.deepEqual((await take(first, bankAccountId)).open.toSorted(), [
    'missing_here row 2000 0',
    'missing_here row 3000 0',
    'missing_here row 4000 0',
    'missing_here row 4000 0',
    'missing_here row 5000 0',
    'unreadable row 0 0',
  ]);
  // What another statement has named is not named by amount, nor by another one.
  const second = told('A-1;900;XOF', ';2000;XOF');
  assert.deepEqual((await take(second, bankAccountId)).open, [
    'missing_here row 900 0',
    'missing_here row 2000 0',
  ]);
  await assertBooks();
});

test('F11 several settlements under one reference of the bank are matched one by one', async () => {
  const bankAccountId = await book.openBank({ name: 'Lot', number: 'SNLOT' });
  const valueDate = await book.day(-6);
  const through = { bankAccountId, valueDate, reference: 'LOT-1' };
  for (const amount of ['400', '400', '650']) await book.settle(amount, through);
  const rows = [-650, -400, -400].map((amount) => ({ amount, day: valueDate, reference: 'lot-1' }));
  const first = mt940('SNLOT', rows.slice(0, 2), valueDate, valueDate);
  assert.deepEqual((await take(first, bankAccountId)).open, []);
  const [day, until] = [await book.day(-5), await book.day(0)];
  const second = mt940('SNLOT', [{ ...rows[2]!, day }], day, until);
  assert.deepEqual((await take(second, bankAccountId)).open, []);
  // A row more than there are settlements of its amount is about no other one.
  const more = { bankAccountId, valueDate, reference: 'LOT-2' };
  for (const amount of ['700', '800']) await book.settle(amount, more);
  const twice = [1, 2].map(() => ({ amount: -700, day: until, reference: 'LOT-2' }));
  const third = await take(csv(twice), bankAccountId);
  assert.deepEqual(third.open, ['duplicate row -700 0', 'missing_there - 0 -800']);
  // A row that the bank counts among those of its reference, of an amount of its own, is about
  // none.
  const counted = { bankAccountId, valueDate, reference: 'LOT-3' };
  for (const amount of ['710', '810']) await book.settle(amount, counted);
  const others = [-710, -910].map((amount) => ({ amount, day: until, reference: 'LOT-3' }));
  const fourth = await take(mt940('SNLOT', others, until, until), bankAccountId);
  assert.deepEqual(fourth.open, ['missing_here row -910 0', 'missing_there - 0 -810']);
  await assertBooks();
});

test('F11 a file is of one party and counts once; another account’s and a closed one are refused', async () => {
  const { bankAccountId, rows } = await bookEach('SNONE');
  const day = await book.day(0);
  const text = mt940('SNONE', rows, rows[0]!.day, day);
  const both = { route: 'OPA_SN', bankAccountId };
  for (const party of [both, {}, { bankAccountId: 999 }])
    assert.equal(
      (await book.first.post('operator/reconciliation/upload', { ...party, name: 'x' })).json.error
        .fields[0].field,
      'route',
    );
  const { id } = await take(text, bankAccountId);
  for (const party of [{ bankAccountId }, { route: 'OPA_SN' }]) {
    const second = await upload(text, party);
    const { mapping } = await previewOf(second);
    assert.deepEqual(await begin(second, mapping), { same: id, faults: [] });
  }
  const other = await upload(mt940('SNOTHER', rows, rows[0]!.day, day), { bankAccountId });
  const shown = await previewOf(other);
  assert.deepEqual(shown.faults, ['otherAccount']);
  const forced = { ...shown.mapping, account: 'SNOTHER' };
  assert.deepEqual((await previewOf(other, forced)).faults, ['otherAccount']);
  await begin(other, forced);
  const { state, problem } = await stateOf(other);
  assert.deepEqual([state, problem], ['failed', 'bank_account: ']);
  await book.first.post('operator/bank-accounts/close', { id: bankAccountId });
  const refused = await book.first.post('operator/reconciliation/upload', {
    bankAccountId,
    name: 'x',
  });
  assert.equal(refused.json.error.fields[0].field, 'route');
  const { parties } = (await book.first.get('operator/reconciliation')).json;
  const mine = parties.find((each: { party: string }) => each.party === `bank/${bankAccountId}`);
  assert.deepEqual(mine, { party: `bank/${bankAccountId}`, name: 'SNONE', stands: false });
});

test('F11 without a statement that is withdrawn another one names its movements, or they are missing again', async () => {
  const { bankAccountId, rows } = await bookEach('SNBACK');
  const [from, until] = [await book.day(-7), await book.day(0)];
  const silent = await take(mt940('SNBACK', [], from, until), bankAccountId);
  assert.equal(silent.open.length, 4);
  const whole = await take(mt940('SNBACK', rows, from, until), bankAccountId);
  assert.deepEqual([whole.open, (await stateOf(silent.id)).open], [[], []]);
  const day = await book.day(-5);
  const again = { amount: 7000, day, ours: rows[0]!.reference! };
  const second = await take(mt940('SNBACK', [again], day, day), bankAccountId);
  assert.deepEqual(second.open, ['duplicate row 7000 0']);
  await book.first.post('operator/reconciliation/withdraw', { id: whole.id });
  await workOff();
  assert.deepEqual((await stateOf(second.id)).open, []);
  assert.equal((await stateOf(silent.id)).open.length, 3);
  await assertBooks();
});
