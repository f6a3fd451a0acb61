// Proves how each answer of Orange Money Web Payment is read: the page, refusals, statuses and
// notices.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  bytes,
  createScripted,
  json,
  ourRef,
  sampleIntent,
} from '@jokko/connectors/kit/conformance';
import type { HttpResult } from '@jokko/connectors/kit';
import { orangeWebpayConnector as connector } from '../index.ts';
import type { OrangeWebpayConfig } from '../index.ts';
import { orderIdOf, ourRefOf } from '../order-id.ts';
import { sandboxConfig } from './subject.ts';

const live: OrangeWebpayConfig = { ...sandboxConfig('https://api.example'), sandbox: false };
const token = json(200, { access_token: 't1', expires_in: 7_776_000 });
const intent = sampleIntent('collect', { link: 'deepLink' });
const orderId = orderIdOf(ourRef);
const page = {
  status: 201,
  message: 'OK',
  pay_token: 'v1abc',
  payment_url: 'https://webpayment.example/pay/v1abc',
  notif_token: 'n1',
};

async function submit(answers: HttpResult[], config = live) {
  const context = createScripted(config, answers);
  const prepared = connector.prepare(config, intent, ourRef);
  return {
    context,
    prepared,
    outcome: await connector.execute(context, intent, prepared, 'first'),
  };
}

async function ask(answer: HttpResult, config = live) {
  const context = createScripted(config, [token, answer]);
  const refs = { ours: ourRef, session: 'v1abc' };
  return { context, outcome: await connector.query(context, intent, refs) };
}

test('an order opens a page: the documented body, and the link for the payer', async () => {
  const { context, prepared, outcome } = await submit([token, json(201, page)]);
  assert.ok(!prepared.body.includes(live.merchantKey), 'the merchant key is not stored');
  const [, order] = context.requests;
  assert.equal(
    order?.url,
    'https://api.example/orange-webpay/orange-money-webpay/ci/v1/webpayment',
  );
  assert.deepEqual(JSON.parse(String(order?.body)), {
    merchant_key: live.merchantKey,
    currency: 'XOF',
    order_id: orderId,
    amount: 1350,
    return_url: intent.urls.success,
    cancel_url: intent.urls.error,
    notif_url: `${intent.urls.notify}/${orderId}`,
    lang: 'fr',
    reference: intent.transactionId,
  });
  assert.deepEqual(outcome, {
    kind: 'pending',
    stage: 'payer',
    refs: { ours: ourRef, session: 'v1abc' },
    challenge: { deepLinkUrl: page.payment_url, expiresInMs: 600_000 },
  });
});

test('the test country has a currency of its own; a QR code holds the link', async () => {
  const dev = { ...live, country: 'dev' };
  const prepared = connector.prepare(dev, intent, ourRef);
  assert.equal((JSON.parse(prepared.body) as { currency: string }).currency, 'OUV');
  const scanned = sampleIntent('collect', { link: 'qr' });
  const context = createScripted(live, [token, json(201, page)]);
  const outcome = await connector.execute(
    context,
    scanned,
    connector.prepare(live, scanned, ourRef),
    'first',
  );
  assert.equal(outcome.kind === 'pending' && outcome.challenge?.qrText, page.payment_url);
});

test('order ids have at most 30 characters and lead back to our references', () => {
  for (const ref of [
    ourRef,
    '00000000-0000-4000-8000-000000000001',
    'ffffffff-ffff-4fff-bfff-ffffffffffff',
  ]) {
    assert.ok(orderIdOf(ref).length <= 30);
    assert.equal(ourRefOf(orderIdOf(ref)), ref);
  }
  for (const text of ['', 'x', 'Z'.repeat(25), 'z'.repeat(25), '../../etc'])
    assert.equal(ourRefOf(text), null, text);
});

test('every documented error code, and one that is not', async () => {
  for (const code of [40, 41, 42]) {
    const { outcome } = await submit([token, json(400, { code, message: 'no' })]);
    assert.ok(outcome.kind === 'failed');
    assert.deepEqual(
      [outcome.error.catalogue, outcome.error.alert],
      ['connexion_error', 'credentials'],
    );
  }
  // As the gateway before all interfaces of Orange says it.
  const missing = json(400, { code: 23, message: 'Missing body field', description: 'OrderId' });
  const { outcome: bad } = await submit([token, missing]);
  assert.ok(bad.kind === 'failed');
  assert.deepEqual([bad.error.catalogue, bad.error.alert], ['execution_error', 'config']);
  const { outcome, context } = await submit([token, json(400, { code: 99, catalogueId: 11 })]);
  assert.deepEqual([outcome.kind, context.lines.length], ['unknown', 1]);
});

test('an answer without a usable link opened no page that anybody could pay', async () => {
  for (const answer of [
    json(201, { ...page, payment_url: 'javascript:alert(1)' }),
    json(201, { ...page, pay_token: 7 }),
    bytes(200, '<html>'),
    json(503, { code: 5 }),
    { kind: 'lost', cause: 'timeout' } as const,
  ])
    assert.equal((await submit([token, answer])).outcome.kind, 'unknown');
});

test('a token that ended midway is renewed once; one refused again proves that nothing was opened', async () => {
  const refused = json(401, { code: 42, message: 'Expired credentials' });
  const renewed = json(200, { access_token: 't2', expires_in: 7_776_000 });
  assert.equal((await submit([token, refused, renewed, json(201, page)])).outcome.kind, 'pending');
  assert.equal((await submit([token, refused, renewed, refused])).outcome.kind, 'failed');
  assert.equal((await submit([json(500, {})])).outcome.kind, 'not_sent');
});

test('every documented status, and one that is not', async () => {
  const meanings = {
    INITIATED: 'pending',
    PENDING: 'pending',
    SUCCESS: 'succeeded',
    EXPIRED: 'payment-timeout',
    FAILED: 'execution_error',
  };
  for (const [status, expected] of Object.entries(meanings)) {
    const { outcome } = await ask(json(200, { status, order_id: orderId, txnid: 'MP1' }));
    const told = outcome.kind === 'failed' ? outcome.error.catalogue : outcome.kind;
    assert.equal(told, expected);
    assert.ok('claims' in outcome && outcome.claims?.ours === ourRef);
    assert.equal(outcome.refs.theirs, 'MP1');
  }
  const { outcome, context } = await ask(json(200, { status: 'MOON', order_id: orderId }));
  assert.deepEqual([outcome.kind, context.lines.length], ['unknown', 1]);
});

test('F29 a status of another order is told as such, and one of no order of ours proves nothing', async () => {
  const others = orderIdOf('11111111-1111-4111-8111-111111111111');
  const { outcome } = await ask(json(200, { status: 'SUCCESS', order_id: others, txnid: 'MP1' }));
  assert.equal(outcome.kind === 'succeeded' && outcome.claims?.ours, ourRefOf(others));
  const strange = await ask(json(200, { status: 'SUCCESS', order_id: 'shop-1', txnid: 'MP1' }));
  assert.equal(strange.outcome.kind, 'unknown');
});

test('an order whose answer was lost stays unknown without a call', async () => {
  const context = createScripted(live, []);
  assert.equal((await connector.query(context, intent, { ours: ourRef })).kind, 'unknown');
});

test('amounts with a fraction are refused before anything is sent; every payer gets a page', () => {
  const cents = sampleIntent('collect', { link: 'deepLink', amount: 13_505_000n });
  assert.equal(connector.validate(live, cents)?.catalogue, 'bad_amount');
  assert.equal(connector.validate(live, sampleIntent('collect')), null);
  assert.equal(connector.validate(live, intent), null);
  assert.deepEqual(connector.capabilities(live).payerPages, ['collect']);
});

test('a notice is found by its address, is never believed, and garbage is refused', () => {
  const receive = (path: string, body: string, method = 'POST') =>
    connector.receive(live, {
      method,
      path,
      headers: {},
      body: Buffer.from(body),
      receivedAtMs: 0,
    });
  const good = receive(`/${orderId}`, '{"status":"SUCCESS","notif_token":"n1","txnid":"MP1"}');
  assert.deepEqual(
    [good.reply.status, good.events[0]?.match, good.events[0]?.authenticated],
    [200, { ours: ourRef }, false],
  );
  const forged = receive(`/${orderId}`, '{"status":"SUCCESS","notif_token":"n2","txnid":"MP1"}');
  assert.notEqual(forged.events[0]?.dedupeKey, good.events[0]?.dedupeKey);
  assert.equal(receive('/', '{"status":"SUCCESS","notif_token":"n1"}').reply.status, 400);
  assert.equal(receive(`/${orderId}`, '{"status":"SUCCESS"}').reply.status, 400);
  assert.equal(receive(`/${orderId}`, '{}', 'GET').reply.status, 405);
});

test('the form is checked as a whole', () => {
  assert.deepEqual(connector.checkConfig(live), []);
  const bad = { ...live, baseUrl: 'ftp://x', country: 'Ivory', merchantKey: '', timeoutMs: 1 };
  assert.deepEqual(
    connector.checkConfig(bad).map(({ field }) => field),
    ['baseUrl', 'country', 'merchantKey', 'timeoutMs'],
  );
});
