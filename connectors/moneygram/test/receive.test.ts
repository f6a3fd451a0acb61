// Proves that a notice is authenticated by MoneyGram's signature alone, and is never a result.

import { defined } from '@jokko/contract';
import assert from 'node:assert/strict';
import { generateKeyPairSync, sign } from 'node:crypto';
import { test } from 'node:test';
import { ourRef } from '@jokko/connectors/kit/conformance';
import { moneygramConnector } from '../index.ts';
import { liveConfig } from './scripted.ts';

const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const config = {
  ...liveConfig,
  noticeKey: publicKey.export({ type: 'spki', format: 'pem' }).toString(),
};
const atMs = 1_795_000_000_000;
const host = 'pay.example';
const body = JSON.stringify({
  transactionId: 'T1',
  partnerTransactionId: ourRef,
  transactionStatus: 'AVAILABLE',
});

const signed = (text: string, seconds = atMs / 1000) =>
  `t=${seconds}, s=${sign('sha256', Buffer.from(text), privateKey).toString('base64')}`;

function receive(signature: string | undefined, given = body, used = config) {
  const headers = { host, ...defined({ signature }) };
  const notice = { path: '/', headers, body: Buffer.from(given), receivedAtMs: atMs };
  return moneygramConnector.receive(used, { method: 'POST', ...notice });
}

test('a signed notice names its transaction, and carries no outcome to book', () => {
  const { reply, events } = receive(signed(`${atMs / 1000}.${host}.${body}`));
  assert.equal(reply.status, 204);
  assert.equal(events.length, 1);
  assert.deepEqual(events[0]?.match, { theirs: 'T1', ours: ourRef });
  assert.equal(events[0]?.authenticated, true);
  assert.equal(events[0]?.outcome, undefined);
});

test('the separator of the signed text can be set', () => {
  const used = { ...config, noticeSeparator: '|' };
  const text = `${atMs / 1000}|${host}|${body}`;
  assert.equal(receive(signed(text), body, used).events[0]?.authenticated, true);
  assert.equal(receive(signed(text)).reply.status, 401);
});

test('another body, host, time or form of signature is refused', () => {
  const seconds = atMs / 1000;
  const good = signed(`${seconds}.${host}.${body}`);
  assert.equal(receive(good, body.replace('T1', 'T2')).reply.status, 401);
  for (const signature of [
    signed(`${seconds}.other.example.${body}`),
    signed(`${seconds - 3901}.${host}.${body}`, seconds - 3901),
    signed(`${seconds + 3901}.${host}.${body}`, seconds + 3901),
    good.replace('t=', 'x='),
    good.slice(0, -8),
    't=1,s=',
    '',
  ])
    assert.deepEqual(receive(signature), { reply: { status: 401 }, events: [] });
});

test('without a signature, or without a key to check it, a notice is a reason to look up', () => {
  const { noticeKey: _, ...keyless } = config;
  for (const { events } of [
    receive(undefined),
    receive('t=1, s=AA==', body, keyless as typeof config),
  ]) {
    assert.equal(events[0]?.authenticated, false);
    assert.match(events[0]?.dedupeKey ?? '', /^bare:/);
  }
});

test('a notice of MoneyGram alone is known by its transaction; what names none is refused', () => {
  const alone = JSON.stringify({ transactionId: 'T1' });
  assert.deepEqual(receive(undefined, alone).events[0]?.match, { theirs: 'T1' });
  for (const text of ['{}', '[]', '', 'x'])
    assert.equal(receive(undefined, text).reply.status, 400);
});
