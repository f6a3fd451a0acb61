// Proves that reports and messages from phones are read from their forms.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { africasTalkingConnector } from '../index.ts';
import { reportStatuses } from '../status-table.ts';

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
const report = (status: string, more: { [name: string]: string } = {}) => ({
  id: 'ATXid_1',
  status,
  phoneNumber: '+254711000001',
  networkCode: '63902',
  retryCount: '1',
  ...more,
});

test('every status of a report; one that nobody has listed is unknown', () => {
  const expected: { [status: string]: string } = {
    Sent: 'enroute',
    Submitted: 'enroute',
    Buffered: 'enroute',
    Success: 'delivered',
    Failed: 'undeliverable',
    AbsentSubscriber: 'undeliverable',
    Rejected: 'rejected',
    Expired: 'expired',
  };
  assert.deepEqual(
    [...reportStatuses.keys()],
    Object.keys(expected).map((status) => status.toUpperCase()),
  );
  const stateOf = (status: string) => take(report(status)).receipts[0]?.state;
  for (const [status, state] of Object.entries(expected)) assert.equal(stateOf(status), state);
  assert.equal(stateOf('Teleported'), 'unknown');
  assert.deepEqual(take(report('Failed', { failureReason: 'UserDoesNotExist' })), {
    reply: { status: 200 },
    receipts: [
      {
        id: 'ATXid_1',
        alternatives: [],
        state: 'undeliverable',
        errorCode: 'UserDoesNotExist',
        msisdn: '254711000001',
      },
    ],
    inbound: [],
  });
});

test('a message from a phone has an id, too, and no status', () => {
  const message = {
    date: '2026-11-30 10:00:00',
    from: '+254711000009',
    id: 'in-1',
    linkId: 'x',
    text: 'STOP',
    to: '38000',
    networkCode: '63902',
  };
  assert.deepEqual(take(message).inbound, [
    { from: '254711000009', to: '38000', text: 'STOP', dedupeKey: 'in-1' },
  ]);
});

test('an opt-out of the provider is a STOP; what is nothing of it is refused', () => {
  const nothing = (status: number) => ({ reply: { status }, receipts: [], inbound: [] });
  assert.deepEqual(take({ senderId: 'SHOP', phoneNumber: '+254711000009' }), {
    reply: { status: 200 },
    receipts: [],
    inbound: [{ from: '254711000009', to: 'SHOP', text: 'STOP', dedupeKey: null }],
  });
  assert.deepEqual(take({ x: 'y' }), nothing(400));
  assert.deepEqual(take(report('Success'), 'PUT'), nothing(405));
});
