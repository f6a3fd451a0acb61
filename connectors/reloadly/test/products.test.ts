// Proves that Reloadly's operators and billers become products, and that half a list is none.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { HttpResult, ProviderProduct } from '@jokko/connectors/kit';
import { createScripted, json } from '@jokko/connectors/kit/conformance';
import { reloadlyConnector } from '../index.ts';
import { liveConfig, tokenAnswer } from './scripted.ts';

/** The documentation's operator of Mali, with what matters. */
const operator = (changes: object): object => ({
  id: 289,
  operatorId: 289,
  name: 'Orange Mali',
  denominationType: 'RANGE',
  supportsLocalAmounts: true,
  destinationCurrencyCode: 'XOF',
  localMinAmount: 1967.0,
  localMaxAmount: 32_800,
  localFixedAmounts: [],
  country: { isoName: 'ML', name: 'Mali' },
  ...changes,
});
const biller = (changes: object): object => ({
  id: 26,
  name: 'Woyofal',
  countryCode: 'SN',
  serviceType: 'PREPAID',
  denominationType: 'RANGE',
  localAmountSupported: true,
  localTransactionCurrencyCode: 'XOF',
  minLocalTransactionAmount: 1000,
  maxLocalTransactionAmount: 100_000,
  ...changes,
});
const page = (content: object[], last = true): HttpResult => json(200, { content, last });

async function productsOf(answers: HttpResult[]): Promise<ProviderProduct[]> {
  const context = createScripted(liveConfig, answers);
  const found: ProviderProduct[] = [];
  for await (const one of reloadlyConnector.products!(context)) found.push(one);
  return found;
}

test('operators and billers become products; what is not sold in local currency is left out', async () => {
  const found = await productsOf([
    tokenAnswer,
    page([operator({}), operator({ operatorId: 2, supportsLocalAmounts: false })], false),
    page([operator({ operatorId: 3, denominationType: 'FIXED', localFixedAmounts: [500, 1000] })]),
    tokenAnswer,
    page([
      biller({}),
      biller({ id: 27, serviceType: 'POSTPAID' }),
      biller({ id: 28, denominationType: 'FIXED' }),
    ]),
  ]);
  assert.deepEqual(
    found.map(({ id, kind }) => [id, kind]),
    [
      ['289', 'airtime'],
      ['3', 'airtime'],
      ['26', 'reload'],
      ['27', 'bill_pay'],
    ],
  );
  assert.deepEqual(found[0], {
    id: '289',
    name: 'Orange Mali',
    kind: 'airtime',
    country: 'ML',
    currency: 'XOF',
    amounts: null,
    min: 19_670_000n,
    max: 328_000_000n,
  });
  assert.deepEqual(found[1]?.amounts, [5_000_000n, 10_000_000n]);
});

test('a page that cannot be read ends the list with an error', async () => {
  await assert.rejects(
    productsOf([tokenAnswer, page([operator({})], false), json(503, {})]),
    /page 2/,
  );
});
