// F11: the morning proof takes what the bank held from its statement, and asks where there is none.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { openBankBook, type BankBook } from '../bank-accounts/testing/bank-book.ts';
import { makeProof } from './make.ts';

let book: BankBook;
before(async () => (book = await openBankBook()));
after(() => book.portal.close());

/** A statement of a bank account, as it is when it is done. */
const statement = (bank: number, day: string, closing: string, state = 'done'): Promise<unknown> =>
  book.portal.db.sql(`
    with file as (insert into reconciliation_file (bank_account_id, routes, name, state, mapping, period_from, period_until)
      values (${bank}, '{}', 'releve', '${state}', '{"timeZone":"Africa/Lagos"}', timestamp '${day}' at time zone 'Africa/Lagos',
        (timestamp '${day}' + interval '1 day') at time zone 'Africa/Lagos') returning id)
    insert into reconciliation_total (file_id, currency, lines, amount, fees, closing) select id, 'XOF', 0, 0, 0, ${closing}0000 from file`);
const proofOf = async (day: string) =>
  (await book.first.get(`operator/morning-proofs/${day}`)).json;
const stated = async (day: string) => (await proofOf(day)).stated;
const sign = (day: string, bank: object[]) =>
  book.first.post('operator/morning-proofs/sign', { day, bank, note: null });

test('F11 the balance at the bank is that of the statements of the day, once each account has one', async () => {
  const [day, other] = [await book.day(-1), await book.day(-2)];
  const one = await book.openBank();
  const two = await book.openBank({ name: 'Réserve', number: 'SN2' });
  await book.openBank({ name: 'Euros', number: 'FR1', currency: 'EUR' });
  const { database } = book.portal.db;
  for (const each of [other, day]) await makeProof(database, each, null);
  await statement(one, day, '100');
  await statement(one, day, '1000');
  await statement(two, other, '7');
  await statement(two, day, '9', 'withdrawn');
  assert.deepEqual(await stated(day), [], 'the other account has none of that day');
  await statement(two, day, '-50');
  assert.deepEqual(await stated(day), [{ currency: 'XOF', amount: '950', accounts: 2 }]);
  assert.deepEqual(await stated(other), []);
  const typed = [
    { currency: 'XOF', amount: '3' },
    { currency: 'EUR', amount: '4' },
  ];
  assert.equal((await sign(day, typed)).status, 200);
  const { signature, stated: left } = await proofOf(day);
  const held = signature.bank.map(({ currency, amount }: Record<string, string>) => [
    currency,
    amount,
  ]);
  // What is stated counts, whatever somebody types; what is not is what they type.
  assert.deepEqual(
    [held, left],
    [
      [
        ['XOF', '950'],
        ['EUR', '4'],
      ],
      [],
    ],
  );
  assert.equal((await sign(other, [typed[0]!])).status, 200);
  assert.equal((await proofOf(other)).signature.bank[0].amount, '3');
});
