// Compiles a validated catalogue document into the catalogue that the gateway queries.

import { defined } from '@jokko/contract';
import { hash } from 'node:crypto';
import type { ProductTerms } from '@jokko/connectors/kit';
import type { Mode } from '../../platform/db/mode.ts';
import {
  counterpartyOf,
  resolveConfig,
  unitsOf,
  type Configurable,
  type ValueSources,
} from '../../platform/documents/index.ts';
import { breakerRuleOf, parkedBounds } from './breaker-rule.ts';
import { defaultIcon, defaultOrderPrefix, defaultProvider, fillIn } from './defaults.ts';
import type {
  BreakerSettings,
  CatalogueDocument,
  ProductEntry,
  RouteEntry,
  ServiceEntry,
} from './document.ts';
import { previousConfigsOf, type RetiredVersion } from './previous-secrets.ts';
import { priceOf } from './price.ts';
import { routeChoiceOf } from './route-choice.ts';
import type { Catalogue, Route, Service } from './service.ts';

const hourMs = 3_600_000;
/** A payer has 15 minutes and a provider a business day; after that somebody asks. */
const resultWithinHoursDefault = 24;
/**
 * A sandbox's developers have operations fail on purpose, and would close the routes of all others.
 */
const breakerDefault = { sandbox: 'by_hand', live: 'automatic', rehearsal: 'automatic' } as const;

export interface CompileSettings extends ValueSources {
  connectors: { readonly [name: string]: Configurable };
  mode: Mode;
}

/**
 * The catalogue of a document that `checkCatalogue` found faultless. A route whose configuration
 * cannot be resolved any more (a secret of another key, a value that is gone) is left out together
 * with its services that have no other one: they are not listed and cannot be used. `retired`:
 * earlier versions.
 */
export function compileCatalogue(
  document: CatalogueDocument,
  version: number,
  settings: CompileSettings,
  retired: readonly RetiredVersion[] = [],
): Catalogue {
  const routes = document.routes.flatMap((entry) => compileRoute(entry, settings, retired) ?? []);
  const routeByName = new Map(routes.map((route) => [route.name, route]));
  const services = document.services.flatMap((entry) => {
    const usable = [entry.route, ...(entry.otherRoutes ?? [])].flatMap(
      (name) => routeByName.get(name) ?? [],
    );
    const route = usable.find(({ off }) => !off) ?? usable[0];
    return route === undefined
      ? []
      : [
          compileService(
            entry,
            route.name,
            usable.map(({ name }) => name),
          ),
        ];
  });
  const serviceByCode = new Map(services.map((service) => [service.code, service]));
  return {
    version,
    services,
    service: (code) => serviceByCode.get(code),
    routes,
    route: (name) => routeByName.get(name),
    errorTexts: document.errorTexts ?? {},
  };
}

/**
 * A service with its defaults filled in and its amounts in ten-thousandths. `route`: the one of its
 * `routes` that it uses.
 */
export function compileService(
  entry: ServiceEntry,
  route = entry.route,
  routes: readonly string[] = [route],
): Service {
  const filled = fillIn(entry);
  if (filled === null) throw new Error(`service ${entry.code} was not checked`);
  return {
    code: entry.code,
    name: entry.name,
    icon: entry.icon ?? defaultIcon(entry.code),
    ...filled,
    route,
    routes,
    routeChoice: routeChoiceOf(entry),
    products: Object.fromEntries(
      Object.entries(entry.providerProducts ?? {}).map(([name, product]) => [
        name,
        termsOf(product),
      ]),
    ),
    off: entry.off === true,
    provider: entry.provider ?? defaultProvider(entry.code),
    payerName: entry.payerName ?? entry.provider ?? defaultProvider(entry.code),
    orderPrefix: entry.orderPrefix ?? defaultOrderPrefix(entry.code, filled.link),
    minimum: unitsOf(entry.minimum),
    maximum: unitsOf(entry.maximum),
    multipleOf: unitsOf(entry.multipleOf),
    price: priceOf(entry.price),
    messagePrice: unitsOf(entry.messagePrice),
    duplicateWindowSeconds: entry.duplicateWindowSeconds ?? 0,
    dailyMaximum: unitsOf(entry.dailyMaximum),
    weeklyMaximum: unitsOf(entry.weeklyMaximum),
    monthlyMaximum: unitsOf(entry.monthlyMaximum),
  };
}

function termsOf({ id, currency, amounts, minimum, maximum }: ProductEntry): ProductTerms {
  return {
    id,
    currency,
    amounts: amounts?.map((amount) => unitsOf(amount)!) ?? null,
    min: unitsOf(minimum),
    max: unitsOf(maximum),
  };
}

/** Those that a route's entry has; the others are usual. */
export const breakerSettingsOf = ({
  breaker,
  breakerRule,
  parkedHours,
  parkedPerSecond,
}: RouteEntry): BreakerSettings => ({
  ...defined({ breaker, breakerRule, parkedHours, parkedPerSecond }),
});

function compileRoute(
  entry: RouteEntry,
  settings: CompileSettings,
  retired: readonly RetiredVersion[],
): Route | null {
  const config = resolveConfig(entry.config, settings);
  if (config === null) return null;
  const counterparty = hash('sha256', counterpartyOf(entry, settings.connectors)).slice(0, 16);
  return {
    name: entry.name,
    connector: entry.connector,
    config,
    counterparty,
    previous: previousConfigsOf(entry, retired, settings),
    off: entry.off === true,
    breakerSettings: breakerSettingsOf(entry),
    opensByItself: (entry.breaker ?? breakerDefault[settings.mode]) === 'automatic',
    breakerRule: breakerRuleOf(entry.breakerRule),
    parkedMaxMs: (entry.parkedHours ?? parkedBounds.parkedHours.usual) * hourMs,
    parkedPerSecond: entry.parkedPerSecond ?? parkedBounds.parkedPerSecond.usual,
    resultWithinMs: (entry.resultWithinHours ?? resultWithinHoursDefault) * hourMs,
  };
}
