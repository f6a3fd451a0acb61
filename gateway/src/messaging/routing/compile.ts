// Compiles a checked routing document into the routing that the gateway queries.

import { resolveConfig, unitsOf } from '../../platform/documents/index.ts';
import { otherOperator } from './document.ts';
import type { CountryEntry, ConnectionEntry, RouteEntry, RoutingDocument } from './document.ts';
import { compileInbound } from './inbound.ts';
import { compileInternational } from './inbound-number.ts';
import { orderConnections } from './connection-order.ts';
import { makeNumberPlan } from './number-plan.ts';
import type {
  CarrierConnection,
  Numbering,
  RoutedConnection,
  RouteResult,
  Routing,
  RoutingRefusal,
  Tariff,
  UnusableConnection,
} from './routing.ts';
import { compileSenders } from './senders.ts';
import type { ConnectionSettings } from './validate.ts';

/**
 * Answers for the numbers of one operator; the objects are made once and given out again and again.
 */
type Answer = (digits: string) => RouteResult;
interface Country {
  /** ISO 3166. */
  code: string;
  operators: readonly string[];
  answerOf: ReadonlyMap<string, Answer>;
  /** For numbers whose operator is not known. */
  answerOther: Answer;
}

const refused = (refusal: RoutingRefusal): RouteResult => Object.freeze({ ok: false, refusal });
const unknownCountry = refused('unknown_country');
const impossibleNumber = refused('impossible_number');
const notMobile = refused('not_mobile');
const noRoute = refused('no_route');

const allDigits = /^\d{1,15}$/;

/** The routing of a document that `readRouting` found faultless. */
export function compileRouting(
  document: RoutingDocument,
  details: { version: number; hasPorted: boolean },
  settings: ConnectionSettings,
): Routing {
  const entries = document.links.map((entry) => compileConnection(entry, settings));
  const connections = entries.filter((entry) => 'config' in entry);
  const usable = new Set(connections.map((connection) => connection.name));
  const countries = document.countries.map((entry) => compileCountry(entry, document, usable));
  const plan = makeNumberPlan(countries);
  const hasLength = (lengths: number, { length }: string): boolean =>
    ((lengths >> length) & 1) === 1;
  const isMobile = (digits: string): boolean =>
    allDigits.test(digits) && hasLength(plan.zoneOf(digits).mobileLengths, digits);
  const isLandline = (digits: string): boolean =>
    allDigits.test(digits) && hasLength(plan.zoneOf(digits).landlineLengths, digits);
  const isNumber = (digits: string): boolean => isMobile(digits) || isLandline(digits);

  return {
    ...details,
    connections,
    tariffs: countries.flatMap(({ country }) => tariffsOf(country)),
    numbering: document.countries.map(numberingOf),
    unusableConnections: new Map(
      entries.filter((entry) => 'problem' in entry).map((entry) => [entry.name, entry]),
    ),
    inboundOf: compileInbound(document),
    internationalOf: compileInternational(document, { isNumber, isMobile }),
    routeOf(digits, ported) {
      if (!allDigits.test(digits)) return impossibleNumber;
      const { country, operator, mobileLengths, landlineLengths } = plan.zoneOf(digits);
      if (country === null) return unknownCountry;
      if (!hasLength(mobileLengths, digits))
        return hasLength(landlineLengths, digits) ? notMobile : impossibleNumber;
      if (ported === undefined || ported === null) return (operator ?? country.answerOther)(digits);
      return (country.answerOf.get(ported) ?? country.answerOther)(digits);
    },
    operatorOf(digits, ported) {
      const { country, operator } = plan.zoneOf(digits);
      if (country === null || !isMobile(digits)) return null;
      const byPrefix = country.operators.find((name) => country.answerOf.get(name) === operator);
      return { country: country.code, operator: ported ?? byPrefix ?? null };
    },
    operatorsFor(digits) {
      if (!allDigits.test(digits)) return null;
      const { country } = plan.zoneOf(digits);
      return country !== null && isMobile(digits) ? country.operators : null;
    },
  };
}

const numberingOf = ({ code, callingCode, mobile }: CountryEntry): Numbering => ({
  code,
  callingCode,
  lengths: [...new Set(mobile.flatMap(({ lengths }) => lengths))].sort((one, other) => one - other),
});

/** Connections differ from number to number, prices do not: any number yields them. */
function tariffsOf({ answerOf, answerOther }: Country): Tariff[] {
  return [...answerOf.values(), answerOther].flatMap((answer) => {
    const result = answer('0');
    return result.ok ? [result.route] : [];
  });
}

function compileConnection(
  { name, connector, config: written }: ConnectionEntry,
  settings: ConnectionSettings,
): CarrierConnection | UnusableConnection {
  const unusable = (problem: string): UnusableConnection => ({ name, connector, problem });
  const { connectors } = settings;
  if (!Object.hasOwn(connectors, connector))
    return unusable(
      `there is no connector "${connector}": import a routing in which ${name} has one of ${Object.keys(connectors).join(', ')}, or none`,
    );
  const config = resolveConfig(written, settings);
  return config === null
    ? unusable('sealed by another installation, or a variable is not set')
    : { name, connector, config };
}

function compileCountry(
  entry: CountryEntry,
  document: RoutingDocument,
  usable: ReadonlySet<string>,
) {
  const answer = (operator: string, price: number | string) =>
    compileAnswer({ entry, operator, price }, document, usable);
  const answerOf = new Map(
    entry.operators.map(({ name, price }) => [name, answer(name, price ?? entry.price)]),
  );
  const country: Country = {
    code: entry.code,
    operators: entry.operators.map((operator) => operator.name),
    answerOf,
    answerOther: answer(otherOperator, entry.price),
  };
  return {
    country,
    callingCode: entry.callingCode,
    mobile: entry.mobile,
    landline: entry.landline ?? [],
    operators: entry.operators.map(({ name, prefixes }) => ({
      operator: answerOf.get(name)!,
      prefixes,
    })),
  };
}

function compileAnswer(
  { entry, operator, price }: { entry: CountryEntry; operator: string; price: number | string },
  document: RoutingDocument,
  usable: ReadonlySet<string>,
): Answer {
  const ofCountry = document.routes.filter((route) => route.country === entry.code);
  const written =
    ofCountry.find((route) => route.operator === operator) ??
    ofCountry.find((route) => route.operator === undefined);
  const connections =
    written === undefined ? [] : routedConnections(written, document.links, usable);
  if (written === undefined || connections.length === 0) return () => noRoute;
  const { orders, orderFor } = orderConnections(connections);
  const details = {
    country: entry.code,
    operator,
    pricePerPart: unitsOf(price) ?? 0n,
    currency: entry.currency,
    timeZone: entry.timeZone,
    refundStates: new Set(entry.refund),
    resendUnknown: written.resendUnknown ?? false,
  };
  const answers = orders.map((order): RouteResult =>
    Object.freeze({ ok: true, route: Object.freeze({ ...details, connections: order }) }),
  );
  const [only] = answers;
  return answers.length === 1 ? () => only! : (digits) => answers[orderFor(digits)]!;
}

/**
 * The most exact rule for senders counts as a whole: the route's, else the connection's for the
 * country, else the connection's.
 */
function routedConnections(
  route: RouteEntry,
  entries: readonly ConnectionEntry[],
  usable: ReadonlySet<string>,
): RoutedConnection[] {
  return route.links
    .filter(({ name }) => usable.has(name))
    .map(({ name, priority = 1, weight = 1 }) => {
      const senders = entries.find((entry) => entry.name === name)?.senders;
      return {
        name,
        priority,
        weight,
        senders: compileSenders(route.senders ?? senders?.perCountry?.[route.country] ?? senders),
      };
    });
}
