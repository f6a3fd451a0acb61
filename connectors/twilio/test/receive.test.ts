// Proves how Twilio signs its notices, and what they tell beside a status.

import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { test } from 'node:test';
import type { SmsReceived } from '@jokko/connectors/kit';
import { noticeUrl } from '@jokko/connectors/kit/conformance';
import { twilioConnector } from '../index.ts';
import { isSigned } from '../signature.ts';
import { config, sidOf } from './kit.ts';

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

function take(form: Record<string, string>, signedUrl = `${noticeUrl}?${rawQuery}`): SmsReceived {
  const signature = sign(signedUrl, form);
  return twilioConnector.receive!(
    { config, noticeUrl },
    {
      method: 'POST',
      path: '/',
      rawQuery,
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
  const port = 'https://us.example:443/sms-providers/X/secret';
  assert.equal(take(delivered, `${port}?${rawQuery}`).receipts.length, 1);
  const form = new URLSearchParams([
    ['B', '2'],
    ['A', 'y'],
    ['A', 'x'],
    ['A', 'y'],
  ]);
  const signature = createHmac('sha1', '12345').update('https://a.example/AxAyB2').digest('base64');
  assert.ok(isSigned('12345', signature, 'https://a.example/', form));
});

test('a notice in JSON is signed by the hash of its body, as Twilio’s own client checks it', () => {
  const { MessageSid, MessageStatus, To } = delivered;
  const body = JSON.stringify({ MessageSid, MessageStatus, To, ErrorCode: null, NumSegments: 1 });
  // Both by `getExpectedBodyHash` and `getExpectedTwilioSignature` of the npm package `twilio`.
  const query = `${rawQuery}&bodySHA256=f8c16c00c5175e685450e3118485241a156f7ed559f6fdd49695b957424e14c4`;
  const signature = 'bQwlX8weUiyr80dN0bGmbJcQ/Bo=';
  const takeJson = (sent: string, signed = signature, own = query): SmsReceived =>
    twilioConnector.receive!(
      { config, noticeUrl },
      {
        method: 'POST',
        path: '/',
        rawQuery: own,
        headers: { 'x-twilio-signature': signed },
        body: Buffer.from(sent),
        receivedAtMs: 0,
      },
    );
  const [receipt] = takeJson(body).receipts;
  assert.deepEqual(
    [receipt?.id, receipt?.state, receipt?.ourRef, receipt?.errorCode],
    [sidOf('1'), 'delivered', '7091659672946-1', null],
  );
  for (const [sent, signed, own] of [
    [body.replace('delivered', 'failed'), signature, query],
    [body, sign(`${noticeUrl}?${rawQuery}`, {}), query],
    [body, sign(`${noticeUrl}?${rawQuery}`, {}), rawQuery],
    [body, signature, rawQuery],
  ] as const)
    assert.deepEqual(takeJson(sent, signed, own).receipts, []);
  // A form and JSON are not taken for each other.
  assert.deepEqual(takeJson(new URLSearchParams(delivered).toString()).reply.status, 401);
});

test('a failure by its code: the time of the message was over', () => {
  for (const [ErrorCode, state] of [
    ['30001', 'expired'],
    ['30036', 'expired'],
    ['30007', 'rejected'],
  ] as const) {
    const [receipt] = take({ ...delivered, MessageStatus: 'failed', ErrorCode }).receipts;
    assert.deepEqual([receipt?.state, receipt?.errorCode], [state, ErrorCode]);
  }
});

test('a message from a phone needs a number, a sender and a text', () => {
  const form = { MessageSid: sidOf('7'), From: '+221770000009', To: '+15005550006', Body: 'ARRÊT' };
  assert.equal(take(form).inbound[0]?.to, '15005550006');
  for (const lacking of ['From', 'To', 'Body'])
    assert.deepEqual(
      take(Object.fromEntries(Object.entries(form).filter(([name]) => name !== lacking))),
      { reply: { status: 200 }, receipts: [], inbound: [] },
    );
});
