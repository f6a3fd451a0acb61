// Entry point of the catalogue: import, export, install and load it, and calculate prices.

import { readFileSync } from 'node:fs';
import type { Database, Session } from '../../platform/db/database.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import { formatDocument, putInForce, sealConfig } from '../../platform/documents/index.ts';
import type { DocumentProblem, OperatorDocument } from '../../platform/documents/index.ts';
import { compileCatalogue } from './compile.ts';
import type { CatalogueDocument } from './document.ts';
import type { RouteSettings } from './route-rules.ts';
import type { Catalogue } from './service.ts';
import { catalogueKind, routeObstacles } from './kind.ts';
import { loadRetired } from './previous-secrets.ts';
import { catalogueVersions } from './store.ts';
import { readCatalogue } from './validate.ts';

export type { Catalogue, Price, Route, Service } from './service.ts';
export { setBreakerSettings } from './set-breaker-settings.ts';
export type {
  BreakerSettings,
  CatalogueDocument,
  PriceEntry,
  RouteEntry,
  ServiceEntry,
} from './document.ts';
export { simulatorAccounts } from './simulator-accounts.ts';
export {
  breakerRuleBounds,
  breakerRuleFault,
  parkedBounds,
  usualBreakerRule,
  type BreakerRule,
  type BreakerRuleName,
} from './breaker-rule.ts';
export type { PreviousConfig } from './previous-secrets.ts';
export type { RouteSettings } from './route-rules.ts';
export {
  chooseRoute,
  standingOf,
  withBreakers,
  type MayTry,
  type RouteStanding,
} from './choose-route.ts';
export { amountLimitsOf, takesAmount, type AmountLimits } from './amount-limits.ts';
export { agreesWith, serviceFor, type NumberInfoOf } from './number-services.ts';
export { firstOrderOf } from './first-order.ts';
export { commissionOf, isPricedByQuote, priceFault, priceFor } from './price.ts';
export { currencyOf } from './defaults.ts';
export { expiringSecrets, routeExpiries, type RouteExpiry } from './route-expiries.ts';
export { setErrorText, type ErrorTextFault } from './set-error-text.ts';
export { switchRoute } from './switch-route.ts';
export { listProviderProducts, type ListedProduct } from './provider-products.ts';
export { catalogueOfCell } from './of-cell.ts';
export const catalogueChannel = catalogueVersions.channel;

const defaultCatalogueFile = new URL('./default-catalogue.json', import.meta.url);

export type ImportResult =
  { ok: true; version: number } | { ok: false; problems: DocumentProblem[] };

/** The catalogue as one of the operator's documents, within this installation. */
export function catalogueDocument(settings: RouteSettings): OperatorDocument {
  return {
    ...catalogueKind,
    connectors: settings.connectors,
    sources: settings,
    obstacles: (session, document) =>
      routeObstacles(session, document as CatalogueDocument, settings.connectors),
    read: (text) => readCatalogue(text, settings),
    sealed: (document) => sealSecrets(document as CatalogueDocument, settings),
  };
}

/**
 * Replaces the catalogue with the one in `text` and tells all nodes. With any problem nothing
 * changes. Secrets of routes are sealed before they are stored.
 */
export async function importCatalogue(
  database: Database,
  text: string,
  settings: RouteSettings,
): Promise<ImportResult> {
  const read = readCatalogue(text, settings);
  if (!read.ok) return read;
  const kind = catalogueDocument(settings);
  return inTransaction(database, (session) =>
    putInForce(session, kind, { document: sealSecrets(read.document, settings) }),
  );
}

/**
 * The catalogue in force in the form that `importCatalogue` reads; null when there is none. Secrets
 * stay sealed.
 */
export async function exportCatalogue(session: Session): Promise<string | null> {
  return (await catalogueVersions.newest(session))?.text ?? null;
}

/** Sandbox: puts the default catalogue into an empty table. Returns whether it did. */
export async function installDefaultCatalogue(
  session: Session,
  settings: RouteSettings,
): Promise<boolean> {
  const read = readCatalogue(defaultCatalogueText(), settings);
  if (!read.ok)
    throw new Error(`the default catalogue is not usable: ${JSON.stringify(read.problems[0])}`);
  return catalogueVersions.storeFirst(
    session,
    formatDocument(sealSecrets(read.document, settings)),
  );
}

/** The catalogue in force; version 0 without any service when the table is empty. */
export async function loadCatalogue(session: Session, settings: RouteSettings): Promise<Catalogue> {
  const newest = await catalogueVersions.newest(session);
  if (newest === null) return compileCatalogue({ services: [], routes: [] }, 0, settings);
  const document = JSON.parse(newest.text) as CatalogueDocument;
  return compileCatalogue(document, newest.version, settings, await loadRetired(session));
}

/** The sandbox catalogue as an operator would have written it. */
export function defaultCatalogueText(): string {
  return readFileSync(defaultCatalogueFile, 'utf8');
}

/**
 * The address of a service's icon: a path is one of the gateway itself. `publicBase` is without a
 * slash at the end.
 */
export function iconUrl(icon: string, publicBase: string): string {
  return icon.startsWith('/') ? publicBase + icon : icon;
}

function sealSecrets(document: CatalogueDocument, settings: RouteSettings): CatalogueDocument {
  return {
    ...document,
    routes: document.routes.map((route) => sealConfig(route, settings.connectors, settings)),
  };
}
export { errorCodeAndText, errorTextWithoutAmount } from './error-text.ts';
export { servicesSeenBy } from './services-seen-by.ts';
