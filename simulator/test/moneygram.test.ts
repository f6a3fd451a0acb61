// Proves that the simulated MoneyGram keeps the rules of its public pages: tokens of an hour,
// sessions of half an hour, one commit, one pick-up, refunds until then.

import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { startSimulator } from '../src/index.ts';
import { clientId, clientSecret } from '../src/moneygram/credentials.ts';
import type { Simulator } from '../src/index.ts';

type Body = { [member: string]: unknown };
const dataDir = mkdtempSync(join(tmpdir(), 'jokko-moneygram-'));
let simulator: Simulator;
let token = '';
before(async () => {
  simulator = await startSimulator({ dataDir, answer: 'sync' });
  token = await newToken();
});
after(async () => {
  await simulator.close();
  rmSync(dataDir, { recursive: true, force: true });
});

async function newToken(): Promise<string> {
  const basic = Buffer.from(`${clientId}:${clientSecret}`).toString('base64');
  const answer = await fetch(
    `${simulator.url}/moneygram/oauth/accesstoken?grant_type=client_credentials`,
    { headers: { authorization: `Basic ${basic}` } },
  );
  const body = (await answer.json()) as { access_token: string; expires_in: number };
  assert.equal(body.expires_in, 3600);
  return body.access_token;
}

async function call(
  method: string,
  path: string,
  body?: Body,
): Promise<{ status: number; body: Body }> {
  const url = new URL(`${simulator.url}/moneygram${path}`);
  for (const [name, value] of Object.entries({
    targetAudience: 'AGENT_FACING',
    userLanguage: 'en-US',
    agentPartnerId: '1',
  }))
    url.searchParams.set(name, value);
  const answer = await fetch(url, {
    method,
    headers: { authorization: `Bearer ${token}`, 'x-mg-clientrequestid': 'r' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return { status: answer.status, body: (await answer.json()) as Body };
}

const advance = (advanceSeconds: number) =>
  fetch(`${simulator.url}/control/clock`, {
    method: 'POST',
    body: JSON.stringify({ advanceSeconds }),
  });
const people = {
  sender: { name: { firstName: 'Awa', lastName: 'Ndiaye' } },
  beneficiary: { consumer: { name: { firstName: 'Koffi', lastName: 'Fall' } } },
};

/** A quoted transaction, by id. */
async function quoted(): Promise<string> {
  const { body } = await call('POST', '/transfer/v1/transactions/quote', {
    destinationCountryCode: 'SEN',
    serviceOptionCode: 'WILL_CALL',
    sendAmount: { value: 10_000, currencyCode: 'XOF' },
  });
  return String((body['transactions'] as Body[])[0]!['transactionId']);
}

/** A remittance that was sent: its transaction and its number. */
async function sent(): Promise<{ id: string; number: string }> {
  const id = await quoted();
  await call('PUT', `/transfer/v1/transactions/${id}`, { ...people, partnerTransactionId: id });
  const { body } = await call('PUT', `/transfer/v1/transactions/${id}/commit`, {});
  return { id, number: String(body['referenceNumber']) };
}

const statusOf = async (id: string) =>
  (await call('GET', `/status/v1/transactions/${id}`)).body['transactionStatus'];

test('a quote names every way of delivery, with fees and a total', async () => {
  const { body } = await call('POST', '/transfer/v1/transactions/quote', {
    destinationCountryCode: 'FRA',
    sendAmount: { value: 65_596, currencyCode: 'XOF' },
    receiveCurrencyCode: 'EUR',
  });
  const offers = body['transactions'] as Body[];
  assert.equal(offers.length, 3);
  assert.deepEqual((offers[0]!['sendAmount'] as Body)['total'], {
    value: 68_220,
    currencyCode: 'XOF',
  });
  assert.deepEqual((offers[0]!['receiveAmount'] as Body)['amount'], {
    value: 99.96,
    currencyCode: 'EUR',
  });
});

test('people are named before the commit, which happens once', async () => {
  const id = await quoted();
  const path = `/transfer/v1/transactions/${id}`;
  const bare = await call('PUT', path, {});
  assert.equal(bare.body['readyForCommit'], false);
  assert.equal((await call('PUT', `${path}/commit`, {})).status, 400);
  assert.equal(await statusOf(id), 'UNFUNDED');
  assert.equal((await call('PUT', path, people)).body['readyForCommit'], true);
  const committed = await call('PUT', `${path}/commit`, {});
  assert.match(String(committed.body['referenceNumber']), /^\d{8}$/);
  assert.equal((await call('PUT', `${path}/commit`, {})).status, 409);
  assert.equal((await call('PUT', path, people)).status, 409);
  assert.equal(await statusOf(id), 'AVAILABLE');
});

test('a number is picked up once; the prepared ones say why not', async () => {
  const { id, number } = await sent();
  const find = (reference: string) =>
    call('GET', `/payout/v1/transactions/?referenceNumber=${reference}`);
  const found = (await find(number)).body;
  assert.equal(found['availableForPayout'], true);
  const path = `/payout/v1/transactions/${found['transactionId']}`;
  assert.equal((await call('PUT', path, {})).body['readyForCommit'], true);
  assert.equal((await call('PUT', `${path}/commit`, {})).body['transactionStatus'], 'RECEIVED');
  assert.equal((await find(number)).body['availableForPayout'], false);
  assert.equal(await statusOf(id), 'RECEIVED');
  for (const [reference, status] of [
    ['90000001', 'AVAILABLE'],
    ['90000002', 'REFUNDED'],
    ['90000003', 'RECEIVED'],
  ]) {
    const { body } = await find(reference!);
    assert.deepEqual([body['transactionStatus'], body['availableForPayout']], [status, false]);
  }
  assert.equal((await find('00000000')).status, 404);
});

test('what was sent is refunded until it is picked up, once', async () => {
  const { id } = await sent();
  const ask = async () =>
    (await call('GET', `/refund/v1/transactions?transactionId=${id}`)).body['refundEligible'];
  assert.equal(await ask(), true);
  const path = `/refund/v1/transactions/${id}`;
  assert.equal((await call('PUT', path, {})).status, 400);
  const described = await call('PUT', path, { refundReasonCode: 'X', refundFee: true });
  assert.equal(described.body['readyForCommit'], true);
  assert.equal((await call('PUT', `${path}/commit`, {})).status, 200);
  assert.equal(await statusOf(id), 'REFUNDED');
  assert.equal(await ask(), false);
  assert.equal((await call('PUT', `${path}/commit`, {})).status, 409);
});

test('a session is over after half an hour, a token after an hour', async () => {
  const id = await quoted();
  await advance(31 * 60);
  assert.equal((await call('PUT', `/transfer/v1/transactions/${id}`, people)).status, 404);
  await advance(31 * 60);
  assert.equal((await call('GET', '/status/v1/transactions/x')).status, 401);
  token = await newToken();
  assert.equal((await call('GET', '/status/v1/transactions/x')).status, 404);
});
