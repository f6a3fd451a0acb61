// Drives the simulated DT One with the client that DT One itself publishes.

import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { DVS } from '@dtone/dvs';
import { testCredentials } from '../src/dt-one/routes.ts';
import { startListener, startProvider } from './provider.ts';
import type { Body } from './provider.ts';

const openClient = (url: string, apiSecret = testCredentials.apiSecret): Body =>
  new DVS({ apiKey: testCredentials.apiKey, apiSecret, baseUrl: `${url}/dt-one/v1` });

const order = (externalId: string, mobileNumber: string, callbackUrl: string): object => ({
  externalId,
  productId: 101,
  autoConfirm: true,
  calculationMode: 'DESTINATION_AMOUNT',
  destination: { amount: 500, unit: 'XOF', unitType: 'CURRENCY' },
  creditPartyIdentifier: { mobileNumber },
  callbackUrl,
});

test("DT One's own client orders, looks up and hears of a transaction", async (t) => {
  const provider = await startProvider(t);
  const listener = await startListener(t);
  const client = openClient(provider.url);
  const externalId = randomUUID();
  const created = await client.transactions.async.create({
    data: order(externalId, '+221770000001', listener.url),
  });
  assert.deepEqual(
    [created.data.externalId, created.data.status.message],
    [externalId, 'CONFIRMED'],
  );
  await provider.advance(3);
  await listener.until(1);
  assert.equal(listener.received[0]?.body.status.class.id, 7);
  const { data } = await client.transactions.getByTransactionId({ transactionId: created.data.id });
  assert.deepEqual(
    [data.status.message, data.creditPartyIdentifier.mobileNumber],
    ['COMPLETED', '+221770000001'],
  );
  const listed: Body[] = [];
  for await (const page of client.transactions.get({ params: { externalId } }))
    listed.push(...page.data);
  assert.deepEqual(
    listed.map(({ id }) => id),
    [created.data.id],
  );
});

test('it reads products page by page, balances, and errors', async (t) => {
  const provider = await startProvider(t);
  const client = openClient(provider.url);
  const products: Body[] = [];
  for await (const page of client.discovery.products.get({ params: { page: 1, perPage: 10 } }))
    products.push(...page.data);
  assert.equal(products.length, 30);
  const [balances] = [(await client.account.balances.get({ params: {} }).next()).value];
  assert.ok(balances.data[0].available > 0);
  await assert.rejects(
    client.transactions.async.create({ data: { externalId: 'x', productId: 1 } }),
    (error: Body) => error.status === 404 && error.data.errors[0].code === 1003001,
  );
  await assert.rejects(
    openClient(provider.url, 'wrong').account.balances.get({ params: {} }).next(),
    (error: Body) => error.status === 401 && error.data.errors[0].code === 1000401,
  );
});

test("DT One's own test numbers decide where the sandbox's digits do not", async (t) => {
  const provider = await startProvider(t);
  const listener = await startListener(t);
  const client = openClient(provider.url);
  const endOf = async (mobileNumber: string): Promise<Body> => {
    const { data } = await client.transactions.async.create({
      data: order(randomUUID(), mobileNumber, listener.url),
    });
    await provider.advance(3);
    return (await client.transactions.getByTransactionId({ transactionId: data.id })).data;
  };
  assert.equal((await endOf('+221770000102')).status.message, 'DECLINED-INVALID-CREDIT-PARTY');
  assert.equal((await endOf('+221770000107')).status.message, 'DECLINED-EXCEPTION');
  assert.equal((await endOf('+221770000200')).status.message, 'CONFIRMED');
  const pin = await endOf('+221770000101');
  assert.match(pin.pin.code, /^\d{14}$/);
  const asked = await endOf('+221770009014');
  assert.deepEqual([asked.status.message, asked.status.catalogueId], ['DECLINED', 14]);
});
