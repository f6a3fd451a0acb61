// O7: checks the answers of the remittance inquiries (the interface's reception record and send
// quote) and how an operation may refer to them. The 30 minutes are covered by o-clock.test.ts.

import assert from 'node:assert/strict';
import { randomInt } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import { assertMemberOrder, openFixture, uniqueId, uniquePhone, until } from './harness/index.ts';
import type { Answer, Json, Fixture } from './harness/index.ts';

const isoTime = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d{3})?Z$/;
const sendCode = 'REMIT_SN_API_CASH_IN';
const receiveCode = 'REMIT_SN_API_CASH_OUT';

/**
 * Members of the reception record in the order of the interface, with their types (`time`: ISO 8601
 * text).
 */
const recordMembers = {
  doCheckIn: 'boolean', timeStamp: 'time', flags: 'number', remitTransactionSessionID: 'string', senderFirstName: 'string', senderLastName: 'string',
  senderHomePhone: 'string', receiverFirstName: 'string', receiverLastName: 'string', agentCheckNumber: 'string', agentCheckAmount: 'string',
  agentCheckAuthorizationNumber: 'string', customerCheckNumber: 'string', customerCheckAmount: 'string', okForAgent: 'boolean', deliveryOption: 'string',
  transactionStatus: 'string', dateTimeSent: 'time', receiveCurrency: 'string', receiveAmount: 'string', referenceNumber: 'string',
  originatingCountry: 'string', validIndicator: 'boolean', indicativeReceiveAmount: 'string', indicativeExchangeRate: 'string',
  expectedDateOfDelivery: 'time', originalSendAmount: 'string', originalSendCurrency: 'string', originalSendFee: 'string',
  originalExchangeRate: 'string', redirectIndicator: 'boolean', okForPickup: 'boolean', notOkForPickupReasonCode: 'number',
  minutesUntilOkForPickup: 'string', sendPurposeOfTransaction: 'string',
} as const; // prettier-ignore
const sendTypes = [
  'nonRemSendTax', 'nonRemSendFee', 'remNonDiscountedSendFee', 'totalNonDiscountedFees', 'discountedRemSendFee', 'remSendTax',
  'totalRemCollectedFeesAndTaxes', 'totalAmountToRem', 'totalSendFeesAndTaxes', 'totalNonRemSendFeesAndTaxes',
]; // prettier-ignore
const receiveTypes = ['remReceiveFee', 'nonRemReceiveFee', 'remReceiveTax', 'nonRemReceiveTax'];

function sendData(receiveCurrency = 'XOF'): Record<string, Record<string, string>> {
  return {
    senderDetails: {
      senderFirstName: 'AWA', senderLastName: 'NDIAYE', senderAddress: '123 Main Street', senderCity: 'Dakar', senderHomePhone: '770000001',
      senderCountry: 'SEN', senderPhoneNumber: '770000001', sendCurrency: 'XOF', senderCitizenshipCountry: 'SEN', sendPurposeOfTransaction: 'GIFT',
      senderPhotoIdNumber: '1600000000000', senderPhotoIdCountry: 'SEN', senderBirthCountry: 'SEN', senderDOB: '1993-05-15',
      senderHomePhoneCountryCode: '221', senderPhotoIdType: 'GOV', senderGender: 'MALE', deliveryOption: 'WILL_CALL', agentConsumerID: 'USER1234',
      agentTransactionId: 'AGENTTX0001',
    }, // prettier-ignore
    receiverDetails: {
      receiverFirstName: 'KOFFI', receiverLastName: 'DIALLO', receiverPhoneNumber: '770000002', receiverPhoneCountryCode: '221', receiveCountry: 'SEN',
      receiveCurrency, receiverAddress: 'Plateau', receiverCity: 'Dakar',
    }, // prettier-ignore
  };
}

let references = randomInt(1_000, 9_000);
/** Eight digits that no other test uses. */
const newReference = (lastFour = '0000'): string => `${++references}${lastFour}`;

describe('O7 remittance', { concurrency: true }, () => {
  let fixture: Fixture;
  before(async () => {
    fixture = await openFixture({ set: ['--callback-grace-ms', '0'] });
  });
  after(() => fixture.close());

  const reception = (
    referenceNumber: unknown,
    codeService = receiveCode,
    client = fixture.client,
  ): Promise<Answer> =>
    client.post('/api-services/remit-reception-info', {
      apiKey: client.apiKey,
      codeService,
      referenceNumber,
    });
  const quote = (
    amount: unknown,
    remitSendData: unknown = sendData(),
    codeService = sendCode,
  ): Promise<Answer> =>
    fixture.client.post('/api-services/remit-send-info', {
      apiKey: fixture.client.apiKey,
      codeService,
      amount,
      remitSendData,
    });
  function operate(
    codeService: string,
    members: Record<string, unknown>,
    client = fixture.client,
  ): Promise<Answer> {
    const common = {
      phone: uniquePhone(),
      codeService,
      externalTransactionId: uniqueId('remit'),
      callbackUrl: fixture.receiver.url,
    };
    return client.operation({ ...common, ...members });
  }
  /** A reference and what it pays, looked up unless told otherwise. */
  async function lookedUp(
    reference = newReference(),
  ): Promise<{ reference: string; amount: number; record: Json }> {
    const { json } = await reception(reference);
    assert.equal(json.code, 2000, JSON.stringify(json));
    const record = json.data.referenceNumberResponse;
    return { reference, amount: Number(record.receiveAmount), record };
  }

  it('O7 remit-reception-info: every member of the record, in order, with its type', async () => {
    const reference = newReference();
    const { json } = await reception(reference);
    assertMemberOrder(json, ['code', 'msg', 'error', 'data']);
    assert.deepEqual([json.code, json.msg, json.error], [2000, 'OK', false]);
    assertMemberOrder(json.data, ['status', 'referenceNumberResponse']);
    assert.equal(json.data.status, 'SUCCESS');
    const record = json.data.referenceNumberResponse;
    assertMemberOrder(record, Object.keys(recordMembers));
    for (const [name, type] of Object.entries(recordMembers)) {
      if (type === 'time') assert.match(record[name], isoTime, name);
      else assert.equal(typeof record[name], type, name);
    }
    assert.equal(record.referenceNumber, reference);
    assert.deepEqual([record.transactionStatus, record.okForPickup], ['AVAIL', true]);
    // The sandbox invents when it was sent: within the days before today.
    const today = (): number => Math.floor(Date.now() / 86_400_000);
    const [first, second] = await until('it is asked twice on one day', async () => {
      const day = today();
      const asked = [await reception(reference), await reception(reference)];
      return today() === day && asked;
    });
    const sameOf = ({ json: { data } }: Answer): object => {
      const { timeStamp: _, ...details } = data.referenceNumberResponse;
      return details;
    };
    assert.deepEqual(sameOf(second!), sameOf(first!), 'a number says the same every time');
  });

  it('O7 remit-send-info: every member of the quote, in order, errorMessage last; the totals add up', async () => {
    for (const [amount, currency] of [
      [3000, 'XOF'],
      [12_345, 'XOF'],
      [50_000, 'EUR'],
    ] as const) {
      const { json } = await quote(amount, sendData(currency));
      assertMemberOrder(json, ['code', 'msg', 'error', 'data']);
      assert.deepEqual([json.code, json.msg], [2000, 'OK'], JSON.stringify(json));
      assertMemberOrder(json.data, ['status', 'success', 'sendValidationResponse', 'errorMessage']);
      assert.deepEqual(
        [json.data.status, json.data.success, json.data.errorMessage],
        ['SUCCESS', true, null],
      );
      assertQuote(json.data.sendValidationResponse, amount, currency);
    }
  });

  function assertQuote(validation: Json, amount: number, receiveCurrency: string): void {
    assertMemberOrder(validation, ['doCheckIn', 'timeStamp', 'flags', 'remitTransactionSessionID', 'readyForCommit', 'receiveAgentAddress', 'sendAmounts', 'receiveAmounts', 'exchangeRateApplied', 'receiveFeeDisclosureText', 'receiveTaxDisclosureText']); // prettier-ignore
    assert.match(validation.timeStamp, isoTime);
    assert.match(validation.exchangeRateApplied, /^\d+\.\d{6}$/);
    const { sendAmounts: send, receiveAmounts: receive } = validation;
    assertMemberOrder(send, ['sendAmount', 'sendCurrency', 'totalSendFees', 'totalDiscountAmount', 'totalSendTaxes', 'totalAmountToCollect', 'detailSendAmounts']); // prettier-ignore
    assertMemberOrder(receive, ['receiveAmount', 'receiveCurrency', 'validCurrencyIndicator', 'payoutCurrency', 'totalReceiveFees', 'totalReceiveTaxes', 'totalReceiveAmount', 'receiveFeesAreEstimated', 'receiveTaxesAreEstimated', 'detailReceiveAmounts']); // prettier-ignore
    const [sent, received] = [
      detailsOf(send.detailSendAmounts, sendTypes, 'XOF'),
      detailsOf(receive.detailReceiveAmounts, receiveTypes, receiveCurrency),
    ];
    for (const text of Object.values({ ...send, ...receive }))
      if (typeof text === 'string' && /^\d/.test(text)) assert.match(text, /^\d+(\.\d+)?$/);
    assert.deepEqual([Number(send.sendAmount), send.sendCurrency], [amount, 'XOF']);
    assert.ok(Number(send.totalSendFees) > 0, 'a fee is asked');
    const feesAndTaxes =
      Number(send.totalSendFees) - Number(send.totalDiscountAmount) + Number(send.totalSendTaxes);
    assert.equal(Number(send.totalAmountToCollect), amount + feesAndTaxes);
    assert.equal(
      sent['remNonDiscountedSendFee']! + sent['nonRemSendFee']!,
      sent['totalNonDiscountedFees'],
    );
    assert.equal(
      sent['discountedRemSendFee']! + sent['remSendTax']!,
      sent['totalRemCollectedFeesAndTaxes'],
    );
    assert.equal(
      sent['nonRemSendTax']! + sent['nonRemSendFee']!,
      sent['totalNonRemSendFeesAndTaxes'],
    );
    assert.equal(
      sent['totalRemCollectedFeesAndTaxes']! + sent['totalNonRemSendFeesAndTaxes']!,
      sent['totalSendFeesAndTaxes'],
    );
    assert.equal(sent['totalSendFeesAndTaxes'], feesAndTaxes);
    assert.equal(amount + sent['totalRemCollectedFeesAndTaxes']!, sent['totalAmountToRem']);
    const receiveFees = received['remReceiveFee']! + received['nonRemReceiveFee']!;
    const receiveTaxes = received['remReceiveTax']! + received['nonRemReceiveTax']!;
    assert.deepEqual(
      [Number(receive.totalReceiveFees), Number(receive.totalReceiveTaxes)],
      [receiveFees, receiveTaxes],
    );
    assert.equal(
      Number(receive.totalReceiveAmount),
      Number(receive.receiveAmount) - receiveFees - receiveTaxes,
    );
    assert.equal(receive.receiveCurrency, receiveCurrency);
    const converted = amount * Number(validation.exchangeRateApplied);
    assert.ok(
      Math.abs(Number(receive.receiveAmount) - converted) <= 0.01 + converted / 1_000,
      'the rate gives what is received',
    );
  }

  function detailsOf(details: Json, types: string[], currency: string): Record<string, number> {
    assert.deepEqual(
      details.map(({ amountType }: Json) => amountType),
      types,
    );
    for (const detail of details)
      assertMemberOrder(detail, ['amountType', 'amount', 'amountCurrency']);
    for (const { amountCurrency } of details) assert.equal(amountCurrency, currency);
    return Object.fromEntries(
      details.map(({ amountType, amount }: Json) => [amountType, Number(amount)]),
    );
  }

  it('O7 the fee follows the amount: quotes are computed, not constant', async () => {
    const fees = await Promise.all(
      [3000, 10_000, 100_000].map(async (amount) =>
        Number((await quote(amount)).json.data.sendValidationResponse.sendAmounts.totalSendFees),
      ),
    );
    assert.ok(fees[0]! < fees[1]! && fees[1]! < fees[2]!, fees.join());
  });

  it('O7 a remittance is received once: the second time it fails, and the record says that it was received', async () => {
    const { reference, amount } = await lookedUp();
    const first = await operate(receiveCode, { amount, referenceNumber: reference });
    assert.equal(first.json.code, 2000, first.text);
    const callback = await fixture.receiver.waitFor(first.json.data.externalTransactionId);
    assert.equal(callback.json.status, 'SUCCESS', callback.text);
    const { record } = await lookedUp(reference);
    assert.deepEqual([record.transactionStatus, record.okForPickup], ['RECVD', false]);
    const second = await operate(receiveCode, { amount, referenceNumber: reference });
    const answered =
      second.json.code === 2000
        ? await fixture.receiver.waitFor(second.json.data.externalTransactionId)
        : null;
    const errorType =
      answered === null ? second.json.data.errorType : answered.json.transaction.errorType;
    assert.equal(errorType.id, 134, second.text);
  });

  it('O7 without referenceNumber the operation leans on the look-up of the same amount, and on no other', async () => {
    // The answer has a reference of its own: two references may pay the same.
    const client = await fixture.newClient();
    const { json } = await reception(newReference(), receiveCode, client);
    const amount = Number(json.data.referenceNumberResponse.receiveAmount);
    const other = await operate(receiveCode, { amount: amount + 5 }, client);
    assert.deepEqual(
      [other.json.code, other.json.errors?.[0]?.field],
      [4022, 'referenceNumber'],
      other.text,
    );
    const leaning = await operate(receiveCode, { amount }, client);
    assert.equal(leaning.json.code, 2000, leaning.text);
    const callback = await fixture.receiver.waitFor(leaning.json.data.externalTransactionId);
    assert.equal(callback.json.status, 'SUCCESS', callback.text);
  });

  it('O7 a pick-up of another amount than the looked-up record is 4022 and names the field; without a look-up the provider decides', async () => {
    const { reference, amount } = await lookedUp();
    const other = await operate(receiveCode, { amount: amount + 5, referenceNumber: reference });
    assert.deepEqual(
      [other.json.code, other.json.errors?.[0]?.field],
      [4022, 'amount'],
      other.text,
    );
    const unknown = await operate(receiveCode, {
      amount: amount + 5,
      referenceNumber: newReference(),
    });
    assert.equal(unknown.json.code, 2000, unknown.text);
    const externalTransactionId = uniqueId();
    const phone = uniquePhone();
    const right = await operate(receiveCode, {
      amount,
      referenceNumber: reference,
      externalTransactionId,
      phone,
    });
    assert.equal(right.json.code, 2000, right.text);
    const conflict = await operate(receiveCode, {
      amount: amount + 5,
      referenceNumber: reference,
      externalTransactionId,
      phone,
    });
    assert.equal(conflict.json.code, 4009, 'an id that is taken is told first');
  });

  it('O7 remit-send-info tells all faults of a body together', async () => {
    const { senderDetails } = sendData();
    for (const [amount, problem] of [
      [0, 'zéro'],
      ['x', 'nombre'],
      [10.5, 'décimales'],
    ] as const) {
      const { json, text } = await quote(amount, {
        senderDetails: { ...senderDetails, senderDOB: 'yesterday' },
      });
      const byField = new Map(
        (json.errors as { field: string; message: string }[]).map(({ field, message }) => [
          field,
          message,
        ]),
      );
      assert.deepEqual(
        [...byField.keys()].sort(),
        ['amount', 'remitSendData.receiverDetails', 'remitSendData.senderDetails.senderDOB'],
        text,
      );
      assert.ok(byField.get('amount')!.includes(problem), text);
    }
  });

  it('O7 O9 the total of the quote is what is held, charged, told and stated', async () => {
    const client = await fixture.newClient();
    const people = sendData('EUR');
    const asked = await client.post('/api-services/remit-send-info', {
      apiKey: client.apiKey,
      codeService: sendCode,
      amount: 3_100,
      remitSendData: people,
    });
    const total = Number(asked.json.data.sendValidationResponse.sendAmounts.totalAmountToCollect);
    assert.equal(total, 3_224, asked.text);
    const before = await client.balance();
    const sent = await client.operation({
      phone: uniquePhone('8007'),
      amount: 3_100,
      codeService: sendCode,
      externalTransactionId: uniqueId('quoted'),
      callbackUrl: fixture.receiver.url,
    });
    assert.equal(sent.json.code, 2000, sent.text);
    assert.equal(await client.balance(), before - total, 'the hold is the total');
    const other = await client.operation({
      phone: uniquePhone(),
      amount: 3_100,
      codeService: sendCode,
      externalTransactionId: uniqueId('quoted'),
      callbackUrl: fixture.receiver.url,
      remitSendData: people,
    });
    const { transaction } = (await fixture.receiver.waitFor(other.json.data.externalTransactionId))
      .json;
    assert.deepEqual(
      [
        transaction.amount,
        transaction.commission,
        transaction.balanceBeforeTransactionInit - transaction.balanceAfterTransactionInit,
        transaction.currentBalance,
      ],
      [3_100, total - 3_100, total, before - 2 * total],
    );
    const events = await client.get('/events', { Secretkey: client.apiKey });
    assert.equal(
      events.json.data.events.find(
        (event: Json) => event.transaction.transactionId === transaction.transactionId,
      ).transaction.commission,
      total - 3_100,
    );
  });

  it('O7 O9 a quote for other currencies is not this one: without a quote the price is asked for now', async () => {
    const client = await fixture.newClient({ set: ['--callback-grace-ms', '0'] });
    const asked = await client.post('/api-services/remit-send-info', {
      apiKey: client.apiKey,
      codeService: sendCode,
      amount: 6_200,
      remitSendData: sendData(),
    });
    assert.equal(asked.json.code, 2000, asked.text);
    const charged = async (members: Record<string, unknown>): Promise<number> => {
      const { json, text } = await client.operation({
        phone: uniquePhone(),
        amount: 6_200,
        codeService: sendCode,
        externalTransactionId: uniqueId('unquoted'),
        callbackUrl: fixture.receiver.url,
        ...members,
      });
      assert.equal(json.code, 2000, text);
      const { transaction } = (await fixture.receiver.waitFor(json.data.externalTransactionId))
        .json;
      return transaction.amount + transaction.commission;
    };
    const exchanged = sendData('EUR');
    assert.equal(await charged({ remitSendData: exchanged }), 6_200 + 186 + 62);
    const renamed = sendData();
    renamed['receiverDetails']!['receiverFirstName'] = 'ABLAYE';
    assert.equal(await charged({ remitSendData: renamed }), 6_200 + 186);
    assert.equal(await charged({ data: { remitSendData: exchanged } }), 6_200 + 186 + 62);
  });

  it('O7 what the provider does not quote fails at once and holds nothing; a repeat needs no quote', async () => {
    const client = await fixture.newClient();
    const order = {
      phone: uniquePhone(),
      amount: 2_500,
      codeService: sendCode,
      externalTransactionId: uniqueId('unserved'),
      callbackUrl: fixture.receiver.url,
      remitSendData: sendData('JPY'),
    };
    const { json, text } = await client.operation(order);
    assert.deepEqual(
      [json.code, json.data.status, json.data.errorType?.id],
      [4000, 'FAILLED', 135],
      text,
    );
    const again = await client.operation(order);
    assert.equal(again.json.data.transactionId, json.data.transactionId);
    const { transaction } = (await fixture.receiver.waitFor(order.externalTransactionId)).json;
    assert.deepEqual(
      [transaction.commission, transaction.balanceBeforeTransactionInit],
      [0, transaction.balanceAfterTransactionInit],
    );
  });

  it('O7 names, countries and currencies of both sides are required, and refused by field', async () => {
    const { senderDetails, receiverDetails } = sendData();
    const { senderLastName: _name, senderCountry: _country, ...sender } = senderDetails!;
    const { json, text } = await operate(sendCode, {
      amount: 4_300,
      remitSendData: {
        senderDetails: { ...sender, sendCurrency: 'EUR' },
        receiverDetails: { ...receiverDetails, receiverFirstName: '', receiveCurrency: null },
      },
    });
    assert.equal(json.code, 4022, text);
    assert.deepEqual(
      json.errors.map(({ field }: { field: string }) => field.replace('remitSendData.', '')),
      [
        'senderDetails.senderLastName',
        'senderDetails.senderCountry',
        'senderDetails.sendCurrency',
        'receiverDetails.receiverFirstName',
        'receiverDetails.receiveCurrency',
      ],
      text,
    );
  });

  it("O7 another account's look-up and quote help nobody else", async () => {
    const stranger = await fixture.newClient();
    const { amount } = await lookedUp();
    await quote(7777);
    const common = { phone: uniquePhone() };
    const receive = await stranger.operation({
      ...common,
      codeService: receiveCode,
      amount,
      externalTransactionId: uniqueId(),
    });
    const send = await stranger.operation({
      ...common,
      codeService: sendCode,
      amount: 7777,
      externalTransactionId: uniqueId(),
    });
    assert.deepEqual([receive.json.code, send.json.code], [4022, 4022]);
  });

  it('O7 without remitSendData the operation leans on the quote of the same amount, and on no other', async () => {
    // Neither this nor one more is quoted elsewhere.
    const amount = 23_451;
    assert.equal((await quote(amount)).json.code, 2000);
    const other = await operate(sendCode, { amount: amount + 1 });
    assert.deepEqual(
      [other.json.code, other.json.errors?.[0]?.field],
      [4022, 'remitSendData'],
      other.text,
    );
    const leaning = await operate(sendCode, { amount });
    assert.equal(leaning.json.code, 2000, leaning.text);
    const callback = await fixture.receiver.waitFor(leaning.json.data.externalTransactionId);
    assert.equal(callback.json.status, 'SUCCESS', callback.text);
  });

  it('O7 the reference and the send data are taken from the top level, else from data', async () => {
    const inTop = await operate(sendCode, { amount: 4000, remitSendData: sendData() });
    const inData = await operate(sendCode, { amount: 4100, data: { remitSendData: sendData() } });
    const inText = await operate(sendCode, {
      amount: 4200,
      data: JSON.stringify({ remitSendData: sendData() }),
    });
    const { reference, amount } = await lookedUp();
    const received = await operate(receiveCode, { amount, data: { referenceNumber: reference } });
    for (const { json } of [inTop, inData, inText, received])
      assert.equal(json.code, 2000, JSON.stringify(json));
  });

  it('O7 O8 a withdrawal code that is no digits: invalid_data 136; wrong service, amount or data: 4022', async () => {
    const operation = await operate(receiveCode, { amount: 5000, referenceNumber: 'ABC12345' });
    assert.deepEqual(
      [operation.json.code, operation.json.data.errorType?.id, operation.json.errors[0].field],
      [4022, 136, 'referenceNumber'],
    );
    const looked = await reception('ABC12345');
    assert.deepEqual([looked.json.code, looked.json.errors[0].field], [4022, 'referenceNumber']);
    assert.equal((await reception(undefined)).json.code, 4022);
    assert.equal((await reception(newReference(), sendCode)).json.code, 4022);
    assert.equal((await reception(newReference(), 'REMIT_XX_API_CASH_OUT')).json.code, 4004);
    assert.equal((await quote(3000, sendData(), receiveCode)).json.code, 4022);
    assert.equal((await quote(0)).json.code, 4022);
    assert.equal((await quote('x')).json.code, 4022);
    assert.equal((await quote(3000, 'none')).json.code, 4022);
    assert.equal((await quote(3000, { senderDetails: {} })).json.code, 4022);
  });

  it('O7 7NNN: a reference that the provider refuses is 4000 with its error', async () => {
    const { json } = await reception('123456789');
    assert.deepEqual([json.code, json.error], [4000, true], JSON.stringify(json));
  });
});
