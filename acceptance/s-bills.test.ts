// S6: checks which bills are listed, and which of them can be paid, by whom and at which amount.
// The 24-hour limit is covered by o-clock.test.ts.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { assertMemberOrder, openFixture, uniqueId, uniquePhone } from './harness/index.ts';
import type { Answer, Client, Fixture } from './harness/index.ts';
import { isTakenBack, lookUp, untilStatus } from './harness/payment.ts';

const path = '/api-services/list-pending-bills';
const biller = 'BILLERA_SN_BILL_PAY';
interface Bill {
  amount: number;
  billReference: string;
  infos: { label: string; value: string }[];
}

describe('S6 bills', { concurrency: true }, () => {
  let fixture: Fixture;
  let other: Client;
  /** No money, and no service but one. */
  let poor: Client;
  before(async () => {
    fixture = await openFixture({ fund: 5_000_000, set: ['--callback-grace-ms', '0'] });
    [other, poor] = await Promise.all([
      fixture.newClient({ fund: 5_000_000 }),
      fixture.newClient({ fund: 0, activate: biller }),
    ]);
  });
  after(() => fixture.close());

  /**
   * A customer's number at a biller that no other test uses; its last four digits choose the
   * outcome.
   */
  const customer = (lastFour = '0000'): string => `21${uniquePhone(lastFour)}`;
  const list = (
    client: Client,
    billAccountNumber: unknown,
    codeService: unknown = biller,
  ): Promise<Answer> =>
    client.post(path, { apiKey: client.apiKey, codeService, billAccountNumber });
  async function firstBill(client: Client, account: string, codeService = biller): Promise<Bill> {
    const { json } = await list(client, account, codeService);
    assert.equal(json.code, 2000, JSON.stringify(json));
    return json.data.pendingBills.pendingBills[0];
  }
  function pay(
    client: Client,
    accountNumber: string,
    { amount, billReference }: Bill,
    members: Record<string, unknown> = {},
  ) {
    const common = {
      phone: uniquePhone(),
      codeService: biller,
      externalTransactionId: uniqueId('bill'),
      callbackUrl: fixture.receiver.url,
    };
    return client.operation({ ...common, amount, accountNumber, billReference, ...members });
  }

  it('S6 a list: members in order, an object on success, the number of bills in msg', async () => {
    const { json, status } = await list(fixture.client, customer());
    assert.equal(status, 200);
    assertMemberOrder(json, ['code', 'msg', 'error', 'data']);
    assert.deepEqual([json.code, json.error], [2000, false]);
    assertMemberOrder(json.data, ['status', 'pendingBills']);
    assert.equal(json.data.status, 'SUCCESS');
    assertMemberOrder(json.data.pendingBills, ['success', 'pendingBills']);
    assert.equal(json.data.pendingBills.success, true);
    const bills: Bill[] = json.data.pendingBills.pendingBills;
    assert.ok(bills.length >= 1);
    assert.ok(json.msg.includes(String(bills.length)), json.msg);
    for (const bill of bills) {
      assertMemberOrder(bill, ['amount', 'billReference', 'infos']);
      assert.ok(Number.isInteger(bill.amount) && bill.amount > 0);
      assert.equal(typeof bill.billReference, 'string');
      assert.ok(bill.infos.length > 0);
      for (const info of bill.infos) assertMemberOrder(info, ['label', 'value']);
      assert.deepEqual(
        bill.infos.map(({ label }) => label),
        ['Nom du client', 'Date d’échéance'],
        'in the language of the account',
      );
    }
  });

  it('S6 7NNN: the biller refuses, code 4000 with error false, status FAILLED and an empty array', async () => {
    const { json } = await list(fixture.client, customer('7121'));
    assertMemberOrder(json, ['code', 'msg', 'error', 'data']);
    assert.deepEqual([json.code, json.error], [4000, false]);
    assert.ok(json.msg.length > 0);
    assert.deepEqual(json.data, { status: 'FAILLED', pendingBills: [] });
    assertMemberOrder(json.data, ['status', 'pendingBills']);
  });

  it('S6 a refusal whose text speaks of the amount says nothing of 0 CFA: there is no amount yet', async () => {
    for (const digits of ['7002', '7008', '7026', '7110', '7123']) {
      const { json, text } = await list(fixture.client, customer(digits));
      assert.equal(json.code, 4000, text);
      assert.ok(json.msg.length > 0 && !/CFA|__amount__|\b0\b/.test(json.msg), text);
    }
  });

  it('S6 a listed bill is paid once: afterwards it is not listed any more and a second payment gets 4000', async () => {
    const account = customer();
    const bill = await firstBill(fixture.client, account);
    const paid = await pay(fixture.client, account, bill);
    assert.deepEqual([paid.json.code, paid.json.data.status], [2000, 'PENDING'], paid.text);
    const again = await pay(fixture.client, account, bill);
    assert.deepEqual([again.json.code, again.json.error], [4000, true], 'in payment');
    const callback = await fixture.receiver.waitFor(paid.json.data.externalTransactionId);
    assert.equal(callback.json.status, 'SUCCESS', callback.text);
    const { json } = await list(fixture.client, account);
    const listed: Bill[] = json.data.pendingBills.pendingBills;
    assert.ok(listed.every(({ billReference }) => billReference !== bill.billReference));
    assert.equal((await pay(fixture.client, account, bill)).json.code, 4000, 'already paid');
  });

  it('S6 O5 the same payment sent again is answered again, not refused as paid', async () => {
    const account = customer();
    const bill = await firstBill(fixture.client, account);
    const members = { externalTransactionId: uniqueId('bill'), phone: uniquePhone() };
    const first = await pay(fixture.client, account, bill, members);
    await fixture.receiver.waitFor(members.externalTransactionId);
    const again = await pay(fixture.client, account, bill, members);
    assert.deepEqual([again.json.code, again.json.data.status], [2000, 'SUCCESS'], again.text);
    assert.equal(again.json.data.transactionId, first.json.data.transactionId);
  });

  it('S6 two payments of one bill at once: exactly one is taken', async () => {
    const account = customer();
    const bill = await firstBill(fixture.client, account);
    await list(other, account);
    const clients = [fixture.client, other, fixture.client, other, fixture.client];
    const codes = (await Promise.all(clients.map((client) => pay(client, account, bill)))).map(
      ({ json }) => json.code,
    );
    assert.deepEqual(codes.toSorted(), [2000, 4000, 4000, 4000, 4000]);
  });

  it('S6 a bill that was not listed, or only by another account, is 4004 and nothing is stored', async () => {
    const account = customer();
    const bill = await firstBill(other, account);
    const balance = await fixture.client.balance();
    const answers = [
      await pay(fixture.client, account, bill),
      await pay(other, account, { ...bill, billReference: '1069999999999' }),
      await pay(other, customer(), bill),
      await pay(other, account, bill, { codeService: 'BILLERB_SN_BILL_PAY' }),
    ];
    for (const { json } of answers)
      assert.deepEqual([json.code, json.error, json.data], [4004, true, {}], JSON.stringify(json));
    const id = uniqueId('bill');
    await pay(fixture.client, account, bill, { externalTransactionId: id });
    assert.equal((await lookUp(fixture.client, id)).json.code, 4004);
    assert.equal(
      (
        await pay(fixture.client, account, bill, {
          externalTransactionId: id,
          callbackUrl: undefined,
        })
      ).json.code,
      4004,
      'the id stays free',
    );
    assert.ok((await fixture.client.balance()) <= balance);
    assert.equal(
      (await pay(other, account, bill)).json.code,
      2000,
      'an account that listed it can pay it',
    );
  });

  it('S6 another amount than that of the bill is 4022 and names the field', async () => {
    const account = customer();
    const bill = await firstBill(fixture.client, account);
    for (const amount of [bill.amount + 1, bill.amount - 1, 1]) {
      const { json } = await pay(fixture.client, account, { ...bill, amount });
      assert.deepEqual([json.code, json.error], [4022, true], JSON.stringify(json));
      assert.deepEqual(
        json.errors.map(({ field }: { field: string }) => field),
        ['amount'],
      );
    }
    assert.equal(
      (await pay(fixture.client, account, bill, { amount: String(bill.amount) })).json.code,
      2000,
      'the amount may be a numeric string',
    );
  });

  it('S6 a payment that fails makes the bill payable again', async () => {
    const account = customer('9028');
    const bill = await firstBill(fixture.client, account);
    for (let round = 1; round <= 2; round++) {
      const { json } = await pay(fixture.client, account, bill);
      assert.equal(json.code, 2000, `payment ${round}: ${JSON.stringify(json)}`);
      const callback = await fixture.receiver.waitFor(json.data.externalTransactionId);
      assert.deepEqual(
        [callback.json.status, callback.json.transaction.errorType.id],
        ['FAILLED', 28],
      );
    }
  });

  it('S6 a payment that is refused at once keeps the bill free', async () => {
    const account = customer();
    const bill = await firstBill(poor, account);
    for (let round = 1; round <= 2; round++) {
      const { json } = await pay(poor, account, bill);
      assert.deepEqual(
        [json.code, json.data.errorType?.id],
        [4000, 26],
        `payment ${round}: ${JSON.stringify(json)}`,
      );
    }
    await list(fixture.client, account);
    assert.equal((await pay(fixture.client, account, bill)).json.code, 2000);
  });

  it('S6 a payment that was cancelled makes the bill payable again', async () => {
    const account = customer('8007');
    const bill = await firstBill(fixture.client, account);
    const { json } = await pay(fixture.client, account, bill);
    assert.equal(
      (await pay(fixture.client, account, bill)).json.code,
      4000,
      'in payment for as long as it takes',
    );
    await untilStatus(fixture.client, json.data.externalTransactionId, 'PROCESSING');
    const body = { apiKey: fixture.client.apiKey, transactionId: json.data.transactionId };
    const canceled = await fixture.client.post('/api-services/transaction/refund-cancel', body);
    assert.ok(isTakenBack(canceled), canceled.text);
    await untilStatus(fixture.client, json.data.externalTransactionId, 'CANCELED');
    assert.equal((await pay(fixture.client, account, bill)).json.code, 2000);
  });

  it('S6 K10 billAccountNumber is accepted for accountNumber, and the community collections are listed and paid like bills', async () => {
    const account = customer();
    for (const codeService of ['COLLECTA_SN_BILL_PAY', 'COLLECTB_SN_BILL_PAY']) {
      const bill = await firstBill(fixture.client, account, codeService);
      const members = { codeService, billAccountNumber: account };
      const { json } = await pay(fixture.client, undefined as unknown as string, bill, members);
      assert.equal(json.code, 2000, JSON.stringify(json));
    }
  });

  it('S6 what cannot be listed: other services 4022, unknown ones 4004, not activated ones 4003, missing fields 4022', async () => {
    const codeOf = async (answer: Promise<Answer>): Promise<number> => (await answer).json.code;
    assert.equal(await codeOf(list(fixture.client, customer(), 'OPA_SN_API_CASH_IN')), 4022);
    assert.equal(await codeOf(list(fixture.client, customer(), 'NOBODY_SN_BILL_PAY')), 4004);
    assert.equal(await codeOf(list(poor, customer(), 'BILLERB_SN_BILL_PAY')), 4003);
    assert.equal(await codeOf(list(poor, customer())), 2000);
    assert.equal(await codeOf(list(fixture.client, undefined)), 4022);
    assert.equal(
      await codeOf(
        fixture.client.post(path, { apiKey: fixture.client.apiKey, billAccountNumber: customer() }),
      ),
      4022,
    );
    assert.equal(
      await codeOf(
        fixture.client.post(path, {
          apiKey: 'no-such-key',
          codeService: biller,
          billAccountNumber: customer(),
        }),
      ),
      4001,
    );
  });
});
