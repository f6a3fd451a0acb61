// Lists where SMS go by a routing document: each country and each of its operators with prefixes,
// price and connections, in the order in which these are tried.

import type { RouteResult } from '@jokko/contract/portal';
import type { CountryEntry, RouteEntry } from '../../messaging/routing/index.ts';

type Destination = RouteResult<'GET operator/documents/:kind'>['destinations'][number];

/** None where the document is another one. */
export function destinationsOf(document: object): Destination[] {
  const { countries = [], routes = [] } = document as {
    countries?: CountryEntry[];
    routes?: RouteEntry[];
  };
  return countries.flatMap((country) => [
    rowOf(country, null, routes),
    ...country.operators.map((operator) => rowOf(country, operator, routes)),
  ]);
}

/** `operator` null: all numbers of the country that none of its operators has. */
function rowOf(
  { code, callingCode, mobile, currency, price }: CountryEntry,
  operator: CountryEntry['operators'][number] | null,
  routes: readonly RouteEntry[],
): Destination {
  const ofCountry = routes.filter(({ country }) => country === code);
  const route =
    ofCountry.find((each) => operator !== null && each.operator === operator.name) ??
    ofCountry.find((each) => each.operator === undefined);
  const links = [...(route?.links ?? [])].sort(
    (one, other) => (one.priority ?? 1) - (other.priority ?? 1),
  );
  return {
    country: code,
    operator: operator?.name ?? null,
    callingCode,
    prefixes: operator?.prefixes ?? mobile.flatMap(({ prefixes }) => prefixes),
    currency,
    price: String(operator?.price ?? price),
    connections: links.map(({ name }) => name),
  };
}
