// Rule S6 on a real database: 24 hours, the listing account only, the bill's amount, paid once.

import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { useDatabase } from '../../node/doctor/testing/use-postgres.ts';
import { checkBill, recordListing, releaseBills, reserveBills } from './index.ts';

const db = useDatabase(async () => {
  await db.sql(`insert into account (name, webhook_secret_sealed) values ('a', ''), ('b', '')`);
});
const bill = {
  accountId: 1,
  codeService: 'BILLERA_SN_BILL_PAY',
  accountNumber: '778',
  reference: 'F1',
  amountMinor: 50_000_000n,
};

beforeEach(async () => {
  await db.sql('truncate bill, bill_payment');
  await list([{ billReference: 'F1', amount: 50_000_000n }]);
});

const list = (bills: { billReference: string; amount: bigint }[], accountId = 1) =>
  recordListing(
    db.database,
    accountId,
    bill.codeService,
    bill.accountNumber,
    bills.map((one) => ({ ...one, infos: [] })),
  );
const payer = (accountId: number, operationId: number, reference = 'F1') => ({
  accountId,
  id: String(operationId),
  codeService: bill.codeService,
  details: {
    extra: { type: 'bill' as const, accountNumber: bill.accountNumber, billReference: reference },
  },
});
const reserve = (accountId: number, operationId: number, reference = 'F1') =>
  reserveBills(db.database, [
    { terms: payer(accountId, operationId), accountNumber: bill.accountNumber, reference },
  ]);
const taken = { code: '23505', constraint: 'bill_payment_pkey' };

test('S6 a listed bill can be paid at its amount by the account that listed it', async () => {
  assert.equal(await checkBill(db.database, bill), 'ok');
  assert.equal(await checkBill(db.database, { ...bill, amountMinor: 50_000_001n }), 'otherAmount');
  assert.equal(await checkBill(db.database, { ...bill, accountId: 2 }), 'notListed');
  assert.equal(await checkBill(db.database, { ...bill, reference: 'F2' }), 'notListed');
  assert.equal(await checkBill(db.database, { ...bill, accountNumber: '779' }), 'notListed');
  assert.equal(
    await checkBill(db.database, { ...bill, codeService: 'BILLERB_SN_BILL_PAY' }),
    'notListed',
  );
});

test('S6 a listing lasts 24 hours, and listing again renews it with the new amount', async () => {
  await db.sql(`update bill set listed_at = jokko_now() - interval '23 hours 59 minutes'`);
  assert.equal(await checkBill(db.database, bill), 'ok');
  await db.sql(`update bill set listed_at = jokko_now() - interval '24 hours 1 minute'`);
  assert.equal(await checkBill(db.database, bill), 'notListed');
  await list([{ billReference: 'F1', amount: 60_000_000n }]);
  assert.equal(await checkBill(db.database, bill), 'otherAmount');
  assert.equal(await checkBill(db.database, { ...bill, amountMinor: 60_000_000n }), 'ok');
});

test('S6 the sandbox clock counts: a day later the listing is over', async () => {
  await db.sql(`update installation set clock_offset = interval '25 hours'`);
  assert.equal(await checkBill(db.database, bill), 'notListed');
  await db.sql(`update installation set clock_offset = interval '0'`);
});

test('a provider that lists one reference twice: the last amount counts; an empty list is no error', async () => {
  await list([
    { billReference: 'F9', amount: 1n },
    { billReference: 'F9', amount: 2n },
  ]);
  assert.equal(await checkBill(db.database, { ...bill, reference: 'F9', amountMinor: 2n }), 'ok');
  await list([]);
});

test('S6 a bill is paid once, whichever account pays it', async () => {
  await list([{ billReference: 'F1', amount: 50_000_000n }], 2);
  await reserve(1, 11);
  assert.equal(await checkBill(db.database, bill), 'paid');
  assert.equal(await checkBill(db.database, { ...bill, accountId: 2 }), 'paid');
  await assert.rejects(reserve(2, 21), taken);
});

test('S6 two accounts at the same moment: exactly one gets the bill', async () => {
  const tries = await Promise.allSettled(
    Array.from({ length: 12 }, (_, index) => reserve(1 + (index % 2), 100 + index)),
  );
  assert.equal(tries.filter((result) => result.status === 'fulfilled').length, 1);
});

test('S6 several bills in opposite order in two transactions: no deadlock', async () => {
  const both = (accountId: number, references: string[]) =>
    reserveBills(
      db.database,
      references.map((reference, index) => ({
        terms: payer(accountId, index),
        accountNumber: bill.accountNumber,
        reference,
      })),
    );
  for (let round = 0; round < 20; round++) {
    await db.sql('truncate bill_payment');
    const references = Array.from({ length: 50 }, (_, index) => `R${index}`);
    const results = await Promise.allSettled([
      both(1, references),
      both(2, references.toReversed()),
    ]);
    const refused = results.filter((result) => result.status === 'rejected');
    assert.equal(refused.length, 1);
    assert.equal(refused[0]?.reason.code, '23505');
  }
});

test('S6 a bill is free again after its operation ended without success, and only then', async () => {
  await reserve(1, 11);
  await releaseBills(db.database, [payer(1, 12), payer(2, 11), payer(1, 11, 'F2')]);
  assert.equal(
    await checkBill(db.database, bill),
    'paid',
    'another operation or account cannot release it',
  );
  await releaseBills(db.database, [
    { ...payer(1, 13), details: { extra: { type: 'none' } } },
    payer(1, 11),
  ]);
  assert.equal(await checkBill(db.database, bill), 'ok');
  await reserve(1, 14);
});
