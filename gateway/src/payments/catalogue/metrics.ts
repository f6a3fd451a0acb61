// Metrics of the catalogue: how long the secrets of its routes are still good.

import type { Metrics } from '../../platform/metrics.ts';
import type { Configurable } from '../../platform/documents/index.ts';
import { routeExpiries, type Catalogue } from './index.ts';

export interface MeasuredCatalogue {
  catalogue(): Catalogue;
  connectors: { readonly [name: string]: Configurable };
  /** ms since 1970, real time. */
  wallNow(): number;
}

export function declareCatalogueMetrics(
  metrics: Metrics,
  { catalogue, connectors, wallNow }: MeasuredCatalogue,
): void {
  metrics.gauge({
    name: 'jokko_route_secret_expires_seconds',
    help: 'Time until the first secret or certificate of a route expires, by route; negative: it has. Routes that name no end are absent.',
    labels: ['route'],
    read() {
      const nowMs = wallNow();
      const first = new Map<string, number>();
      for (const { route, atMs } of routeExpiries(catalogue(), connectors))
        first.set(route, Math.min(atMs, first.get(route) ?? atMs));
      return [...first].map(([route, atMs]) => ({
        labels: { route },
        value: (atMs - nowMs) / 1_000,
      }));
    },
  });
}
