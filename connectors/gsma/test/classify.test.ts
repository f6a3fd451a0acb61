// Checks how each kind of answer is classified. Only documented answers end an attempt; a timeout,
// a reset, a 5xx or an unreadable body never does.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bytes, json, ourRef, sampleIntent } from '@jokko/connectors/kit/conformance';
import type { HttpResult } from '@jokko/connectors/kit';
import { gsmaConnector } from '../index.ts';
import { execute, liveConfig, scripted } from './scripted.ts';

const transaction = { transactionReference: 'T1', amount: '1350', currency: 'XOF' };
const error = { errorCategory: 'businessRule', errorCode: 'requestDeclined' };

const unclear: [string, HttpResult, string][] = [
  ['read time-out', { kind: 'lost', cause: 'timeout' }, 'timeout'],
  ['reset', { kind: 'lost', cause: 'connection' }, 'connection'],
  [
    '500 with a listed error',
    json(500, { errorCategory: 'internal', errorCode: 'genericError' }),
    'http5xx',
  ],
  ['503', json(503, { errorCategory: 'serviceUnavailable', errorCode: 'genericError' }), 'http5xx'],
  ['502 of a proxy', bytes(502, '<html>'), 'http5xx'],
  ['201 with rubbish', bytes(201, 'ok'), 'ambiguous'],
  ['200 with a list', bytes(200, '[]'), 'ambiguous'],
  ['202 with nothing', bytes(202, ''), 'ambiguous'],
  ['404 of a proxy', bytes(404, 'not here'), 'ambiguous'],
  ['400 without errorCode', json(400, { message: 'no' }), 'ambiguous'],
  ['302', bytes(302, ''), 'ambiguous'],
  [
    'status word nobody listed',
    json(201, { ...transaction, transactionStatus: 'sleeping' }),
    'unlisted',
  ],
  [
    'request state nobody listed',
    json(202, { serverCorrelationId: 'S1', status: 'sleeping' }),
    'unlisted',
  ],
  [
    'request state nobody listed, beside a listed error',
    json(202, { serverCorrelationId: 'S1', status: 'sleeping', error }),
    'unlisted',
  ],
  [
    'an amount that is none',
    json(201, { ...transaction, amount: '13F', transactionStatus: 'completed' }),
    'ambiguous',
  ],
];

for (const [name, answer, cause] of unclear) {
  test(`${name} leaves the outcome unknown, with the way out`, async () => {
    const outcome = await execute(scripted([answer]), 'payout');
    assert.equal(outcome.kind, 'unknown');
    if (outcome.kind !== 'unknown') return;
    assert.equal(outcome.cause, cause);
    assert.deepEqual(outcome.resolve.steps, ['query', 'replaySameBytes', 'manual']);
    assert.equal(outcome.resolve.quiescenceMs, 900_000);
    assert.equal(outcome.refs.ours, ourRef);
  });
}

test('a refused connection is not sent', async () => {
  const outcome = await execute(scripted([{ kind: 'not_sent', cause: 'ECONNREFUSED' }]), 'payout');
  assert.equal(outcome.kind, 'not_sent');
});

test('documented answers end or advance the attempt', async () => {
  const done = await execute(
    scripted([json(201, { ...transaction, transactionStatus: 'completed' })]),
    'payout',
  );
  assert.deepEqual(done, {
    kind: 'succeeded',
    refs: { ours: ourRef, theirs: 'T1' },
    claims: { amount: 13_500_000n, currency: 'XOF' },
  });
  const taken = await execute(
    scripted([json(202, { serverCorrelationId: 'S1', status: 'pending', objectReference: 'T1' })]),
    'payout',
  );
  assert.deepEqual(taken, {
    kind: 'pending',
    refs: { ours: ourRef, theirs: 'T1', session: 'S1' },
    stage: 'provider',
  });
  const waits = await execute(
    scripted([json(202, { serverCorrelationId: 'S1', status: 'pending' })]),
    'collect',
  );
  assert.equal(waits.kind === 'pending' && waits.stage, 'payer');
});

test('the request carries our reference, the content hash and the notice address', async () => {
  const context = scripted([json(400, error)]);
  await execute(context, 'collect');
  const { url, method, headers, body } = context.requests[0]!;
  assert.equal(
    `${method} ${url}`,
    'POST http://provider.example/gsma/v1.2/mm/transactions/type/merchantpay',
  );
  assert.equal(headers?.['X-CorrelationID'], ourRef);
  assert.equal(headers?.['X-Callback-URL'], 'http://127.0.0.1:9/notices');
  assert.match(headers?.['X-Content-Hash'] ?? '', /^[0-9a-f]{64}$/);
  const sent = JSON.parse(String(body));
  assert.equal(sent.amount, '1350');
  assert.equal(sent.requestingOrganisationTransactionReference, ourRef);
  assert.deepEqual(sent.debitParty, [{ key: 'msisdn', value: '+221770000001' }]);
  assert.deepEqual(sent.creditParty, [{ key: 'organisationid', value: 'jokko' }]);
});

test('duplicateRequest is resolved by a status query and is never a failure', async () => {
  const duplicate = json(400, { errorCategory: 'businessRule', errorCode: 'duplicateRequest' });
  const found = scripted([
    duplicate,
    json(200, { link: '/transactions/T1' }),
    json(200, { ...transaction, transactionStatus: 'completed' }),
  ]);
  assert.deepEqual(await execute(found, 'payout', 'replay'), {
    kind: 'succeeded',
    refs: { ours: ourRef, theirs: 'T1' },
    claims: { amount: 13_500_000n, currency: 'XOF' },
  });
  const lost = scripted([
    duplicate,
    json(404, { errorCategory: 'identification', errorCode: 'identifierError' }),
  ]);
  assert.equal((await execute(lost, 'payout', 'replay')).kind, 'unknown');
});

test('a payer link asked for comes back as a challenge', async () => {
  const metadata = [
    { key: 'deepLinkUrl', value: 'https://operator.example/pay/1' },
    { key: 'expiresInSeconds', value: '600' },
  ];
  const context = scripted([json(202, { serverCorrelationId: 'S1', status: 'pending', metadata })]);
  const intent = sampleIntent('collect', { link: 'deepLink' });
  const prepared = gsmaConnector.prepare(context.config, intent, ourRef);
  assert.deepEqual(JSON.parse(prepared.body).metadata[0], { key: 'challenge', value: 'deepLink' });
  const outcome = await gsmaConnector.execute(context, intent, prepared, 'first');
  assert.deepEqual(outcome.kind === 'pending' && outcome.challenge, {
    deepLinkUrl: 'https://operator.example/pay/1',
    expiresInMs: 600_000,
  });
});

test('the operator’s own status words are configuration', async () => {
  const config = { ...liveConfig, statusMap: 'accepted=pending, paid=completed' };
  const outcome = await execute(
    scripted([json(201, { ...transaction, transactionStatus: 'paid' })], config),
    'payout',
  );
  assert.equal(outcome.kind, 'succeeded');
});
