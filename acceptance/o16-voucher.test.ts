// O16: what was bought is data: the callback, the event feed and the status answer carry it beside
// the text. Nobody else learns it.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { assertMemberOrder, openFixture, payOut } from './harness/index.ts';
import type { Answer, Fixture, Json } from './harness/index.ts';
import { remitSendData } from './harness/samples.ts';

const reload = {
  codeService: 'RELOADB_SN_BILL_RELOAD',
  amount: 1_000,
  accountNumber: '14000000001',
};

describe('O16 vouchers', { concurrency: true }, () => {
  let fixture: Fixture;
  before(async () => {
    fixture = await openFixture({ set: ['--callback-grace-ms', '0'] });
  });
  after(() => fixture.close());

  /** The callback of an operation. */
  async function bought(members: Record<string, unknown>): Promise<Json> {
    const { json, text } = await fixture.client.operation(
      payOut({ callbackUrl: fixture.receiver.url, ...members }),
    );
    assert.equal(json.code, 2000, text);
    return (await fixture.receiver.waitFor(json.data.externalTransactionId)).json;
  }

  it('O16 a meter token is in the callback, the feed and the status answer, and in the text', async () => {
    const callback = await bought(reload);
    const { transaction } = callback;
    assertMemberOrder(transaction.voucher, ['type', 'code', 'quantity', 'unit']);
    const { type, code, quantity, unit } = transaction.voucher;
    assert.deepEqual([type, quantity, unit], ['METER_TOKEN', '10', 'kWh']);
    assert.match(code, /^\d{20}$/);
    assert.ok(callback.msg.includes(code), callback.msg);
    const status = await fixture.client.status(transaction.externalTransactionId);
    assertMemberOrder(status.json.data, [
      'transactionId',
      'createdAt',
      'updatedAt',
      'externalTransactionId',
      'status',
      'errorType',
      'voucher',
    ]);
    assert.deepEqual(status.json.data.voucher, transaction.voucher);
    const feed = await fixture.client.get('/events', { Secretkey: fixture.client.apiKey });
    const event = feed.json.data.events.find(
      (each: Json) => each.transaction.transactionId === transaction.transactionId,
    );
    assert.deepEqual(event.transaction.voucher, transaction.voucher);
  });

  it('O16 the pick-up code of a remittance is what its recipient asks with', async () => {
    const { transaction } = await bought({
      codeService: 'REMIT_SN_API_CASH_IN',
      amount: 5_000,
      remitSendData,
    });
    assert.equal(transaction.voucher.type, 'PICKUP_CODE');
    const found = await fixture.client.post('/api-services/remit-reception-info', {
      apiKey: fixture.client.apiKey,
      codeService: 'REMIT_SN_API_CASH_OUT',
      referenceNumber: transaction.voucher.code,
    });
    assert.equal(found.json.data.referenceNumberResponse?.receiveAmount, '5000', found.text);
  });

  it('O16 where no code was bought, or the purchase failed, there is no voucher', async () => {
    const paid = await bought({});
    const failed = await bought({ ...reload, accountNumber: '14000009028' });
    assert.deepEqual([paid.status, failed.status], ['SUCCESS', 'FAILLED']);
    for (const { transaction } of [paid, failed]) {
      assert.ok(!('voucher' in transaction));
      const status = await fixture.client.status(transaction.externalTransactionId);
      assert.ok(!('voucher' in status.json.data), status.text);
    }
  });

  it('O16 a status query without a key is answered without the voucher, and no code is logged', async () => {
    const { transaction } = await bought(reload);
    const { externalTransactionId, voucher } = transaction;
    const keyless: Answer = await fixture.client.post('/api-services/get-transaction-status', {
      externalTransactionId,
    });
    assert.deepEqual(
      [keyless.json.code, keyless.json.data.status],
      [2000, 'SUCCESS'],
      keyless.text,
    );
    assert.ok(!keyless.text.includes(voucher.code));
    assert.ok(!fixture.installation.logs().includes(voucher.code));
  });
});
