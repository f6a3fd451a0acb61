// Proves that a notice of garbage makes no carrier's connector throw, and that none believes it.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { smsConnectors } from './index.ts';

const configs: { readonly [connector: string]: { [field: string]: unknown } } = {
  'africas-talking': { username: 'sandbox', apiKey: 'key' },
  infobip: { baseUrl: 'https://infobip.example', apiKey: 'key' },
  'orange-sms': { clientId: 'id', clientSecret: 'secret', country: 'SEN' },
  twilio: { accountSid: `AC${'0'.repeat(32)}`, authToken: 'token' },
};
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
            { config, noticeUrl: 'https://us.example/sms-providers/X/secret' },
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
