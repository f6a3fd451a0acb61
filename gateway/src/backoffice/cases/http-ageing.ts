// The route of money without a result.

import type { Database } from '../../platform/db/database.ts';
import type { Handlers } from '../../platform/http/portal/handler.ts';
import { servicesSeenBy, type Catalogue } from '../../payments/catalogue/index.ts';
import { listHanging, readHanging } from '../../payments/operations/index.ts';
import { overdueOf, readRouteHealth } from '../../payments/route-health/index.ts';

export function ageingHandlers({ database }: { database: Database }, catalogue: () => Catalogue) {
  return {
    async 'GET operator/aged-operations'({ query: { age, route }, caller: { membership } }) {
      const services = servicesSeenBy(membership, catalogue());
      const routes = overdueOf(await readRouteHealth(database));
      const of = { age: age ?? 'any', services, route: route ?? null };
      const [totals, items] = await Promise.all([
        readHanging(database, routes, services),
        listHanging(database, routes, of),
      ]);
      return {
        ok: true,
        answer: {
          totals: totals.map(({ ofLastHour: _ofLastHour, hours: _hours, ...total }) => total),
          items,
        },
      };
    },
  } satisfies Partial<Handlers>;
}
