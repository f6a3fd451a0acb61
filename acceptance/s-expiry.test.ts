// Checks what expires: a listed bill after 24 hours (S6), a quote and an inquiry after 30 minutes
// (O7), an address after 24 hours (S1). Uses its own installation, whose clock is moved forward
// from test to test.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import {
  advanceClock,
  createClient,
  payOut,
  startInstallation,
  uniqueId,
  uniquePhone,
} from './harness/index.ts';
import type { Answer, Client, Installation } from './harness/index.ts';
import { callerAddress, lookUp } from './harness/payment.ts';

const minuteSeconds = 60;
const hourSeconds = 3_600;
const biller = 'BILLERA_SN_BILL_PAY';
const sendData = {
  senderDetails: {
    senderFirstName: 'AWA',
    senderLastName: 'NDIAYE',
    senderCountry: 'SEN',
    sendCurrency: 'XOF',
  },
  receiverDetails: {
    receiverFirstName: 'KOFFI',
    receiverLastName: 'DIALLO',
    receiveCountry: 'SEN',
    receiveCurrency: 'XOF',
  },
};

describe('what ends with time', () => {
  let installation: Installation;
  let client: Client;
  before(async () => {
    installation = await startInstallation();
    client = createClient(installation.baseUrl, installation.apiKey);
  });
  after(() => installation.stop());

  const post = (path: string, members: Record<string, unknown>): Promise<Answer> =>
    client.post(`/api-services/${path}`, { apiKey: client.apiKey, ...members });
  const operate = async (members: Record<string, unknown>): Promise<Answer['json']> =>
    (await client.operation(payOut(members))).json;

  it('O7 an operation leans on a quote and on a look-up for 30 minutes', async () => {
    const quoted = await post('remit-send-info', {
      codeService: 'REMIT_SN_API_CASH_IN',
      amount: 3000,
      remitSendData: sendData,
    });
    const lookedUp = await post('remit-reception-info', {
      codeService: 'REMIT_SN_API_CASH_OUT',
      referenceNumber: '45670001',
    });
    assert.deepEqual([quoted.json.code, lookedUp.json.code], [2000, 2000], quoted.text);
    const amount = Number(lookedUp.json.data.referenceNumberResponse.receiveAmount);
    const send = () => operate({ codeService: 'REMIT_SN_API_CASH_IN', amount: 3000 });
    const receive = () => operate({ codeService: 'REMIT_SN_API_CASH_OUT', amount });

    await advanceClock(installation, 29 * minuteSeconds);
    assert.equal((await send()).code, 2000, 'the quote of 29 minutes ago');
    assert.equal((await receive()).code, 2000, 'the look-up of 29 minutes ago');
    await advanceClock(installation, 2 * minuteSeconds);
    const late = [await send(), await receive()];
    assert.deepEqual(
      late.map(({ code, errors }) => [code, errors?.[0].field]),
      [
        [4022, 'remitSendData'],
        [4022, 'referenceNumber'],
      ],
    );
  });

  it('S6 a listed bill can be paid for 24 hours; listing it again gives 24 more', async () => {
    const account = `21${uniquePhone()}`;
    const list = async () =>
      (await post('list-pending-bills', { codeService: biller, billAccountNumber: account })).json
        .data.pendingBills.pendingBills;
    const { amount, billReference } = (await list())[0];
    const pay = () =>
      operate({ codeService: biller, amount, billReference, accountNumber: account });
    await advanceClock(installation, 24 * hourSeconds + minuteSeconds);
    const late = await pay();
    assert.deepEqual([late.code, late.error, late.data], [4004, true, {}]);
    await list();
    await advanceClock(installation, 23 * hourSeconds + 50 * minuteSeconds);
    assert.equal((await pay()).code, 2000);
  });

  it('S1 an address without a key is known for 24 hours after its last call with a valid key', async () => {
    const id = uniqueId('expiry');
    assert.equal(
      (await operate({ externalTransactionId: id, phone: uniquePhone('8007') })).code,
      2000,
    );
    const from = callerAddress();
    const keyless = async (): Promise<number> =>
      (await lookUp(client, id, { from, body: {} })).json.code;
    assert.equal((await lookUp(client, id, { from })).json.code, 2000);
    await advanceClock(installation, 50 * minuteSeconds);
    assert.equal((await lookUp(client, id, { from })).json.code, 2000, 'the last call with a key');
    await advanceClock(installation, 23 * hourSeconds + 50 * minuteSeconds);
    assert.equal(await keyless(), 2000, '23 hours and 50 minutes after the last call');
    await advanceClock(installation, 11 * minuteSeconds);
    assert.equal(await keyless(), 4001, '24 hours after the last call');
  });
});
