// Proves that a quote is what MoneyGram asks for, that an inquiry shows what waits, and that
// nothing is shown that could not be read.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bytes, json } from '@jokko/connectors/kit/conformance';
import type { HttpResult } from '@jokko/connectors/kit';
import { moneygramConnector } from '../index.ts';
import { liveConfig, open, refusedAs, scripted, sendIntent, session, waiting } from './scripted.ts';

function quote(answers: HttpResult[]) {
  const { extra, amount, currency } = sendIntent();
  if (extra.type !== 'remit_send') throw new Error('no remittance');
  const context = scripted(answers);
  const order = { codeService: 'X', amount, currency, data: extra.data };
  return moneygramConnector.quote!(context, order).then((found) => ({ found, context }));
}

const offers = json(200, {
  transactions: [
    { ...open(), transactionId: 'other', serviceOptionCode: 'BANK_DEPOSIT' },
    { ...open(), serviceOptionCode: 'WILL_CALL', fxRate: 1 },
  ],
});

test('the way of delivery that was asked for is quoted, and its people are named', async () => {
  const { found, context } = await quote([offers, json(200, open())]);
  assert.ok('quote' in found);
  assert.equal(found.quote['remitTransactionSessionID'], session);
  assert.equal(found.quote['readyForCommit'], true);
  const { detailSendAmounts: _, ...amounts } = found.quote['sendAmounts'] as {
    [member: string]: unknown;
  };
  assert.deepEqual(amounts, {
    sendAmount: '1350',
    sendCurrency: 'XOF',
    totalSendFees: '41',
    totalDiscountAmount: '0',
    totalSendTaxes: '0',
    totalAmountToCollect: '1391',
  });
  const [asked, updated] = context.requests.map(
    (request) => JSON.parse(String(request.body)) as { [member: string]: unknown },
  );
  assert.deepEqual(asked, {
    destinationCountryCode: 'SEN',
    serviceOptionCode: 'WILL_CALL',
    sendAmount: { value: 1350, currencyCode: 'XOF' },
    receiveCurrencyCode: 'XOF',
  });
  assert.deepEqual((updated!['sender'] as { name: object }).name, {
    firstName: 'Awa',
    lastName: 'Ndiaye',
  });
});

test('no usable quote is none', async () => {
  for (const answers of [
    [json(503, {})],
    [bytes(200, 'x')],
    [json(200, { transactions: [] })],
    [offers, json(500, {})],
    [
      json(200, {
        transactions: [{ ...open({ sendAmount: undefined }), serviceOptionCode: 'WILL_CALL' }],
      }),
      json(200, open()),
    ],
  ]) {
    const { found } = await quote(answers);
    assert.equal('error' in found && found.error.retryable, 'sameAttempt');
  }
  const { found } = await quote([refusedAs(400)]);
  assert.equal('error' in found && found.error.catalogue, 'invalid_data');
});

test('an inquiry shows what waits; a number that cannot be one is not asked about', async () => {
  const ask = (number: string, answers: HttpResult[]) =>
    moneygramConnector.inquiry!(scripted(answers), 'X', number);
  const found = await ask('89000005', [json(200, waiting())]);
  assert.ok('record' in found);
  assert.deepEqual(
    [found.record['receiveAmount'], found.record['receiveCurrency'], found.record['okForPickup']],
    ['1350', 'XOF', true],
  );
  const gone = await ask('89000005', [refusedAs(404)]);
  assert.equal('error' in gone && gone.error.catalogueId, 136);
  const impossible = await ask('1', []);
  assert.equal('error' in impossible && impossible.error.catalogueId, 136);
  const odd = await ask('89000005', [json(200, {})]);
  assert.equal('error' in odd && odd.error.retryable, 'sameAttempt');
});

test('a configuration names every field that cannot be used', () => {
  assert.deepEqual(moneygramConnector.checkConfig(liveConfig), []);
  const problems = moneygramConnector.checkConfig({
    ...liveConfig,
    baseUrl: 'x',
    clientId: '',
    noticeKey: 'x',
    timeoutMs: 1,
  });
  assert.deepEqual(
    problems.map(({ field }) => field),
    ['baseUrl', 'clientId', 'noticeKey', 'timeoutMs'],
  );
});
