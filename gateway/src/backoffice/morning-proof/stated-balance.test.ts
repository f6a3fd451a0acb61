// F11: the morning proof takes what the bank held from its statement, and asks where there is none.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { openBankBook, type BankBook } from '../bank-accounts/testing/bank-book.ts';
import { readStatedAtBank } from '../reconciliation/index.ts';
import { makeProof } from './make.ts';

let book: BankBook;
before(async () => (book = await openBankBook()));
after(() => book.portal.close());

/** A statement of a bank account, as it is when it is done. */
const statement = (bank: number, day: string, closing: string, state = 'done'): Promise<unknown> =>
  book.portal.db.sql(`
    with file as (insert into reconciliation_file (bank_account_id, routes, name, state, mapping,
      period_from, period_until)
      values (${bank}, '{}', 'releve', '${state}', '{"timeZone":"Africa/Lagos"}',
        timestamp '${day}' at time zone 'Africa/Lagos',
        (timestamp '${day}' + interval '1 day') at time zone 'Africa/Lagos') returning id)
    insert into reconciliation_total (file_id, currency, lines, amount, fees, closing)
      select id, 'XOF', 0, 0, 0, ${closing}0000 from file`);
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

test('F11 an account that was closed with the end of a day counts on that day, and not after it', async () => {
  const { sql, database } = book.portal.db;
  await sql(`update bank_account set closed_at = '2020-01-01', closed_by = opened_by`);
  const one = await book.openBank({ name: 'Neuf', number: 'SN3' });
  const closed = await book.openBank({ name: 'Clos', number: 'SN4' });
  const day = await book.day(-3);
  await statement(one, day, '5');
  const closedAt = (ago: string): Promise<unknown> =>
    sql(`update bank_account set closed_at = (date '${day}' + 1)::timestamp at time zone
      'UTC' - interval '${ago}', closed_by = opened_by
      where id = ${closed}`);
  await closedAt('0');
  assert.deepEqual(await readStatedAtBank(database, day), [], 'it has no statement of that day');
  await closedAt('1 microsecond');
  const stated = [{ currency: 'XOF', amount: 50_000n, accounts: 1 }];
  assert.deepEqual(await readStatedAtBank(database, day), stated);
});
