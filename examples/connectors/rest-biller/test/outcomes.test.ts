// Every documented code of the biller, and answers that prove nothing. `jokko connector test` runs
// these beside the conformance suite.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createScripted, json, ourRef, sampleIntent } from '@jokko/connectors/kit/conformance';
import { connector } from '../index.ts';
import { refusals } from '../outcome-table.ts';

const config = {
  baseUrl: 'https://api.biller.example/v1',
  apiKey: 'key-of-the-test',
  noticeSecret: 'secret-of-the-test',
  sandbox: false,
};
const intent = sampleIntent('bill_pay');
const prepared = connector.prepare(config, intent, ourRef);
const payment = {
  id: 'P7',
  reference: ourRef,
  amount: '1350',
  currency: 'XOF',
  account: '21000000001',
};

const executed = (answer: ReturnType<typeof json>) =>
  connector.execute(createScripted(config, [answer]), intent, prepared, 'first');

test('a paid bill has succeeded, and the answer names what it was about', async () => {
  const outcome = await executed(json(201, { ...payment, status: 'PAID' }));
  assert.deepEqual(outcome, {
    kind: 'succeeded',
    refs: { ours: ourRef, theirs: 'P7' },
    claims: { ours: ourRef, amount: 13_500_000n, currency: 'XOF', party: '21000000001' },
  });
});

for (const code of Object.keys(refusals)) {
  test(`${code} refuses the payment`, async () => {
    const outcome = await executed(json(422, { code }));
    assert.equal(outcome.kind, 'failed');
    assert.equal(outcome.kind === 'failed' && outcome.executed, 'no');
  });
}

test('the sandbox number of a refusal does not count on a real route', async () => {
  const outcome = await executed(json(422, { code: 'NEW_CODE', sandboxId: 121 }));
  assert.equal(outcome.kind, 'unknown');
});

test('a refusal of the key is unknown, and the same bytes hold no secret', async () => {
  const outcome = await executed(json(401, { code: 'KEY_UNKNOWN' }));
  assert.equal(outcome.kind, 'unknown');
  assert.ok(!JSON.stringify(prepared).includes(config.apiKey));
});

test('a notice signed by somebody else is refused', () => {
  const receipt = connector.receive(config, {
    method: 'POST',
    path: '/',
    headers: { 'x-signature': 'ab'.repeat(32) },
    body: Buffer.from(JSON.stringify({ ...payment, status: 'PAID' })),
    receivedAtMs: Date.now(),
  });
  assert.deepEqual([receipt.reply.status, receipt.events.length], [401, 0]);
});
