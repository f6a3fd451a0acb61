// Proves that the simulated CyberSource takes what CyberSource's own Node.js client (0.0.83) sends,
// and answers what that client's models name. The requests were recorded; the key is the
// simulator's own.

import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { holdWallClock, startProvider } from './provider.ts';
import { sendRecorded } from './recorded.ts';
import type { Recorded } from './recorded.ts';

const recordedAt = Date.parse('2026-11-28T10:38:13Z');
const body =
  '{"clientReferenceInformation":{"code":"recorded-1","partner":{"developerId":"N2RC3Q4K"}},"processingInformation":{"capture":true},"paymentInformation":{"card":{"number":"4000000000002701","expirationMonth":"01","expirationYear":"2031"}},"orderInformation":{"amountDetails":{"totalAmount":"10000","currency":"XOF"},"billTo":{"firstName":"Awa","lastName":"Diop","address1":"Rue 10","locality":"Dakar","country":"SN","email":"awa@shop.example"}}}';
const common = {
  host: 'apitest.cybersource.com',
  accept: 'application/hal+json',
  'v-c-client-id': 'cybs-rest-sdk-node-0.0.83',
  'v-c-sdk-telemetry-merchant-id': 'jokko_simulator',
};
const signing = {
  ...common,
  'v-c-merchant-id': 'jokko_simulator',
  date: 'Sat, 28 Nov 2026 10:38:13 GMT',
};
const key = 'keyid="5f0c1c1e-51a1-4a70-8a70-000000000001", algorithm="HmacSHA256"';
const sale = {
  method: 'POST',
  path: '/pts/v2/payments',
  body,
} as const;
const look = { method: 'GET', path: '/tss/v2/transactions/700000000000000000000' } as const;
const withJson = { 'content-type': 'application/json', 'content-length': String(body.length) };
const head =
  'eyJ0eXAiOiJKV1QiLCJhbGciOiJIUzI1NiIsImtpZCI6IjVmMGMxYzFlLTUxYTEtNGE3MC04YTcwLTAwMDAwMDAwMDAwMSJ9';

const signedSale: Recorded = {
  ...sale,
  headers: {
    ...signing,
    ...withJson,
    digest: 'SHA-256=zTg7nMP92yhq++yqhaTDpjbNeLILJMclNeqF4imhFUY=',
    signature: `${key}, headers="host date request-target digest v-c-merchant-id", signature="HpC6YPdFkfPubHc2s3CkQuLGy/EZfNVut9PNB89z6rI="`,
  },
};
const signedLook: Recorded = {
  ...look,
  headers: {
    ...signing,
    signature: `${key}, headers="host date request-target v-c-merchant-id", signature="LyGVE9Pg+0fVCFhWGFxBpBQFquKTxvK8GWd1n4ULZiQ="`,
  },
};
const bearerSale: Recorded = {
  ...sale,
  headers: {
    ...common,
    ...withJson,
    authorization: `Bearer ${head}.eyJkaWdlc3QiOiJ6VGc3bk1QOTJ5aHErK3lxaGFURHBqYk5lTElMSk1jbE5lcUY0aW1oRlVZPSIsImRpZ2VzdC1hbGdvcml0aG0iOiJTSEEtMjU2IiwiaWF0IjoxNzk1ODYyMjkzLCJleHAiOjE3OTU4NjI0MTMsInJlcXVlc3QtaG9zdCI6ImFwaXRlc3QuY3liZXJzb3VyY2UuY29tIiwicmVxdWVzdC1yZXNvdXJjZS1wYXRoIjoiL3B0cy92Mi9wYXltZW50cyIsInJlcXVlc3QtbWV0aG9kIjoicG9zdCIsImlzcyI6Impva2tvX3NpbXVsYXRvciIsImp0aSI6IjcxNWU4ZjAxLTg1ZmMtNGYwYy05N2Y3LWUzMDkzZGMwYWFlNyIsInYtYy1qd3QtdmVyc2lvbiI6IjIiLCJ2LWMtbWVyY2hhbnQtaWQiOiJqb2trb19zaW11bGF0b3IifQ.8WXlcsFarJE3mHutd9tNhnRWdsH-MUn9XnLypbxqVpU`,
  },
};
const bearerLook: Recorded = {
  ...look,
  headers: {
    ...common,
    authorization: `Bearer ${head}.eyJpYXQiOjE3OTU4NjIyOTMsImV4cCI6MTc5NTg2MjQxMywicmVxdWVzdC1ob3N0IjoiYXBpdGVzdC5jeWJlcnNvdXJjZS5jb20iLCJyZXF1ZXN0LXJlc291cmNlLXBhdGgiOiIvdHNzL3YyL3RyYW5zYWN0aW9ucy83MDAwMDAwMDAwMDAwMDAwMDAwMDAiLCJyZXF1ZXN0LW1ldGhvZCI6ImdldCIsImlzcyI6Impva2tvX3NpbXVsYXRvciIsImp0aSI6IjljM2U1NThjLWMxNjctNGExZC04NTI4LWQ5ODNhODcyNDlkOSIsInYtYy1qd3QtdmVyc2lvbiI6IjIiLCJ2LWMtbWVyY2hhbnQtaWQiOiJqb2trb19zaW11bGF0b3IifQ.gZtujWD7tHUPhzuvr5fxQoc3GIXOyB7T0oQPItDXj8s`,
  },
};

async function open(t: TestContext) {
  holdWallClock(t, recordedAt);
  const provider = await startProvider(t);
  return (recorded: Recorded) => sendRecorded(`${provider.url}/cybersource`, recorded);
}

for (const [name, paid, looked] of [
  ['signed headers', signedSale, signedLook],
  ['a bearer token', bearerSale, bearerLook],
] as const)
  test(`${name}: bound to the path that the provider has, whatever stands before it here`, async (t) => {
    const send = await open(t);
    const { status, body: answer } = await send(paid);
    assert.deepEqual([status, answer.status], [201, 'AUTHORIZED']);
    assert.match(answer._links.self.href, /^\/pts\/v2\/payments\/\d{22}$/);
    assert.match(answer.processorInformation.approvalCode, /^\d{6}$/);
    assert.equal(answer.submitTimeUtc, '2026-11-28T10:38:13.000Z');
    assert.equal((await send(looked)).status, 404);
    // For another path, or with another body, neither proves anything.
    const elsewhere = { ...paid, path: '/pts/v2/payments/' };
    assert.equal((await send(elsewhere)).status, 401);
    const changed = { ...paid, body: body.replace('10000', '90000') };
    assert.equal((await send(changed)).status, 401);
  });

const backBody =
  '{"clientReferenceInformation":{"code":"recorded-2","partner":{"developerId":"N2RC3Q4K"}},"orderInformation":{"amountDetails":{"totalAmount":"4000","currency":"XOF"}}}';
const signedRefund: Recorded = {
  method: 'POST',
  path: '/pts/v2/payments/7000000000000000000000/refunds',
  body: backBody,
  headers: {
    ...signing,
    ...withJson,
    'content-length': String(backBody.length),
    digest: 'SHA-256=Ey1p4Da3tK38n8NVcmxwm0DLvBbfAYf0C/Kta63KP3c=',
    signature: `${key}, headers="host date request-target digest v-c-merchant-id", signature="v/q/HLFPf2Oxu6VQg98/40e8M6kQ1LdPRJgudFUmKw0="`,
  },
};

test('a part of a payment is given back, and the same request again gives back nothing more', async (t) => {
  const send = await open(t);
  await send(signedSale);
  const { status, body: answer } = await send(signedRefund);
  assert.deepEqual([status, answer.status], [201, 'PENDING']);
  assert.deepEqual(answer.refundAmountDetails, { refundAmount: '4000', currency: 'XOF' });
  assert.equal((await send(signedRefund)).body.id, answer.id);
});
