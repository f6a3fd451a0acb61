// Checks the content of a callback, the transactions it is sent for, and how often it is sent.
// Rules C1, C7, O13 and K20, K21, K25.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import {
  assertCallback,
  assertMemberOrder,
  createAccount,
  createClient,
  openFixture,
  startReceiver,
  uniqueId,
  uniquePhone,
} from './harness/index.ts';
import type { Client, Json, ReceivedRequest, Fixture } from './harness/index.ts';
import { openStoredRows } from './harness/database.ts';
import type { StoredRows } from './harness/database.ts';
import { assertDeliveredOnce, callbacksOf } from './harness/delivery.ts';
import { untilStatus } from './harness/payment.ts';

const bodyMembers = ['msg', 'status', 'sha256Hash', 'transaction'];
const transactionMembers = [
  'phone',
  'amount',
  'codeService',
  'nameService',
  'commission',
  'transactionId',
  'sousServiceTransactionId',
  'currentBalance',
  'balanceBeforeTransactionInit',
  'balanceAfterTransactionInit',
  'externalTransactionId',
  'callbackUrl',
  'errorType',
  'data',
];

describe('C1 callback', { concurrency: true }, () => {
  let fixture: Fixture;
  let mirroring: Client;
  let rows: StoredRows;
  before(async () => {
    fixture = await openFixture({ set: ['--callback-grace-ms', '0'] });
    rows = openStoredRows(fixture.installation);
    const mirror = await createAccount(fixture.installation, {
      language: 'en',
      set: ['--callback-grace-ms', '0', '--mirror-fields', 'on'],
    });
    mirroring = createClient(fixture.installation.baseUrl, mirror.apiKey);
  });
  after(async () => {
    await rows?.close();
    await fixture?.close();
  });

  async function pay(
    lastFour: string,
    members: Record<string, unknown> = {},
    client = fixture.client,
  ): Promise<{ id: string; json: Json }> {
    const id = uniqueId('callback');
    const common = {
      phone: uniquePhone(lastFour),
      amount: 1050,
      codeService: 'OPF_SN_API_CASH_IN',
      externalTransactionId: id,
    };
    const { json } = await client.operation({
      ...common,
      callbackUrl: fixture.receiver.url,
      ...members,
    });
    return { id, json };
  }
  async function theOnlyCallback(id: string): Promise<ReceivedRequest> {
    const request = await fixture.receiver.waitFor(id);
    const { transactionId } = request.json.transaction;
    await assertDeliveredOnce(rows, fixture.receiver, { id, transactionId });
    return request;
  }

  it('C1 K20 SUCCESS: one POST with compact JSON, every member in order, the ids as strings', async () => {
    const phone = `+221 ${uniquePhone('0000')}`;
    const { id, json } = await pay('0000', {
      phone,
      codeService: 'OPF_SN_API_CASH_OUT',
      data: { my_custom_field: 'some_value', list: [1, 'é/'] },
    });
    const request = await theOnlyCallback(id);
    assert.equal(request.method, 'POST');
    assert.match(String(request.headers['content-type']), /^application\/json(;|$)/);
    assert.equal(
      request.text,
      JSON.stringify(JSON.parse(request.text)),
      'the string that JSON.stringify makes',
    );
    assert.equal(Number(request.headers['content-length']), request.bytes.length);
    assertCallback(request.json);
    assertMemberOrder(request.json, bodyMembers);
    assert.equal(request.json.status, 'SUCCESS');
    const { transaction } = request.json;
    assertMemberOrder(transaction, transactionMembers);
    const { transactionId } = json.data;
    assert.equal(typeof transactionId, 'string');
    const {
      nameService,
      sousServiceTransactionId,
      currentBalance,
      balanceBeforeTransactionInit: earlier,
      balanceAfterTransactionInit: later,
      ...rest
    } = transaction;
    assert.deepEqual(rest, {
      phone,
      amount: 1050,
      codeService: 'OPF_SN_API_CASH_OUT',
      commission: 10.5,
      transactionId,
      externalTransactionId: id,
      callbackUrl: fixture.receiver.url,
      errorType: null,
      data: { my_custom_field: 'some_value', list: [1, 'é/'] },
    });
    assert.equal(nameService, 'CashOut Opf');
    assert.ok(sousServiceTransactionId.length > 0, 'the identifier at the provider');
    for (const balance of [currentBalance, earlier, later]) assert.equal(typeof balance, 'number');
    assert.equal(later, earlier, 'a CREDIT holds nothing');
    for (const word of ['CREDIT', 'CashOut Opf'])
      assert.ok(request.json.msg.includes(word), request.json.msg);
  });

  it('C1 O13 FAILLED: errorType {message, code, codeService, id}, data {} where none was given', async () => {
    const { id } = await pay('9028');
    const { json } = await theOnlyCallback(id);
    assertCallback(json);
    assertMemberOrder(json, bodyMembers);
    assertMemberOrder(json.transaction, transactionMembers);
    assert.equal(json.status, 'FAILLED');
    const { errorType, data } = json.transaction;
    assertMemberOrder(errorType, ['message', 'code', 'codeService', 'id']);
    assert.deepEqual(
      [errorType.code, errorType.codeService, errorType.id],
      ['operator_down_time', 'OPF_SN_API_CASH_IN', 28],
    );
    assert.ok(errorType.message.length > 0);
    assert.deepEqual(data, {});
  });

  it('C1 a failure in the answer is called back too: refused at once, and a balance too low', async () => {
    const refused = await pay('7047');
    const tooLow = await pay('0000', { amount: 1_999_000 });
    assert.deepEqual([refused.json.code, tooLow.json.code], [4000, 4000]);
    const [first, second] = await Promise.all([
      theOnlyCallback(refused.id),
      theOnlyCallback(tooLow.id),
    ]);
    assert.deepEqual([first.json.status, first.json.transaction.errorType.id], ['FAILLED', 47]);
    assert.deepEqual([second.json.status, second.json.transaction.errorType.id], ['FAILLED', 26]);
    const { errorType } = tooLow.json.data;
    assert.equal(
      second.json.transaction.errorType.message,
      errorType.message,
      'the words of the answer',
    );
    assert.ok(errorType.message.includes('1999000'), errorType.message);
    assert.equal(second.json.transaction.transactionId, tooLow.json.data.transactionId);
  });

  it('C1 what was refused by form is called back never', async () => {
    const refused = [
      await pay('0000', { phone: '12' }),
      await pay('0000', { amount: -1 }),
      await pay('0000', { codeService: 'NOBODY' }),
    ];
    const first = await pay('0000');
    const conflict = await pay('0000', { externalTransactionId: first.id, amount: 77 });
    assert.equal(conflict.json.code, 4009);
    for (const { json } of refused)
      assert.ok([4004, 4022].includes(json.code), JSON.stringify(json));
    // Whatever had been written for the refused ones would have left before this one, which is
    // called back at once.
    await theOnlyCallback((await pay('7028')).id);
    await theOnlyCallback(first.id);
    for (const { id } of refused) assert.equal(fixture.receiver.requestsFor(id).length, 0);
  });

  it('C1 CANCELED and REFUNDED send no callback to the callbackUrl', async () => {
    const cancel = (transactionId: string) =>
      fixture.client.post('/api-services/transaction/refund-cancel', {
        apiKey: fixture.client.apiKey,
        transactionId,
      });
    const waiting = await pay('8007', { codeService: 'OPF_SN_API_CASH_OUT' });
    const paid = await pay('0000');
    await theOnlyCallback(paid.id);
    for (const { json } of [waiting, paid])
      assert.notEqual((await cancel(json.data.transactionId)).json.statutTreatment, 'FAILLED');
    await untilStatus(fixture.client, waiting.id, 'CANCELED');
    await untilStatus(fixture.client, paid.id, 'REFUNDED');
    assert.equal(await callbacksOf(rows, waiting.json.data.transactionId), 0);
    assert.equal(fixture.receiver.requestsFor(waiting.id).length, 0);
    assert.equal((await theOnlyCallback(paid.id)).json.status, 'SUCCESS');
  });

  it('C1 O4 without callbackUrl nothing is sent; urlIpn is an alias; the address is used as it was given', async () => {
    const silent = [
      await pay('0000', { callbackUrl: undefined }),
      await pay('0000', { callbackUrl: '' }),
    ];
    const query = `${fixture.receiver.url}/a%20b?token=x%2Fy&n=1`;
    const alias = await pay('0000', { callbackUrl: undefined, urlIpn: query });
    const request = await theOnlyCallback(alias.id);
    assert.equal(request.path, '/callback/a%20b?token=x%2Fy&n=1');
    assert.equal(request.json.transaction.callbackUrl, query);
    for (const { id, json } of silent) {
      await untilStatus(fixture.client, id, 'SUCCESS');
      assert.equal(await callbacksOf(rows, json.data.transactionId), 0);
    }
  });

  it('C1 a repeated operation sends no second callback, also not to another callbackUrl', async (t) => {
    const elsewhere = await startReceiver();
    t.after(() => elsewhere.close());
    const id = uniqueId('callback');
    const members = { externalTransactionId: id, phone: uniquePhone() };
    await pay('', members);
    const again = await pay('', { ...members, callbackUrl: elsewhere.url });
    assert.equal(again.json.code, 2000);
    await theOnlyCallback(id);
    assert.equal(elsewhere.requests.length, 0);
  });

  it('C1 the callback speaks the language of the account', async () => {
    const french = await pay('0000');
    const english = await pay('0000', {}, mirroring);
    const [first, second] = await Promise.all(
      [french, english].map(({ id }) => fixture.receiver.waitFor(id)),
    );
    assert.match(first!.json.msg, /^Opération de type DEBIT/);
    assert.match(second!.json.msg, /^Operation of type DEBIT/);
  });

  it('C7 K25 off by default: no mirrored members', async () => {
    const { id } = await pay('0000');
    const { json } = await fixture.receiver.waitFor(id);
    assert.deepEqual(Object.keys(json), bodyMembers);
    assert.ok(!Object.hasOwn(json.transaction, 'status'));
  });

  it('C7 K25 on: transaction.status and top-level ids and amount are mirrored, never a top-level data', async () => {
    for (const [lastFour, status] of [
      ['0000', 'SUCCESS'],
      ['9028', 'FAILLED'],
    ] as const) {
      const { id, json } = await pay(lastFour, { data: { a: 1 } }, mirroring);
      const callback = await fixture.receiver.waitFor(id);
      assertCallback(callback.json);
      assert.deepEqual([callback.json.status, callback.json.transaction.status], [status, status]);
      const { externalTransactionId, transactionId, amount } = callback.json;
      assert.deepEqual(
        [externalTransactionId, transactionId, amount],
        [id, json.data.transactionId, 1050],
      );
      assert.ok(!Object.hasOwn(callback.json, 'data'));
      assert.deepEqual(
        Object.keys(callback.json).toSorted(),
        [...bodyMembers, 'amount', 'externalTransactionId', 'transactionId'].toSorted(),
      );
      assert.deepEqual(
        Object.keys(callback.json.transaction).toSorted(),
        [...transactionMembers, 'status'].toSorted(),
      );
    }
  });
});
