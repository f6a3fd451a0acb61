// Proves that columns of references are chosen by what stands in them, and that the file of another
// provider is known before it is taken in.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addPiece, importStatement, previewFile, startUpload, type Mapping } from './index.ts';
import { db, file, ids, line, ref, useBooks } from './testing/books.ts';
import { byCommand, testMapping } from './testing/files.ts';

useBooks();

async function preview(content: string, route: string, asked: Mapping | null = null) {
  const id = await startUpload(db.database, { route, name: 'day.csv', by: byCommand });
  await addPiece(db.database, { id, number: 0, bytes: Buffer.from(content) });
  const previewed = await previewFile(db.database, id, asked, 'Africa/Dakar');
  assert.ok(previewed.ok);
  return previewed.preview;
}

/** The columns of our reference and of the provider's, of a file with these headings. */
async function columnsIn(headings: string, lines: readonly string[]) {
  const rows = lines.map((text, at) => `${text},50,2026-04-0${(at % 9) + 1}`);
  const content = [`${headings},Amount,Date`, ...rows].join('\n');
  const { mapping, faults } = await preview(content, 'gsma-sandbox');
  assert.deepEqual(faults, []);
  return [mapping.columns.ourReference, mapping.columns.providerReference];
}

/** What the provider told us with the payment. */
const told = (reference: string): Promise<unknown> =>
  db.sql(`update operation set provider_reference = '${reference}'`);

test('F11 our references are found under whatever heading they stand', async () => {
  const ours = [ref('success'), ref('refunded')];
  const columnsOf = (first: string[], second: string[]) =>
    columnsIn(
      'Transaction ID,Reference',
      first.map((text, at) => `${text},${second[at]}`),
    );
  assert.deepEqual(await columnsOf(['X9001', 'X9002'], ours), ['Reference', 'Transaction ID']);
  assert.deepEqual(await columnsOf(ours, ['X9001', 'X9002']), ['Transaction ID', null]);
  assert.deepEqual(await columnsOf(['X9001', 'X9002'], ['Y9001', 'Y9002']), [
    null,
    'Transaction ID',
  ]);
  // What the provider told us with the payment is known, too.
  await told('PR-77012');
  assert.deepEqual(await columnsOf(['X9001', 'X9002'], ['PR-77012', 'Y9002']), [null, 'Reference']);
  assert.deepEqual(await columnsIn('External ref,Note', ['PR-77012,X']), [null, 'External ref']);
});

test('F11 of columns with our references the one with the most is chosen, of equals the guessed one, or the first', async () => {
  const [one, other] = [ref('success'), ref('refunded')];
  const ours = async (headings: string, ...lines: string[]) =>
    (await columnsIn(headings, lines))[0];
  assert.equal(await ours('Note,External ref', `${one},${one}`), 'External ref');
  assert.equal(await ours('Note,External ref', `${one},${one}`, `${other},X9002`), 'Note');
  assert.equal(await ours('Note,Text', `${one},${one}`), 'Note');
  assert.equal(await ours('Note,Text', `${one},${one}`, `X9002,${other}`), 'Text');
});

test('F11 references have 4 to 200 characters; 50 columns, and 40 values of each, are looked at', async () => {
  const isFound = async (reference: string): Promise<boolean> => {
    await told(reference);
    return (await columnsIn('Transaction ID,Note', [`X9001,${reference}`]))[1] === 'Note';
  };
  const found: boolean[] = [];
  for (const length of [3, 4, 200, 201]) found.push(await isFound('7'.padStart(length, 'P')));
  assert.deepEqual(found, [false, true, true, false]);

  const one = ref('success');
  const inColumn = async (place: number) => {
    const notes = Array.from({ length: place - 1 }, (_, at) => `Note ${at + 2}`);
    const [ours] = await columnsIn(['Transaction ID', ...notes].join(','), [
      `X9001${','.repeat(place - 1)}${one}`,
    ]);
    return ours;
  };
  assert.deepEqual([await inColumn(50), await inColumn(51)], ['Note 50', null]);
  const inLine = async (line: number) => {
    const before = Array.from({ length: line - 1 }, (_, at) => `X9001,X900${at}`);
    return (await columnsIn('Transaction ID,Note', [...before, `X9001,${one}`]))[0];
  };
  assert.deepEqual([await inLine(40), await inLine(41)], ['Note', null]);
});

test('F11 amounts and headings are no references, though one reads the same', async () => {
  await told('5000');
  const { mapping } = await preview('Transaction ID,Amount\nX9001,5000', 'gsma-sandbox');
  assert.equal(mapping.columns.providerReference, 'Transaction ID');
  await told('PR-77012');
  const bare = await preview('PR-77012,5000\nX9001,20', 'gsma-sandbox');
  assert.deepEqual(
    [bare.mapping.columns.providerReference, bare.faults],
    [null, ['columns.amount', 'columns.ourReference']],
    'it has no headings',
  );
});

test("F11 another provider's file is known by its references, and not taken in", async () => {
  const content = file([
    line({ ours: ref('success') }),
    line({ ours: ref('refunded') }),
    line({ ours: 'nobody-1' }),
  ]);
  const other = { route: 'gsma-sandbox', count: 2, known: 2 };
  const { otherRoute, faults } = await preview(content, 'OPX_SN', testMapping);
  assert.deepEqual([otherRoute, faults], [other, ['otherRoute']]);
  // Both routes lead to one account.
  const shared = { ...testMapping, routes: ['gsma-sandbox'] };
  for (const [route, mapping] of [
    ['OPX_SN', shared],
    ['gsma-sandbox', testMapping],
  ] as const) {
    const own = await preview(content, route, mapping);
    assert.deepEqual([own.otherRoute, own.faults], [null, []], route);
  }
  const taken = await importStatement(db.database, {
    party: { route: 'OPX_SN' },
    name: 'day.csv',
    pieces: [Buffer.from(content)],
    mapping: testMapping,
    period: null,
    by: byCommand,
  });
  assert.deepEqual(taken, { ok: false, refusal: 'otherRoute', other });
  const unknown = await preview(file([line({ ours: 'nobody-1' })]), 'OPX_SN', testMapping);
  assert.equal(unknown.otherRoute, null);
});

test('F11 a payment that went by several routes is of the file’s own, or of the last one', async () => {
  const id = ids.sendingSecondTime;
  await db.sql(`set session_replication_role = replica;
    update attempt set route = 'OPB_SN' where operation_id = ${id} and number = 2;
    update operation set provider_reference = 'PR-77012' where id = ${id}`);
  for (const said of [{ ours: `T${id}` }, { theirs: 'PR-77012' }]) {
    const content = file([line(said)]);
    const routeFor = async (route: string) =>
      (await preview(content, route, testMapping)).otherRoute?.route;
    assert.deepEqual(
      [await routeFor('gsma-sandbox'), await routeFor('OPB_SN'), await routeFor('OPX_SN')],
      [undefined, undefined, 'OPB_SN'],
    );
  }
});

test('F11 a file is of the route of most of its payments', async () => {
  await db.sql(`set session_replication_role = replica;
    update attempt set route = 'OPB_SN' where operation_id = ${ids.refunded}`);
  const otherFor = async (route: string, ...lines: string[]) =>
    (await preview(file(lines), route, testMapping)).otherRoute;
  const [theirs, one, more] = (['refunded', 'success', 'free'] as const).map((name) =>
    line({ ours: ref(name) }),
  ) as [string, string, string];
  assert.equal(await otherFor('OPB_SN', theirs, one), null, 'half of them are its own');
  assert.deepEqual(await otherFor('OPB_SN', theirs, one, more), {
    route: 'gsma-sandbox',
    count: 2,
    known: 3,
  });
  assert.deepEqual(await otherFor('OPX_SN', theirs, one, more), {
    route: 'gsma-sandbox',
    count: 2,
    known: 3,
  });
  assert.deepEqual(await otherFor('OPX_SN', theirs, one), { route: 'OPB_SN', count: 1, known: 2 });
});
