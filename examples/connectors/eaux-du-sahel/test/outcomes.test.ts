// Every code of the company's page, and answers that prove nothing. `jokko connector test` runs these beside the conformance suite.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createScripted, json, ourRef, sampleIntent } from '@jokko/connectors/kit/conformance';
import { connector } from '../index.ts';
import { refusals } from '../outcome-table.ts';

const config = {
  baseUrl: 'https://reglements.eaux.example/api',
  apiKey: 'key-of-the-test',
  noticeSecret: 'secret-of-the-test',
  sandbox: false,
};
const intent = sampleIntent('bill_pay');
const prepared = connector.prepare(config, intent, ourRef);
const payment = {
  numero: 'R000000007',
  reference: ourRef,
  police: '21000000001',
  montant: 1350,
};

const executed = (answer: ReturnType<typeof json>) =>
  connector.execute(createScripted(config, [answer]), intent, prepared, 'first');

test('a paid bill has succeeded, and the answer names what it was about', async () => {
  const outcome = await executed(json(201, { ...payment, etat: 'REGLE' }));
  assert.deepEqual(outcome, {
    kind: 'succeeded',
    refs: { ours: ourRef, theirs: 'R000000007' },
    claims: { ours: ourRef, amount: 13_500_000n, party: '21000000001' },
  });
});

for (const code of Object.keys(refusals)) {
  test(`${code} refuses the payment`, async () => {
    const outcome = await executed(json(422, { erreur: code }));
    assert.equal(outcome.kind, 'failed');
    assert.equal(outcome.kind === 'failed' && outcome.executed, 'no');
  });
}

test('the sandbox number of a refusal does not count on a real route', async () => {
  const outcome = await executed(json(422, { erreur: 'NOUVEAU', bacASable: 121 }));
  assert.equal(outcome.kind, 'unknown');
});

test('a refusal of the key is unknown, and the same bytes hold no secret', async () => {
  const outcome = await executed(json(401, { erreur: 'CLE_REFUSEE' }));
  assert.equal(outcome.kind, 'unknown');
  assert.ok(!JSON.stringify(prepared).includes(config.apiKey));
});

test('a notice signed by somebody else is refused', () => {
  const receipt = connector.receive(config, {
    method: 'POST',
    path: '/',
    headers: { 'x-date': '1764000000', 'x-sceau': 'ab'.repeat(32) },
    body: Buffer.from(JSON.stringify({ ...payment, etat: 'REGLE' })),
    receivedAtMs: Date.now(),
  });
  assert.deepEqual([receipt.reply.status, receipt.events.length], [401, 0]);
});

test('half a franc cannot be written, and is refused before it is sent', () => {
  assert.equal(connector.validate(config, { ...intent, amount: 13_505_000n })?.catalogueId, 116);
});
