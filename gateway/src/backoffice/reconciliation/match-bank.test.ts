// F11: proves that a row of a bank account's statement whose fee is not the agreed one tells that
// its movement happened.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { openBankBook, type BankBook } from '../bank-accounts/testing/bank-book.ts';
import { findFile, listDiscrepancies, readSums } from './index.ts';
import { file, line } from './testing/books.ts';
import { byCommand, testMapping, workOff } from './testing/files.ts';
import { addPiece, beginFile, startUpload } from './upload.ts';

let book: BankBook;
before(async () => (book = await openBankBook()));
after(() => book.portal.close());

test('F11 a movement whose bank took another fee than agreed differs by its fee, and is not missing', async () => {
  const { database } = book.portal.db;
  const bankAccountId = await book.openBank({ name: 'Frais', number: 'SNFEE' });
  const [day, last] = [await book.day(-6), await book.day(0)];
  for (const reference of ['DEP-1', 'DEP-2'])
    await book.deposit('5000', { bankAccountId, valueDate: day, reference });
  const row = (theirs: string, fee: string, on: string): string =>
    line({ theirs, direction: 'in', fee, at: new Date(`${on}T12:00:00Z`) });
  const id = await startUpload(database, { bankAccountId, name: 'releve.csv', by: byCommand });
  const content = file([row('DEP-1', '50', day), row('DEP-2', '60', day), row('X', '50', last)]);
  await addPiece(database, { id, number: 0, bytes: Buffer.from(content) });
  const order = { id, mapping: testMapping, period: null, balances: [], by: byCommand };
  assert.deepEqual(await beginFile(database, order), { ok: true });
  await workOff(book.portal.db);
  assert.equal((await findFile(database, id))!.state, 'done');
  const all = { fileId: id, class: null, state: null, after: null, limit: 100 };
  assert.deepEqual(
    (await listDiscrepancies(database, all)).map(({ class: name, line: row }) => [name, row]),
    [
      ['fee', 3],
      ['missing_here', 4],
    ],
  );
  assert.equal((await readSums(database, id)).totals[0]!.addsUp, true);
});
