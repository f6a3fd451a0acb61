// Checks what changes with time: expired payment pages, windows, limits, quotes, listed bills,
// known addresses. Uses its own installation with a moved clock; the tests share that clock and
// therefore run in sequence.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import {
  advanceClock,
  createAccount,
  createClient,
  payOut,
  sendRequest,
  hostInstallation,
  startReceiver,
  uniqueId,
  uniquePhone,
  until,
} from './harness/index.ts';
import type { Answer, Client, HostedInstallation, Receiver } from './harness/index.ts';
import { callerAddress, lookUp, untilStatus } from './harness/payment.ts';
import { startNameServer } from './harness/name-server.ts';
import type { NameServer } from './harness/name-server.ts';
import { card, remitSendData } from './harness/samples.ts';

const minute = 60;
const hour = 60 * minute;
const day = 24 * hour;
const biller = 'BILLERA_SN_BILL_PAY';
const desktop = 'Mozilla/5.0 (X11; Linux x86_64) Chrome/126.0.0.0 Safari/537.36';

let installation: HostedInstallation;
let receiver: Receiver;
let names: NameServer;
let client: Client;
before(async () => {
  names = await startNameServer();
  installation = await hostInstallation({ env: { JOKKO_DNS_SERVERS: names.address } });
  receiver = await startReceiver();
  client = createClient(
    installation.baseUrl,
    (await createAccount(installation, { fund: 10_000_000 })).apiKey,
  );
});
after(async () => {
  await receiver.close();
  await installation.stop();
  await names.close();
});

async function start(
  members: Record<string, unknown>,
): Promise<{ id: string; transactionId: string; link: string; body: Record<string, unknown> }> {
  const body = payOut({ callbackUrl: receiver.url, ...members });
  const { json, text } = await client.operation(body);
  assert.deepEqual([json.code, json.data.status], [2000, 'PENDING'], text);
  return {
    id: String(body['externalTransactionId']),
    transactionId: json.data.transactionId,
    link: json.data.deepLinkUrl ?? json.data.authLinkUrl ?? '',
    body,
  };
}

const openPage = (url: string) =>
  sendRequest(url, { headers: { 'user-agent': desktop, 'accept-language': 'en' } });

/** How many seconds a page says are left. */
function leftS({ text }: Answer): number {
  const [, minutes, seconds] = /\b(\d\d?):(\d\d)\b/.exec(text) ?? [];
  return Number(minutes) * minute + Number(seconds);
}

/** Resolves when so many attempts to send its callback have failed. */
async function untilFailed(transactionId: string, count: number): Promise<void> {
  await until(`${count} attempts failed`, async () => {
    const { callbacks } = await installation.cli<{
      callbacks: { log: { errorClass: string | null }[] }[];
    }>(['callback', 'show', transactionId]);
    return callbacks[0]!.log.filter(({ errorClass }) => errorClass !== null).length >= count;
  });
}

describe('the clock moves', () => {
  const post = (path: string, members: Record<string, unknown>): Promise<Answer> =>
    client.post(`/api-services/${path}`, { apiKey: client.apiKey, ...members });
  const operate = async (members: Record<string, unknown>): Promise<Answer['json']> =>
    (await client.operation(payOut(members))).json;

  it('digits 8000: the payer never validates: payment-timeout (4) when the link expires, not before; O11 the page reports it', async () => {
    const orders = await Promise.all([
      start({ codeService: 'OPC_SN_API_CASH_OUT', phone: uniquePhone('8000') }),
      start({ codeService: 'OPA_SN_API_CASH_OUT', useOpaQrCode: true, phone: uniquePhone('8000') }),
      start({ codeService: 'OPF_SN_API_CASH_OUT', phone: uniquePhone('8000') }),
      start({ ...card, cardNumber: '4970100000008000' }),
    ]);
    const forEver = await start({ codeService: 'OPC_SN_API_CASH_OUT', phone: uniquePhone('8007') });
    const payOutWaiting = await start({ phone: uniquePhone('8000') });
    const fresh = await openPage(String(orders[0]?.link));
    await advanceClock(installation, 13 * minute);
    const later = await openPage(String(orders[0]?.link));
    const left = { fresh: leftS(fresh), later: leftS(later) };
    assert.ok(left.fresh > 13 * minute && left.fresh <= 15 * minute, `${left.fresh} s of 15 min`);
    assert.ok(left.later > 0 && left.later <= left.fresh - 13 * minute + 1, `${left.later} s`);
    for (const { id } of orders)
      assert.deepEqual(receiver.requestsFor(id), [], 'nothing is decided before the window ends');
    await advanceClock(installation, minute + 70);
    for (const { id } of orders) {
      const { json, text } = await receiver.waitFor(id);
      assert.deepEqual(
        [json.status, json.transaction.errorType.id, json.transaction.errorType.code],
        ['FAILLED', 4, 'payment-timeout'],
        text,
      );
      await untilStatus(client, id, 'FAILLED');
    }
    const [expired, undecided] = await Promise.all([
      openPage(String(orders[0]?.link)),
      openPage(forEver.link),
    ]);
    for (const page of [expired, undecided]) {
      assert.ok(
        !page.text.includes('<svg') && !page.headers['location'],
        'nothing to pay any more',
      );
      assert.match(page.text, /expired|not completed/i);
    }
    assert.match(undecided.text, /expired/i);
    for (const { id } of [forEver, payOutWaiting]) {
      const status = (await client.status(id)).json.data.status;
      assert.ok(
        ['PENDING', 'PROCESSING'].includes(status),
        `no time-out turns an unknown outcome into FAILED: ${status}`,
      );
    }
  });

  it('O10 the page of a link that the provider has not given yet shows it when it arrives', async () => {
    const phone = 'Mozilla/5.0 (Linux; Android 14) Chrome/126.0.0.0 Mobile Safari/537.36';
    const provider = (http503: boolean) =>
      sendRequest(`${installation.simulatorUrl}/control/behaviour`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ http503 }),
      });
    await provider(true);
    const { link } = await start({
      codeService: 'OPC_SN_API_CASH_OUT',
      phone: uniquePhone('8007'),
    });
    const waiting = await sendRequest(link, { headers: { 'user-agent': phone } });
    await provider(false);
    // It is asked again after some seconds.
    await advanceClock(installation, minute);
    const target = await until(
      'the page leads to the provider',
      async () =>
        (await sendRequest(link, { headers: { 'user-agent': phone } })).headers['location'],
    );
    assert.equal(waiting.status, 200);
    assert.match(waiting.text, /<html/i);
    assert.ok(String(target).startsWith(installation.simulatorUrl));
  });

  it('O4 names are checked at every connection: one that moves to a private address is not called, and called again when it is back', async () => {
    names.addressesOf.set('moving.client.example', ['127.0.0.1']);
    names.addressesOf.set('mixed.client.example', ['127.0.0.1', '10.0.0.1']);
    // A connection that is kept open would be used again without a look at the name.
    const headers = { connection: 'close' };
    receiver.answerWith(({ path }, count) => ({
      headers,
      status: path === '/moving' && count === 1 ? 500 : 200,
    }));
    const moving = await start({
      callbackUrl: `http://moving.client.example:${receiver.port}/moving`,
    });
    const mixed = await start({
      callbackUrl: `http://mixed.client.example:${receiver.port}/mixed`,
    });
    await receiver.waitFor(moving.id);
    await untilFailed(mixed.transactionId, 1);
    names.addressesOf.set('moving.client.example', ['10.0.0.1']);
    const askedBefore = names.asked.length;
    await advanceClock(installation, 70);
    await untilFailed(moving.transactionId, 2);
    assert.ok(
      names.asked.slice(askedBefore).includes('moving.client.example'),
      'the name was asked for again',
    );
    assert.equal(receiver.requestsFor(moving.id).length, 1);
    assert.deepEqual(
      receiver.requestsFor(mixed.id),
      [],
      'one private address among others is enough',
    );
    names.addressesOf.set('moving.client.example', ['127.0.0.1']);
    names.addressesOf.set('mixed.client.example', ['127.0.0.1']);
    await advanceClock(installation, 70);
    await receiver.waitFor(moving.id, { count: 2 });
    await receiver.waitFor(mixed.id);
    receiver.answerWith({});
  });

  it('O7 an operation leans on a quote and on a look-up for 30 minutes', async () => {
    const quoted = await post('remit-send-info', {
      codeService: 'REMIT_SN_API_CASH_IN',
      amount: 3000,
      remitSendData,
    });
    const lookedUp = await post('remit-reception-info', {
      codeService: 'REMIT_SN_API_CASH_OUT',
      referenceNumber: '45670001',
    });
    assert.deepEqual([quoted.json.code, lookedUp.json.code], [2000, 2000], quoted.text);
    const amount = Number(lookedUp.json.data.referenceNumberResponse.receiveAmount);
    const send = () => operate({ codeService: 'REMIT_SN_API_CASH_IN', amount: 3000 });
    const receive = () => operate({ codeService: 'REMIT_SN_API_CASH_OUT', amount });

    await advanceClock(installation, 29 * minute);
    assert.equal((await send()).code, 2000, 'the quote of 29 minutes ago');
    assert.equal((await receive()).code, 2000, 'the look-up of 29 minutes ago');
    await advanceClock(installation, 2 * minute);
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
    await advanceClock(installation, 24 * hour + minute);
    const late = await pay();
    assert.deepEqual([late.code, late.error, late.data], [4004, true, {}]);
    await list();
    await advanceClock(installation, 23 * hour + 50 * minute);
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
    await advanceClock(installation, 50 * minute);
    assert.equal((await lookUp(client, id, { from })).json.code, 2000, 'the last call with a key');
    await advanceClock(installation, 23 * hour + 50 * minute);
    assert.equal(await keyless(), 2000, '23 hours and 50 minutes after the last call');
    await advanceClock(installation, 11 * minute);
    assert.equal(await keyless(), 4001, '24 hours after the last call');
  });

  it('O8 the window of error 6 ends after its time', async () => {
    const body = {
      codeService: 'OPG_BF_API_CASH_IN',
      phone: uniquePhone('8007', 8),
      amount: 1_000,
    };
    const first = await client.operation(payOut(body));
    await advanceClock(installation, 4 * minute);
    const early = await client.operation(payOut(body));
    await advanceClock(installation, minute + 5);
    const later = await client.operation(payOut(body));
    assert.deepEqual(
      [first.json.code, early.json.data.errorType?.id, later.json.code],
      [2000, 6, 2000],
    );
  });

  it('O8 ceilings: daily 51, weekly 50, monthly 18, each of its own window', async () => {
    const phone = uniquePhone('8007', 8);
    const results: (number | string)[] = [];
    const pay = async (amount: number): Promise<void> => {
      const { json } = await client.operation(
        payOut({ codeService: 'OPA_BF_API_CASH_IN', phone, amount }),
      );
      results.push(json.code === 2000 ? 'done' : json.data.errorType.id);
    };
    const wait = (seconds: number): Promise<void> => advanceClock(installation, seconds);
    await pay(200_000);
    await pay(5); // 200,005 in a day
    await wait(day + minute);
    await pay(200_000);
    await wait(day + minute);
    await pay(100_005); // 500,005 in a week
    await pay(100_000);
    await wait(7 * day + minute);
    await pay(199_995);
    await wait(day + minute);
    await pay(199_990);
    await wait(day + minute);
    await pay(100_000); // 999,985 in the month
    await wait(7 * day + minute);
    await pay(20); // 1,000,005 in the month
    await pay(15);
    await wait(13 * day);
    await pay(1_000);
    assert.deepEqual(results, [
      'done',
      51,
      'done',
      50,
      'done',
      'done',
      'done',
      'done',
      18,
      'done',
      'done',
    ]);
  });

  it('O5 an id is known for ever', async () => {
    const { body } = await start({ phone: '770008007' });
    const first = await client.operation(body);
    await advanceClock(installation, 365 * day);
    const [replay, conflict] = [
      await client.operation(body),
      await client.operation({ ...body, amount: 101 }),
    ];
    assert.equal(replay.json.data.transactionId, first.json.data.transactionId);
    assert.equal(conflict.json.code, 4009);
  });

  it('O8 a card expires with its month', async () => {
    // More than a year was passed above: today's month is long over.
    const now = new Date();
    const expiry = {
      cardExpireMonth: String(now.getUTCMonth() + 1).padStart(2, '0'),
      cardExpireYear: String(now.getUTCFullYear() % 100),
    };
    // A node reads the database's clock once a second.
    await until('the card is refused', async () => {
      const { json } = await client.operation(payOut({ ...card, ...expiry }));
      return json.data.errorType?.id === 83 || undefined;
    });
  });
});
