// What goes through a bank account of ours is written down with its booking, and nothing is asked
// where there is none.

import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { runDoctor } from '../../node/doctor/index.ts';
import { openBankBook, type BankBook } from './testing/bank-book.ts';

let book: BankBook;
before(async () => (book = await openBankBook()));
after(() => book.portal.close());

const movements = () =>
  book.portal.db.database.query<Record<string, unknown>>({
    name: 'movements_of_test',
    text: `select bank_account_id as bank, (amount / 10000)::integer as amount, reference,
      our_reference as ours, value_date::text as day,
      case when float_move_id is not null then 'float' when settlement_id is not null
        then 'settlement' else 'deposit' end as of
      from bank_movement order by id`,
  });

test('F11 deposits, float moves and settlements are as before where no bank account is named', async () => {
  const valueDate = await book.day(0);
  await book.deposit('90000', { valueDate });
  await book.moveFloat('50000', { valueDate });
  await book.settle('20000', { valueDate });
  assert.deepEqual(await movements(), []);
});

test('F11 what goes through a bank account is written down as the bank sees it', async () => {
  const bankAccountId = await book.openBank();
  const valueDate = await book.day(0);
  const through = { bankAccountId, valueDate };
  await book.deposit('7000', { ...through, reference: ' DEP-1 ' });
  await book.moveFloat('5000', { ...through, reference: 'VIR-1' });
  await book.moveFloat('-300', { ...through, reference: 'VIR-2' });
  const settlement = await book.settle('1500', { ...through, reference: 'VIR-3' });
  await book.sendBack(settlement);
  const ours = `JOKKO-${settlement}`;
  const row = { bank: bankAccountId, ours: null, day: valueDate };
  assert.deepEqual(await movements(), [
    { ...row, amount: 7000, reference: 'DEP-1', of: 'deposit' },
    { ...row, amount: -5000, reference: 'VIR-1', of: 'float' },
    { ...row, amount: 300, reference: 'VIR-2', of: 'float' },
    { ...row, amount: -1500, reference: 'VIR-3', ours, of: 'settlement' },
    { ...row, amount: 1500, reference: null, ours, of: 'settlement' },
  ]);
  const broken = (await runDoctor(book.portal.db.database)).checks.filter(
    ({ violations }) => violations > 0,
  );
  assert.deepEqual(broken, []);
});

test('F11 who approves sees through which bank account the money goes, and where a return comes back to', async () => {
  const { first } = book;
  const named = { name: 'Séquestre', number: 'SN3' };
  const bankAccountId = await book.openBank(named);
  const valueDate = await book.day(0);
  const paid = await book.settle('500', { bankAccountId, valueDate });
  const money = { currency: 'XOF', amount: '10', reason: 'r', bankAccountId };
  const float = { ...money, route: 'OPA_SN', reference: 'V', valueDate };
  for (const [path, body] of [
    ['operator/fund', { ...money, accountId: book.accountId, key: randomUUID() }],
    ['operator/floats', { ...float, key: randomUUID() }],
    ['operator/settlements/return', { id: paid, reason: 'revenu' }],
  ] as const) {
    const { id } = (await first.post(path, body)).json;
    const { lines } = (await first.get(`operator/approval-requests/${id}/preview`)).json;
    const word = 'Séquestre · SN3';
    const line = { name: null, asked: null, before: { word }, after: { word } };
    assert.deepEqual(lines.at(-1), { subject: 'bankAccount', ...line }, path);
    await first.post('operator/approval-requests/withdraw', { id });
  }
});

test('F11 a bank account of another currency, or a closed one, is refused', async () => {
  const euros = await book.openBank({ name: 'Euros', number: 'FR1', currency: 'EUR' });
  const closed = await book.openBank({ name: 'Ancien', number: 'SN2' });
  await book.first.post('operator/bank-accounts/close', { id: closed });
  const valueDate = await book.day(0);
  const before = (await movements()).length;
  for (const bankAccountId of [euros, closed, 999]) {
    const money = { key: randomUUID(), currency: 'XOF', amount: '10', reason: 'r', bankAccountId };
    const float = { ...money, route: 'OPA_SN', reference: 'V', valueDate };
    for (const [path, body] of [
      ['operator/fund', { ...money, accountId: 1 }],
      ['operator/floats', float],
      ['operator/settlements/pay', { id: 1, reference: 'V', valueDate, bankAccountId }],
    ] as const) {
      const { json } = await book.first.post(path, body);
      assert.equal(json.error.fields[0].field, 'bankAccountId', path);
    }
  }
  assert.equal((await movements()).length, before);
});
