// Proves that columns of references are chosen by what stands in them, and that the file of another
// provider is known before it is taken in.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addPiece, importStatement, previewFile, startUpload, type Mapping } from './index.ts';
import { db, file, line, ref, useBooks } from './testing/books.ts';
import { byCommand, testMapping } from './testing/files.ts';

useBooks();

async function preview(content: string, route: string, asked: Mapping | null = null) {
  const id = await startUpload(db.database, { route, name: 'day.csv', by: byCommand });
  await addPiece(db.database, { id, number: 0, bytes: Buffer.from(content) });
  const previewed = await previewFile(db.database, id, asked, 'Africa/Dakar');
  assert.ok(previewed.ok);
  return previewed.preview;
}

test('F11 our references are found under whatever heading they stand', async () => {
  const ours = [ref('success'), ref('refunded')];
  const rows = (first: string[], second: string[]): string =>
    [
      'Transaction ID,Reference,Amount,Date',
      ...first.map((text, at) => `${text},${second[at]},50,2026-04-0${at + 1}`),
    ].join('\n');
  const columnsOf = async (content: string) => {
    const { mapping, faults } = await preview(content, 'gsma-sandbox');
    assert.deepEqual(faults, []);
    return [mapping.columns.ourReference, mapping.columns.providerReference];
  };
  assert.deepEqual(await columnsOf(rows(['X9001', 'X9002'], ours)), [
    'Reference',
    'Transaction ID',
  ]);
  assert.deepEqual(await columnsOf(rows(ours, ['X9001', 'X9002'])), ['Transaction ID', null]);
  assert.deepEqual(await columnsOf(rows(['X9001', 'X9002'], ['Y9001', 'Y9002'])), [
    null,
    'Transaction ID',
  ]);
  // What the provider told us with the payment is known, too.
  await db.sql(`update operation set provider_reference = 'PR-77012'`);
  assert.deepEqual(await columnsOf(rows(['X9001', 'X9002'], ['PR-77012', 'Y9002'])), [
    null,
    'Reference',
  ]);
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
