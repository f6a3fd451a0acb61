// O15: of several routes a new operation takes one by weight or by cost, the same one whenever it
// is asked, and the next one where that takes nothing.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { chooseRoute } from './choose-route.ts';
import { priceOf } from './price.ts';
import { routesFor } from './route-choice.ts';
import type { RouteChoice } from './service.ts';
import { testCatalogue } from './testing.ts';

const routes = ['A', 'B', 'C'];
const byWeight = (weights: Record<string, number>): RouteChoice => ({
  by: 'weight',
  weights: new Map(Object.entries(weights)),
});
const orders = Array.from({ length: 10_000 }, (_, number) => ({
  seed: `1 order-${number}`,
  amount: 10_000_000n,
}));
const firsts = (routeChoice: RouteChoice) =>
  orders.map((order) => routesFor({ routes, routeChoice }, order)[0]!);
const shareOf = (route: string, taken: readonly string[]) =>
  taken.filter((each) => each === route).length / taken.length;

test('O15 weights share new operations', () => {
  const taken = firsts(byWeight({ A: 6, B: 3, C: 1 }));
  for (const [route, share] of [
    ['A', 0.6],
    ['B', 0.3],
    ['C', 0.1],
  ] as const)
    assert.ok(Math.abs(shareOf(route, taken) - share) < 0.02, `${route} ${shareOf(route, taken)}`);
});

test('O15 a route without a weight is taken last, in its place among those', () => {
  const routeChoice = byWeight({ C: 1, A: 0 });
  for (const order of orders.slice(0, 100))
    assert.deepEqual(routesFor({ routes, routeChoice }, order), ['C', 'A', 'B']);
});

test('O15 a route that gets less leaves its part to the others, and moves nothing between them', () => {
  const before = firsts(byWeight({ A: 1, B: 1, C: 1 }));
  const after = firsts(byWeight({ A: 1, B: 1, C: 0 }));
  for (const [place, route] of before.entries())
    if (route !== 'C') assert.equal(after[place], route);
});

test('O15 the cheapest route for the amount comes first; of equal ones that which is listed first', () => {
  const costs = new Map([
    ['A', priceOf({ percent: 1 })],
    ['B', priceOf({ fixed: 50, percent: '0.5' })],
    ['C', priceOf({ percent: 1 })],
  ]);
  const orderAt = (units: bigint) =>
    routesFor(
      { routes, routeChoice: { by: 'cost', costs } },
      { seed: 'x', amount: units * 10_000n },
    );
  assert.deepEqual(orderAt(1_000n), ['A', 'C', 'B']);
  assert.deepEqual(orderAt(100_000n), ['B', 'A', 'C']);
  assert.deepEqual(orderAt(10_000n), ['A', 'B', 'C'], 'each costs 100');
});

test('O15 what its own route does not take goes to the next one of the same operation', () => {
  const { routes: known } = testCatalogue();
  const names = known.slice(0, 3).map(({ name }) => name);
  const service = {
    route: names[0]!,
    routes: names,
    routeChoice: byWeight(Object.fromEntries(names.map((name) => [name, 1]))),
  };
  for (const chosenFor of orders.slice(0, 50)) {
    const wanted = routesFor(service, chosenFor);
    const marked = known.map((each) =>
      each.name === wanted[0] ? { ...each, breaker: 'open' as const } : each,
    );
    const catalogue = {
      ...testCatalogue(),
      route: (name: string) => marked.find((each) => each.name === name),
    };
    assert.deepEqual(chooseRoute(catalogue, service, { chosenFor }), {
      name: wanted[1],
      standing: 'on',
    });
  }
});
