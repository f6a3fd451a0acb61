// S3, O13: checks how a state is reported to callers, and in which form.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { PublicStatus } from '@jokko/contract';
import { testCatalogue } from '../catalogue/testing.ts';
import type { State } from './index.ts';
import type { OperationTerms, OperationState } from './model/operation.ts';
import { testOperation, units } from './testing.ts';
import { presentOperation, publicStatusOf } from './http-present.ts';

type Stage = 'payer' | 'provider' | null;
const table: [State, Stage, debit: PublicStatus, credit: PublicStatus][] = [
  ['READY', null, 'PENDING', 'PENDING'],
  ['SENDING', null, 'PENDING', 'PENDING'],
  ['ACCEPTED', 'payer', 'PROCESSING', 'PENDING'],
  ['ACCEPTED', 'provider', 'PROCESSING', 'PROCESSING'],
  ['ACCEPTED', null, 'PROCESSING', 'PROCESSING'],
  ['UNKNOWN', null, 'PROCESSING', 'PROCESSING'],
  ['SUCCESS', null, 'SUCCESS', 'SUCCESS'],
  ['REFUNDING', null, 'SUCCESS', 'SUCCESS'],
  ['REFUNDED', null, 'REFUNDED', 'REFUNDED'],
  ['FAILED', null, 'FAILLED', 'FAILLED'],
  ['CANCELED', null, 'CANCELED', 'CANCELED'],
];
for (const [state, stage, debit, credit] of table) {
  test(`S3 ${state}${stage === null ? '' : ` waiting for the ${stage}`} is told as ${debit} of a DEBIT, ${credit} of a CREDIT`, () => {
    assert.equal(publicStatusOf(state, stage, 'DEBIT'), debit);
    assert.equal(publicStatusOf(state, stage, 'CREDIT'), credit);
  });
}

const catalogue = testCatalogue();
const publicUrl = 'https://pay.example';
interface Answer {
  code: number;
  msg: string;
  error: boolean;
  data: { [member: string]: unknown };
}
const present = (terms: Partial<OperationTerms>, state: Partial<OperationState>, first: boolean) =>
  presentOperation(
    testOperation(terms, state),
    { catalogue, language: 'fr', publicUrl },
    first,
  ) as Answer;

test('O13 a plain success has the documented members in their order, and no errorType', () => {
  const { code, error, data } = present({ callbackUrl: 'https://shop.example/' }, {}, true);
  assert.deepEqual([code, error], [2000, false]);
  const members = [
    'phone',
    'amount',
    'codeService',
    'transactionId',
    'status',
    'externalTransactionId',
    'callbackUrl',
  ];
  assert.deepEqual(Object.keys(data), members);
  assert.deepEqual(
    [data['phone'], data['amount'], data['transactionId']],
    ['770000000', 100, '1000000000001'],
  );
});

test('O5 the first answer says PENDING whatever happened meanwhile; a repeat tells the present status', () => {
  assert.equal(present({}, { state: 'SUCCESS' }, true).data['status'], 'PENDING');
  assert.equal(present({}, { state: 'SUCCESS' }, false).data['status'], 'SUCCESS');
  assert.equal(present({}, { state: 'UNKNOWN' }, false).data['status'], 'PROCESSING');
});

test('O8 O13 a failed operation is answered with 4000 and its error, in the first answer and in a repeat', () => {
  for (const first of [true, false]) {
    const { code, error, msg, data } = present(
      { amount: units(5) },
      { state: 'FAILED', errorId: 26 },
      first,
    );
    assert.deepEqual([code, error, data['status']], [4000, true, 'FAILLED']);
    const errorType = data['errorType'] as { [member: string]: unknown };
    assert.deepEqual(Object.keys(errorType), ['id', 'codeService', 'code', 'message']);
    assert.deepEqual([errorType['id'], errorType['codeService']], [26, 'OPA_SN_API_CASH_IN']);
    assert.equal(errorType['message'], msg);
  }
});

test('O13 a chat message is answered with errorType null', () => {
  const details = {
    extra: { type: 'chat' as const, message: 'Bonjour' },
    successUrl: null,
    errorUrl: null,
    sender: null,
  };
  const { data } = present({ codeService: 'CHAT_MESSAGING', details }, {}, true);
  assert.equal(Object.keys(data).at(-1), 'errorType');
  assert.equal(data['errorType'], null);
});

test('O11 a link is a page of the gateway that only its token opens, as bare text in the message too', () => {
  const details = {
    extra: { type: 'wallet' as const, link: 'deepLink' as const },
    successUrl: null,
    errorUrl: null,
    sender: null,
  };
  const { data } = present(
    {
      codeService: 'OPC_SN_API_CASH_OUT',
      paymentPageToken: 'ab'.repeat(16),
      details,
      accountId: 40,
    },
    {},
    true,
  );
  assert.equal(data['deepLinkUrl'], `${publicUrl}/deep/1000000000001-14-${'ab'.repeat(16)}`);
  assert.ok(String(data['notificationMessage']).includes(String(data['deepLinkUrl'])));
  assert.equal(data['authLinkUrl'], undefined);
});

test('O11 a card payment gets authLinkUrl and orderId', () => {
  const card = {
    vaultHandle: '1',
    lastFour: '1111',
    cardType: 'VISA',
    firstName: 'A',
    lastName: 'B',
    email: null,
    merchantName: '',
    description: '',
  };
  const details = {
    extra: { type: 'card' as const, ...card },
    successUrl: null,
    errorUrl: null,
    sender: null,
  };
  const { data } = present(
    { codeService: 'BANK_CARD_API_CASH_OUT', paymentPageToken: 'ab'.repeat(16), details },
    {},
    true,
  );
  assert.match(String(data['authLinkUrl']), /^https:\/\/pay\.example\/deep\//);
  assert.match(String(data['orderId']), /^[A-Z]+-BK-1000000000001$/);
  assert.equal(data['deepLinkUrl'], undefined);
});
