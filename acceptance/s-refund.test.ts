// S4: checks what is refunded and what moves, for transactions that succeeded. Balances are
// compared to the last decimal, so each test has its own account. Cancelling and
// rejected requests are covered by s-cancel.test.ts.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { assertMemberOrder, openFixture, uniqueId, uniquePhone } from './harness/index.ts';
import type { Answer, Client, Fixture } from './harness/index.ts';
import { isTakenBack, lookUp, untilStatus } from './harness/payment.ts';
import { bookOf } from './harness/provider-book.ts';

const path = '/api-services/transaction/refund-cancel';
const grace = { set: ['--callback-grace-ms', '0'] };

describe('S4 refund', { concurrency: true }, () => {
  let fixture: Fixture;
  before(async () => {
    fixture = await openFixture(grace);
  });
  after(() => fixture.close());

  /** A payment that succeeded. */
  async function pay(client: Client, codeService: string, members: Record<string, unknown> = {}) {
    const id = uniqueId('refund');
    const phone = uniquePhone();
    const { receiver } = fixture;
    const { json } = await client.operation({
      phone,
      amount: 1000,
      codeService,
      externalTransactionId: id,
      callbackUrl: receiver.url,
      ...members,
    });
    const callback = await receiver.waitFor(id);
    assert.equal(callback.json.status, 'SUCCESS', callback.text);
    return {
      id,
      phone,
      transactionId: String(json.data.transactionId),
      commission: callback.json.transaction.commission as number,
    };
  }
  const refund = (client: Client, transactionId: unknown): Promise<Answer> =>
    client.post(path, { apiKey: client.apiKey, transactionId });
  const statusOf = async (client: Client, id: string): Promise<string> =>
    (await lookUp(client, id)).json.data.status;
  /** How often the provider gave the money of a party back. */
  async function refundsOf(phone: string): Promise<number> {
    return (await bookOf(fixture.installation.simulatorUrl, phone)).filter(
      ({ kind, result }) => kind === 'refund' && result === 'executed',
    ).length;
  }
  /** The answer says so, or that it will be: then it is. */
  async function assertDone(answer: Answer, client: Client, id: string): Promise<void> {
    assert.ok(isTakenBack(answer), answer.text);
    if (answer.json.statutTreatment === 'SUCCESS')
      assertMemberOrder(answer.json, ['message', 'statutTreatment']);
    else await untilStatus(client, id, 'REFUNDED');
  }
  function assertRefused({ json, text }: Answer): void {
    assertMemberOrder(json, ['message', 'statutTreatment', 'code', 'msg', 'error', 'data']);
    assert.deepEqual([json.statutTreatment, json.code, json.error], ['FAILLED', 4000, true], text);
  }

  describe('S4 of a DEBIT', { concurrency: true }, () => {
    const newClient = (): Promise<Client> => fixture.newClient({ ...grace, language: 'en' });

    it('S4 SUCCESS of a DEBIT is reversed at the provider: amount and commission return, the status is REFUNDED', async () => {
      const client = await newClient();
      const funds = await client.balance();
      const paid = await pay(client, 'RELOADE_SN_BILL_RELOAD', {
        amount: 10_000,
        accountNumber: `9${uniquePhone()}`,
      });
      assert.equal(paid.commission, 100);
      assert.equal(await client.balance(), funds - 10_100);
      await assertDone(await refund(client, paid.transactionId), client, paid.id);
      assert.equal(await client.balance(), funds);
      const { status, errorType } = (await lookUp(client, paid.id)).json.data;
      assert.deepEqual({ status, errorType }, { status: 'REFUNDED', errorType: null });
      assert.equal(await refundsOf(paid.phone), 1);
    });

    it('S4 H7 a wallet pay-out is reversed in full; the message names service and amount in the language of the account', async () => {
      const client = await newClient();
      const funds = await client.balance();
      const paid = await pay(client, 'OPA_SN_API_CASH_IN');
      assert.equal(await client.balance(), funds - 1000);
      const answer = await refund(client, paid.transactionId);
      await assertDone(answer, client, paid.id);
      assert.match(
        answer.json.message,
        answer.json.statutTreatment === 'SUCCESS'
          ? /CashIn Opa of 1000 CFA has been refunded/
          : /CashIn Opa of 1000 CFA/,
      );
      assert.equal(await client.balance(), funds);
      assert.equal(await statusOf(client, paid.id), 'REFUNDED');
    });

    it('S4 refunding twice: FAILLED, nothing moves', async () => {
      const client = await newClient();
      const funds = await client.balance();
      const paid = await pay(client, 'OPA_SN_API_CASH_IN');
      await assertDone(await refund(client, paid.transactionId), client, paid.id);
      assertRefused(await refund(client, paid.transactionId));
      assert.equal(await client.balance(), funds);
      assert.equal(await refundsOf(paid.phone), 1);
      assert.equal(await statusOf(client, paid.id), 'REFUNDED');
    });

    it('S4 what the provider cannot take back stays SUCCESS: a sent message', async () => {
      const client = await newClient();
      const sent = await pay(client, 'CHAT_MESSAGING', {
        phone: `+221${uniquePhone()}`,
        amount: undefined,
        message: 'Bonjour',
      });
      const funds = await client.balance();
      assertRefused(await refund(client, sent.transactionId));
      assert.equal(await client.balance(), funds);
      assert.equal(await statusOf(client, sent.id), 'SUCCESS');
    });
  });

  describe('S4 of a CREDIT', { concurrency: true }, () => {
    const newClient = (fund = 0): Promise<Client> => fixture.newClient({ ...grace, fund });

    it('S4 SUCCESS of a CREDIT whose balance is too low is not refunded and nothing moves; with money the amount is taken back', async () => {
      const client = await newClient();
      const paid = await pay(client, 'OPF_SN_API_CASH_OUT');
      assert.equal(await client.balance(), 990);
      await pay(client, 'OPA_SN_API_CASH_IN', { amount: 500 });
      assertRefused(await refund(client, paid.transactionId));
      assert.equal(await client.balance(), 490);
      assert.equal(await statusOf(client, paid.id), 'SUCCESS');
      assert.equal(await refundsOf(paid.phone), 0);

      await pay(client, 'OPF_SN_API_CASH_OUT', { amount: 2000 });
      assert.equal(await client.balance(), 2470);
      await assertDone(await refund(client, paid.transactionId), client, paid.id);
      // The commission of 10 returns as that of a DEBIT does: the price list says nothing else.
      assert.equal(await client.balance(), 1480);
      assert.equal(await statusOf(client, paid.id), 'REFUNDED');
      assert.equal(await refundsOf(paid.phone), 1);
    });

    it('S4 commissions with decimals return to the last one', async () => {
      const client = await newClient(100);
      const funds = await client.balance();
      const paid = await pay(client, 'OPF_SN_API_CASH_OUT', { amount: 1055 });
      assert.equal(paid.commission, 10.55);
      assert.equal(await client.balance(), funds + 1044.45);
      await assertDone(await refund(client, paid.transactionId), client, paid.id);
      assert.equal(await client.balance(), funds);
    });
  });

  it('S4 an amount that is not the transaction’s is refused and nothing moves; its own is accepted', async () => {
    const client = await fixture.newClient(grace);
    const { transactionId } = await pay(client, 'OPC_SN_API_CASH_IN');
    const refundOf = (amount: unknown) =>
      client.post(path, { apiKey: client.apiKey, transactionId, amount });
    const before = await client.balance();
    for (const amount of [500, 1001, '999', 1000.5, 0]) {
      const { json, text } = await refundOf(amount);
      assert.deepEqual([json.statutTreatment, json.code], ['FAILLED', 4022], text);
      assert.equal(json.errors[0].field, 'amount');
    }
    assert.equal(await client.balance(), before);
    assert.ok(isTakenBack(await refundOf('1000')));
  });

  it('S4 five refunds at once move the money once', async () => {
    const { client } = fixture;
    const funds = await client.balance();
    const paid = await pay(client, 'OPF_SN_API_CASH_OUT');
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => refund(client, paid.transactionId)),
    );
    const treatments = answers.map(({ json }) => json.statutTreatment);
    assert.equal(
      treatments.filter((treatment) => treatment === 'SUCCESS').length <= 1,
      true,
      treatments.join(),
    );
    await untilStatus(client, paid.id, 'REFUNDED');
    assert.equal(await client.balance(), funds);
    assert.equal(await refundsOf(paid.phone), 1);
    assertRefused(await refund(client, paid.transactionId));
  });
});
