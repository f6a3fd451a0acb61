// O6, O7: checks what each kind of service reads beside the common fields, and the error it
// returns when something is missing.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { RemitSendData } from '@jokko/connectors/kit';
import { serviceKind, type OperationRequest, type ReadContext } from '@jokko/contract';
import type { Service } from '../../catalogue/index.ts';
import { testCatalogue } from '../../catalogue/testing.ts';

const catalogue = testCatalogue();
const serviceOfKind = (kind: string) => {
  const service = catalogue.services.find((each) => each.kind === kind);
  if (service === undefined) throw new Error(`no service of kind ${kind}`);
  return service;
};

function read(service: Service, members: object, context: Partial<ReadContext> = {}) {
  const body = {
    phone: '770000000',
    codeService: service.code,
    externalTransactionId: '1',
    ...members,
  } as OperationRequest;
  const none = { sendData: null, reference: null };
  return serviceKind(service.kind).read(body, {
    service,
    transactionId: '1000000000001',
    accountName: 'Shop',
    returnsToUs: false,
    clientData: null,
    sandbox: false,
    recent: none,
    ...context,
  });
}
/** The extra that is read, or the faults as `field: problem` with the error. */
function reported(...given: Parameters<typeof read>): unknown {
  const result = read(...given);
  if (result.ok) return result.extra;
  return [
    ...result.faults.map(({ field, problem }) => `${field}: ${problem}`),
    ...(result.errorId === null ? [] : [`error ${result.errorId}`]),
  ];
}

test('O6 a payment out and airtime read nothing', () => {
  assert.deepEqual(reported(serviceOfKind('payout'), { useOpaQrCode: true, rib: 'x' }), {
    type: 'wallet',
    link: 'none',
  });
  assert.deepEqual(reported(serviceOfKind('airtime'), { useOpaQrCode: true }), { type: 'none' });
});

test('O7 a QR code is made where the service has one and the client asks with true', () => {
  const qr = catalogue.service('OPA_SN_API_CASH_OUT')!;
  assert.equal(qr.link, 'optionalQr');
  assert.deepEqual(reported(qr, { useOpaQrCode: true }), { type: 'wallet', link: 'qr' });
  for (const useOpaQrCode of [false, undefined])
    assert.deepEqual(reported(qr, { useOpaQrCode }), { type: 'wallet', link: 'none' });
  assert.deepEqual(reported(catalogue.service('OPF_SN_API_CASH_OUT')!, { useOpaQrCode: true }), {
    type: 'wallet',
    link: 'none',
  });
  const deep = catalogue.service('OPC_SN_API_CASH_OUT')!;
  assert.deepEqual(reported(deep, { sender: 'Shop' }), {
    type: 'wallet',
    link: 'deepLink',
    sender: 'Shop',
  });
});

const bank = serviceOfKind('bank_transfer');
/**
 * The account part with its own check digits, and with 00 as the documentation's example has them.
 */
const rib = 'SN012 01001 000000000001 ';
const key = String(97 - Number(BigInt('250120100100000000000100') % 97n)).padStart(2, '0');
const customer = { customerFirstName: 'Awa', customerLastName: 'Diop' };
test('O7 a bank transfer needs names and a RIB with right check digits; 00 counts in the sandbox', () => {
  assert.deepEqual(reported(bank, {}), [
    'customerFirstName: missing',
    'customerLastName: missing',
    'rib: missing',
  ]);
  const right = reported(bank, { ...customer, rib: `${rib}${key}` }) as { rib: string };
  assert.equal(right.rib, `${rib}${key}`.replaceAll(' ', ''));
  assert.deepEqual(reported(bank, { ...customer, rib: `${rib}00` }), ['rib: invalidRib']);
  assert.equal(
    (reported(bank, { ...customer, rib: `${rib}00` }, { sandbox: true }) as { type: string }).type,
    'bank',
  );
});

test('O7 S6 a bill needs account and reference, trimmed; billAccountNumber is accepted for accountNumber', () => {
  const bill = serviceOfKind('bill_pay');
  assert.deepEqual(reported(bill, {}), ['accountNumber: missing', 'billReference: missing']);
  const expected = { type: 'bill', accountNumber: '77', billReference: 'B1' };
  assert.deepEqual(reported(bill, { accountNumber: ' 77 ', billReference: 'B1 ' }), expected);
  assert.deepEqual(reported(bill, { billAccountNumber: '77', billReference: 'B1' }), expected);
});

test('O7 a reload needs the account only', () => {
  assert.deepEqual(reported(serviceOfKind('reload'), { accountNumber: '77' }), {
    type: 'reload',
    accountNumber: '77',
  });
  assert.deepEqual(reported(serviceOfKind('reload'), { accountNumber: '' }), [
    'accountNumber: missing',
  ]);
});

const card = {
  ...customer,
  cardNumber: '4111 1111-1111 1111',
  cardExpireMonth: '12',
  cardExpireYear: '30',
  cardCVC: '123',
  cardType: 'VISA',
  bankAuthRedirectUrl: 'https://shop.example/auth',
  successRedirectUrl: 'https://shop.example/ok',
  errorRedirectUrl: 'https://shop.example/no',
};
test('O7 a card payment needs every member, and its redirect addresses by https, else error 90', () => {
  const service = serviceOfKind('card');
  for (const name of Object.keys(card))
    assert.deepEqual(reported(service, { ...card, [name]: undefined }), [`${name}: missing`]);
  for (const name of ['bankAuthRedirectUrl', 'successRedirectUrl', 'errorRedirectUrl']) {
    for (const url of ['http://shop.example/', 'shop.example', 'javascript:alert(1)']) {
      assert.deepEqual(reported(service, { ...card, [name]: url }), [
        `${name}: notHttps`,
        'error 90',
      ]);
    }
  }
});

test('the cardholder sees the merchant that the request names, else the account', () => {
  const merchantOf = (merchantName: string | undefined) =>
    (reported(serviceOfKind('card'), { ...card, merchantName }) as { merchantName: string })
      .merchantName;
  assert.deepEqual(['Boutique', '', undefined].map(merchantOf), ['Boutique', 'Shop', 'Shop']);
});

test('card number and CVC go to the vault alone; what is stored knows the last four digits', () => {
  const result = read(serviceOfKind('card'), card);
  assert.ok(result.ok);
  assert.deepEqual(result.card, {
    number: '4111111111111111',
    expireMonth: '12',
    expireYear: '30',
    cvc: '123',
  });
  const stored = JSON.stringify(result.extra);
  assert.ok(!stored.includes('411111') && !stored.includes('"123"'));
  assert.match(stored, /"lastFour":"1111"/);
});

test('O6 a chat text is message, else data.message; media alone is enough, nothing is not', () => {
  const chat = serviceOfKind('chat');
  assert.deepEqual(reported(chat, { message: 'Bonjour' }, { clientData: { message: 'x' } }), {
    type: 'chat',
    message: 'Bonjour',
  });
  assert.deepEqual(reported(chat, {}, { clientData: { message: 'Bonjour' } }), {
    type: 'chat',
    message: 'Bonjour',
  });
  const media = { attachedMedia: 'QUJD', attachedMediaName: 'a', attachedMediaExtension: '.png' };
  assert.deepEqual(reported(chat, media), {
    type: 'chat',
    message: '',
    media: { name: 'a', extension: '.png', base64: 'QUJD' },
  });
  for (const clientData of [null, {}, { message: 5 }])
    assert.deepEqual(reported(chat, {}, { clientData }), ['message: missing']);
});

test('O6 the media of a chat message have a known extension and base64 content; all that is wrong is told', () => {
  const chat = serviceOfKind('chat');
  const media = { attachedMedia: 'QUJD', attachedMediaName: 'a', attachedMediaExtension: '.png' };
  const kept = (members: object) => reported(chat, { ...media, ...members });
  assert.deepEqual(kept({ attachedMediaExtension: '.PNG', attachedMedia: 'QU\r\nJD' }), {
    type: 'chat',
    message: '',
    media: { name: 'a', extension: '.png', base64: 'QUJD' },
  });
  assert.deepEqual(kept({ attachedMediaExtension: '.exe', attachedMedia: 'QUJ' }), [
    'attachedMediaExtension: notMediaExtension',
    'attachedMedia: invalidBase64',
  ]);
  assert.deepEqual(kept({ attachedMediaExtension: undefined }), [
    'attachedMediaExtension: missing',
  ]);
});

const sendData = (senderFirstName: string): RemitSendData => ({
  senderDetails: {
    senderFirstName,
    senderLastName: 'Ndiaye',
    senderCountry: 'SEN',
    sendCurrency: 'XOF',
  },
  receiverDetails: {
    receiverFirstName: 'Moussa',
    receiverLastName: 'Fall',
    receiveCountry: 'FRA',
    receiveCurrency: 'EUR',
  },
});
test('O7 remittance data is taken from the top, else from data, else from the recent quote', () => {
  const service = serviceOfKind('remit_send');
  const from = (
    top: object | undefined,
    inData: object | undefined,
    recent: RemitSendData | null,
  ) =>
    reported(
      service,
      { remitSendData: top },
      { clientData: { remitSendData: inData }, recent: { sendData: recent, reference: null } },
    );
  const data = (name: string) => ({ type: 'remit_send', data: sendData(name) });
  assert.deepEqual(from(sendData('top'), sendData('data'), sendData('recent')), data('top'));
  assert.deepEqual(from(undefined, sendData('data'), sendData('recent')), data('data'));
  assert.deepEqual(from(undefined, { senderDetails: {} }, sendData('recent')), data('recent'));
  assert.deepEqual(from(undefined, undefined, null), ['remitSendData: missing']);
});

test('O7 a remittance names sender and receiver, their countries and currencies; each that is missing is told', () => {
  const service = serviceOfKind('remit_send');
  const { senderDetails, receiverDetails } = sendData('Awa');
  const from = (remitSendData: object) => reported(service, { remitSendData });
  assert.deepEqual(from({ senderDetails: {}, receiverDetails: {} }), [
    'remitSendData.senderDetails.senderFirstName: missing',
    'remitSendData.senderDetails.senderLastName: missing',
    'remitSendData.senderDetails.senderCountry: missing',
    'remitSendData.senderDetails.sendCurrency: missing',
    'remitSendData.receiverDetails.receiverFirstName: missing',
    'remitSendData.receiverDetails.receiverLastName: missing',
    'remitSendData.receiverDetails.receiveCountry: missing',
    'remitSendData.receiverDetails.receiveCurrency: missing',
  ]);
  assert.deepEqual(
    from({
      senderDetails: { ...senderDetails, sendCurrency: 'EUR' },
      receiverDetails: { ...receiverDetails, receiverLastName: ' ' },
    }),
    [
      'remitSendData.senderDetails.sendCurrency: differsFromService',
      'remitSendData.receiverDetails.receiverLastName: empty',
    ],
  );
});

test('O7 a withdrawal code is taken from the top, else from data, else from the recent status query; digits, else error 136', () => {
  const service = serviceOfKind('remit_receive');
  const from = (top: unknown, inData: unknown, recent: string | null) =>
    reported(
      service,
      { referenceNumber: top },
      { clientData: { referenceNumber: inData }, recent: { sendData: null, reference: recent } },
    );
  const code = (referenceNumber: string) => ({ type: 'remit_receive', referenceNumber });
  assert.deepEqual(from('1', '2', '3'), code('1'));
  assert.deepEqual(from(undefined, '2', '3'), code('2'));
  assert.deepEqual(from(undefined, undefined, '3'), code('3'));
  assert.deepEqual(from(undefined, undefined, null), ['referenceNumber: missing']);
  for (const wrong of ['12a', '-1', 12, ' 1'])
    assert.deepEqual(from(undefined, wrong, null), ['referenceNumber: notDigits', 'error 136']);
});
