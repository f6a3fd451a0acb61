// Proves that a notice of garbage makes no carrier's connector throw, that none believes it, and
// that a status of no table is in the log.

import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { test } from 'node:test';
import fc from 'fast-check';
import { basicAuth } from './kit/basic-auth.ts';
import type { SmsNotice, SmsReceipt } from './kit/sms.ts';
import { smsConnectors } from './index.ts';

const configs: { readonly [connector: string]: { [field: string]: unknown } } = {
  'africas-talking': { username: 'sandbox', apiKey: 'key' },
  infobip: {
    baseUrl: 'https://infobip.example',
    apiKey: 'key',
    noticeAuth: 'basic',
    noticeUser: 'u',
    noticeSecret: 's3cret',
  },
  'orange-sms': { clientId: 'id', clientSecret: 'secret', country: 'SEN' },
  twilio: { accountSid: `AC${'0'.repeat(32)}`, authToken: 'token' },
};
const noticeUrl = 'https://us.example/sms-providers/X/secret';
const types = ['application/json', 'application/x-www-form-urlencoded', 'text/html'];

const receiving = Object.values(smsConnectors).filter(({ receive }) => receive !== undefined);
for (const { name, checkConfig, receive } of receiving)
  test(`${name}: garbage is refused, or says nothing`, () => {
    const config = configs[name];
    assert.ok(config, `add a valid configuration of ${name} to configs in this file`);
    assert.deepEqual(checkConfig(config), []);
    fc.assert(
      fc.property(
        fc.oneof(
          fc.uint8Array({ maxLength: 200 }),
          fc.json().map((text) => Buffer.from(text)),
        ),
        fc.constantFrom('POST', 'GET', 'PUT'),
        fc.constantFrom(...types),
        (bytes, method, type) => {
          const { reply, receipts, inbound, unproven } = receive!(
            { config, noticeUrl },
            {
              method,
              path: '/',
              headers: { 'content-type': type },
              body: Buffer.from(bytes),
              receivedAtMs: 0,
            },
          );
          assert.ok(reply.status >= 200 && reply.status < 500);
          assert.deepEqual([receipts, inbound, unproven ?? []], [[], [], []]);
        },
      ),
    );
  });

const noticeOf = (body: string, headers: SmsNotice['headers'] = {}): SmsNotice => ({
  method: 'POST',
  path: '/',
  headers,
  body: Buffer.from(body),
  receivedAtMs: 0,
});
const sid = `SM${'0'.repeat(32)}`;

/** A report with a status, and how the log has it. */
const reports: { readonly [connector: string]: (status: string) => SmsNotice } = {
  'africas-talking': (status) =>
    noticeOf(`id=ATXid_1&status=${status}&phoneNumber=%2B221770000001`),
  infobip: (status) =>
    noticeOf(
      JSON.stringify({ results: [{ messageId: 'm1', status: { id: status, groupId: 9 } }] }),
      {
        authorization: basicAuth('u', 's3cret'),
      },
    ),
  'orange-sms': (deliveryStatus) => {
    const deliveryInfo = { address: 'tel:+221770000001', deliveryStatus };
    const deliveryInfoNotification = { callbackData: 'id-1', deliveryInfo };
    return noticeOf(JSON.stringify({ deliveryInfoNotification }));
  },
  twilio(status) {
    const signed = `${noticeUrl}MessageSid${sid}MessageStatus${status}`;
    const signature = createHmac('sha1', 'token').update(signed).digest('base64');
    return noticeOf(`MessageSid=${sid}&MessageStatus=${status}`, {
      'x-twilio-signature': signature,
    });
  },
};

for (const { name, receive } of receiving)
  test(`${name}: a status of a report that nobody listed is the error of its message, and in the log once`, () => {
    const logged: unknown[][] = [];
    const own = {
      config: { ...configs[name] },
      noticeUrl,
      log: (...line: unknown[]) => void logged.push(line),
    };
    assert.ok(reports[name], `add a report of ${name} to reports in this file`);
    for (const text of ['TO221770000001', '221.77.000.00.01', 'VOTRE CODE EST 4821', '']) {
      const [receipt]: SmsReceipt[] = receive!(own, reports[name](text)).receipts;
      assert.ok([null, undefined, 'no status'].includes(receipt?.errorCode), text);
    }
    logged.splice(0);
    for (const status of ['TELEPORTED', 'VANISHED', 'TELEPORTED']) {
      const [receipt]: SmsReceipt[] = receive!(own, reports[name](status)).receipts;
      assert.deepEqual([receipt?.state, receipt?.errorCode?.startsWith(status)], ['unknown', true]);
    }
    const words = logged.map(([level, message, details]) => {
      const { connector, status } = details as { [member: string]: string };
      return [level, message, connector, status?.split(' ')[0]];
    });
    const line = ['warn', 'a status in a report is not listed', name];
    assert.deepEqual(words, [
      [...line, 'TELEPORTED'],
      [...line, 'VANISHED'],
    ]);
  });
