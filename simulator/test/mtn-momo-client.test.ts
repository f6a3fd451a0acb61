// Proves that a client which nobody here wrote works against the simulated MTN MoMo: the npm
// package mtn-momo, as its own documentation uses it.

import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import momo from 'mtn-momo';
import { subscriptionKeys } from '../src/mtn-momo/credentials.ts';
import { startProvider } from './provider.ts';

/** A provider and both products of the client, as a new API user has them. */
async function open(t: TestContext) {
  const provider = await startProvider(t);
  const { Users, Collections, Disbursements } = momo.create({
    callbackHost: 'shop.example',
    baseUrl: `${provider.url}/mtn-momo`,
    environment: momo.Environment.SANDBOX,
  });
  const users = Users({ primaryKey: subscriptionKeys.collection });
  const userId = await users.create('shop.example');
  const { apiKey: userSecret } = await users.login(userId);
  const { collection, disbursement } = subscriptionKeys;
  return {
    provider,
    collections: Collections({ primaryKey: collection, userId, userSecret }),
    disbursements: Disbursements({ primaryKey: disbursement, userId, userSecret }),
  };
}

const request = (partyId: string, amount = '50') => ({
  amount,
  currency: 'EUR',
  externalId: '123456',
  payerMessage: 'testing',
  payeeNote: 'hello',
  payer: { partyIdType: momo.PayerType.MSISDN, partyId },
});

test('a request to pay is pending, then successful with the provider’s id', async (t) => {
  const { provider, collections } = await open(t);
  const id = await collections.requestToPay(request('256774290781'));
  assert.equal((await collections.getTransaction(id)).status, 'PENDING');
  await provider.advance(3);
  const paid = await collections.getTransaction(id);
  assert.equal(paid.status, 'SUCCESSFUL');
  assert.deepEqual([paid.amount, paid.currency, paid.externalId], ['50', 'EUR', '123456']);
  assert.deepEqual(paid.payer, { partyIdType: 'MSISDN', partyId: '256774290781' });
  assert.match(paid.financialTransactionId, /^\d+$/);
});

test('a transfer pays out', async (t) => {
  const { provider, disbursements } = await open(t);
  const { payer: payee, ...rest } = request('256774290782');
  const id = await disbursements.transfer({ ...rest, payee });
  await provider.advance(3);
  assert.equal((await disbursements.getTransaction(id)).status, 'SUCCESSFUL');
});

for (const [number, name] of [
  ['46733123451', 'ApprovalRejectedError'],
  ['46733123452', 'ExpiredError'],
  ['46733123455', 'PayerNotFoundError'],
  ['46733123461', 'InternalProcessingError'],
] as const) {
  test(`the provider’s test number ${number} ends as ${name}`, async (t) => {
    const { provider, collections } = await open(t);
    const id = await collections.requestToPay(request(number));
    await provider.advance(3);
    await assert.rejects(collections.getTransaction(id), { name });
  });
}

test('balances and whether a number is active', async (t) => {
  const { collections, disbursements } = await open(t);
  assert.equal((await collections.getBalance()).currency, 'EUR');
  assert.equal((await disbursements.getBalance()).currency, 'EUR');
  assert.deepEqual(await collections.isPayerActive('256774290781'), { result: true });
  assert.deepEqual(await collections.isPayerActive('46733123451'), { result: false });
});

test('a currency of another environment and an unknown reference are refused', async (t) => {
  const { collections } = await open(t);
  const xof = { ...request('256774290781'), currency: 'XOF' };
  await assert.rejects(collections.requestToPay(xof), { name: 'InvalidCurrencyError' });
  await assert.rejects(collections.getTransaction('7c1a2a52-1f2c-4d3c-9a52-3c6f6d1a7e10'), {
    name: 'ResourceNotFoundError',
  });
});
