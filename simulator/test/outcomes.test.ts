// Proves that each row of the outcome table behaves as in PROTOCOL.md section 5, over the sandbox
// protocol.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  airtime,
  card,
  isLeftWithoutAnswer,
  isSigned,
  newFolder,
  startListener,
  startProvider,
} from './provider.ts';

test('other digits: accepted, success after about a second, one signed notice', async (t) => {
  const provider = await startProvider(t);
  const listener = await startListener(t);
  const accepted = await provider.sandbox(
    'POST',
    '/operations',
    airtime('r', '0001', { callbackUrl: listener.url }),
  );
  assert.equal(accepted.status, 202);
  assert.equal(accepted.body.status, 'pending');
  assert.deepEqual(await provider.results('r'), ['accepted']);
  await provider.advance(1);
  assert.equal((await provider.sandbox('GET', '/operations/r')).body.status, 'succeeded');
  await listener.until(1);
  assert.ok(isSigned(listener.received[0]!));
  assert.equal(listener.received[0]?.body.operation.status, 'succeeded');
  assert.deepEqual(await provider.results('r'), ['accepted', 'executed']);
});

test('7NNN: refused in the answer with the id, nothing executed', async (t) => {
  const provider = await startProvider(t);
  for (const [digits, errorId] of [
    ['7001', 1],
    ['7136', 136],
  ] as const) {
    const answer = await provider.sandbox('POST', '/operations', airtime(`r${digits}`, digits));
    assert.deepEqual(
      [answer.status, answer.body.status, answer.body.error.errorId],
      [200, 'failed', errorId],
    );
    assert.deepEqual(await provider.results(`r${digits}`), ['failed']);
  }
  for (const digits of ['7000', '7137', '8008', '9000', '9137']) {
    assert.equal(
      (await provider.sandbox('POST', '/operations', airtime(`r${digits}`, digits))).status,
      202,
      digits,
    );
  }
});

test('9NNN: accepted, then failed with the id, by notice', async (t) => {
  const provider = await startProvider(t);
  const listener = await startListener(t);
  assert.equal(
    (
      await provider.sandbox(
        'POST',
        '/operations',
        airtime('r', '9026', { callbackUrl: listener.url }),
      )
    ).status,
    202,
  );
  await provider.advance(1);
  await listener.until(1);
  const { operation } = listener.received[0]!.body;
  assert.deepEqual(
    [operation.status, operation.error.errorId, operation.error.code, operation.executed],
    ['failed', 26, 'insufficient_balance', 'no'],
  );
  assert.deepEqual(await provider.results('r'), ['accepted', 'failed']);
});

test('8020: accepted, then failed by a word of the protocol, under no id of the catalogue', async (t) => {
  const provider = await startProvider(t);
  await provider.sandbox('POST', '/operations', airtime('r', '8020'));
  await provider.advance(1);
  const { body } = await provider.sandbox('GET', '/operations/r');
  assert.deepEqual([body.status, body.error.code], ['failed', 'moon_in_wrong_phase']);
  assert.ok(body.error.errorId > 136);
  assert.deepEqual(await provider.results('r'), ['accepted', 'failed']);
});

test('8000: a collection fails with id 4 only when the window ended; a pay-out stays pending', async (t) => {
  const provider = await startProvider(t);
  await provider.sandbox('POST', '/operations', airtime('in', '8000', { kind: 'collect' }));
  await provider.sandbox('POST', '/operations', airtime('out', '8000', { kind: 'payout' }));
  await provider.advance(890);
  assert.equal((await provider.sandbox('GET', '/operations/in')).body.stage, 'payer');
  await provider.advance(11);
  assert.equal((await provider.sandbox('GET', '/operations/in')).body.error.errorId, 4);
  await provider.advance(86_400);
  assert.equal((await provider.sandbox('GET', '/operations/out')).body.status, 'pending');
});

test('8001: success after 20 s', async (t) => {
  const provider = await startProvider(t);
  await provider.sandbox('POST', '/operations', airtime('r', '8001'));
  await provider.advance(18);
  assert.equal((await provider.sandbox('GET', '/operations/r')).body.status, 'pending');
  await provider.advance(2);
  assert.equal((await provider.sandbox('GET', '/operations/r')).body.status, 'succeeded');
});

test('8002: the success notice comes twice under one id, executed once', async (t) => {
  const provider = await startProvider(t);
  const listener = await startListener(t);
  await provider.sandbox(
    'POST',
    '/operations',
    airtime('r', '8002', { callbackUrl: listener.url }),
  );
  await provider.advance(1);
  await listener.until(2);
  assert.equal(
    listener.received[0]?.headers['x-sandbox-notice-id'],
    listener.received[1]?.headers['x-sandbox-notice-id'],
  );
  assert.deepEqual(await provider.results('r'), ['accepted', 'executed']);
});

test('8003: no answer, but executed; the look-up finds it; a second submit executes nothing', async (t) => {
  const provider = await startProvider(t, { holdMs: 60 });
  assert.ok(
    await isLeftWithoutAnswer(provider.sandbox('POST', '/operations', airtime('r', '8003'))),
  );
  assert.equal((await provider.sandbox('GET', '/operations/r')).body.status, 'succeeded');
  const again = await provider.sandbox('POST', '/operations', airtime('r', '8003'));
  assert.deepEqual([again.status, again.body.status], [200, 'succeeded']);
  assert.deepEqual(await provider.results('r'), ['executed']);
});

test('8004: no answer and not executed; absent; the second submit succeeds, also after a restart', async (t) => {
  const dataDir = newFolder(t);
  const first = await startProvider(t, { dataDir, holdMs: 60 });
  assert.ok(await isLeftWithoutAnswer(first.sandbox('POST', '/operations', airtime('r', '8004'))));
  assert.equal((await first.sandbox('GET', '/operations/r')).status, 404);
  assert.deepEqual(await first.results('r'), ['dropped']);
  await first.close();
  const provider = await startProvider(t, { dataDir });
  assert.equal((await provider.sandbox('POST', '/operations', airtime('r', '8004'))).status, 202);
  await provider.advance(1);
  assert.equal((await provider.sandbox('GET', '/operations/r')).body.status, 'succeeded');
  assert.deepEqual(await provider.results('r'), ['dropped', 'accepted', 'executed']);
});

test('8005: the notice is taken before the answer leaves, which still says pending', async (t) => {
  const provider = await startProvider(t);
  const listener = await startListener(t);
  const answer = await provider.sandbox(
    'POST',
    '/operations',
    airtime('r', '8005', { callbackUrl: listener.url }),
  );
  assert.equal(listener.received[0]?.body.operation.status, 'succeeded');
  assert.deepEqual([answer.status, answer.body.status], [202, 'pending']);
  assert.equal((await provider.sandbox('GET', '/operations/r')).body.status, 'succeeded');
});

test('8006: an unsigned notice says failed while the look-up says pending; then success', async (t) => {
  const provider = await startProvider(t);
  const listener = await startListener(t);
  await provider.sandbox(
    'POST',
    '/operations',
    airtime('r', '8006', { callbackUrl: listener.url }),
  );
  await provider.advance(1);
  await listener.until(1);
  assert.equal(listener.received[0]?.body.operation.status, 'failed');
  assert.equal(isSigned(listener.received[0]!), false);
  assert.equal((await provider.sandbox('GET', '/operations/r')).body.status, 'pending');
  await provider.advance(2);
  await listener.until(2);
  assert.equal(listener.received[1]?.body.operation.status, 'succeeded');
  assert.ok(isSigned(listener.received[1]!));
});

test('8007: pending for ever, cancelled on request, and a cancelled one never executes', async (t) => {
  const provider = await startProvider(t);
  await provider.sandbox('POST', '/operations', airtime('r', '8007'));
  await provider.advance(7 * 86_400);
  assert.equal((await provider.sandbox('GET', '/operations/r')).body.status, 'pending');
  for (let times = 0; times < 2; times += 1) {
    const canceled = await provider.sandbox('POST', '/operations/r/cancel');
    assert.deepEqual([canceled.status, canceled.body.status], [200, 'canceled']);
  }
  assert.deepEqual(await provider.results('r'), ['accepted', 'canceled']);
});

test('the first deciding field wins: card before phone, rib by its account number, account before phone', async (t) => {
  const provider = await startProvider(t);
  const phone = '+221770007002';
  const refusal = async (body: { [member: string]: unknown }): Promise<number | undefined> =>
    (await provider.sandbox('POST', '/operations', body)).body.error?.errorId;
  assert.equal(await refusal(card('a', '7011', { phone })), 11);
  assert.equal(await refusal(card('b', '0001', { phone })), 2);
  const bank = { rib: 'SN000 00000 000000007012 00', firstName: 'F', lastName: 'L' };
  assert.equal(await refusal(airtime('c', '0001', { kind: 'bank_transfer', phone, bank })), 12);
  assert.equal(
    await refusal(
      airtime('d', '0001', { kind: 'reload', phone, reload: { accountNumber: '1234567014' } }),
    ),
    14,
  );
  assert.equal(
    await refusal(
      airtime('e', '0001', {
        kind: 'remit_receive',
        phone,
        remitReceive: { referenceNumber: '89007015' },
      }),
    ),
    15,
  );
});

test('sync mode: success in the answer and no notice; failures still come later', async (t) => {
  const provider = await startProvider(t, { answer: 'sync' });
  const listener = await startListener(t);
  const callbackUrl = listener.url;
  const done = await provider.sandbox('POST', '/operations', airtime('r', '0001', { callbackUrl }));
  assert.deepEqual([done.status, done.body.status], [200, 'succeeded']);
  assert.deepEqual(await provider.results('r'), ['executed']);
  assert.equal(
    (await provider.sandbox('POST', '/operations', airtime('f', '9002', { callbackUrl }))).status,
    202,
  );
  await provider.advance(1);
  await listener.until(1);
  assert.deepEqual(
    listener.received.map((notice) => notice.body.operation.reference),
    ['f'],
  );
});
