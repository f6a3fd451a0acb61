// Proves that bills, reloads, remittances, refunds and the tests' own controls follow PROTOCOL.md
// sections 1 and 4.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { airtime, isSigned, startListener, startProvider, settle } from './provider.ts';
import type { Answer, Body, Provider } from './provider.ts';

const service = 'BILLERA_SN_BILL_PAY';
const accountNumber = '21000000001';

function payment(
  reference: string,
  bill: { billReference: string; amount: string },
  changes: object = {},
): object {
  return airtime(reference, '0001', {
    kind: 'bill_pay',
    service,
    amount: bill.amount,
    bill: { accountNumber, billReference: bill.billReference },
    ...changes,
  });
}
const listBills = async (
  provider: Provider,
): Promise<{ billReference: string; amount: string }[]> =>
  (await provider.sandbox('POST', '/bills', { service, accountNumber })).body.bills;

test('bills: the same list each time, dated DD/MM/YY; digits 7NNN refuse the list', async (t) => {
  const provider = await startProvider(t);
  const { body } = await provider.sandbox('POST', '/bills', { service, accountNumber });
  assert.deepEqual(body.bills, await listBills(provider));
  assert.match(body.bills[0].infos[1].value, /^\d\d\/\d\d\/\d\d$/);
  assert.match(body.bills[0].amount, /^[1-9][0-9]{3,4}$/);
  const refused = await provider.sandbox('POST', '/bills', {
    service,
    accountNumber: '21000007044',
  });
  assert.deepEqual([refused.status, refused.body.error.errorId], [422, 44]);
});

test('a bill is paid once, leaves the list, and comes back when its payment fails', async (t) => {
  const provider = await startProvider(t);
  const [bill] = await listBills(provider);
  assert.ok(bill);
  await provider.sandbox('POST', '/operations', payment('first', bill));
  const second = await provider.sandbox('POST', '/operations', payment('second', bill));
  assert.equal(second.body.error.errorId, 118);
  await provider.advance(1);
  assert.equal(
    (await provider.sandbox('POST', '/operations', payment('third', bill))).body.error.errorId,
    118,
  );
  assert.ok(
    !(await listBills(provider)).some((listed) => listed.billReference === bill.billReference),
  );
  await provider.sandbox('POST', '/operations/first/refunds', { reference: 'back' });
  await provider.advance(1);
  assert.ok(
    (await listBills(provider)).some((listed) => listed.billReference === bill.billReference),
  );
  await provider.sandbox(
    'POST',
    '/operations',
    payment('fourth', bill, { phone: '+221770009002' }),
  );
  await provider.advance(1);
  assert.ok(
    (await listBills(provider)).some((listed) => listed.billReference === bill.billReference),
  );
});

test('an unknown bill and a wrong amount are refused', async (t) => {
  const provider = await startProvider(t);
  const [bill] = await listBills(provider);
  assert.ok(bill);
  assert.equal(
    (await provider.sandbox('POST', '/operations', payment('a', { ...bill, billReference: '1' })))
      .body.error.errorId,
    121,
  );
  assert.equal(
    (await provider.sandbox('POST', '/operations', payment('b', { ...bill, amount: '1' }))).body
      .error.errorId,
    116,
  );
});

const people = {
  senderDetails: {
    senderFirstName: 'First',
    senderLastName: 'Last',
    senderHomePhone: '770000001',
    senderCountry: 'SEN',
    sendPurposeOfTransaction: 'GIFT',
  },
  receiverDetails: {
    receiverFirstName: 'First2',
    receiverLastName: 'Last2',
    receiveCountry: 'SEN',
    receiveCurrency: 'XOF',
  },
};

test('quote: the example of the interface, and totals that add up in other currencies', async (t) => {
  const provider = await startProvider(t);
  const quoteFor = async (amount: string, receiveCurrency: string): Promise<Body> => {
    const body = {
      service: 'REMIT_SN_API_CASH_IN',
      amount,
      currency: 'XOF',
      ...people,
      receiverDetails: { ...people.receiverDetails, receiveCurrency },
    };
    return (await provider.sandbox('POST', '/remittances/quote', body)).body.quote;
  };
  const example = await quoteFor('3000', 'XOF');
  assert.deepEqual(
    [
      example['sendAmounts'].totalSendFees,
      example['sendAmounts'].totalSendTaxes,
      example['sendAmounts'].totalAmountToCollect,
    ],
    ['90', '0', '3090'],
  );
  assert.deepEqual(
    [example['receiveAmounts'].receiveAmount, example['exchangeRateApplied']],
    ['3000', '1.000000'],
  );
  for (const [amount, currency] of [
    ['10001', 'EUR'],
    ['777', 'GNF'],
    ['250000', 'USD'],
  ] as const) {
    const {
      sendAmounts: send,
      receiveAmounts: receive,
      exchangeRateApplied,
    } = await quoteFor(amount, currency);
    const detail = (list: { amountType: string; amount: string }[], type: string): number =>
      Number(list.find((entry) => entry.amountType === type)?.amount);
    assert.equal(Number(send.totalSendFees), Math.ceil((Number(amount) * 3) / 100));
    assert.equal(
      Number(send.totalAmountToCollect),
      Number(amount) +
        Number(send.totalSendFees) +
        Number(send.totalSendTaxes) -
        Number(send.totalDiscountAmount),
    );
    assert.equal(
      detail(send.detailSendAmounts, 'totalSendFeesAndTaxes'),
      Number(send.totalSendFees) + Number(send.totalSendTaxes),
    );
    assert.equal(
      detail(send.detailSendAmounts, 'totalAmountToRem'),
      Number(send.totalAmountToCollect),
    );
    assert.ok(
      Math.abs(Number(receive.receiveAmount) - Number(amount) * Number(exchangeRateApplied)) < 1,
    );
    assert.equal(
      Number(receive.totalReceiveAmount),
      Number(receive.receiveAmount) -
        Number(receive.totalReceiveFees) -
        Number(receive.totalReceiveTaxes),
    );
  }
});

test('a remittance that was sent is found under its number, received once, then says RECVD', async (t) => {
  const provider = await startProvider(t);
  await provider.sandbox(
    'POST',
    '/operations',
    airtime('send', '0001', { kind: 'remit_send', amount: '3000', remitSend: people }),
  );
  await provider.advance(1);
  const number = (await provider.sandbox('GET', '/operations/send')).body.voucher.code as string;
  assert.match(number, /^[0-9]{8}$/);
  const { record } = (await provider.sandbox('GET', `/remittances/${number}`)).body;
  assert.deepEqual(
    [
      record.transactionStatus,
      record.okForPickup,
      record.receiveAmount,
      record.senderFirstName,
      record.receiverLastName,
      record.originalSendFee,
    ],
    ['AVAIL', true, '3000', 'First', 'Last2', '90.000'],
  );
  const receive = (reference: string, amount: string): Promise<Answer> =>
    provider.sandbox(
      'POST',
      '/operations',
      airtime(reference, '0001', {
        kind: 'remit_receive',
        amount,
        remitReceive: { referenceNumber: number },
      }),
    );
  assert.equal((await receive('wrong', '2999')).body.error.errorId, 116);
  assert.equal((await receive('got', '3000')).status, 202);
  assert.equal((await receive('again', '3000')).body.error.errorId, 134);
  await provider.advance(1);
  const after = (await provider.sandbox('GET', `/remittances/${number}`)).body.record;
  assert.deepEqual([after.transactionStatus, after.okForPickup], ['RECVD', false]);
});

test('any other 8-digit number has a record with every member of the interface; other texts are refused with 136', async (t) => {
  const provider = await startProvider(t);
  const { record } = (await provider.sandbox('GET', '/remittances/89000005')).body;
  const members = `doCheckIn timeStamp flags remitTransactionSessionID senderFirstName senderLastName senderHomePhone receiverFirstName receiverLastName
    agentCheckNumber agentCheckAmount agentCheckAuthorizationNumber customerCheckNumber customerCheckAmount okForAgent deliveryOption transactionStatus dateTimeSent
    receiveCurrency receiveAmount referenceNumber originatingCountry validIndicator indicativeReceiveAmount indicativeExchangeRate expectedDateOfDelivery
    originalSendAmount originalSendCurrency originalSendFee originalExchangeRate redirectIndicator okForPickup notOkForPickupReasonCode minutesUntilOkForPickup
    sendPurposeOfTransaction`;
  assert.deepEqual(Object.keys(record), members.split(/\s+/));
  assert.deepEqual(
    (await provider.sandbox('GET', '/remittances/89000005')).body.record.receiverLastName,
    record.receiverLastName,
  );
  assert.equal((await provider.sandbox('GET', '/remittances/12345')).body.error.errorId, 136);
});

test('a reload hands over a token of 20 digits', async (t) => {
  const provider = await startProvider(t, { answer: 'sync' });
  const { body } = await provider.sandbox(
    'POST',
    '/operations',
    airtime('r', '0001', { kind: 'reload', reload: { accountNumber: '14000000001' } }),
  );
  assert.match(body.voucher.code, /^[0-9]{20}$/);
  assert.deepEqual([body.voucher.type, body.voucher.unit], ['meter_token', 'kWh']);
});

test('refund: once, idempotent by its own reference, moves the float back; not for what did not succeed', async (t) => {
  const provider = await startProvider(t);
  const listener = await startListener(t);
  const float = async (): Promise<string> =>
    (await provider.sandbox('GET', '/balance')).body.balances[0].available;
  const before = await float();
  await provider.sandbox('POST', '/operations', airtime('r', '0001'));
  assert.equal(
    (await provider.sandbox('POST', '/operations/r/refunds', { reference: 'early' })).status,
    409,
  );
  await provider.advance(1);
  assert.notEqual(await float(), before);
  const refund = { reference: 'back', callbackUrl: listener.url };
  assert.equal((await provider.sandbox('POST', '/operations/r/refunds', refund)).status, 202);
  assert.equal(
    (await provider.sandbox('POST', '/operations/r/refunds', { reference: 'back2' })).status,
    409,
  );
  await provider.advance(1);
  assert.equal((await provider.sandbox('POST', '/operations/r/refunds', refund)).status, 200);
  await listener.until(1);
  const { operation } = listener.received[0]!.body;
  assert.deepEqual(
    [operation.kind, operation.status, operation.originalReference],
    ['refund', 'succeeded', 'r'],
  );
  assert.equal((await provider.sandbox('GET', '/operations/r')).body.status, 'reversed');
  assert.equal(await float(), before);
  assert.deepEqual(await provider.results('r'), ['accepted', 'executed', 'reversed']);
  assert.equal((await provider.sandbox('POST', '/operations/r/cancel')).status, 409);
});

test('control: outage for n calls, a success taken back, a forged notice', async (t) => {
  const provider = await startProvider(t, { answer: 'sync' });
  const listener = await startListener(t);
  await provider.control('POST', '/behaviour', { http503: 1 });
  assert.equal(
    (
      await provider.sandbox(
        'POST',
        '/operations',
        airtime('r', '0001', { callbackUrl: listener.url }),
      )
    ).status,
    503,
  );
  assert.equal((await provider.sandbox('GET', '/operations/r')).status, 404);
  await provider.sandbox(
    'POST',
    '/operations',
    airtime('r', '0001', { callbackUrl: listener.url }),
  );
  assert.equal((await provider.control('POST', '/behaviour', { reverse: 'r' })).status, 200);
  await listener.until(1);
  assert.deepEqual(
    [listener.received[0]?.body.operation.status, isSigned(listener.received[0]!)],
    ['reversed', true],
  );
  await provider.control('POST', '/behaviour', { forge: 'r', status: 'failed' });
  await listener.until(2);
  assert.deepEqual(
    [listener.received[1]?.body.operation.status, isSigned(listener.received[1]!)],
    ['failed', false],
  );
});

test('a notice that is not taken comes again with a fresh signature, four times in all', async (t) => {
  const provider = await startProvider(t);
  const listener = await startListener(t);
  listener.answers.push(500, 500, 500, 500);
  await provider.sandbox(
    'POST',
    '/operations',
    airtime('r', '0001', { callbackUrl: listener.url }),
  );
  for (const [count, seconds] of [
    [1, 1],
    [2, 1],
    [3, 5],
    [4, 30],
  ] as const) {
    // The retry is scheduled when the refusal came back, shortly after it was heard.
    await settle();
    await provider.advance(seconds);
    await listener.until(count);
  }
  assert.ok(listener.received.every(isSigned));
  await settle();
  await provider.advance(3600);
  assert.equal(listener.received.length, 4);
});

test('bad form is refused and remembered nowhere; a wrong key gets 401', async (t) => {
  const provider = await startProvider(t);
  const wrong: { [member: string]: unknown }[] = [
    { amount: '1.00000' },
    { amount: '0' },
    { amount: 500 },
    { currency: 'xof' },
    { kind: 'gift' },
    { phone: '770000001' },
    { reference: 'a/b' },
    { callbackUrl: 'ftp://a.example' },
    { kind: 'reload' },
    { kind: 'bank_transfer', bank: { rib: '1', firstName: 'F', lastName: 'L' } },
    { payerWindowSeconds: 0 },
  ];
  for (const change of wrong) {
    const answer = await provider.sandbox('POST', '/operations', airtime('r', '0001', change));
    assert.deepEqual(
      [answer.status, answer.body.error.code],
      [400, 'malformed'],
      JSON.stringify(change),
    );
  }
  assert.equal(
    (await fetch(`${provider.url}/sandbox/v1/balance`, { headers: { 'x-api-key': 'other' } }))
      .status,
    401,
  );
  assert.equal((await provider.control('GET', '/book?summary=1')).body.operations, 0);
});
