// Rule O7 on a real database: an operation may lean on this account's quote or look-up for the same
// service and amount within 30 minutes.

import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { useDatabase } from '../../node/doctor/testing/use-postgres.ts';
import {
  recentQuote,
  recentReference,
  rememberInquiry,
  rememberQuote,
  takeQuoteSession,
  totalOf,
} from './index.ts';

const db = useDatabase(async () => {
  await db.sql(`insert into account (name, webhook_secret_sealed) values ('a', ''), ('b', '')`);
});
const quote = { accountId: 1, codeService: 'REMIT_SN_API_CASH_IN', amountMinor: 100_000_000n };
const inquiry = { accountId: 1, codeService: 'REMIT_SN_API_CASH_OUT', amountMinor: 250_000_000n };
const sendData = (name: string, receiveCurrency = 'XOF') => ({
  senderDetails: { senderLastName: name, senderFirstName: 'A' },
  receiverDetails: { receiveCountry: 'SN', receiveCurrency },
});
const quoted = (name: string, receiveCurrency?: string) => ({
  ...quote,
  sendData: sendData(name, receiveCurrency),
  totalMinor: 103_000_000n,
  session: null,
});
const recentSendData = async (query: typeof quote) =>
  (await recentQuote(db.database, query, null))?.sendData ?? null;

beforeEach(() => db.sql('truncate remittance'));

test('O7 the newest quote for the same account, service and amount is found, its members in their order', async () => {
  await rememberQuote(db.database, quoted('Ndiaye'));
  await rememberQuote(db.database, quoted('Diop'));
  const found = await recentSendData(quote);
  assert.equal(JSON.stringify(found), JSON.stringify(sendData('Diop')));
});

test('O7 another account, service, amount or kind is not leant on', async () => {
  await rememberQuote(db.database, quoted('Diop'));
  assert.equal(await recentSendData({ ...quote, accountId: 2 }), null);
  assert.equal(await recentSendData({ ...quote, codeService: 'REMITB_SN_API_CASH_IN' }), null);
  assert.equal(await recentSendData({ ...quote, amountMinor: 100_000_001n }), null);
  assert.equal(await recentReference(db.database, quote), null);
});

test('O7 after 30 minutes a quote or look-up counts no more', async () => {
  await rememberQuote(db.database, quoted('Diop'));
  await rememberInquiry(db.database, { ...inquiry, reference: '0012345678' });
  await db.sql(`update remittance set created_at = created_at - interval '29 minutes'`);
  assert.deepEqual(await recentSendData(quote), sendData('Diop'));
  assert.equal(await recentReference(db.database, inquiry), '0012345678');
  await db.sql(`update remittance set created_at = created_at - interval '2 minutes'`);
  assert.equal(await recentSendData(quote), null);
  assert.equal(await recentReference(db.database, inquiry), null);
});

test('O9 a quote holds for its countries, currencies and way of delivery, whoever the people are', async () => {
  await rememberQuote(db.database, { ...quoted('Ndiaye'), session: 's1' });
  await rememberQuote(db.database, { ...quoted('Diop', 'EUR'), totalMinor: 104_000_000n });
  const forXof = await recentQuote(db.database, quote, sendData('Fall'));
  assert.deepEqual([forXof?.totalMinor, forXof?.session], [103_000_000n, 's1']);
  const forEuro = await recentQuote(db.database, quote, sendData('Fall', 'eur '));
  assert.deepEqual([forEuro?.totalMinor, forEuro?.session], [104_000_000n, null]);
  assert.equal(await recentQuote(db.database, quote, sendData('Fall', 'USD')), null);
});

test('O9 only a quote that can be charged has a total: of this amount and currency, and covering it', () => {
  const order = { amountMinor: 31_000_000n, currency: 'XOF' };
  const sendAmounts = { sendAmount: '3100', sendCurrency: 'XOF', totalAmountToCollect: '3224' };
  assert.equal(totalOf({ sendAmounts }, order), 32_240_000n);
  const withDecimals = { ...sendAmounts, sendAmount: '3100.000', totalAmountToCollect: '3224.500' };
  assert.equal(totalOf({ sendAmounts: withDecimals }, order), 32_245_000n);
  for (const wrong of [
    { sendAmount: '3101' },
    { sendCurrency: 'EUR' },
    { totalAmountToCollect: '3099' },
    { totalAmountToCollect: '' },
    { totalAmountToCollect: undefined },
  ])
    assert.equal(totalOf({ sendAmounts: { ...sendAmounts, ...wrong } }, order), null);
  assert.equal(totalOf({}, order), null);
});

test('O9 the session of a quote is had by one operation; its price holds on', async () => {
  await rememberQuote(db.database, { ...quoted('Diop'), session: 's1' });
  const take = () => takeQuoteSession(db.database, { ...quote, session: 's1' });
  const taken = await Promise.all([take(), take(), take()]);
  assert.equal(taken.filter(Boolean).length, 1);
  const found = await recentQuote(db.database, quote, sendData('Diop'));
  assert.deepEqual([found?.session, found?.totalMinor], [null, 103_000_000n]);
  assert.equal(await takeQuoteSession(db.database, { ...quote, session: 'other' }), false);
});
