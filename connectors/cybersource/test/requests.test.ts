// Proves what leaves for CyberSource: signatures, the bodies of its published samples, the card
// only on the wire, and what a payer's answer may lead to.

import assert from 'node:assert/strict';
import { createHash, createHmac } from 'node:crypto';
import { test } from 'node:test';
import { json, ourRef } from '@jokko/connectors/kit/conformance';
import { authHeaders } from '../auth.ts';
import { cybersourceConnector as connector } from '../index.ts';
import { amountToCybersource } from '../wire-amount.ts';
import { card, config, enrolStep, input, intent, pay, scripted, setupRefs } from './scripted.ts';

const nowMs = Date.parse('2026-11-22T10:00:00Z');
const secret = Buffer.from(config.sharedSecret, 'base64');

test('signed headers: one line for each, digest for a body only', () => {
  const target = '/pts/v2/payments';
  const body = '{"a":1}';
  const headers = authHeaders(config, { method: 'POST', target, body }, nowMs);
  const digest = `SHA-256=${createHash('sha256').update(body).digest('base64')}`;
  const text = [
    'host: api.cybersource.com',
    'date: Sun, 22 Nov 2026 10:00:00 GMT',
    'request-target: post /pts/v2/payments',
    `digest: ${digest}`,
    'v-c-merchant-id: shop_sn',
  ].join('\n');
  const signature = createHmac('sha256', secret).update(text).digest('base64');
  assert.deepEqual(headers, {
    Date: 'Sun, 22 Nov 2026 10:00:00 GMT',
    'v-c-merchant-id': 'shop_sn',
    Digest: digest,
    Signature: `keyid="key-1", algorithm="HmacSHA256", headers="host date request-target digest v-c-merchant-id", signature="${signature}"`,
  });
  const get = authHeaders(config, { method: 'GET', target: '/tss/v2/transactions/7' }, nowMs);
  assert.equal(get['Digest'], undefined);
  assert.match(get['Signature'] ?? '', /headers="host date request-target v-c-merchant-id"/);
});

test('a token binds method, host, path and body for two minutes', () => {
  const call = { method: 'POST', target: '/pts/v2/payments?x=1', body: '{}' } as const;
  const headers = authHeaders({ ...config, auth: 'jwt' }, call, nowMs);
  const [head, claims, signature] = (headers['Authorization'] ?? '')
    .slice('Bearer '.length)
    .split('.');
  const read = (part = '') => JSON.parse(Buffer.from(part, 'base64url').toString()) as object;
  assert.deepEqual(read(head), { alg: 'HS256', typ: 'JWT', kid: 'key-1' });
  const { jti, ...rest } = read(claims) as { jti: string };
  assert.match(jti, /^[0-9a-f-]{36}$/);
  assert.deepEqual(rest, {
    iat: nowMs / 1_000,
    exp: nowMs / 1_000 + 120,
    digest: createHash('sha256').update('{}').digest('base64'),
    'digest-algorithm': 'SHA-256',
    'request-method': 'post',
    'request-host': 'api.cybersource.com',
    'request-resource-path': '/pts/v2/payments?x=1',
    iss: 'shop_sn',
    'v-c-jwt-version': '2',
    'v-c-merchant-id': 'shop_sn',
  });
  const expected = createHmac('sha256', secret).update(`${head}.${claims}`).digest('base64url');
  assert.equal(signature, expected);
});

test('what stands before the provider’s path is not signed: CyberSource does not know of it', async () => {
  const baseUrl = 'https://relay.example/cards';
  const context = scripted([json(201, { id: '7', status: 'AUTHORIZED' })], { baseUrl });
  await pay(context);
  const [sent] = context.requests;
  assert.equal(sent?.url, `${baseUrl}/pts/v2/payments`);
  const headers = sent?.headers ?? {};
  const text = [
    'host: relay.example',
    `date: ${headers['Date']}`,
    'request-target: post /pts/v2/payments',
    `digest: ${headers['Digest']}`,
    'v-c-merchant-id: shop_sn',
  ].join('\n');
  const signature = createHmac('sha256', secret).update(text).digest('base64');
  assert.ok(headers['Signature']?.endsWith(`signature="${signature}"`));
});

test('enrolment and payment go out together; the card and the browser only on the wire', async () => {
  const context = scripted([json(201, { id: '7', status: 'AUTHORIZED' })]);
  await pay(context);
  const stored = JSON.parse(enrolStep.body) as object;
  assert.ok(!enrolStep.body.includes(card.number) && !enrolStep.body.includes('ipAddress'));
  const { paymentInformation, deviceInformation, ...rest } = JSON.parse(
    String(context.requests[0]?.body),
  ) as { [member: string]: unknown };
  assert.deepEqual(rest, stored);
  assert.deepEqual(paymentInformation, {
    card: {
      number: card.number,
      securityCode: card.cvc,
      expirationMonth: '09',
      expirationYear: '2039',
      type: '001',
    },
  });
  assert.deepEqual(deviceInformation, {
    ipAddress: '41.82.1.2',
    httpAcceptContent: 'text/html',
    userAgentBrowserValue: 'Mozilla/5.0',
    httpBrowserLanguage: 'fr-SN',
    httpBrowserJavaEnabled: 'N',
    httpBrowserJavaScriptEnabled: 'Y',
    httpBrowserColorDepth: '24',
    httpBrowserScreenHeight: '800',
    httpBrowserScreenWidth: '360',
    httpBrowserTimeDifference: '0',
  });
  assert.deepEqual(stored, {
    clientReferenceInformation: { code: ourRef, transactionId: ourRef.replaceAll('-', '') },
    processingInformation: { capture: true, actionList: ['CONSUMER_AUTHENTICATION'] },
    orderInformation: {
      amountDetails: { totalAmount: '1350', currency: 'XOF' },
      billTo: {
        firstName: 'Awa',
        lastName: 'Ndiaye',
        address1: '1 rue de la Gare',
        locality: 'Dakar',
        country: 'SN',
        email: 'paiements@shop.example',
        phoneNumber: intent.phone.slice(1),
      },
    },
    consumerAuthenticationInformation: {
      referenceId: 'reference-1',
      returnUrl: intent.urls.success,
      deviceChannel: 'Browser',
    },
  });
});

test('after the bank’s page: its word is checked and the payment made, in one call', () => {
  const refs = { ours: 'x', stage: 'enroll', theirs: '7', authentication: 'a-1' };
  const step = connector.prepareStep!(config, intent, refs, ourRef, {
    returned: { TransactionId: 'a-1' },
  });
  assert.ok('body' in step && step.step === 'validate');
  const body = JSON.parse(step.body) as { [member: string]: unknown };
  assert.deepEqual(body['processingInformation'], {
    capture: true,
    actionList: ['VALIDATE_CONSUMER_AUTHENTICATION'],
  });
  assert.deepEqual(body['consumerAuthenticationInformation'], {
    authenticationTransactionId: 'a-1',
  });
});

test('what does not belong to the step is refused before anything is sent', () => {
  const enrolled = { ours: 'x', stage: 'enroll', authentication: 'a-1' };
  const cases = [
    [setupRefs, { returned: {} }],
    [enrolled, input],
    [enrolled, { returned: { TransactionId: 'a-2' } }],
    [{ ours: 'x', stage: 'enroll' }, { returned: {} }],
    [{ ours: 'x', stage: 'validate', authentication: 'a-1' }, { returned: {} }],
  ] as const;
  for (const [refs, given] of cases) {
    const step = connector.prepareStep!(config, intent, refs, ourRef, given);
    assert.ok('catalogue' in step, JSON.stringify(refs));
  }
});

test('the set-up asks for no security code', async () => {
  const context = scripted([json(502, {})]);
  await connector.execute(context, intent, connector.prepare(config, intent, ourRef), 'first');
  const body = String(context.requests[0]?.body);
  assert.ok(body.includes(card.number) && !body.includes('securityCode'));
});

test('a refund is tried as a void; after settlement the stored bytes go out', async () => {
  const prepared = connector.prepareRefund!(config, intent, { ours: 'x', theirs: '7' }, ourRef);
  const late = json(400, { status: 'INVALID_REQUEST', reason: 'NOT_VOIDABLE' });
  const context = scripted([late, json(201, { id: '8', status: 'PENDING' })]);
  const outcome = await connector.executeRefund!(context, intent, prepared, 'first');
  assert.equal(outcome.kind, 'pending');
  assert.deepEqual(
    context.requests.map(({ url }) => new URL(url).pathname),
    ['/pts/v2/payments/7/voids', '/pts/v2/payments/7/refunds'],
  );
  assert.equal(context.requests[1]?.body, prepared.body);
});

test('amounts have the decimals of their currency', () => {
  const cases: [bigint, string, string | null][] = [
    [13_500_000n, 'XOF', '1350'],
    [13_505_000n, 'XOF', null],
    [125_000n, 'EUR', '12.50'],
    [500n, 'EUR', '0.05'],
    [125n, 'EUR', null],
  ];
  for (const [amount, currency, text] of cases)
    assert.equal(amountToCybersource(amount, currency), text);
});

test('a form: what is unusable is named', () => {
  const bad = { ...config, merchantId: 'a b', sharedSecret: 'ä', billingCity: '', timeoutMs: 5 };
  const fields = connector.checkConfig(bad).map(({ field }) => field);
  assert.deepEqual(fields, ['merchantId', 'sharedSecret', 'billingCity', 'timeoutMs']);
  assert.deepEqual(connector.checkConfig(config), []);
});
