// S3, S4: checks operations while a provider is unreachable, does not answer, or has not reported
// a final result. Uses its own installation: its catalogue has a route to nowhere, its clock is
// moved, and its simulator is set to answer only HTTP 503.

import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  advanceClock,
  assertMemberOrder,
  createAccount,
  createClient,
  sendRequest,
  startInstallation,
  startReceiver,
  uniqueId,
  uniquePhone,
  until,
} from './harness/index.ts';
import type { Client, Installation, Json, Receiver } from './harness/index.ts';
import { lookUp, untilAccepted, untilStatus } from './harness/payment.ts';
import { bookOf, executionsOf } from './harness/provider-book.ts';

interface CatalogueFile {
  services: { code: string; price?: Record<string, unknown> }[];
  routes: { name: string; config: Record<string, unknown> }[];
}

const refundPath = '/api-services/transaction/refund-cancel';
/** Nothing listens on port 1 of loopback. */
const nowhere = 'http://127.0.0.1:1/gsma/v1.2/mm';
const daySeconds = 86_400;

describe('S3 S4 a provider that is away', () => {
  let installation: Installation;
  let receiver: Receiver;
  let client: Client;

  before(async () => {
    installation = await startInstallation();
    receiver = await startReceiver();
    const made = createAccount(installation, { set: ['--callback-grace-ms', '0'] });
    const changed = changeCatalogue((catalogue) => {
      for (const route of catalogue.routes) {
        if (route.name === 'OPG_CI') route.config['baseUrl'] = nowhere;
        if (route.name === 'OPA_SN') route.config['timeoutMs'] = 1_000;
      }
      for (const service of catalogue.services) {
        if (service.code === 'RELOADE_SN_BILL_RELOAD')
          service.price = { ...service.price, refundsCommission: false };
      }
    });
    client = createClient(installation.baseUrl, (await made).apiKey);
    await changed;
  });
  after(async () => {
    await receiver.close();
    await installation.stop();
  });

  async function changeCatalogue(change: (catalogue: CatalogueFile) => void): Promise<void> {
    const catalogue = await installation.cli<CatalogueFile>(['catalogue', 'export']);
    change(catalogue);
    const file = join(installation.dataDir, 'catalogue.json');
    writeFileSync(file, JSON.stringify(catalogue));
    await installation.cli(['catalogue', 'import', file]);
  }
  async function pay(codeService: string, phone: string, members: Record<string, unknown> = {}) {
    const id = uniqueId('away');
    const { json } = await client.operation({
      phone,
      amount: 1000,
      codeService,
      externalTransactionId: id,
      callbackUrl: receiver.url,
      ...members,
    });
    assert.deepEqual([json.code, json.data.status], [2000, 'PENDING'], JSON.stringify(json));
    return { id, phone, transactionId: json.data.transactionId as string };
  }
  const refund = (transactionId: string) =>
    client.post(refundPath, { apiKey: client.apiKey, transactionId });
  /**
   * Moves the clock on until it has this status: how often the provider was asked before, and so
   * when next, the machine decides too.
   */
  const untilIn = (id: string, status: string, stepSeconds: number): Promise<unknown> =>
    until(
      `${id} is ${status}`,
      async () => {
        await advanceClock(installation, stepSeconds);
        return (await lookUp(client, id)).json.data.status === status;
      },
      { timeoutMs: 120_000, everyMs: 2_000 },
    );
  const providerAway = async (away: boolean) => {
    const body = JSON.stringify({ http503: away });
    await sendRequest(`${installation.simulatorUrl}/control/behaviour`, { method: 'POST', body });
  };

  it('O15 a service whose route is switched off answers 4000 operator_down_time, stores nothing and says so in the list', async () => {
    const codeService = 'OPD_SN_WALLET_CASH_IN';
    const { id, phone, transactionId } = await pay(codeService, uniquePhone());
    const switchRoute = (to: 'on' | 'off') =>
      installation.cli(['route', 'switch', 'OPD_SN', to, '--reason', 'maintenance']);
    const availableNow = async (): Promise<unknown> => {
      const { json } = await client.get('/api-services/services', { Secretkey: client.apiKey });
      const listed = json.services.find(
        (each: { codeService: string }) => each.codeService === codeService,
      );
      return listed.available ?? true;
    };
    await switchRoute('off');
    await until('the services say it', async () => (await availableNow()) === false);
    const order = { phone: uniquePhone(), amount: 1000, codeService };
    const refused = await client.operation({ ...order, externalTransactionId: uniqueId('off') });
    assert.deepEqual(
      [refused.json.code, refused.json.data.errorType.id, refused.json.data.errorType.code],
      [4000, 28, 'operator_down_time'],
      refused.text,
    );
    assert.equal(refused.json.data.transactionId, undefined, 'nothing was stored');
    const repeated = await client.operation({ ...order, phone, externalTransactionId: id });
    assert.equal(repeated.json.data.transactionId, transactionId, 'a repeat finds its operation');
    await switchRoute('on');
    await until('the services say it', async () => (await availableNow()) === true);
    assert.equal(
      (await client.operation({ ...order, externalTransactionId: uniqueId('on') })).json.code,
      2000,
    );
  });

  it('O15 nothing is looked up on a route that is switched off: 4000 operator_down_time', async () => {
    const bills = [
      'list-pending-bills',
      { codeService: 'BILLERA_SN_BILL_PAY', billAccountNumber: '10002000' },
    ];
    const reception = [
      'remit-reception-info',
      { codeService: 'REMIT_SN_API_CASH_OUT', referenceNumber: '12345678' },
    ];
    const quote = [
      'remit-send-info',
      {
        codeService: 'REMIT_SN_API_CASH_IN',
        amount: 3000,
        remitSendData: { senderDetails: {}, receiverDetails: {} },
      },
    ];
    const askAll = async () => {
      const inquiries = [bills, reception, quote] as [string, object][];
      const answers = await Promise.all(
        inquiries.map(([path, body]) =>
          client.post(`/api-services/${path}`, { apiKey: client.apiKey, ...body }),
        ),
      );
      return answers.map(({ json }) => json);
    };
    const switchRoutes = async (to: 'on' | 'off') => {
      for (const route of ['BILLS_SN', 'REMITTANCE'])
        await installation.cli(['route', 'switch', route, to, '--reason', 'maintenance']);
    };
    const codesOf = (answers: Json[]) => answers.map(({ code }) => code as number);
    await switchRoutes('off');
    await until('all are refused', async () =>
      codesOf(await askAll()).every((code) => code === 4000),
    );
    const [listed, ...others] = await askAll();
    assert.deepEqual(listed.data, { status: 'FAILLED', pendingBills: [] });
    assert.equal(listed.msg, others[0].msg);
    for (const { data } of others)
      assert.deepEqual([data.errorType.id, data.errorType.code], [28, 'operator_down_time']);
    await switchRoutes('on');
    await until('all are answered', async () =>
      codesOf(await askAll()).every((code) => code === 2000),
    );
  });

  it('S4 what was not sent yet is PENDING and can be CANCELED: exactly {message, statutTreatment}, hold released, no callback', async () => {
    const funds = await client.balance();
    const unsent = [
      await pay('OPG_CI_API_CASH_IN', uniquePhone('0000', 10)),
      await pay('OPG_CI_API_CASH_OUT', uniquePhone('0000', 10)),
    ];
    await sleep(500);
    assert.equal(await client.balance(), funds - 1000, 'the pay-out holds its amount');
    for (const { id, transactionId } of unsent) {
      assert.equal((await lookUp(client, id)).json.data.status, 'PENDING');
      // Not in the moment in which it tries again to send it.
      const json = await until('it is cancelled', async () => {
        const answer = await refund(transactionId);
        return answer.json.statutTreatment === 'SUCCESS' && answer.json;
      });
      assertMemberOrder(json, ['message', 'statutTreatment']);
      assert.equal((await lookUp(client, id)).json.data.status, 'CANCELED');
    }
    assert.equal(await client.balance(), funds);
    const again = await refund(unsent[0]!.transactionId);
    assert.deepEqual([again.json.statutTreatment, again.json.code], ['FAILLED', 4000]);
    await sleep(1_500);
    for (const { id } of unsent) {
      assert.equal(receiver.requestsFor(id).length, 0, 'C1: CANCELED has no callback');
      assert.equal((await lookUp(client, id)).json.data.status, 'CANCELED', 'it stays');
    }
  });

  it('S4 the price list may keep the commission of a refunded DEBIT', async () => {
    const funds = await client.balance();
    const paid = await pay('RELOADE_SN_BILL_RELOAD', uniquePhone(), {
      amount: 10_000,
      accountNumber: `9${uniquePhone()}`,
    });
    const callback = await receiver.waitFor(paid.id);
    assert.equal(callback.json.status, 'SUCCESS', callback.text);
    assert.equal((await refund(paid.transactionId)).json.statutTreatment, 'SUCCESS');
    assert.equal(await client.balance(), funds - 100);
  });

  it('S4 a refund whose outcome is to come answers PENDING with the full form and ends in REFUNDED', async () => {
    const funds = await client.balance();
    const paid = await pay('OPF_SN_API_CASH_IN', uniquePhone());
    await receiver.waitFor(paid.id);
    await providerAway(true);
    const { json } = await refund(paid.transactionId);
    assertMemberOrder(json, ['message', 'statutTreatment', 'code', 'msg', 'error', 'data']);
    assert.equal(json.statutTreatment, 'PENDING', JSON.stringify(json));
    assert.equal(await client.balance(), funds - 1000, 'nothing has come back yet');
    await providerAway(false);
    await untilIn(paid.id, 'REFUNDED', 120);
    assert.equal(await client.balance(), funds);
    const refunds = (await bookOf(installation.simulatorUrl, paid.phone)).filter(
      ({ kind, result }) => kind === 'refund' && result === 'executed',
    );
    assert.equal(refunds.length, 1);
  });

  it('S3 payment-timeout needs the word of the provider; after 15 minutes of a payer who does nothing it comes', async () => {
    const funds = await client.balance();
    const prompt = await pay('OPF_SN_API_CASH_OUT', uniquePhone('8000'));
    const link = await pay('OPC_SN_API_CASH_OUT', uniquePhone('8000'));
    await untilAccepted(installation.simulatorUrl, prompt.phone);
    await untilAccepted(installation.simulatorUrl, link.phone);
    await providerAway(true);
    await advanceClock(installation, 16 * 60);
    await sleep(2_000);
    for (const { id } of [prompt, link])
      assert.equal(
        (await lookUp(client, id)).json.data.status,
        'PENDING',
        'no timer of ours decides',
      );
    await providerAway(false);
    for (const { id } of [prompt, link]) {
      await untilIn(id, 'FAILLED', 16 * 60);
      const callback = await receiver.waitFor(id);
      assert.deepEqual(
        [callback.json.status, callback.json.transaction.errorType.id],
        ['FAILLED', 4],
      );
      assert.equal(callback.json.transaction.errorType.code, 'payment-timeout');
      const { json } = await lookUp(client, id);
      assert.deepEqual(
        [json.data.status, json.data.errorType.code],
        ['FAILLED', 'payment-timeout'],
      );
    }
    assert.equal(await client.balance(), funds);
  });

  it('S3 no time-out ever turns an unknown outcome into FAILLED: days without a word, then the look-up finds the success', async () => {
    const funds = await client.balance();
    const unknown = await pay('OPA_SN_API_CASH_IN', uniquePhone('8003'));
    await untilAccepted(installation.simulatorUrl, unknown.phone);
    await providerAway(true);
    await untilStatus(client, unknown.id, 'PROCESSING');
    for (let day = 1; day <= 3; day++) {
      await advanceClock(installation, daySeconds);
      await sleep(800);
      assert.equal(
        (await lookUp(client, unknown.id)).json.data.status,
        'PROCESSING',
        `after ${day} days`,
      );
    }
    assert.equal(await client.balance(), funds - 1000, 'the hold stays');
    assert.equal(receiver.requestsFor(unknown.id).length, 0);
    await providerAway(false);
    await untilIn(unknown.id, 'SUCCESS', daySeconds);
    await receiver.waitFor(unknown.id);
    assert.equal((await lookUp(client, unknown.id)).json.data.status, 'SUCCESS');
    assert.equal(await executionsOf(installation.simulatorUrl, unknown.phone), 1);
  });

  it('S3 a provider that comes back in time gets what was waiting, once', async () => {
    await providerAway(true);
    const waiting = await pay('OPD_SN_WALLET_CASH_IN', uniquePhone());
    await sleep(500);
    await providerAway(false);
    await untilIn(waiting.id, 'SUCCESS', 30);
    const lines = await bookOf(installation.simulatorUrl, waiting.phone);
    assert.equal((await lookUp(client, waiting.id)).json.data.status, 'SUCCESS');
    assert.equal(
      lines.filter(({ result }) => result === 'executed').length,
      1,
      JSON.stringify(lines),
    );
  });
});
