// O12, O13, O14: checks ids, member order and the error catalogue.

import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import {
  assertCallback,
  assertMemberOrder,
  openFixture,
  payOut,
  uniquePhone,
} from './harness/index.ts';
import type { Client, Fixture } from './harness/index.ts';
import { card } from './harness/samples.ts';

let fixture: Fixture;
let client: Client;
before(async () => {
  fixture = await openFixture({ set: ['--callback-grace-ms', '0'] });
  client = fixture.client;
});
after(() => fixture.close());

describe('O12', { concurrency: true }, () => {
  it('O12 transactionId: a string of 13 digits or more, below 2^53, and the same number in the status answer', async () => {
    const body = payOut({ callbackUrl: fixture.receiver.url });
    const { json } = await client.operation(body);
    const callback = await fixture.receiver.waitFor(String(body['externalTransactionId']));
    const status = await client.status(String(body['externalTransactionId']));
    const { transactionId } = json.data;
    assert.equal(typeof transactionId, 'string');
    assert.match(transactionId, /^[1-9]\d{12,15}$/);
    assert.ok(Number.isSafeInteger(Number(transactionId)));
    assert.strictEqual(callback.json.transaction.transactionId, transactionId);
    assert.strictEqual(status.json.data.transactionId, Number(transactionId));
    assert.ok(status.text.includes(`"transactionId":${transactionId},`), 'an integer on the wire');
  });

  it('O12 not a plain counter: neither the ids nor the distances between them show the volume', async () => {
    const ids: number[] = [];
    for (let count = 0; count < 30; count += 1)
      ids.push(
        Number(
          (await client.operation(payOut({ phone: uniquePhone('8007') }))).json.data.transactionId,
        ),
      );
    const distances = ids.slice(1).map((id, index) => id - (ids[index] ?? 0));
    assert.equal(new Set(ids).size, ids.length);
    assert.ok(new Set(distances.map(Math.abs)).size > 15, `distances ${distances.join()}`);
    assert.ok(
      distances.some((distance) => distance < 0),
      `never falling: ${distances.join()}`,
    );
    // Neighbours meet now and then by chance; a counter would make all of them 1.
    const steps = distances.filter((distance) => Math.abs(distance) === 1);
    assert.ok(steps.length < 8, `mostly neighbours: ${distances.join()}`);
  });
});

describe('O13', { concurrency: true }, () => {
  const common = [
    'phone',
    'amount',
    'codeService',
    'transactionId',
    'status',
    'externalTransactionId',
  ];

  it('O13 plain success: the members in their order, no errorType', async () => {
    const [withCallback, without] = await Promise.all([
      client.operation(payOut({ phone: '770008007', callbackUrl: fixture.receiver.url })),
      client.operation(payOut({ phone: '770008007' })),
    ]);
    assertMemberOrder(withCallback.json, ['code', 'msg', 'error', 'data']);
    assertMemberOrder(withCallback.json.data, [...common, 'callbackUrl']);
    assertMemberOrder(without.json.data, common);
  });

  it('O13 the order of the members in the text itself, of an answer and of a callback', async () => {
    const body = payOut({
      phone: '770000121',
      amount: 350,
      callbackUrl: fixture.receiver.url,
      data: { my_custom_field: 'some_value' },
    });
    const id = String(body['externalTransactionId']);
    const { text, json } = await client.operation(body);
    const callback = await fixture.receiver.waitFor(id);
    const { transactionId } = json.data;
    const url = fixture.receiver.url;
    assert.equal(
      text,
      `{"code":2000,"msg":${JSON.stringify(json.msg)},"error":false,"data":{"phone":"770000121","amount":350,"codeService":"OPC_SN_API_CASH_IN","transactionId":"${transactionId}","status":"PENDING","externalTransactionId":"${id}","callbackUrl":"${url}"}}`,
    );
    const hash = createHash('sha256')
      .update(`${transactionId}|${id}|${client.apiKey}`)
      .digest('hex');
    const { msg, transaction } = callback.json;
    assert.equal(
      callback.text,
      `{"msg":${JSON.stringify(msg)},"status":"SUCCESS","sha256Hash":"${hash}","transaction":{"phone":"770000121","amount":350,"codeService":"OPC_SN_API_CASH_IN","nameService":"CashIn Opc","commission":0,"transactionId":"${transactionId}","sousServiceTransactionId":${JSON.stringify(transaction.sousServiceTransactionId)},"currentBalance":${transaction.currentBalance},"balanceBeforeTransactionInit":${transaction.balanceBeforeTransactionInit},"balanceAfterTransactionInit":${transaction.balanceAfterTransactionInit},"externalTransactionId":"${id}","callbackUrl":"${url}","errorType":null,"data":{"my_custom_field":"some_value"}}}`,
    );
    assertCallback(callback.json);
  });

  it('O13 deep link, QR and card: the extra members come last, notificationMessage first', async () => {
    const [link, qr, paid] = await Promise.all([
      client.operation(
        payOut({
          codeService: 'OPC_SN_API_CASH_OUT',
          phone: '770008007',
          callbackUrl: fixture.receiver.url,
        }),
      ),
      client.operation(
        payOut({
          codeService: 'OPA_SN_API_CASH_OUT',
          phone: '770008007',
          useOpaQrCode: true,
          callbackUrl: fixture.receiver.url,
        }),
      ),
      client.operation(payOut({ ...card, callbackUrl: fixture.receiver.url })),
    ]);
    assertMemberOrder(link.json.data, [
      ...common,
      'callbackUrl',
      'notificationMessage',
      'deepLinkUrl',
    ]);
    assertMemberOrder(qr.json.data, [
      ...common,
      'callbackUrl',
      'notificationMessage',
      'deepLinkUrl',
    ]);
    assertMemberOrder(paid.json.data, [
      ...common,
      'callbackUrl',
      'notificationMessage',
      'authLinkUrl',
      'orderId',
    ]);
  });

  it('O13 chat success has errorType null', async () => {
    const { json } = await client.operation(
      payOut({
        codeService: 'CHAT_MESSAGING',
        phone: '+221770008007',
        message: 'Hello',
        amount: undefined,
        callbackUrl: fixture.receiver.url,
      }),
    );
    assertMemberOrder(json.data, [...common, 'callbackUrl', 'errorType']);
    assert.equal(json.data.errorType, null);
    assert.ok(json.msg.includes('221770008007'), json.msg);
  });

  it('O13 failures carry {id, codeService, code, message}; in callbacks the order is message, code, codeService, id; the status has code and message', async () => {
    const body = payOut({ amount: 2_000_005, callbackUrl: fixture.receiver.url });
    const id = String(body['externalTransactionId']);
    const { json } = await client.operation(body);
    const callback = await fixture.receiver.waitFor(id);
    const status = await client.status(id);
    assertMemberOrder(json.data, [...common, 'callbackUrl', 'errorType']);
    assertMemberOrder(json.data.errorType, ['id', 'codeService', 'code', 'message']);
    assertMemberOrder(callback.json, ['msg', 'status', 'sha256Hash', 'transaction']);
    assertMemberOrder(callback.json.transaction.errorType, [
      'message',
      'code',
      'codeService',
      'id',
    ]);
    assertMemberOrder(status.json.data, [
      'transactionId',
      'createdAt',
      'updatedAt',
      'externalTransactionId',
      'status',
      'errorType',
    ]);
    assertMemberOrder(status.json.data.errorType, ['code', 'message']);
  });

  it('O13 __amount__ in messages is replaced by the amount', async () => {
    const poor = await fixture.newClient({ fund: 0 });
    const body = payOut({ amount: 1_350, callbackUrl: fixture.receiver.url });
    const { json } = await poor.operation(body);
    const callback = await fixture.receiver.waitFor(String(body['externalTransactionId']));
    for (const text of [
      json.msg,
      json.data.errorType.message,
      callback.json.transaction.errorType.message,
    ]) {
      assert.ok(text.includes('1350') && !text.includes('__amount__'), text);
    }
    const later = payOut({
      phone: uniquePhone('9002'),
      amount: 1_355,
      callbackUrl: fixture.receiver.url,
    });
    await client.operation(later);
    const failed = await fixture.receiver.waitFor(String(later['externalTransactionId']));
    assert.ok(!failed.text.includes('__amount__'), failed.text);
    assert.equal(failed.json.transaction.errorType.id, 2);
  });
});

/**
 * The table of the interface description, as it stands there; ids that it does not show are
 * reserved.
 */
const described: Record<string, string> = {
  invalid_phone_number: '1',
  insufficient_balance: '2, 26, 101, 110, 111, 115, 120, 123, 124',
  'logged-out-user-session': '3',
  'payment-timeout': '4',
  no_opa_account: '5, 9, 23',
  'exceeds-limit-time': '6, 7, 8, 20, 21',
  user_account_suspended: '11',
  chat_user_not_found: '12',
  opa_number_not_allowed: '14',
  bad_amount_50: '15',
  bad_amount_100: '16',
  bad_amount_5: '38',
  bad_amount_200: '86',
  bad_amount_500: '87',
  bad_amount: '116',
  opa_operator_internal_error: '17, 117',
  monthly_max_amount_cumul_reached: '18, 22, 27, 36, 40, 42, 68, 73, 82, 91, 92, 129, 130',
  connexion_error:
    '19, 54, 56, 63, 64, 70, 71, 78, 79, 80, 81, 94, 95, 102, 105, 125, 126, 128, 131',
  interval_max_amount_cumul_reached: '24, 25, 41, 46, 48, 58, 60, 103',
  operator_down_time: '28, 133',
  execution_error: '29, 30, 31, 32, 33, 34, 35, 62, 69, 118, 127',
  balance_check_failed: '37',
  no_opb_account: '39',
  pos_already_connected: '43',
  no_account: '44, 45, 59, 76, 84, 88, 89, 93, 97, 98, 106, 107, 109, 112, 119, 121',
  user_opa_suspended: '47',
  distributor_not_allowed_for_transaction: '49',
  weekly_max_amount_cumul_reached: '50, 104',
  daily_max_amount_cumul_reached: '51',
  provider_low: '53',
  'error-unapproved-minor-cannot-receive': '55',
  customer_balance_low: '57, 96',
  opb_number_not_allowed: '61',
  'expired-session': '66',
  'p2p-recipient-account-is-dormancy-blocked': '67',
  'recipient-account-blocked': '72, 77',
  'recipient-account-inactive': '74, 75',
  bank_card_expired: '83',
  'redirect-url-error': '90',
  partial_3ds_authentification: '99',
  card_payment_rejected_by_issuer: '100',
  bad_auth: '108',
  internal_operator_error: '113, 114',
  transaction_expired: '134',
  invalid_data: '135, 136',
  unknown_error: '10, 13, 52, 65, 85, 122, 132',
};

describe('O14', { concurrency: true }, () => {
  it('O14 the error catalogue answers {id:null, code:"unknown_error"} first, then ids 1..136 with the described codes', async () => {
    const { json } = await client.get('/api-services/errors', { Secretkey: client.apiKey });
    const codeOf = new Map(
      Object.entries(described).flatMap(([code, ids]) =>
        ids.split(', ').map((id) => [Number(id), code] as const),
      ),
    );
    assertMemberOrder(json, ['success', 'services']);
    assert.equal(json.success, true);
    assert.equal(json.services.length, 137);
    assert.deepEqual([json.services[0].id, json.services[0].code], [null, 'unknown_error']);
    json.services
      .slice(1)
      .forEach((entry: { id: number; code: string; message: string }, index: number) => {
        assertMemberOrder(entry, ['id', 'code', 'message']);
        assert.deepEqual([entry.id, entry.code], [index + 1, codeOf.get(index + 1)]);
        assert.equal(typeof entry.message, 'string');
        assert.equal(entry.message === '', [3, 55].includes(entry.id), `message of ${entry.id}`);
      });
    assert.ok(json.services[26].message.includes('__amount__'), 'the token stands in the list');
  });

  it('O14 the services are listed with their five documented members first, type and operation paired as described, activated ones alone', async () => {
    const { json } = await client.get('/api-services/services', { Secretkey: client.apiKey });
    const some = await fixture.newClient({ activate: 'OPC_SN_API_CASH_IN,CHAT_MESSAGING' });
    const { json: few } = await some.get('/api-services/services', { Secretkey: some.apiKey });
    const pairs = new Set(
      json.services.map(
        ({ typeService, typeOperation }: { typeService: string; typeOperation: string }) =>
          `${typeService} ${typeOperation}`,
      ),
    );
    assert.deepEqual([...pairs].sort(), [
      'BILL_BUY_RELOAD DEBIT',
      'BILL_PAY DEBIT',
      'CASHIN DEBIT',
      'CASHOUT CREDIT',
      'CREDIT_TELEPHONIQUE DEBIT',
      'MESSENGING_SMS DEBIT',
    ]);
    for (const service of json.services) {
      assert.deepEqual(Object.keys(service).slice(0, 5), [
        'name',
        'icon',
        'codeService',
        'typeOperation',
        'typeService',
      ]);
      assert.match(service.icon, /^https?:\/\//);
    }
    assert.ok(json.services.length > 38);
    assert.ok(
      few.services.length === 2 || few.services.length === json.services.length,
      'the activated ones, or the whole catalogue',
    );
  });
});
