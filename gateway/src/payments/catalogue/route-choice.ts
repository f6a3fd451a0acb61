// In which order a new operation tries the routes of its service: as they are listed, by weights
// that share new operations among them, or by what each costs. Pure: the same operation has the
// same order on each node, and whenever it is repeated.

import { hash } from 'node:crypto';
import type { ServiceEntry } from './document.ts';
import { commissionOf, priceOf } from './price.ts';
import type { Price, RouteChoice } from './service.ts';

/** What of an operation decides. */
export interface ChosenFor {
  /** The seed is of the operation alone, and the same when it is repeated. */
  seed: string;
  /** Ten-thousandths. */
  amount: bigint;
}

/** Reads the choice of a checked entry. */
export function routeChoiceOf({
  routeChoice,
  routeWeights,
  routeCosts,
}: ServiceEntry): RouteChoice {
  switch (routeChoice) {
    case 'weight':
      return { by: 'weight', weights: new Map(Object.entries(routeWeights ?? {})) };
    case 'cost':
      return {
        by: 'cost',
        costs: new Map(
          Object.entries(routeCosts ?? {}).map(([route, cost]) => [route, priceOf(cost)]),
        ),
      };
    default:
      return { by: 'order' };
  }
}

/** The routes in the order in which this operation tries them. */
export function routesFor(
  { routes, routeChoice }: { routes: readonly string[]; routeChoice: RouteChoice },
  { seed, amount }: ChosenFor,
): readonly string[] {
  if (routes.length < 2 || routeChoice.by === 'order') return routes;
  const { by } = routeChoice;
  const rankOf = (route: string): number | bigint =>
    by === 'weight'
      ? drawn(route, seed, routeChoice.weights.get(route) ?? 0)
      : costRank(routeChoice.costs.get(route), amount);
  const ranked = routes.map((route) => ({ route, rank: rankOf(route) }));
  // What has the same rank stays as it is listed. Not by a difference: two of them may be infinite.
  return ranked
    .toSorted((one, other) => (one.rank === other.rank ? 0 : one.rank < other.rank ? -1 : 1))
    .map(({ route }) => route);
}

const drawnValues = 2 ** 48;

/**
 * Weighted rendezvous hashing: each route draws for itself, so that one that goes down leaves its
 * share to the others and moves nothing between them. The first of exponential variables with rates
 * w is each with probability w / sum.
 */
function drawn(route: string, seed: string, weight: number): number {
  if (weight === 0) return Number.POSITIVE_INFINITY;
  const digest = hash('sha256', `${route}\n${seed}`, 'buffer');
  const uniform = (digest.readUIntBE(0, 6) + 1) / (drawnValues + 1);
  return -Math.log(uniform) / weight;
}

const costRank = (cost: Price | undefined, amount: bigint): number | bigint =>
  cost === undefined ? Number.POSITIVE_INFINITY : commissionOf(cost, amount);
