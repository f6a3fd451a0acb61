// Proves that commands name a bank account as the portal does: a statement of it is imported, a
// settlement is paid from it, and one that does not fit is refused with those that do.

import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { runCommand } from '../../cli/testing.ts';
import { commands as reconciliation } from '../reconciliation/cli-reconciliation.ts';
import { commands as settlements } from '../settlements/cli-settlement.ts';
import { openBankBook, type BankBook } from './testing/bank-book.ts';

let book: BankBook;
const folder = mkdtempSync(join(tmpdir(), 'jokko-cli-bank-'));
before(async () => (book = await openBankBook()));
after(async () => {
  rmSync(folder, { recursive: true });
  await book.portal.close();
});

const context = () => ({
  mode: 'sandbox' as const,
  database: book.portal.db.database,
  who: { kind: 'command' as const },
});
const importFile = (texts: Record<string, string>) =>
  runCommand(reconciliation, 'import', texts, context());
const pay = (texts: Record<string, string>) => runCommand(settlements, 'pay', texts, context());

test('F11 a statement of a bank account is imported by command', async () => {
  const bankAccountId = String(await book.openBank({ name: 'Relevés', number: 'SNCLI' }));
  const day = (await book.day(0)).slice(2).replaceAll('-', '');
  const file = join(folder, 'releve.sta');
  const balances = [
    `:60F:C${day}XOF0,`,
    `:61:${day}C25000,NTRFNONREF//DEP-7`,
    `:62F:C${day}XOF25000,`,
  ];
  writeFileSync(file, [':20:S', ':25:SNCLI', ':28C:1/1', ...balances, '-'].join('\r\n'));
  for (const texts of [{ file }, { file, provider: 'OPA_SN', bankAccount: bankAccountId }])
    await assert.rejects(importFile(texts), /give either --provider or --bank-account/);
  await assert.rejects(
    importFile({ file, bankAccount: '999' }),
    /no open bank account 999; open ones: .*\(Relevés, SNCLI\)/,
  );
  const { state, lines, gaps } = await importFile({ file, bankAccount: bankAccountId });
  assert.deepEqual([state, lines, gaps], ['done', 1, 1]);
  const { files } = await runCommand(reconciliation, 'list', {}, context());
  const [{ route, bankAccount }] = files as [{ route: null; bankAccount: { name: string } }];
  assert.deepEqual([route, bankAccount.name], [null, 'Relevés']);
});

test('F11 a settlement is paid from a bank account by command', async () => {
  const valueDate = await book.day(0);
  await book.deposit('9000', { valueDate });
  const id = String(await book.approvedSettlement('1500'));
  const euros = String(await book.openBank({ name: 'Euros', number: 'FR1', currency: 'EUR' }));
  const francs = String(await book.openBank({ name: 'Francs', number: 'SN1' }));
  const paid = { id, reference: 'VIR-1', valueDate };
  await assert.rejects(
    pay({ ...paid, bankAccount: euros }),
    new RegExp(`no open bank account ${euros} in XOF; open ones: .*${francs} \\(Francs, SN1\\)`),
  );
  assert.equal((await pay({ ...paid, bankAccount: francs }))['state'], 'PAID');
  const moved = await book.portal.db.database.query({
    name: 'movement_by_command',
    text: 'select bank_account_id::text as bank, settlement_id::text as settlement, reference from bank_movement',
  });
  assert.deepEqual(moved, [{ bank: francs, settlement: id, reference: 'VIR-1' }]);
});
