// Proves that delivery notifications, one or a list, and messages from phones are read.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { deliveryStatuses } from '../code-table.ts';
import { orangeSmsConnector } from '../index.ts';

const take = (body: unknown, method = 'POST') =>
  orangeSmsConnector.receive!(
    { config: { clientId: 'id', clientSecret: 'secret', country: 'SEN' } },
    { method, path: '/', headers: {}, body: Buffer.from(JSON.stringify(body)), receivedAtMs: 0 },
  );
const info = (deliveryStatus: string) => ({ address: 'tel:+221770000001', deliveryStatus });
const delivery = (deliveryInfo: unknown, callbackData: unknown = '6c2c3b2e-aa') => ({
  deliveryInfoNotification: { callbackData, deliveryInfo },
});
const nothing = (status: number) => ({ reply: { status }, receipts: [], inbound: [] });

test('every delivery status; one that nobody has listed is unknown', () => {
  const expected: { [word: string]: string } = {
    DeliveredToTerminal: 'delivered',
    DeliveryImpossible: 'undeliverable',
    DeliveredToNetwork: 'enroute',
    MessageWaiting: 'enroute',
    DeliveryUncertain: 'unknown',
  };
  assert.deepEqual(
    [...deliveryStatuses.keys()],
    Object.keys(expected).map((word) => word.toUpperCase()),
  );
  for (const [word, state] of Object.entries(expected))
    assert.deepEqual(take(delivery(info(word))), {
      reply: { status: 200 },
      receipts: [
        { id: '6c2c3b2e-aa', alternatives: [], state, errorCode: null, msisdn: '221770000001' },
      ],
      inbound: [],
    });
  assert.equal(take(delivery(info('Teleported'))).receipts[0]?.state, 'unknown');
});

test('the information may be a list', () => {
  const list = [info('DeliveryImpossible'), info('DeliveredToTerminal')];
  assert.deepEqual(
    take(delivery(list)).receipts.map(({ state }) => state),
    ['undeliverable', 'delivered'],
  );
});

test('a message from a phone', () => {
  const inboundSMSMessage = {
    dateTime: '2026-11-30T10:00:00Z',
    destinationAddress: 'tel:+2210000',
    messageId: 'in-1',
    message: 'ARRÊT',
    senderAddress: 'tel:+221770000009',
  };
  const notice = { inboundSMSMessageNotification: { callbackData: '', inboundSMSMessage } };
  assert.deepEqual(take(notice).inbound, [
    { from: '221770000009', to: '2210000', text: 'ARRÊT', dedupeKey: 'in-1' },
  ]);
});

test('what is no notice is refused; entries that say nothing are left out', () => {
  assert.deepEqual(take({}), nothing(400));
  assert.deepEqual(take('x'), nothing(400));
  assert.deepEqual(take(delivery(info('DeliveredToTerminal')), 'PUT'), nothing(405));
  assert.deepEqual(take(delivery(info('DeliveredToTerminal'), 7)), nothing(200));
  assert.deepEqual(take(delivery(['x', {}])), nothing(200));
});
