// Proves that the GSMA side implements specification 1.2, with the choices of PROTOCOL.md section
// 2.

import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { hasContentHash, isLeftWithoutAnswer, startListener, startProvider } from './provider.ts';
import type { Answer, Provider } from './provider.ts';

function collect(digits: string, changes: object = {}): object {
  return {
    amount: '500',
    currency: 'XOF',
    debitParty: [{ key: 'msisdn', value: `+22177000${digits}` }],
    creditParty: [{ key: 'msisdn', value: '+221770007001' }],
    requestingOrganisationTransactionReference: 'T-1',
    ...changes,
  };
}
function payOut(digits: string): object {
  return {
    amount: '500',
    currency: 'XOF',
    creditParty: [{ key: 'msisdn', value: `+22177000${digits}` }],
    debitParty: [{ key: 'msisdn', value: '+221770009001' }],
  };
}
const post = (
  provider: Provider,
  id: string,
  body: object,
  callbackUrl?: string,
  type = 'merchantpay',
): Promise<Answer> =>
  provider.gsma('POST', `/transactions/type/${type}`, body, {
    'x-correlationid': id,
    ...(callbackUrl === undefined ? {} : { 'x-callback-url': callbackUrl }),
  });

test('accepted with 202, then the transaction is PUT with content hash and correlation id; all look-ups agree', async (t) => {
  const provider = await startProvider(t);
  const listener = await startListener(t);
  const id = randomUUID();
  const accepted = await post(provider, id, collect('0001'), listener.url);
  assert.deepEqual(
    [accepted.status, accepted.body.status, accepted.body.notificationMethod],
    [202, 'pending', 'callback'],
  );
  assert.equal(
    (await provider.gsma('GET', `/responses/${id}`)).body.link,
    `/requeststates/${accepted.body.serverCorrelationId}`,
  );
  await provider.advance(1);
  await listener.until(1);
  const [notice] = listener.received;
  assert.deepEqual(
    [notice?.method, notice?.headers['x-correlationid'], hasContentHash(notice!)],
    ['PUT', id, true],
  );
  assert.deepEqual(
    [notice?.body.transactionStatus, notice?.body.requestingOrganisationTransactionReference],
    ['completed', 'T-1'],
  );
  const { link } = (await provider.gsma('GET', `/responses/${id}`)).body;
  assert.equal(link, `/transactions/${accepted.body.objectReference}`);
  assert.deepEqual((await provider.gsma('GET', link)).body, notice?.body);
  assert.equal(
    (await provider.gsma('GET', `/requeststates/${accepted.body.serverCorrelationId}`)).body.status,
    'completed',
  );
});

test('only the other party decides: its digits fail the pay-out, ours do not', async (t) => {
  const provider = await startProvider(t);
  const listener = await startListener(t);
  assert.equal(
    (await post(provider, randomUUID(), payOut('0001'), listener.url, 'disbursement')).status,
    202,
  );
  assert.equal(
    (await post(provider, randomUUID(), payOut('9053'), listener.url, 'disbursement')).status,
    202,
  );
  await provider.advance(1);
  await listener.until(2);
  const failed = listener.received.find((notice) => notice.body.errorCode !== undefined);
  assert.deepEqual(
    [failed?.body.errorCategory, failed?.body.errorCode],
    ['businessRule', 'insufficientFunds'],
  );
  assert.deepEqual(failed?.body.errorParameters, [{ key: 'catalogueId', value: '53' }]);
  assert.ok(listener.received.some((notice) => notice.body.transactionStatus === 'completed'));
});

test('7NNN: refused in the answer, never as a broken server, and found again by the correlation id', async (t) => {
  const provider = await startProvider(t);
  for (const errorId of [1, 5, 17, 28, 108]) {
    const id = randomUUID();
    const answer = await post(provider, id, collect(String(7000 + errorId)));
    assert.ok(answer.status >= 400 && answer.status < 500, String(answer.status));
    assert.deepEqual(answer.body.errorParameters, [{ key: 'catalogueId', value: String(errorId) }]);
    const { link } = (await provider.gsma('GET', `/responses/${id}`)).body;
    const state = (await provider.gsma('GET', link)).body;
    assert.deepEqual(
      [state.status, state.error.errorParameters[0].value],
      ['failed', String(errorId)],
    );
  }
});

test('a repeated correlation id is a duplicate and executes nothing', async (t) => {
  const provider = await startProvider(t, { answer: 'sync' });
  const id = randomUUID();
  const first = await post(provider, id, collect('0001'));
  assert.deepEqual([first.status, first.body.transactionStatus], [201, 'completed']);
  const again = await post(provider, id, collect('0001'));
  assert.deepEqual([again.status, again.body.errorCode], [400, 'duplicateRequest']);
  assert.deepEqual(await provider.results(id), ['executed']);
});

test('lost answers: 8003 is found by its correlation id, 8004 is not until it is posted again', async (t) => {
  const provider = await startProvider(t, { holdMs: 60 });
  const [lost, dropped] = [randomUUID(), randomUUID()];
  assert.ok(await isLeftWithoutAnswer(post(provider, lost, collect('8003'))));
  assert.match((await provider.gsma('GET', `/responses/${lost}`)).body.link, /^\/transactions\//);
  assert.ok(await isLeftWithoutAnswer(post(provider, dropped, collect('8004'))));
  assert.equal((await provider.gsma('GET', `/responses/${dropped}`)).status, 404);
  assert.equal((await post(provider, dropped, collect('8004'))).status, 202);
  await provider.advance(1);
  assert.deepEqual(await provider.results(dropped), ['dropped', 'accepted', 'executed']);
});

test('8006: the forged callback has no content hash, the real one has', async (t) => {
  const provider = await startProvider(t);
  const listener = await startListener(t);
  await post(provider, randomUUID(), collect('8006'), listener.url);
  await provider.advance(1);
  await listener.until(1);
  await provider.advance(2);
  await listener.until(2);
  assert.deepEqual(
    listener.received.map((notice) => [
      notice.body.errorCode ?? notice.body.transactionStatus,
      hasContentHash(notice),
    ]),
    [
      ['requestDeclined', false],
      ['completed', true],
    ],
  );
});

test('a deep link is a page; refuse says requestDeclined without a catalogue id; the window ends with id 4', async (t) => {
  const provider = await startProvider(t);
  const asked = collect('8000', {
    metadata: [
      { key: 'challenge', value: 'deepLink' },
      { key: 'errorUrl', value: 'https://shop.example/ko' },
    ],
  });
  const { body } = await post(provider, randomUUID(), asked);
  const url = body.metadata.find((item: { key: string }) => item.key === 'deepLinkUrl')
    .value as string;
  assert.equal(
    (await fetch(`${url}/refuse`, { method: 'POST', redirect: 'manual' })).headers.get('location'),
    'https://shop.example/ko',
  );
  const refused = (await provider.gsma('GET', `/requeststates/${body.serverCorrelationId}`)).body;
  assert.deepEqual(
    [refused.error.errorCode, refused.error.errorParameters],
    ['requestDeclined', undefined],
  );
  const other = (
    await post(
      provider,
      randomUUID(),
      collect('8000', { customData: [{ key: 'challenge', value: 'qr' }] }),
    )
  ).body;
  assert.equal(other.metadata[0].key, 'qrText');
  await provider.advance(901);
  const late = (await provider.gsma('GET', `/requeststates/${other.serverCorrelationId}`)).body;
  assert.deepEqual(
    [late.error.errorCode, late.error.errorParameters[0].value],
    ['requestDeclined', '4'],
  );
});

test('cancel by PATCH while pending, never when final', async (t) => {
  const provider = await startProvider(t);
  const cancel = [{ op: 'replace', path: '/transactionStatus', value: 'cancelled' }];
  const stuck = (await post(provider, randomUUID(), collect('8007'))).body;
  assert.equal(
    (await provider.gsma('PATCH', `/transactions/${stuck.objectReference}`, cancel)).status,
    204,
  );
  assert.equal(
    (await provider.gsma('GET', `/transactions/${stuck.objectReference}`)).body.transactionStatus,
    'cancelled',
  );
  const state = (await provider.gsma('GET', `/requeststates/${stuck.serverCorrelationId}`)).body;
  assert.deepEqual(
    [state.status, state.error.errorParameters],
    ['failed', [{ key: 'reason', value: 'cancelled' }]],
  );
  const done = (await post(provider, randomUUID(), collect('0001'))).body;
  await provider.advance(1);
  const refused = await provider.gsma('PATCH', `/transactions/${done.objectReference}`, cancel);
  assert.deepEqual([refused.status, refused.body.errorCode], [400, 'incorrectState']);
});

test('reversal: a transaction of its own, once', async (t) => {
  const provider = await startProvider(t, { answer: 'sync' });
  const first = (await post(provider, randomUUID(), payOut('0001'), undefined, 'disbursement'))
    .body;
  const path = `/transactions/${first.transactionReference}/reversals`;
  const reversal = await provider.gsma(
    'POST',
    path,
    { type: 'reversal' },
    { 'x-correlationid': randomUUID() },
  );
  assert.deepEqual(
    [reversal.status, reversal.body.originalTransactionReference],
    [201, first.transactionReference],
  );
  assert.equal(
    (await provider.gsma('GET', `/transactions/${first.transactionReference}`)).body
      .transactionStatus,
    'reversed',
  );
  const second = await provider.gsma(
    'POST',
    path,
    { type: 'reversal' },
    { 'x-correlationid': randomUUID() },
  );
  assert.deepEqual([second.status, second.body.errorCode], [400, 'incorrectState']);
});

test('accounts: balance, status, bills and a bill payment; heartbeat; key and form are checked', async (t) => {
  const provider = await startProvider(t, { gsmaApiKey: 'secret', answer: 'sync' });
  const key = { 'x-api-key': 'secret' };
  assert.deepEqual(
    [
      (await provider.gsma('GET', '/heartbeat')).status,
      (await provider.gsma('GET', '/heartbeat', undefined, key)).body.serviceStatus,
    ],
    [401, 'available'],
  );
  assert.equal(
    (await provider.gsma('GET', '/accounts/balance', undefined, key)).body.availableBalance,
    '1000000000',
  );
  assert.equal(
    (await provider.gsma('GET', '/accounts/msisdn/%2B221770000001/status', undefined, key)).body
      .accountStatus,
    'available',
  );
  const bills = '/accounts/accountid/21000000001/bills';
  const [bill] = (await provider.gsma('GET', bills, undefined, key)).body;
  const pay = { amountPaid: bill.amountDue, currency: 'XOF', paymentType: 'fullpayment' };
  const paid = await provider.gsma('POST', `${bills}/${bill.billReference}/payments`, pay, {
    ...key,
    'x-correlationid': randomUUID(),
  });
  assert.deepEqual([paid.status, paid.body.billPaymentStatus], [201, 'paid']);
  const left = (await provider.gsma('GET', bills, undefined, key)).body as {
    billReference: string;
  }[];
  assert.ok(!left.some((other) => other.billReference === bill.billReference));
  const form = await provider.gsma(
    'POST',
    '/transactions/type/merchantpay',
    collect('0001', { amount: '05' }),
    {
      ...key,
      'x-correlationid': randomUUID(),
    },
  );
  assert.deepEqual([form.status, form.body.errorCode], [400, 'formatError']);
  assert.equal(
    (await provider.gsma('POST', '/transactions/type/merchantpay', collect('0001'), key)).body
      .errorCode,
    'mandatoryValueNotSupplied',
  );
});
