// How does a checked catalogue document become the catalogue that the gateway asks?

import { hash } from 'node:crypto';
import { counterpartyOf, resolveConfig, unitsOf, type Configurable, type ValueSources } from '../documents/index.ts';
import { defaultIcon, defaultOrderPrefix, defaultProvider, fillIn } from './defaults.ts';
import type { CatalogueDocument, RouteEntry, ServiceEntry } from './document.ts';
import { priceOf } from './price.ts';
import type { Catalogue, Route, Service } from './service.ts';

export interface CompileSettings extends ValueSources {
  connectors: { readonly [name: string]: Configurable };
}

/**
 * The catalogue of a document that `checkCatalogue` found faultless. A route whose configuration cannot be resolved any more (a secret
 * of another key, a value that is gone) is left out together with its
 * services that have no other one: they are not listed and cannot be used.
 */
export function compileCatalogue(document: CatalogueDocument, version: number, settings: CompileSettings): Catalogue {
  const routes = document.routes.flatMap((entry) => compileRoute(entry, settings) ?? []);
  const routeByName = new Map(routes.map((route) => [route.name, route]));
  const services = document.services.flatMap((entry) => {
    const usable = [entry.route, ...(entry.otherRoutes ?? [])].flatMap((name) => routeByName.get(name) ?? []);
    const route = usable.find(({ off }) => !off) ?? usable[0];
    return route === undefined ? [] : [compileService(entry, route.name)];
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

/** A service with its defaults filled in and its amounts in ten-thousandths. `route`: the one of its routes that it uses. */
export function compileService(entry: ServiceEntry, route = entry.route): Service {
  const filled = fillIn(entry);
  if (filled === null) throw new Error(`service ${entry.code} was not checked`);
  return {
    code: entry.code,
    name: entry.name,
    icon: entry.icon ?? defaultIcon(entry.code),
    ...filled,
    route,
    off: entry.off === true,
    provider: entry.provider ?? defaultProvider(entry.code),
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

function compileRoute(entry: RouteEntry, settings: CompileSettings): Route | null {
  const config = resolveConfig(entry.config, settings);
  if (config === null) return null;
  const counterparty = hash('sha256', counterpartyOf(entry, settings.connectors)).slice(0, 16);
  return { name: entry.name, connector: entry.connector, config, counterparty, off: entry.off === true };
}
