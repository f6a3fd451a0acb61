// Chooses the route that a new operation takes, of those of its service: one that is neither
// switched off nor opened by its breaker.

import { routesFor, type ChosenFor } from './route-choice.ts';
import type { Catalogue, Route, Service } from './service.ts';

/** `on`: it takes new operations. `down`: its breaker lets none through. `off`: switched off. */
export type RouteStanding = 'on' | 'down' | 'off';

export interface ChosenRoute {
  name: string;
  standing: RouteStanding;
}

/** Whether one more operation may be let through to a route that is being tried again. */
export type MayTry = (route: string) => boolean;

const never: MayTry = () => false;

/**
 * Returns the first of the service's routes that is on; when there is none, the first that is down,
 * or else the first. `chosenFor`: the operation, whose order of them counts; absent: as they are
 * listed.
 */
export function chooseRoute(
  catalogue: Catalogue,
  service: Pick<Service, 'route' | 'routes' | 'routeChoice'>,
  { mayTry = never, chosenFor }: { mayTry?: MayTry | undefined; chosenFor?: ChosenFor } = {},
): ChosenRoute {
  const routes = chosenFor === undefined ? service.routes : routesFor(service, chosenFor);
  for (const name of routes)
    if (standingOf(catalogue.route(name), mayTry) === 'on') return { name, standing: 'on' };
  const down = routes.find((name) => standingOf(catalogue.route(name)) === 'down');
  return down === undefined
    ? { name: service.route, standing: 'off' }
    : { name: down, standing: 'down' };
}

/** `undefined`: it is not in the catalogue any more, and nothing is held back on its account. */
export function standingOf(route: Route | undefined, mayTry: MayTry = never): RouteStanding {
  if (route === undefined) return 'on';
  if (route.off) return 'off';
  if (route.breaker === 'half_open') return mayTry(route.name) ? 'on' : 'down';
  return route.breaker === 'open' ? 'down' : 'on';
}

/**
 * The catalogue with the breakers that are not closed, by route. Its services name the routes that
 * they use then. Pure.
 */
export function withBreakers(
  catalogue: Catalogue,
  breakers: ReadonlyMap<string, 'open' | 'half_open'>,
): Catalogue {
  if (!catalogue.routes.some(({ name }) => breakers.has(name))) return catalogue;
  const routes = catalogue.routes.map((route) => {
    const breaker = breakers.get(route.name);
    return breaker === undefined ? route : { ...route, breaker };
  });
  const routeByName = new Map(routes.map((route) => [route.name, route]));
  const marked = { ...catalogue, routes, route: (name: string) => routeByName.get(name) };
  const services = catalogue.services.map((service) => {
    const { name } = chooseRoute(marked, service);
    return name === service.route ? service : { ...service, route: name };
  });
  const serviceByCode = new Map(services.map((service) => [service.code, service]));
  return { ...marked, services, service: (code) => serviceByCode.get(code) };
}
