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
  return countries.flatMap((country) => {
    const rows = country.operators.map((operator) => rowOf(country, operator, routes));
    const others = rowOf(country, null, routes);
    return others.prefixes.length === 0 && rows.length > 0 ? rows : [others, ...rows];
  });
}

/** What no operator has as a whole. */
const othersOf = ({ mobile, operators }: CountryEntry): string[] =>
  mobile
    .flatMap(({ prefixes }) => prefixes)
    .filter(
      (prefix) => !operators.some(({ prefixes }) => prefixes.some((its) => prefix.startsWith(its))),
    );

/** `operator` null: all numbers of the country that none of its operators has. */
function rowOf(
  country: CountryEntry,
  operator: CountryEntry['operators'][number] | null,
  routes: readonly RouteEntry[],
): Destination {
  const { code, callingCode, currency, price } = country;
  const ofCountry = routes.filter((each) => each.country === code);
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
    prefixes: operator?.prefixes ?? othersOf(country),
    currency,
    price: String(operator?.price ?? price),
    connections: links.map(({ name }) => name),
  };
}
