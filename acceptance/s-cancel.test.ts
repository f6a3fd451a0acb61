// S4, S5, K19: checks what can be canceled, and what refund-cancel answers to everything else.
// Operations not yet sent are covered by s-provider-away.long.test.ts.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import {
  assertMemberOrder,
  openFixture,
  sendRequest,
  uniqueId,
  uniquePhone,
} from './harness/index.ts';
import type { Answer, Client, Fixture } from './harness/index.ts';
import { openStoredRows } from './harness/database.ts';
import type { StoredRows } from './harness/database.ts';
import { isTakenBack, lookUp, untilStatus, untilStored } from './harness/payment.ts';
import { bookOf } from './harness/provider-book.ts';

const path = '/api-services/transaction/refund-cancel';

function assertRefused(answer: Answer, code: number): void {
  assert.equal(answer.status, 200);
  assertMemberOrder(answer.json, [
    'message',
    'statutTreatment',
    'code',
    'msg',
    'error',
    'data',
    'errors?',
  ]);
  assert.deepEqual(
    [answer.json.statutTreatment, answer.json.code, answer.json.error],
    ['FAILLED', code, true],
    answer.text,
  );
  assert.equal(answer.json.message, answer.json.msg);
  assert.deepEqual(answer.json.data, {});
}

describe('S4 cancel', { concurrency: true }, () => {
  let fixture: Fixture;
  let client: Client;
  let other: Client;
  /** Its balance belongs to one test. */
  let counted: Client;
  let rows: StoredRows;
  before(async () => {
    fixture = await openFixture();
    rows = openStoredRows(fixture.installation);
    client = fixture.client;
    [other, counted] = await Promise.all([fixture.newClient(), fixture.newClient()]);
  });
  after(async () => {
    await rows.close();
    await fixture.close();
  });

  async function pay(
    codeService: string,
    lastFour: string,
    members: Record<string, unknown> = {},
    payer = client,
  ) {
    const id = uniqueId('cancel');
    const phone = uniquePhone(lastFour);
    const { url: callbackUrl } = fixture.receiver;
    const { json } = await payer.operation({
      phone,
      amount: 1000,
      codeService,
      externalTransactionId: id,
      callbackUrl,
      ...members,
    });
    return { id, phone, json, transactionId: String(json.data.transactionId) };
  }
  const refund = (transactionId: unknown, payer = client): Promise<Answer> =>
    payer.post(path, { apiKey: payer.apiKey, transactionId });
  const statusOf = async (id: string): Promise<string> =>
    (await lookUp(client, id)).json.data.status;
  /** The answer says so, or that it will be: then it is. */
  async function assertDone(answer: Answer, id: string, payer = client): Promise<void> {
    assert.ok(isTakenBack(answer), answer.text);
    if (answer.json.statutTreatment === 'SUCCESS')
      assertMemberOrder(answer.json, ['message', 'statutTreatment']);
    else await untilStatus(payer, id, 'CANCELED');
  }
  const untilWaiting = ({ transactionId }: { transactionId: string }): Promise<void> =>
    untilStored(rows, transactionId, 'ACCEPTED');

  it('S4 8007: a pending DEBIT that the provider lets go is CANCELED and its hold released, commission included', async () => {
    const funds = await counted.balance();
    const waiting = await pay(
      'RELOADE_SN_BILL_RELOAD',
      '0000',
      { amount: 10_000, accountNumber: `9${uniquePhone('8007')}` },
      counted,
    );
    assert.equal(waiting.json.code, 2000, JSON.stringify(waiting.json));
    assert.equal(await counted.balance(), funds - 10_100, 'amount and commission are held');
    await untilWaiting(waiting);
    await assertDone(await refund(waiting.transactionId, counted), waiting.id, counted);
    assert.equal(await counted.balance(), funds);
    assert.equal((await lookUp(counted, waiting.id)).json.data.status, 'CANCELED');
    assertRefused(await refund(waiting.transactionId, counted), 4000);

    const collecting = await pay('OPF_SN_API_CASH_OUT', '8007', {}, counted);
    await untilWaiting(collecting);
    await assertDone(await refund(collecting.transactionId, counted), collecting.id, counted);
    const held = await pay('OPA_SN_API_CASH_IN', '8003', {}, counted);
    const { json } = await refund(held.transactionId, counted);
    assert.ok(
      ['PENDING', 'FAILLED'].includes(json.statutTreatment),
      'nobody knows yet whether the provider paid',
    );
    assert.equal(
      await counted.balance(),
      funds - 1000,
      'the hold stays until the provider has spoken',
    );
  });

  it('S4 a CASHOUT that waits for its payer is cancelled at the provider', async () => {
    const waiting = await pay('OPF_SN_API_CASH_OUT', '8007');
    await untilWaiting(waiting);
    await assertDone(await refund(waiting.transactionId), waiting.id);
    assert.equal(await statusOf(waiting.id), 'CANCELED');
    const book = await bookOf(fixture.installation.simulatorUrl, waiting.phone);
    assert.deepEqual(
      book.map(({ result }) => result),
      ['accepted', 'canceled'],
    );
    assert.equal(
      fixture.receiver.requestsFor(waiting.id).length,
      0,
      'C1: no callback for CANCELED',
    );
  });

  it('S4 a link that nobody has opened is cancelled', async () => {
    const links = {
      successRedirectUrl: 'https://shop.example/ok',
      errorRedirectUrl: 'https://shop.example/ko',
    };
    const { id, transactionId, json } = await pay('OPC_SN_API_CASH_OUT', '8007', links);
    assert.equal(json.code, 2000, JSON.stringify(json));
    await untilWaiting({ transactionId });
    await assertDone(await refund(transactionId), id);
    await untilStatus(client, id, 'CANCELED');
  });

  it('S4 a transaction that failed has nothing to refund: FAILLED', async () => {
    const failed = await pay('OPA_SN_API_CASH_IN', '7028');
    assert.equal(failed.json.code, 4000);
    assertRefused(await refund(failed.transactionId), 4000);
    assert.equal(await statusOf(failed.id), 'FAILLED');
  });

  it('S4 K19 a wrong, missing or differing key carries statutTreatment, in exact member order', async () => {
    const { transactionId, id } = await pay('OPA_SN_API_CASH_IN', '8007');
    assertRefused(await client.post(path, { apiKey: 'no-such-key', transactionId }), 4001);
    assertRefused(await client.post(path, { transactionId }), 4001);
    assertRefused(
      await client.post(path, { apiKey: client.apiKey, transactionId }, { Secretkey: 'another' }),
      4001,
    );
    assert.notEqual(await statusOf(id), 'CANCELED');
    assert.equal(
      (await client.post(path, { transactionId: '1' }, { Secretkey: client.apiKey })).json.code,
      4004,
      'the header alone suffices',
    );
  });

  it("S4 K19 an unknown id, and another account's, carry statutTreatment and are answered alike", async () => {
    const { transactionId } = await pay('OPA_SN_API_CASH_IN', '8007', {}, other);
    const answers = [
      await refund('9007199254740000'),
      await refund('1'),
      await refund('T99'),
      await refund('unknown'),
      await refund(transactionId),
    ];
    for (const answer of answers) assertRefused(answer, 4004);
    assert.equal(new Set(answers.map(({ text }) => text)).size, 1);
  });

  it('S4 K19 invalid fields, malformed bodies and a wrong method carry statutTreatment', async () => {
    for (const bad of [undefined, null, '', {}, [], true, 1.5]) {
      const answer = await refund(bad);
      assertRefused(answer, 4022);
      assert.deepEqual(
        answer.json.errors.map(({ field }: { field: string }) => field),
        ['transactionId'],
        JSON.stringify(bad),
      );
    }
    assertRefused(await client.post(path, '{"apiKey":'), 4022);
    assertRefused(await client.post(path, ''), 4022);
    assertRefused(await client.post(path, '[]'), 4022);
    assertRefused(await sendRequest(`${client.baseUrl}${path}`), 4004);
  });

  it('S5 refund-cancel accepts the transaction id as issued, as a number and with a leading T', async () => {
    const forms = [(id: string) => id, Number, (id: string) => `T${id}`];
    await Promise.all(
      forms.map(async (form) => {
        const waiting = await pay('OPF_SN_API_CASH_OUT', '8007');
        await untilWaiting(waiting);
        await assertDone(await refund(form(waiting.transactionId)), waiting.id);
        assert.equal(await statusOf(waiting.id), 'CANCELED');
      }),
    );
  });
});
