// Validates a routing text. Lists every problem with its line and field.

import type { SmsConnector } from '@jokko/connectors/kit';
import {
  checkConnectorConfig,
  closestName,
  compileShape,
  pointerStep,
  readDocument,
} from '../../platform/documents/index.ts';
import type { ReadDocument, Review, ValueSources } from '../../platform/documents/index.ts';
import { checkBorders, checkCountry } from './country-rules.ts';
import {
  CountryEntry,
  InboundEntry,
  ConnectionEntry,
  RouteEntry,
  RoutingShape,
  SenderEntry,
} from './document.ts';
import type { RoutingDocument } from './document.ts';

/** What checking, importing and compiling a routing document needs. */
export interface ConnectionSettings extends ValueSources {
  connectors: { readonly [name: string]: SmsConnector };
}

const routingShape = compileShape(RoutingShape);
const countryShape = compileShape(CountryEntry);
const connectionShape = compileShape(ConnectionEntry);
const senderShape = compileShape(SenderEntry);
const routeShape = compileShape(RouteEntry);
const inboundShape = compileShape(InboundEntry);

/** Reads and checks a routing text. Problems come in the order of their lines. */
export function readRouting(
  text: string,
  settings: ConnectionSettings,
): ReadDocument<RoutingDocument> {
  return readDocument<RoutingDocument>(text, routingShape, (document, review) => {
    const countries = checkCountries(document, review);
    const connections = checkConnections(document, settings, countries, review);
    checkRoutes(document, countries, connections, review);
    checkInbound(document, review);
    const both = (document.stopWords ?? []).find((word) =>
      (document.startWords ?? []).includes(word),
    );
    if (both !== undefined) review.refuse('/startWords', `"${both}" is a stop word too`);
  });
}

/** Operators by country, of the entries that have their shape. */
type Countries = Map<string, string[]>;

function checkCountries(document: RoutingDocument, review: Review): Countries {
  const countries: Countries = new Map();
  const whole: CountryEntry[] = [];
  const [firstCode, firstCallingCode] = [new Map<string, string>(), new Map<string, string>()];
  document.countries.forEach((entry, index) => {
    const pointer = `/countries/${index}`;
    if (!review.fits(countryShape, pointer, entry)) return;
    if (review.isRepeated(firstCode, entry.code, `${pointer}/code`)) return;
    review.isRepeated(firstCallingCode, entry.callingCode, `${pointer}/callingCode`);
    countries.set(
      entry.code,
      entry.operators.map((operator) => operator.name),
    );
    whole.push(entry);
    for (const problem of checkCountry(entry))
      review.refuse(`${pointer}/${problem.path}`, problem.message);
  });
  const callingCodes = whole.map((entry) => entry.callingCode);
  for (const entry of whole) {
    const pointer = `/countries/${document.countries.indexOf(entry)}`;
    for (const problem of checkBorders(entry, callingCodes))
      review.refuse(`${pointer}/${problem.path}`, problem.message);
  }
  return countries;
}

function checkConnections(
  document: RoutingDocument,
  settings: ConnectionSettings,
  countries: Countries,
  review: Review,
): Set<string> {
  const first = new Map<string, string>();
  document.links.forEach((entry, index) => {
    const pointer = `/links/${index}`;
    if (
      !review.fits(connectionShape, pointer, entry) ||
      review.isRepeated(first, entry.name, `${pointer}/name`)
    )
      return;
    for (const problem of checkConnectorConfig(entry, settings.connectors, settings).problems)
      review.refuse(`${pointer}/${problem.path}`, problem.message);
    if (entry.country !== undefined && !countries.has(entry.country))
      refuseUnknown(review, `${pointer}/country`, 'country', entry.country, [...countries.keys()]);
    for (const [country, rule] of Object.entries(entry.senders?.perCountry ?? {})) {
      const at = `${pointer}/senders/perCountry${pointerStep(country)}`;
      if (!countries.has(country))
        refuseUnknown(review, at, 'country', country, [...countries.keys()]);
      review.fits(senderShape, at, rule);
    }
  });
  return new Set(first.keys());
}

function checkRoutes(
  document: RoutingDocument,
  countries: Countries,
  connections: Set<string>,
  review: Review,
): void {
  const first = new Map<string, string>();
  document.routes.forEach((entry, index) => {
    const pointer = `/routes/${index}`;
    if (!review.fits(routeShape, pointer, entry)) return;
    const operators = countries.get(entry.country);
    if (operators === undefined)
      refuseUnknown(review, `${pointer}/country`, 'country', entry.country, [...countries.keys()]);
    else if (entry.operator !== undefined && !operators.includes(entry.operator))
      refuseUnknown(
        review,
        `${pointer}/operator`,
        `operator in ${entry.country}`,
        entry.operator,
        operators,
      );
    review.isRepeated(
      first,
      entry.operator === undefined ? entry.country : `${entry.country} ${entry.operator}`,
      pointer,
    );
    if (entry.links.length === 0)
      review.refuse(`${pointer}/links`, 'must name at least one connection');
    const firstConnection = new Map<string, string>();
    entry.links.forEach(({ name }, at) => {
      if (!connections.has(name))
        refuseUnknown(review, `${pointer}/links/${at}/name`, 'connection', name, [...connections]);
      else review.isRepeated(firstConnection, name, `${pointer}/links/${at}/name`);
    });
  });
}

function checkInbound(document: RoutingDocument, review: Review): void {
  const first = new Map<string, string>();
  document.inbound?.forEach((entry, index) => {
    const pointer = `/inbound/${index}`;
    if (!review.fits(inboundShape, pointer, entry)) return;
    review.isRepeated(
      first,
      entry.keyword === undefined ? entry.number : `${entry.number} ${entry.keyword.toUpperCase()}`,
      pointer,
    );
  });
}

function refuseUnknown(
  review: Review,
  pointer: string,
  what: string,
  name: string,
  known: string[],
): void {
  const near = closestName(name, known);
  review.refuse(
    pointer,
    `there is no ${what} "${name}"${near === null ? '' : `; did you mean "${near}"?`}`,
  );
}
