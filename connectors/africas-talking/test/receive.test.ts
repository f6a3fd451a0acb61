// Proves what the conformance suite cannot know of notices of Africa's Talking.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { africasTalkingConnector } from '../index.ts';

const take = (form: { [name: string]: string }, method = 'POST') =>
  africasTalkingConnector.receive!(
    { config: { username: 'shop', apiKey: 'key' } },
    {
      method,
      path: '/',
      headers: {},
      body: Buffer.from(new URLSearchParams(form).toString()),
      receivedAtMs: 0,
    },
  );

test('a report tells why a message failed; an opt-out has no id', () => {
  const report = { id: 'ATXid_1', status: 'Failed', phoneNumber: '+254711000001' };
  assert.equal(
    take({ ...report, failureReason: 'UserDoesNotExist' }).receipts[0]?.errorCode,
    'UserDoesNotExist',
  );
  assert.equal(take(report).receipts[0]?.errorCode, null);
  assert.equal(take(report, 'PUT').reply.status, 405);
  const optOut = take({ senderId: 'SHOP', phoneNumber: '+254711000009' });
  assert.equal(optOut.inbound[0]?.dedupeKey, null);
});
