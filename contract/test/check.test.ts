// Proves that invalid bodies are rejected with the right field and problem, and valid ones
// accepted.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import {
  checkNewClaim,
  checkOperation,
  checkRemitReceptionInfo,
  checkRemitSendInfo,
  errorIdOfFault,
  errorIds,
  missingExtras,
  operationEndpoint,
  requestForms,
  serviceKindNames,
} from '../src/index.ts';
import type { FieldFault } from '../src/index.ts';

const plain = {
  phone: '770000001',
  amount: 350,
  codeService: 'OPA_SN_API_CASH_IN',
  externalTransactionId: 'A-1',
};

function example(name: string): Record<string, unknown> {
  const found = operationEndpoint.requestExamples.find((each) => each.name === name);
  if (found === undefined) throw new Error(`no example is named ${name}`);
  return found.body;
}

function assertFaults(body: object, expected: Record<string, string>): void {
  const faults = Object.fromEntries(
    checkOperation(body).map(({ field, problem }: FieldFault) => [field, problem]),
  );
  assert.deepEqual(faults, expected);
}

describe('checkOperation', () => {
  it('names each missing member', () => {
    assertFaults(
      {},
      { phone: 'missing', codeService: 'missing', externalTransactionId: 'missing' },
    );
  });

  it('H5 converts no types', () => {
    assertFaults(
      {
        ...plain,
        phone: 770000001,
        amount: true,
        externalTransactionId: 5,
        callbackUrl: {},
        data: [],
      },
      {
        phone: 'notString',
        amount: 'notAmount',
        externalTransactionId: 'notString',
        callbackUrl: 'notString',
        data: 'notStringOrObject',
      },
    );
    assertFaults({ ...plain, codeService: ['OPA_SN_API_CASH_IN'] }, { codeService: 'notString' });
    assertFaults(
      { ...plain, codeService: 'OPA_SN_API_CASH_OUT', useOpaQrCode: 'true' },
      { useOpaQrCode: 'notBoolean' },
    );
  });

  it('O2 O3 K7 takes null, strings and objects where clients send them', () => {
    for (const amount of [350, '350', null, undefined]) assertFaults({ ...plain, amount }, {});
    for (const data of [{}, { a: 1 }, '{}', '', null, undefined])
      assertFaults({ ...plain, data }, {});
    assertFaults({ ...example('bank-card'), customerEmail: 'a@b.example' }, {});
  });

  it('O4 accepts the alias urlIpn, and refuses two different addresses', () => {
    assertFaults({ ...plain, urlIpn: 'https://a.example' }, {});
    assertFaults({ ...plain, urlIpn: 'https://a.example', callbackUrl: 'https://a.example' }, {});
    assertFaults({ ...plain, urlIpn: 'https://a.example', callbackUrl: '' }, {});
    assertFaults(
      { ...plain, urlIpn: 'https://a.example', callbackUrl: 'https://b.example' },
      { urlIpn: 'aliasDiffers' },
    );
  });

  it('O5 takes 1 to 128 printable ASCII characters without | and without spaces at the ends', () => {
    const printable = fc.string({
      unit: fc.integer({ min: 0x20, max: 0x7e }).map((code) => String.fromCharCode(code)),
      minLength: 1,
      maxLength: 140,
    });
    fc.assert(
      fc.property(printable, (externalTransactionId) => {
        const allowed =
          externalTransactionId.length <= 128 &&
          !externalTransactionId.includes('|') &&
          externalTransactionId.trim() === externalTransactionId;
        assert.equal(checkOperation({ ...plain, externalTransactionId }).length === 0, allowed);
      }),
    );
    for (const bad of ['é', 'a\n', 'a\u0000b', 'a\tb'])
      assertFaults(
        { ...plain, externalTransactionId: bad },
        { externalTransactionId: 'badCharacters' },
      );
    assertFaults({ ...plain, externalTransactionId: '' }, { externalTransactionId: 'empty' });
    assertFaults(
      { ...plain, externalTransactionId: 'x'.repeat(129) },
      { externalTransactionId: 'tooLong' },
    );
  });

  it('O6 ignores members of other services', () => {
    assertFaults(
      {
        ...plain,
        useOpaQrCode: 'yes',
        sender: 5,
        successRedirectUrl: null,
        cardNumber: [],
        unknown: { deep: [] },
      },
      {},
    );
  });

  it('O7 card: digits, dates and https addresses by form', () => {
    const card = example('bank-card');
    assertFaults({ ...card, cardNumber: '5555 5555 5555 4444' }, {});
    assertFaults({ ...card, cardNumber: '12345678901' }, { cardNumber: 'invalidCardNumber' });
    assertFaults(
      { ...card, cardExpireMonth: '13', cardExpireYear: '2039', cardCVC: '12' },
      { cardExpireMonth: 'invalidExpiry', cardExpireYear: 'invalidExpiry', cardCVC: 'invalidCvc' },
    );
    assertFaults(
      { ...card, successRedirectUrl: 'http://client.example/ok' },
      { successRedirectUrl: 'notHttps' },
    );
    assertFaults(
      { ...card, bankAuthRedirectUrl: 'javascript:alert(1)//https://x' },
      { bankAuthRedirectUrl: 'notHttps' },
    );
  });

  it('a wallet redirects to http(s) alone', () => {
    const wallet = example('cash-out-deep-link');
    assertFaults(
      { ...wallet, successRedirectUrl: 'javascript:alert(1)', errorRedirectUrl: '' },
      { successRedirectUrl: 'notUrl' },
    );
  });

  it('finds a fault exactly when the compiled check refuses', () => {
    const values = fc.oneof(
      fc.constantFrom('a', '', '12', 'https://x.example', null, true, {}, [], -1, 1.5),
      fc.string({ maxLength: 200 }),
      fc.jsonValue(),
    );
    const names = [
      'phone',
      'amount',
      'externalTransactionId',
      'callbackUrl',
      'data',
      'remitSendData',
      'cardNumber',
      'customerEmail',
      'useOpaQrCode',
      'rib',
      'referenceNumber',
    ];
    fc.assert(
      // checkOperation throws where the two readings of a schema disagree.
      fc.property(
        fc.dictionary(fc.constantFrom(...names), values),
        fc.constantFrom(...serviceKindNames),
        (body, kind) => {
          checkOperation({ ...plain, ...body }, kind);
        },
      ),
      { numRuns: 2_000 },
    );
  });
});

describe('required extras', () => {
  it('O7 names what a service lacks', () => {
    const required = (name: string): readonly string[] =>
      requestForms.find((form) => form.name === name)!.required;
    const lacking = (form: string, body: object): string[] =>
      missingExtras(body, required(form)).map(({ field }) => field);
    assert.deepEqual(lacking('billPay', {}), ['accountNumber', 'billReference']);
    assert.deepEqual(lacking('billPay', { billAccountNumber: '1', billReference: '2' }), []);
    assert.deepEqual(
      lacking('billPay', { billAccountNumber: '1', accountNumber: '', billReference: '2' }),
      [],
    );
    assert.deepEqual(missingExtras({ accountNumber: ' ' }, required('reload')), [
      { field: 'accountNumber', problem: 'empty' },
    ]);
    assert.deepEqual(lacking('bankTransfer', example('bank-transfer')), []);
    assert.deepEqual(lacking('card', example('bank-card')), []);
    assert.equal(lacking('card', plain).length, 10);
  });
});

describe('other checks', () => {
  it('remittance data must be objects of strings', () => {
    const body = {
      codeService: 'REMIT_SN_API_CASH_IN',
      amount: 3000,
      remitSendData: {
        senderDetails: { senderCity: 5, senderDOB: '15/05/1993' },
        receiverDetails: [],
      },
    };
    assert.deepEqual(checkRemitSendInfo(body), [
      { field: 'remitSendData.senderDetails.senderCity', problem: 'notString' },
      { field: 'remitSendData.senderDetails.senderDOB', problem: 'invalidDate' },
      { field: 'remitSendData.receiverDetails', problem: 'notObject' },
    ]);
  });

  it('S5 takes a transaction id as a string or a number', () => {
    for (const transactionId of ['1396639104231', 'T1396639104231', 1396639104231]) {
      assert.deepEqual(checkNewClaim({ subject: 's', message: 'm', transactionId }), []);
    }
    assert.deepEqual(checkNewClaim({ subject: '', message: 'm', transactionId: true }), [
      { field: 'subject', problem: 'empty' },
      { field: 'transactionId', problem: 'notIdentifier' },
    ]);
  });

  it('O8 some faults are entries of the error catalogue', () => {
    const [fault] = checkRemitReceptionInfo({
      codeService: 'REMIT_SN_API_CASH_OUT',
      referenceNumber: 89000005,
    });
    assert.ok(fault);
    assert.equal(errorIdOfFault(fault), errorIds.referenceInvalid);
    assert.equal(
      errorIdOfFault({ field: 'successRedirectUrl', problem: 'notHttps' }),
      errorIds.redirectUrl,
    );
    assert.equal(
      errorIdOfFault({ field: 'phone', problem: 'invalidPhone' }),
      errorIds.invalidPhone,
    );
    assert.equal(errorIdOfFault({ field: 'phone', problem: 'missing' }), null);
  });
});
