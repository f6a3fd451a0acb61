// Proves that DT One's products are read page by page, and that half a list is none.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { HttpResult, ProviderProduct } from '@jokko/connectors/kit';
import { json } from '@jokko/connectors/kit/conformance';
import { dtOneConnector } from '../index.ts';
import { scripted } from './scripted.ts';

const product = (changes: object): object => ({
  id: 56876,
  name: 'Airtime Senegal',
  type: 'RANGED_VALUE_RECHARGE',
  operator: { id: 255, country: { iso_code: 'SEN' } },
  required_credit_party_identifier_fields: [['mobile_number']],
  destination: { amount: { min: 100, max: 50_000 }, unit: 'XOF', unit_type: 'CURRENCY' },
  ...changes,
});
const page = (of: number, products: object[]): HttpResult =>
  ({ ...json(200, products), headers: { 'x-total-pages': String(of) } }) as HttpResult;

async function productsOf(answers: HttpResult[]): Promise<ProviderProduct[]> {
  const found: ProviderProduct[] = [];
  for await (const one of dtOneConnector.products!(scripted(answers))) found.push(one);
  return found;
}

test('products become terms of our kinds; what none of them is, is left out', async () => {
  const account = { required_credit_party_identifier_fields: [['account_number']] };
  const fixed = { destination: { amount: 500, unit: 'XOF', unit_type: 'CURRENCY' } };
  const found = await productsOf([
    page(2, [product({}), product({ id: 2, ...account, ...fixed })]),
    page(2, [
      product({ id: 3, ...account, type: 'RANGED_VALUE_PAYMENT' }),
      product({ id: 4, destination: { amount: 5, unit: 'GB', unit_type: 'DATA' } }),
      product({ id: 5, required_credit_party_identifier_fields: [['account_qualifier']] }),
    ]),
  ]);
  assert.deepEqual(
    found.map(({ id, kind }) => [id, kind]),
    [
      ['56876', 'airtime'],
      ['2', 'reload'],
      ['3', 'bill_pay'],
    ],
  );
  assert.deepEqual(found[0], {
    id: '56876',
    name: 'Airtime Senegal',
    kind: 'airtime',
    country: 'SN',
    currency: 'XOF',
    amounts: null,
    min: 1_000_000n,
    max: 500_000_000n,
  });
  assert.deepEqual(found[1]?.amounts, [5_000_000n]);
});

test('a page that cannot be read ends the list with an error', async () => {
  await assert.rejects(productsOf([page(2, [product({})]), json(503, {})]), /page 2/);
});
