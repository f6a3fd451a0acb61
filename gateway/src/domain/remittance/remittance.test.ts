// Rule O7 on a real database: an operation may lean on this account's quote or look-up for the same service and amount within 30 minutes.

import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { startTestPostgres } from '../../doctor/testing/postgres.ts';
import type { TestDatabase, TestPostgres } from '../../doctor/testing/postgres.ts';
import { recentReference, recentSendData, rememberLookup, rememberQuote } from './index.ts';

let postgres: TestPostgres;
let db: TestDatabase;
const quote = { accountId: 1, codeService: 'REMIT_SN_API_CASH_IN', amountMinor: 100_000_000n };
const lookup = { accountId: 1, codeService: 'REMIT_SN_API_CASH_OUT', amountMinor: 250_000_000n };
const sendData = (name: string) => ({
  senderDetails: { senderLastName: name, senderFirstName: 'A' },
  receiverDetails: { receiveCountry: 'SN' },
});

before(async () => {
  postgres = await startTestPostgres();
  db = await postgres.database();
  await db.sql(`insert into account (name, webhook_secret_sealed) values ('a', ''), ('b', '')`);
});
beforeEach(() => db.sql('truncate remittance'));
after(async () => {
  await db.close();
  await postgres.close();
});

test('O7 the newest quote for the same account, service and amount is found, its members in their order', async () => {
  await rememberQuote(db.database, { ...quote, sendData: sendData('Ndiaye') });
  await rememberQuote(db.database, { ...quote, sendData: sendData('Diop') });
  const found = await recentSendData(db.database, quote);
  assert.equal(JSON.stringify(found), JSON.stringify(sendData('Diop')));
});

test('O7 another account, service, amount or kind is not leant on', async () => {
  await rememberQuote(db.database, { ...quote, sendData: sendData('Diop') });
  assert.equal(await recentSendData(db.database, { ...quote, accountId: 2 }), null);
  assert.equal(await recentSendData(db.database, { ...quote, codeService: 'REMITB_SN_API_CASH_IN' }), null);
  assert.equal(await recentSendData(db.database, { ...quote, amountMinor: 100_000_001n }), null);
  assert.equal(await recentReference(db.database, quote), null);
});

test('O7 after 30 minutes a quote or look-up counts no more', async () => {
  await rememberQuote(db.database, { ...quote, sendData: sendData('Diop') });
  await rememberLookup(db.database, { ...lookup, reference: '0012345678' });
  await db.sql(`update remittance set created_at = created_at - interval '29 minutes'`);
  assert.deepEqual(await recentSendData(db.database, quote), sendData('Diop'));
  assert.equal(await recentReference(db.database, lookup), '0012345678');
  await db.sql(`update remittance set created_at = created_at - interval '2 minutes'`);
  assert.equal(await recentSendData(db.database, quote), null);
  assert.equal(await recentReference(db.database, lookup), null);
});
