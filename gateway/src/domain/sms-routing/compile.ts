// How does a checked routing document become the routing that the gateway asks?

import { resolveConfig, unitsOf, type ValueSources } from '../documents/index.ts';
import { otherOperator } from './document.ts';
import type { CountryEntry, LinkEntry, RouteEntry, RoutingDocument } from './document.ts';
import { compileInbound } from './inbound.ts';
import { orderLinks } from './link-order.ts';
import { makeNumberPlan } from './number-plan.ts';
import type { Link, RoutedLink, RouteResult, Routing, RoutingRefusal, Tariff } from './routing.ts';
import { compileSenders } from './senders.ts';

/** Answers for the numbers of one operator; the objects are made once and given out again and again. */
type Answer = (digits: string) => RouteResult;
interface Country {
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
export function compileRouting(document: RoutingDocument, facts: { version: number; hasPorted: boolean }, sources: ValueSources): Routing {
  const links = document.links.flatMap((entry) => compileLink(entry, sources) ?? []);
  const usable = new Set(links.map((link) => link.name));
  const countries = document.countries.map((entry) => compileCountry(entry, document, usable));
  const plan = makeNumberPlan(countries);

  return {
    ...facts,
    links,
    tariffs: countries.flatMap(({ country }) => tariffsOf(country)),
    unusableLinks: document.links.map((link) => link.name).filter((name) => !usable.has(name)),
    inboundOf: compileInbound(document),
    routeOf(digits, ported) {
      if (!allDigits.test(digits)) return impossibleNumber;
      const { country, operator, mobileLengths, landlineLengths } = plan.zoneOf(digits);
      if (country === null) return unknownCountry;
      if (((mobileLengths >> digits.length) & 1) === 0)
        return ((landlineLengths >> digits.length) & 1) === 0 ? impossibleNumber : notMobile;
      if (ported === undefined || ported === null) return (operator ?? country.answerOther)(digits);
      return (country.answerOf.get(ported) ?? country.answerOther)(digits);
    },
    operatorsFor(digits) {
      if (!allDigits.test(digits)) return null;
      const { country, mobileLengths } = plan.zoneOf(digits);
      return country === null || ((mobileLengths >> digits.length) & 1) === 0 ? null : country.operators;
    },
  };
}

/** Links differ from number to number, prices do not: any number tells them. */
function tariffsOf({ answerOf, answerOther }: Country): Tariff[] {
  return [...answerOf.values(), answerOther].flatMap((answer) => {
    const result = answer('0');
    return result.ok ? [result.route] : [];
  });
}

function compileLink(entry: LinkEntry, sources: ValueSources): Link | null {
  const config = resolveConfig(entry.config, sources);
  return config === null ? null : { name: entry.name, connector: entry.connector, config };
}

function compileCountry(entry: CountryEntry, document: RoutingDocument, usable: ReadonlySet<string>) {
  const answer = (operator: string, price: number | string) => compileAnswer({ entry, operator, price }, document, usable);
  const answerOf = new Map(entry.operators.map(({ name, price }) => [name, answer(name, price ?? entry.price)]));
  const country: Country = {
    operators: entry.operators.map((operator) => operator.name),
    answerOf,
    answerOther: answer(otherOperator, entry.price),
  };
  return {
    country,
    callingCode: entry.callingCode,
    mobile: entry.mobile,
    landline: entry.landline ?? [],
    operators: entry.operators.map(({ name, prefixes }) => ({ operator: answerOf.get(name)!, prefixes })),
  };
}

function compileAnswer(
  { entry, operator, price }: { entry: CountryEntry; operator: string; price: number | string },
  document: RoutingDocument,
  usable: ReadonlySet<string>,
): Answer {
  const ofCountry = document.routes.filter((route) => route.country === entry.code);
  const written = ofCountry.find((route) => route.operator === operator) ?? ofCountry.find((route) => route.operator === undefined);
  const links = written === undefined ? [] : routedLinks(written, document.links, usable);
  if (written === undefined || links.length === 0) return () => noRoute;
  const { orders, orderFor } = orderLinks(links);
  const facts = {
    ...{ country: entry.code, operator, pricePerPart: unitsOf(price) ?? 0n, currency: entry.currency, timeZone: entry.timeZone },
    refundStates: new Set(entry.refund),
    resendUnknown: written.resendUnknown ?? false,
  };
  const answers = orders.map((order): RouteResult => Object.freeze({ ok: true, route: Object.freeze({ ...facts, links: order }) }));
  const [only] = answers;
  return answers.length === 1 ? () => only! : (digits) => answers[orderFor(digits)]!;
}

/** The most exact rule for senders counts as a whole: the route's, else the link's for the country, else the link's. */
function routedLinks(route: RouteEntry, entries: readonly LinkEntry[], usable: ReadonlySet<string>): RoutedLink[] {
  return route.links
    .filter(({ name }) => usable.has(name))
    .map(({ name, priority = 1, weight = 1 }) => {
      const senders = entries.find((entry) => entry.name === name)?.senders;
      return { name, priority, weight, senders: compileSenders(route.senders ?? senders?.perCountry?.[route.country] ?? senders) };
    });
}
