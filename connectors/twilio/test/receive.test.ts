// Proves that a notice counts only with Twilio's signature, and that each status means what the
// table says.

import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { test } from 'node:test';
import type { SmsReceived } from '@jokko/connectors/kit';
import { statuses } from '../code-table.ts';
import { twilioConnector } from '../index.ts';
import { isSigned } from '../signature.ts';
import { config, sidOf } from './kit.ts';

const noticeUrl = 'https://us.example/sms-providers/T/secret';
const rawQuery = 'ref=7091659672946-1';
const sign = (signedUrl: string, form: Record<string, string>): string =>
  createHmac('sha1', config.authToken)
    .update(
      signedUrl +
        Object.keys(form)
          .toSorted()
          .map((name) => name + form[name])
          .join(''),
    )
    .digest('base64');

interface Changes {
  method?: string;
  signedUrl?: string;
  signature?: string;
  rawQuery?: string;
}

function take(form: Record<string, string>, changes: Changes = {}): SmsReceived {
  const signature =
    changes.signature ?? sign(changes.signedUrl ?? `${noticeUrl}?${rawQuery}`, form);
  return twilioConnector.receive!(
    { config, noticeUrl },
    {
      method: changes.method ?? 'POST',
      path: '/',
      rawQuery: changes.rawQuery ?? rawQuery,
      headers: { 'x-twilio-signature': signature },
      body: Buffer.from(new URLSearchParams(form).toString()),
      receivedAtMs: 0,
    },
  );
}
const delivered = {
  MessageSid: sidOf('1'),
  SmsSid: sidOf('1'),
  MessageStatus: 'delivered',
  SmsStatus: 'delivered',
  AccountSid: config.accountSid,
  From: 'JOKKO',
  To: '+221770000001',
  ApiVersion: '2010-04-01',
};

test('the example of Twilio’s own documentation is signed', () => {
  const form = new URLSearchParams({
    CallSid: 'CA1234567890ABCDE',
    Caller: '+14158675309',
    Digits: '1234',
    From: '+14158675309',
    To: '+18005551212',
  });
  const url = 'https://mycompany.com/myapp.php?foo=1&bar=2';
  assert.ok(isSigned('12345', 'RSOYDt4T1cUTdK1PDd93/VVr8B8=', url, form));
  assert.ok(!isSigned('12346', 'RSOYDt4T1cUTdK1PDd93/VVr8B8=', url, form));
});

test('a status with a good signature is a receipt, with our reference', () => {
  assert.deepEqual(take(delivered), {
    reply: { status: 200 },
    receipts: [
      {
        id: sidOf('1'),
        alternatives: [],
        state: 'delivered',
        errorCode: null,
        msisdn: '221770000001',
        ourRef: '7091659672946-1',
      },
    ],
    inbound: [],
  });
});

test('the usual port may be signed or not; a name that comes twice is signed with both values', () => {
  const port = 'https://us.example:443/sms-providers/T/secret';
  assert.equal(take(delivered, { signedUrl: `${port}?${rawQuery}` }).receipts.length, 1);
  const form = new URLSearchParams([
    ['B', '2'],
    ['A', 'y'],
    ['A', 'x'],
    ['A', 'y'],
  ]);
  const signature = createHmac('sha1', '12345').update('https://a.example/AxAyB2').digest('base64');
  assert.ok(isSigned('12345', signature, 'https://a.example/', form));
});

test('what is not proven is answered 403, and says nothing', () => {
  const nothing = { reply: { status: 403 }, receipts: [], inbound: [] };
  for (const changes of [
    { signature: '' },
    { signature: 'RSOYDt4T1cUTdK1PDd93/VVr8B8=' },
    { method: 'PUT' },
    // The reference is part of what is signed.
    { rawQuery: 'ref=7091659672946-2' },
    { signedUrl: noticeUrl },
  ])
    assert.deepEqual(take(delivered, changes), nothing, JSON.stringify(changes));
  const signature = sign(`${noticeUrl}?${rawQuery}`, delivered);
  assert.deepEqual(take({ ...delivered, MessageStatus: 'failed' }, { signature }), nothing);
});

test('every status; one that nobody has listed is unknown', () => {
  const expected: { [status: string]: string } = {
    ACCEPTED: 'enroute',
    SCHEDULED: 'enroute',
    QUEUED: 'enroute',
    SENDING: 'enroute',
    SENT: 'enroute',
    DELIVERED: 'delivered',
    READ: 'delivered',
    UNDELIVERED: 'undeliverable',
    FAILED: 'rejected',
    CANCELED: 'rejected',
  };
  assert.deepEqual(Object.fromEntries(statuses), expected);
  const stateOf = (MessageStatus: string, more: Record<string, string> = {}) => {
    const [receipt] = take({ ...delivered, MessageStatus, ...more }).receipts;
    return [receipt?.state, receipt?.errorCode];
  };
  for (const [status, state] of Object.entries(expected))
    assert.deepEqual(stateOf(status.toLowerCase()), [state, null]);
  assert.deepEqual(stateOf('teleported'), ['unknown', null]);
  assert.deepEqual(stateOf('undelivered', { ErrorCode: '30003' }), ['undeliverable', '30003']);
  assert.deepEqual(stateOf('failed', { ErrorCode: '30001' }), ['expired', '30001']);
  assert.deepEqual(stateOf('failed', { ErrorCode: '30036' }), ['expired', '30036']);
  assert.deepEqual(stateOf('failed', { ErrorCode: '30007' }), ['rejected', '30007']);
});

test('a message from a phone', () => {
  const form = {
    MessageSid: sidOf('7'),
    SmsStatus: 'received',
    From: '+221770000009',
    To: '+15005550006',
    Body: 'ARRÊT',
    NumMedia: '0',
  };
  assert.deepEqual(take(form).inbound, [
    { from: '221770000009', to: '15005550006', text: 'ARRÊT', dedupeKey: sidOf('7') },
  ]);
  for (const lacking of ['From', 'To', 'Body'])
    assert.deepEqual(
      take(Object.fromEntries(Object.entries(form).filter(([name]) => name !== lacking))),
      { reply: { status: 200 }, receipts: [], inbound: [] },
    );
});
