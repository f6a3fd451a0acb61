// Lists when the secrets and certificates of routes expire, as their connectors' forms say it.

import {
  expiriesOf,
  expiringOf,
  type Configurable,
  type Expiry,
} from '../../platform/documents/index.ts';
import type { Catalogue } from './service.ts';

export interface RouteExpiry extends Expiry {
  route: string;
}
type Connectors = { readonly [name: string]: Configurable };

// Reading certificates takes a while, and a version never changes.
const known = new WeakMap<Catalogue, RouteExpiry[]>();

/** Returns the earliest of each route first. */
export function routeExpiries(catalogue: Catalogue, connectors: Connectors): RouteExpiry[] {
  let expiries = known.get(catalogue);
  if (expiries === undefined) {
    expiries = catalogue.routes.flatMap(({ name, connector, config }) =>
      expiriesOf(connectors[connector]!, config).map((each) => ({ ...each, route: name })),
    );
    known.set(catalogue, expiries);
  }
  return expiries;
}

/** Those that an operator is warned of: `WAVE_SN apiCertificate 2026-12-01`. */
export const expiringSecrets = (
  catalogue: Catalogue,
  connectors: Connectors,
  nowMs: number,
): string[] =>
  (expiringOf(routeExpiries(catalogue, connectors), nowMs) as RouteExpiry[]).map(
    // A day is good until it is over: the moment before is in it.
    ({ route, field, atMs }) =>
      `${route} ${field} ${new Date(atMs - 1).toISOString().slice(0, 10)}`,
  );
