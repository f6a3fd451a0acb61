// Proves that a service that is edited in a form keeps what the form does not show.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { entryOf } from '../src/pages/catalogue/service-entry.ts';

const service = {
  code: 'OPA_SN_AIRTIME_CREDIT_TELEPHONIQUE',
  name: 'Airtime',
  route: 'DTONE',
  otherRoutes: ['RELOADLY'],
  providerProducts: {
    DTONE: { id: '101', currency: 'XOF', minimum: 100 },
    RELOADLY: { id: '7', currency: 'XOF', amounts: [500, '1000'] },
  },
};
const values = (route: string) => ({ code: service.code, name: service.name, route });

test('products of providers stay with the routes that the service keeps', () => {
  const { providerProducts } = service;
  const after = (route: string, others: string[]) =>
    entryOf(values(route), service, others).providerProducts;
  assert.deepEqual(after('DTONE', ['RELOADLY']), providerProducts);
  assert.deepEqual(after('RELOADLY', []), { RELOADLY: providerProducts.RELOADLY });
  assert.equal(after('OTHER', []), undefined);
  assert.equal(entryOf(values('DTONE'), null, []).providerProducts, undefined);
});

test('weights and costs go with the routes that a service has, and stay where the form does not show them', () => {
  const weighted = { ...service, routeCosts: { DTONE: { percent: '1', minimum: '5' } } };
  const after = (values: Record<string, string>, others = ['RELOADLY']) => {
    const { routeChoice, routeWeights, routeCosts } = entryOf(
      { code: service.code, name: service.name, route: 'DTONE', ...values },
      weighted,
      others,
    );
    return { routeChoice, routeWeights, routeCosts };
  };
  const { routeCosts } = weighted;
  assert.deepEqual(
    after({ routeChoice: 'weight', 'routeWeights.DTONE': '7', 'routeWeights.RELOADLY': '' }),
    { routeChoice: 'weight', routeWeights: { DTONE: 7 }, routeCosts },
  );
  const costs = {
    'routeCosts.DTONE.percent': '1,5',
    'routeCosts.DTONE.fixed': '',
    'routeCosts.RELOADLY.percent': '',
    'routeCosts.RELOADLY.fixed': '25',
  };
  assert.deepEqual(after({ routeChoice: 'cost', ...costs }), {
    routeChoice: 'cost',
    routeWeights: undefined,
    routeCosts: { DTONE: { percent: '1.5', minimum: '5' }, RELOADLY: { fixed: '25' } },
  });
  const none = { routeChoice: undefined, routeWeights: undefined, routeCosts: undefined };
  assert.deepEqual(after({ routeChoice: 'weight', 'routeWeights.DTONE': '7' }, []), none);
});
