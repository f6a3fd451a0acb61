// Proves that lists of delivery notifications are read.

import assert from 'node:assert/strict';
import { test } from 'node:test';
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

test('the information may be a list', () => {
  const list = [info('DeliveryImpossible'), info('DeliveredToTerminal')];
  assert.deepEqual(
    take(delivery(list)).receipts.map(({ state }) => state),
    ['undeliverable', 'delivered'],
  );
});

test('a status of no table is in the log and the error of its message, without numbers and credentials', () => {
  const logged: unknown[] = [];
  const config = { clientId: 'id', clientSecret: 'tres-secret', country: 'SEN' };
  const log = (...line: unknown[]) => void logged.push(line);
  const errorOf = (status: string): string | null | undefined => {
    const body = Buffer.from(JSON.stringify(delivery(info(status))));
    const notice = { method: 'POST', path: '/', headers: {}, body, receivedAtMs: 0 };
    return orangeSmsConnector.receive!({ config, log }, notice).receipts[0]?.errorCode;
  };
  assert.deepEqual(
    ['Rejected', 'REJECTED', 'DeliveryUncertain', 'for +221770000001', 'tres-secret'].map(errorOf),
    ['REJECTED', 'REJECTED', null, 'no status', '…'],
  );
  const line = (status: string) => [
    'warn',
    'a status in a report is not listed',
    { connector: 'orange-sms', status, reason: status },
  ];
  assert.deepEqual(logged, ['REJECTED', 'no status', '…'].map(line));
});

test('what is no notice is refused; entries that say nothing are left out', () => {
  assert.deepEqual(take({}), nothing(400));
  assert.deepEqual(take('x'), nothing(400));
  assert.deepEqual(take(delivery(info('DeliveredToTerminal')), 'PUT'), nothing(405));
  assert.deepEqual(take(delivery(info('DeliveredToTerminal'), 7)), nothing(200));
  assert.deepEqual(take(delivery(['x', {}])), nothing(200));
});
