// The simulated M-Pesa takes the requests of Daraja's documentation and answers in its shapes.

import assert from 'node:assert/strict';
import { constants, publicEncrypt } from 'node:crypto';
import { test, type TestContext } from 'node:test';
import { simulatorPublicKey } from '@jokko/connectors/kit/conformance';
import { consumer, initiator, passkey } from '../src/mpesa/credentials.ts';
import { startListener, startProvider } from './provider.ts';
import type { Answer, Body, Listener } from './provider.ts';

async function open(t: TestContext) {
  const [provider, listener] = await Promise.all([startProvider(t), startListener(t)]);
  const basic = Buffer.from(`${consumer.key}:${consumer.secret}`).toString('base64');
  const generate = '/daraja/oauth/v1/generate?grant_type=client_credentials';
  const given = await call(provider.url + generate, undefined, `Basic ${basic}`);
  assert.equal(given.body.expires_in, '3599');
  const post = (path: string, body: object, token = given.body.access_token as string) =>
    call(`${provider.url}/daraja/mpesa${path}`, body, `Bearer ${token}`);
  return { provider, listener, post };
}

async function call(url: string, body: object | undefined, authorization: string): Promise<Answer> {
  const method = body === undefined ? 'GET' : 'POST';
  const payload = body === undefined ? null : JSON.stringify(body);
  const answer = await fetch(url, { method, headers: { authorization }, body: payload });
  return { status: answer.status, body: await answer.json() };
}

const Timestamp = '20160216165627';
const Password = Buffer.from(`174379${passkey}${Timestamp}`).toString('base64');

/** The request to pay of the documentation. */
const push = ({ url }: Listener, members: object = {}) => ({
  BusinessShortCode: '174379',
  Password,
  Timestamp,
  TransactionType: 'CustomerPayBillOnline',
  Amount: '1',
  PartyA: '254708374149',
  PartyB: '174379',
  PhoneNumber: '254708374149',
  CallBackURL: url,
  AccountReference: 'Test',
  TransactionDesc: 'Test',
  ...members,
});

test('a push is taken, being processed, and told by its callback', async (t) => {
  const { provider, listener, post } = await open(t);
  const taken = await post('/stkpush/v1/processrequest', push(listener));
  const { CheckoutRequestID } = taken.body;
  assert.deepEqual([taken.status, taken.body.ResponseCode], [200, '0']);
  assert.deepEqual(Object.keys(taken.body).toSorted(), [
    'CheckoutRequestID',
    'CustomerMessage',
    'MerchantRequestID',
    'ResponseCode',
    'ResponseDescription',
  ]);
  const query = { BusinessShortCode: '174379', Password, Timestamp, CheckoutRequestID };
  const waiting = await post('/stkpushquery/v1/query', query);
  assert.deepEqual([waiting.status, waiting.body.errorCode], [500, '500.001.1001']);
  await provider.advance(3);
  await listener.until(1);
  const { stkCallback } = listener.received[0]!.body.Body;
  assert.equal(stkCallback.CheckoutRequestID, CheckoutRequestID);
  assert.equal(stkCallback.ResultCode, 0);
  const items: { Name: string; Value: unknown }[] = stkCallback.CallbackMetadata.Item;
  const paidAt = items.find(({ Name }) => Name === 'TransactionDate')?.Value;
  assert.equal(paidAt, inEastAfrica(Date.now() + 3_000));
  assert.deepEqual(
    stkCallback.CallbackMetadata.Item.map(({ Name }: { Name: string }) => Name),
    ['Amount', 'MpesaReceiptNumber', 'TransactionDate', 'PhoneNumber'],
  );
  const done = await post('/stkpushquery/v1/query', query);
  assert.deepEqual([done.status, done.body.ResultCode], [200, '0']);
});

const inEastAfrica = (ms: number): number =>
  Number(new Date(ms + 3 * 3_600_000).toISOString().replaceAll(/\D/g, '').slice(0, 14));

test('the same push twice is two pushes: it has no id of the caller’s', async (t) => {
  const { provider, listener, post } = await open(t);
  for (let count = 0; count < 2; count += 1)
    await post('/stkpush/v1/processrequest', push(listener, { AccountReference: 'Twice' }));
  await provider.advance(3);
  for (const name of ['Twice', 'Twice#2'])
    assert.deepEqual(await provider.results(name), ['accepted', 'executed']);
});

test('a wrong password, token, amount or field is refused in the documented shape', async (t) => {
  const { listener, post } = await open(t);
  const refused = async (body: object, token?: string) => {
    const answer = await post('/stkpush/v1/processrequest', body, token);
    return [answer.status, answer.body.errorCode];
  };
  assert.deepEqual(await refused(push(listener), 'another'), [404, '404.001.03']);
  const payout = await post('/b2c/v3/paymentrequest', {}, 'another');
  assert.deepEqual([payout.status, payout.body.errorCode], [400, '400.003.01']);
  const again = await post('/b2c/v3/paymentrequest', {}, 'another');
  assert.notEqual(again.body.requestId, payout.body.requestId);
  assert.deepEqual(await refused(push(listener, { Password: 'x' })), [500, '500.001.1001']);
  for (const wrong of [
    { Amount: '1.5' },
    { AccountReference: 'thirteenchars' },
    { CallBackURL: 'here' },
    { PhoneNumber: '254708374150' },
    { BusinessShortCode: '1' },
  ])
    assert.deepEqual(await refused(push(listener, wrong)), [400, '400.002.02'], String(wrong));
});

const padding = constants.RSA_PKCS1_PADDING;
const encrypted = (text: string) =>
  publicEncrypt({ key: simulatorPublicKey, padding }, Buffer.from(text)).toString('base64');

test('a payout wants the initiator’s password encrypted, takes an id once, and tells its result', async (t) => {
  const { provider, listener, post } = await open(t);
  const order = {
    OriginatorConversationID: 'feb5e3f2-fbbc-4745-844c-ee37b546f627',
    InitiatorName: initiator.name,
    SecurityCredential: encrypted(initiator.password),
    CommandID: 'BusinessPayment',
    Amount: '10',
    PartyA: '600978',
    PartyB: '254705912645',
    Remarks: 'remarked',
    QueueTimeOutURL: listener.url,
    ResultURL: listener.url,
    Occasion: 'ChristmasPay',
  };
  const wrong = { ...order, SecurityCredential: encrypted('guess') };
  assert.equal((await post('/b2c/v3/paymentrequest', wrong)).status, 400);
  const taken = await post('/b2c/v3/paymentrequest', order);
  assert.equal(taken.body.OriginatorConversationID, order.OriginatorConversationID);
  assert.equal((await post('/b2c/v3/paymentrequest', order)).status, 400);
  await provider.advance(3);
  await listener.until(1);
  const { Result } = listener.received[0]!.body;
  assert.deepEqual([Result.ResultType, Result.ResultCode], [0, 0]);
  assert.equal(Result.OriginatorConversationID, order.OriginatorConversationID);
  assert.equal(Result.ConversationID, taken.body.ConversationID);
  assert.deepEqual(await provider.results(order.OriginatorConversationID), [
    'accepted',
    'executed',
  ]);
});

/** As the package mpesa-api (3.0.2) sends them: recorded, but for passwords and addresses. */
const clients = {
  payout: {
    InitiatorName: 'testapi',
    CommandID: 'BusinessPayment',
    Amount: 100,
    PartyA: '600978',
    PartyB: '254708374149',
    Remarks: 'ok',
    Occasion: 'none',
  },
  balance: {
    Initiator: 'testapi',
    CommandID: 'AccountBalance',
    PartyA: '600978',
    IdentifierType: '4',
    Remarks: 'ok',
  },
  status: {
    Initiator: 'testapi',
    CommandID: 'TransactionStatusQuery',
    TransactionID: 'NLJ7RT61SV',
    PartyA: '600978',
    IdentifierType: '4',
    Remarks: 'ok',
    Occasion: 'TransactionStatus',
  },
  reversal: {
    Initiator: 'testapi',
    CommandID: 'TransactionReversal',
    TransactionID: 'NLJ7RT61SV',
    Amount: 100,
    ReceiverParty: '600978',
    RecieverIdentifierType: '11',
    Remarks: 'ok',
    Occasion: 'TransactionReversal',
  },
};

test('a client that has no ids gets them, its questions each their own, and every answer names its question', async (t) => {
  const { provider, listener, post } = await open(t);
  const secrets = {
    SecurityCredential: encrypted(initiator.password),
    ResultURL: listener.url,
    QueueTimeOutURL: listener.url,
  };
  const ask = (path: string, body: object) => post(path, { ...body, ...secrets });
  const told = (ids: { ConversationID: string }) =>
    listener.received
      .map(({ body }) => body.Result)
      .find(({ ConversationID }) => ConversationID === ids.ConversationID);
  const value = (result: Body, key: string) =>
    result.ResultParameters.ResultParameter.find(({ Key }: Body) => Key === key)?.Value;

  const { body: paid, status } = await ask('/b2c/v1/paymentrequest', clients.payout);
  assert.equal(status, 200);
  assert.match(paid.OriginatorConversationID, /^[0-9]{5}-[0-9]{8}-1$/);
  assert.match(paid.ConversationID, /^AG_[0-9]{8}_[0-9a-f]{20}$/);
  const wrong = await ask('/b2c/v1/paymentrequest', { ...clients.payout, CommandID: 'Other' });
  assert.deepEqual([wrong.status, wrong.body.errorCode], [400, '400.002.02']);
  await provider.advance(3);
  await listener.until(1);
  const { TransactionID, OriginatorConversationID } = told(paid);
  assert.equal(OriginatorConversationID, paid.OriginatorConversationID);

  const asked = [
    await ask('/accountbalance/v1/query', clients.balance),
    await ask('/transactionstatus/v1/query', clients.status),
    await ask('/transactionstatus/v1/query', { ...clients.status, TransactionID }),
    await ask('/transactionstatus/v1/query', {
      ...clients.status,
      TransactionID: '',
      OriginatorConversationID,
    }),
    await ask('/reversal/v1/request', clients.reversal),
  ];
  assert.deepEqual(
    asked.map((each) => [each.status, each.body.ResponseCode]),
    asked.map(() => [200, '0']),
  );
  assert.equal(new Set(asked.map(({ body }) => body.OriginatorConversationID)).size, asked.length);
  await listener.until(1 + asked.length);
  const [balance, unknown, byReceipt, byOriginator, reversal] = asked.map(({ body }) => {
    const result = told(body);
    assert.equal(result?.OriginatorConversationID, body.OriginatorConversationID);
    return result;
  });
  assert.match(
    value(balance, 'AccountBalance'),
    /^Working Account\|KES\|[0-9.]+\|[0-9.]+\|0\.00\|0\.00&Utility Account\|KES\|/,
  );
  assert.equal(unknown.ResultCode, 2032);
  for (const found of [byReceipt, byOriginator]) {
    assert.equal(value(found, 'TransactionStatus'), 'Completed');
    assert.equal(value(found, 'ReceiptNo'), TransactionID);
    assert.equal(value(found, 'FinalisedTime'), inEastAfrica(Date.now() + 3_000));
  }
  assert.equal(reversal.ResultCode, 'R000002');
  const other = await ask('/accountbalance/v1/query', { ...clients.balance, CommandID: 'Other' });
  assert.equal(other.status, 400);
});

test('two pushes are taken back although a client calls each reversal the same', async (t) => {
  const { provider, listener, post } = await open(t);
  const ids: string[] = [];
  for (const AccountReference of ['One', 'Two'])
    await post('/stkpush/v1/processrequest', push(listener, { AccountReference }));
  await provider.advance(3);
  await listener.until(2);
  for (const { body } of listener.received) {
    const items = body.Body.stkCallback.CallbackMetadata.Item;
    ids.push(items.find(({ Name }: Body) => Name === 'MpesaReceiptNumber').Value);
  }
  for (const TransactionID of ids) {
    const reversed = await post('/reversal/v1/request', {
      ...clients.reversal,
      TransactionID,
      Amount: 1,
      SecurityCredential: encrypted(initiator.password),
      ResultURL: listener.url,
      QueueTimeOutURL: listener.url,
    });
    assert.equal(reversed.status, 200);
  }
  await provider.advance(3);
  for (const reference of ['One', 'Two'])
    assert.deepEqual(await provider.results(reference), ['accepted', 'executed', 'reversed']);
});
