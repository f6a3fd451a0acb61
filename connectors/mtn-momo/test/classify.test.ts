// Checks requests and the classification of answers that are no refusals.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  bytes,
  createTestContext,
  json,
  ourRef,
  sampleIntent,
} from '@jokko/connectors/kit/conformance';
import type { HttpResult } from '@jokko/connectors/kit';
import { mtnMomoConnector } from '../index.ts';
import { ask, liveConfig, scripted, send, statusOf } from './scripted.ts';

const unclear: [string, HttpResult, string][] = [
  ['a read time-out', { kind: 'lost', cause: 'timeout' }, 'timeout'],
  ['HTTP 500 without a code', json(500, { message: 'oops' }), 'http5xx'],
  ['HTTP 429', json(429, { statusCode: 429, message: 'slow down' }), 'ambiguous'],
  ['HTTP 400 without a code', json(400, { message: 'no' }), 'ambiguous'],
  ['a 202 that is a page', bytes(202, '<html>'), 'ambiguous'],
  ['a 200', json(200, {}), 'ambiguous'],
  ['a 401 page of a proxy', bytes(403, '<html>'), 'ambiguous'],
];
for (const [name, answer, cause] of unclear) {
  test(`${name} leaves the outcome unknown, and the same reference may go out again`, async () => {
    const outcome = await send(scripted([answer]), 'payout');
    assert.ok(outcome.kind === 'unknown', outcome.kind);
    assert.equal(outcome.cause, cause);
    assert.deepEqual(outcome.resolve.steps, ['query', 'replaySameBytes', 'manual']);
  });
}

test('a request to pay carries its reference, its product’s key and the notice address', async () => {
  const context = scripted([bytes(202, '')]);
  const outcome = await send(context, 'collect');
  assert.deepEqual(outcome, { kind: 'pending', refs: { ours: ourRef }, stage: 'payer' });
  const [token, request] = context.requests;
  assert.equal(token?.url, 'http://provider.example/mtn-momo/collection/token/');
  assert.match(token?.headers?.['Authorization'] ?? '', /^Basic /);
  assert.equal(request?.url, 'http://provider.example/mtn-momo/collection/v1_0/requesttopay');
  assert.deepEqual(
    ['X-Reference-Id', 'X-Callback-Url', 'X-Target-Environment'].map(
      (name) => request?.headers?.[name],
    ),
    [ourRef, 'http://127.0.0.1:9/notices', 'mtnivorycoast'],
  );
  assert.equal(
    request?.headers?.['Ocp-Apim-Subscription-Key'],
    'sandbox-collection-subscription-key',
  );
  const body = JSON.parse(String(request?.body));
  assert.deepEqual(
    [body.amount, body.currency, body.externalId, body.payer],
    ['1350', 'XOF', ourRef, { partyIdType: 'MSISDN', partyId: '221770000001' }],
  );
});

test('a refund names the collection by our own reference', async () => {
  const context = scripted([bytes(202, '')]);
  await send(context, 'refund');
  assert.match(String(context.requests[1]?.url), /\/disbursement\/v1_0\/refund$/);
  const body = JSON.parse(String(context.requests[1]?.body));
  assert.equal(body.referenceIdToRefund, '5d3c9a52-6f2c-4d3c-9a52-3c6f6d1a7e10');
});

test('F29 a success tells amount, currency, party and our reference', async () => {
  const success = statusOf('collect', 'SUCCESSFUL', { financialTransactionId: '42' });
  assert.deepEqual(await ask(scripted([json(200, success)]), 'collect'), {
    kind: 'succeeded',
    refs: { ours: ourRef, theirs: '42' },
    claims: { ours: ourRef, amount: 13_500_000n, currency: 'XOF', party: '221770000001' },
  });
  const another = await ask(scripted([json(200, { ...success, amount: '13F' })]), 'collect');
  assert.equal(another.kind, 'unknown');
});

test('status words of older notes are unknown and logged', async () => {
  for (const status of ['CREATED', 'TIMEOUT', '']) {
    const context = scripted([json(200, statusOf('collect', status))]);
    assert.equal((await ask(context, 'collect')).kind, 'unknown', status);
    assert.equal(context.lines.length, 1);
  }
});

test('only the provider’s own 404 says that it does not know the reference', async () => {
  const known = await ask(scripted([json(404, { code: 'RESOURCE_NOT_FOUND' })]), 'collect');
  const gateway = await ask(scripted([json(404, { statusCode: 404 })]), 'collect');
  assert.deepEqual([known.kind, gateway.kind], ['absent', 'unknown']);
});

test('the provider’s test environment is spoken to in EUR, for orders of any currency', async () => {
  const config = { ...liveConfig, targetEnvironment: 'sandbox' };
  const context = scripted([bytes(202, '')], config);
  await send(context, 'collect');
  assert.equal(JSON.parse(String(context.requests[1]?.body)).currency, 'EUR');
  const told = json(200, { ...statusOf('collect', 'SUCCESSFUL'), currency: 'EUR' });
  const found = await ask(scripted([told], config), 'collect');
  assert.equal(found.kind === 'succeeded' && found.claims?.currency, 'XOF');
});

test('what the provider cannot express is refused before anything is sent', () => {
  const half = sampleIntent('payout', { amount: 13_505_000n });
  assert.equal(mtnMomoConnector.validate(liveConfig, half)?.catalogue, 'bad_amount');
  const linked = sampleIntent('collect', { link: 'deepLink' });
  assert.equal(mtnMomoConnector.validate(liveConfig, linked)?.alert, 'config');
  assert.equal(mtnMomoConnector.validate(liveConfig, sampleIntent('payout')), null);
});

test('a token that ran out is renewed once, and the same reference goes out again', async () => {
  let tokens = 0;
  const references: (string | undefined)[] = [];
  const context = createTestContext(liveConfig, (request) => {
    if (request.url.endsWith('/token/'))
      return Promise.resolve(json(200, { access_token: `t${(tokens += 1)}`, expires_in: 3600 }));
    references.push(request.headers?.['X-Reference-Id']);
    const isNew = request.headers?.['Authorization'] === 'Bearer t2';
    return Promise.resolve(isNew ? bytes(202, '') : json(401, { statusCode: 401, message: '' }));
  });
  const intent = sampleIntent('collect');
  const prepared = mtnMomoConnector.prepare(liveConfig, intent, ourRef);
  assert.equal(
    (await mtnMomoConnector.execute(context, intent, prepared, 'first')).kind,
    'pending',
  );
  assert.deepEqual([tokens, references], [2, [ourRef, ourRef]]);
});

test('without a token nothing was sent, and no secret is in the log', async () => {
  const context = createTestContext(liveConfig, () => Promise.resolve(json(401, { error: 'no' })));
  const intent = sampleIntent('payout');
  const prepared = mtnMomoConnector.prepare(liveConfig, intent, ourRef);
  const outcome = await mtnMomoConnector.execute(context, intent, prepared, 'first');
  assert.equal(outcome.kind, 'not_sent');
  assert.ok(!JSON.stringify(context.lines).includes('sandbox-'));
});

test('whether a recipient can be paid, with the name', async () => {
  const { verifyRecipient } = mtnMomoConnector;
  const check = (...answers: HttpResult[]) =>
    verifyRecipient!(scripted(answers), sampleIntent('payout'));
  const name = json(200, { given_name: 'Awa', family_name: 'Diop' });
  assert.deepEqual(await check(json(200, { result: true }), name), {
    exists: 'yes',
    name: 'Awa Diop',
  });
  assert.deepEqual(await check(json(200, { result: true }), json(500, {})), { exists: 'yes' });
  assert.deepEqual(await check(json(200, { result: false })), { exists: 'no' });
  assert.deepEqual(await check(json(404, { code: 'RESOURCE_NOT_FOUND' })), { exists: 'no' });
  for (const odd of [json(500, {}), json(200, { result: 'true' }), bytes(404, '<html>')])
    assert.deepEqual(await check(odd), { exists: 'unknown' });
});
