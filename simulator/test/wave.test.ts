// Proves that the simulated Wave keeps the rules of Wave's documentation: keys, idempotency, one
// refund, the end of a session, proofs of webhooks, history.

import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text as textOf } from 'node:stream/consumers';
import { after, before, test } from 'node:test';
import { startSimulator } from '../src/index.ts';
import { apiKey, bearerApiKey, webhookSecret } from '../src/wave/credentials.ts';
import type { AddressInfo } from 'node:net';
import type { Simulator } from '../src/index.ts';

type Body = { [member: string]: unknown };
const dataDir = mkdtempSync(join(tmpdir(), 'jokko-wave-'));
let simulator: Simulator;
before(async () => {
  simulator = await startSimulator({ dataDir, delayMs: 20 });
});
after(async () => {
  await simulator.close();
  rmSync(dataDir, { recursive: true, force: true });
});

async function call(
  method: 'GET' | 'POST',
  path: string,
  body?: Body,
  headers: { [name: string]: string } = { authorization: `Bearer ${apiKey}` },
): Promise<{ status: number; body: Body }> {
  const answer = await fetch(`${simulator.url}/wave/v1${path}`, {
    method,
    headers: { authorization: `Bearer ${apiKey}`, ...headers },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  return { status: answer.status, body: text === '' ? {} : (JSON.parse(text) as Body) };
}

// The examples of the documentation, with our addresses.
const checkout = {
  amount: '1000',
  currency: 'XOF',
  error_url: 'https://example.com/error',
  success_url: 'https://example.com/success',
};
const payout = {
  currency: 'XOF',
  receive_amount: '1000',
  mobile: '+221555110233',
  name: 'Fatou Ndiaye',
  client_reference: '1234567890abc',
};
const key = (name: string) => ({ 'idempotency-key': name });

const dayNow = (): string => new Date().toISOString().slice(0, 10);

/** Asks until the answer has this member. */
async function until(path: string, member: string, value: string): Promise<Body> {
  for (;;) {
    const { body } = await call('GET', path);
    if (body[member] === value) return body;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

test('a missing or unknown key is refused in the documented words', async () => {
  const answer = await fetch(`${simulator.url}/wave/v1/balance`);
  assert.equal(((await answer.json()) as Body)['code'], 'missing-auth-header');
  const unknown = await call('GET', '/balance', undefined, { authorization: 'Bearer x' });
  assert.deepEqual([unknown.status, unknown.body['code']], [401, 'no-matching-api-key']);
  assert.equal((await call('GET', '/balance')).body['currency'], 'XOF');
});

test('the documented example opens a session; the same reference again opens another', async () => {
  const order = { ...checkout, client_reference: 'twice', restrict_payer_mobile: '+221550008007' };
  const first = await call('POST', '/checkout/sessions', order);
  assert.equal(first.status, 200);
  assert.equal(first.body['checkout_status'], 'open');
  assert.match(String(first.body['id']), /^cos-/);
  const second = await call('POST', '/checkout/sessions', order);
  assert.notEqual(second.body['id'], first.body['id']);
  const found = await call('GET', '/checkout/sessions/search?client_reference=twice');
  assert.equal((found.body['result'] as Body[]).length, 2);
});

test('what is not valid is named, member by member', async () => {
  const { status, body } = await call('POST', '/checkout/sessions', {
    amount: 10,
    currency: 'XOF',
    success_url: 'x',
    error_url: 'https://example.com/error',
  });
  assert.deepEqual([status, body['code']], [400, 'request-validation-error']);
  const named = (body['details'] as { loc: string[] }[]).map(({ loc }) => loc[1]);
  assert.deepEqual(named, ['amount', 'success_url']);
});

test('a session is ended once; a paid one is not', async () => {
  const waits = { ...checkout, restrict_payer_mobile: '+221550008007' };
  const id = String((await call('POST', '/checkout/sessions', waits)).body['id']);
  assert.equal((await call('POST', `/checkout/sessions/${id}/expire`)).status, 200);
  assert.equal((await call('POST', `/checkout/sessions/${id}/expire`)).status, 409);
  assert.equal((await call('POST', '/checkout/sessions/cos-zzz/expire')).status, 404);
  const paid = String((await call('POST', '/checkout/sessions', checkout)).body['id']);
  const session = await until(`/checkout/sessions/${paid}`, 'checkout_status', 'complete');
  assert.equal((await call('POST', `/checkout/sessions/${paid}/expire`)).status, 409);
  const byId = await call('GET', `/checkout/sessions?transaction_id=${session['transaction_id']}`);
  assert.equal(byId.body['id'], paid);
});

test('one key pays once; another body under it is a mismatch', async () => {
  const first = await call('POST', '/payout', payout, key('k1'));
  const again = await call('POST', '/payout', payout, key('k1'));
  assert.equal(again.body['id'], first.body['id']);
  const other = await call('POST', '/payout', { ...payout, receive_amount: '999' }, key('k1'));
  assert.deepEqual([other.status, other.body['code']], [409, 'idempotency-mismatch']);
  assert.equal((await call('POST', '/payout', payout)).status, 400);
  const found = await call('GET', '/payouts/search?client_reference=1234567890abc');
  assert.equal((found.body['result'] as Body[]).length, 1);
});

test('refund and reversal move the money once, and are in the history with their originals', async () => {
  const begunOn = dayNow();
  const paid = await call('POST', '/checkout/sessions', { ...checkout, client_reference: 'r1' });
  const paidOut = await call('POST', '/payout', { ...payout, client_reference: 'r2' }, key('k2'));
  const [session, sent] = [String(paid.body['id']), String(paidOut.body['id'])];
  await until(`/checkout/sessions/${session}`, 'checkout_status', 'complete');
  await until(`/payout/${sent}`, 'status', 'succeeded');
  for (const path of [`/checkout/sessions/${session}/refund`, `/payout/${sent}/reverse`])
    for (let turn = 0; turn < 2; turn += 1) assert.equal((await call('POST', path)).status, 200);
  assert.equal((await call('GET', `/payout/${sent}`)).body['status'], 'reversed');
  const items: Body[] = [];
  // Two, where midnight came between.
  for (const day of new Set([begunOn, dayNow()]))
    items.push(...((await call('GET', `/transactions?date=${day}`)).body['items'] as Body[]));
  const of = (reference: string) =>
    items
      .filter((item) => item['client_reference'] === reference)
      .map((item) => [item['transaction_type'], item['amount']]);
  assert.deepEqual(of('r1'), [
    ['api_checkout', '1000'],
    ['api_checkout_refund', '-1000'],
  ]);
  assert.deepEqual(of('r2'), [
    ['api_payout', '-1000'],
    ['api_payout_reversal', '1000'],
  ]);
  const line = items.find((item) => item['client_reference'] === 'r2')!;
  assert.deepEqual([line['fee'], line['government_tax_amount']], ['9', '1'], 'ten are kept');
  assert.deepEqual([paidOut.body['fee'], paidOut.body['government_tax_amount']], ['9', '1']);
});

test('a recipient is checked thirty times, then not for an hour', async () => {
  const ask = () => call('POST', '/verify_recipient/', { mobile: '+221550000055' });
  for (let turn = 0; turn < 30; turn += 1) assert.equal((await ask()).body['within_limits'], true);
  assert.equal((await ask()).status, 429);
});

test('a webhook carries the proof that its wallet chose', async () => {
  const came: { headers: { [name: string]: unknown }; body: string }[] = [];
  const server = createServer((request, response) => {
    void textOf(request).then((body) => {
      came.push({ headers: request.headers, body });
      response.end();
      server.emit('notice');
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  for (const wallet of [apiKey, bearerApiKey]) {
    const taken = once(server, 'notice');
    await call('POST', '/checkout/sessions', checkout, {
      authorization: `Bearer ${wallet}`,
      'x-sandbox-notify-url': url,
    });
    await taken;
  }
  server.close();
  const [signed, bearer] = came;
  const [, time, given] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(
    String(signed!.headers['wave-signature']),
  )!;
  const expected = createHmac('sha256', webhookSecret)
    .update(time! + signed!.body)
    .digest('hex');
  assert.equal(given, expected);
  assert.equal(bearer!.headers['authorization'], `Bearer ${webhookSecret}`);
  assert.equal((JSON.parse(bearer!.body) as Body)['type'], 'checkout.session.completed');
});
