// Proves that the address of a notice is its proof, and that a notice is booked for its own attempt
// only.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ourRef } from '@jokko/connectors/kit/conformance';
import { mpesaConnector } from '../index.ts';
import { callback, intentOf, liveConfig, noticePath, paidItems, receive } from './scripted.ts';
import { result, scripted, send, taken } from './scripted.ts';

const another = '5d3c9a52-6f2c-4d3c-9a52-3c6f6d1a7e10';

test('the callback of a push is booked with amount, party and receipt', async () => {
  const path = await noticePath('collect');
  const { reply, events } = receive(path, callback(0, paidItems()));
  assert.equal(reply.status, 200);
  assert.equal(JSON.parse(reply.body!).ResultCode, 0);
  const [event] = events;
  assert.deepEqual([event?.authenticated, event?.match.ours], [true, ourRef]);
  assert.deepEqual(event?.claims, { amount: 13_500_000n, party: '221770000001' });
  assert.deepEqual(event?.outcome, {
    kind: 'succeeded',
    refs: { ours: ourRef, session: 'ws_CO_1', theirs: 'SABCDEF123', receipt: 'SABCDEF123' },
  });
});

test('an address of another attempt, another purpose, another account or a guess is refused', async () => {
  const path = await noticePath('collect');
  const body = callback(0, paidItems());
  const code = path.split('/')[3]!;
  const wrong = [
    path.replace(ourRef, another),
    path.replace('/stk/', '/b2c/'),
    path.replace(code, `${code.slice(0, -1)}${code.endsWith('A') ? 'B' : 'A'}`),
    `/stk/${ourRef}`,
    `/constructor/${ourRef}/${code}`,
    '/',
  ];
  for (const each of wrong)
    assert.deepEqual(receive(each, body), { reply: { status: 404 }, events: [] });
  const stranger = { ...liveConfig, consumerSecret: 'another' };
  assert.equal(receive(path, body, stranger).reply.status, 404);
});

test('a result of a payout that names another order is refused', async () => {
  const path = await noticePath('payout');
  const paid = { TransactionAmount: 1350, ReceiverPartyPublicName: '221770000001 - AWA' };
  const [event] = receive(path, result(0, paid)).events;
  assert.equal(event?.outcome?.kind, 'succeeded');
  assert.deepEqual(event?.claims, { amount: 13_500_000n, party: '221770000001' });
  const others = receive(path, result(0, paid, { OriginatorConversationID: another }));
  assert.deepEqual(others, { reply: { status: 400 }, events: [] });
});

test('amounts and receipts that are none lead to a status query', async () => {
  const stk = await noticePath('collect');
  const b2c = await noticePath('payout');
  for (const { events } of [
    receive(stk, callback(0, paidItems('12,5'))),
    receive(b2c, result(0, {}, { TransactionID: '' })),
  ]) {
    assert.equal(events.length, 1);
    assert.equal(events[0]?.outcome, undefined);
  }
});

test('a masked party claims nothing', async () => {
  const masked = { TransactionAmount: 1350, ReceiverPartyPublicName: '2217*****001 - AWA' };
  const [event] = receive(await noticePath('payout'), result(0, masked)).events;
  assert.deepEqual(event?.claims, { amount: 13_500_000n });
});

test('the answer to a status query books what is an end, and never asks again', async () => {
  const path = await addressIn('ResultURL', 'query');
  const done = { TransactionStatus: 'Completed', ReceiptNo: 'SABCDEF123', Amount: 1350 };
  const [event] = receive(path, result(0, done)).events;
  assert.equal(event?.outcome?.kind, 'succeeded');
  for (const word of ['Failed', 'Declined', 'Cancelled', 'Expired', 'DECLINED ']) {
    const [{ outcome, claims } = {}] = receive(
      path,
      result('0', { TransactionStatus: word, Amount: 1350 }),
    ).events;
    assert.ok(outcome?.kind === 'failed', word);
    assert.deepEqual([outcome.error.catalogue, outcome.executed], ['unknown_error', 'no']);
    assert.deepEqual(claims, { amount: 13_500_000n });
  }
  for (const body of [
    result(0, { ...done, TransactionStatus: 'Pending' }),
    result(0, { ...done, TransactionStatus: 'Authorized' }),
    result(0, { ...done, TransactionStatus: 'Parked' }),
    result(2032, { ...done, TransactionStatus: 'Failed' }),
    result(2032),
    result(0, { ...done, Amount: 'x' }),
  ]) {
    const { reply, events } = receive(path, body);
    assert.deepEqual([reply.status, events], [200, []]);
  }
});

test('a notice that the payout was not processed in time leads to a status query', async () => {
  const path = await addressIn('QueueTimeOutURL', 'payout');
  const { events } = receive(path, result(1));
  assert.deepEqual([events.length, events[0]?.outcome], [1, undefined]);
});

test('garbage at a good address does no harm', async () => {
  for (const operation of ['collect', 'payout', 'refund'] as const) {
    const path = await noticePath(operation);
    for (const body of ['', '{', '[]', 'null', {}, { Body: [] }, { Result: 7 }, { Result: {} }])
      assert.deepEqual(receive(path, body), { reply: { status: 400 }, events: [] });
  }
});

/**
 * The address that an order names: of its status query, or in case that it is not processed in
 * time.
 */
async function addressIn(member: string, of: 'query' | 'payout'): Promise<string> {
  const context = scripted([taken]);
  const intent = intentOf('payout');
  if (of === 'payout') await send(context, 'payout');
  else await mpesaConnector.query(context, intent, { ours: ourRef, session: 'AG_1' });
  const body = JSON.parse(String(context.requests[1]?.body)) as { [name: string]: string };
  return body[member]!.slice(intent.urls.notify.length);
}
