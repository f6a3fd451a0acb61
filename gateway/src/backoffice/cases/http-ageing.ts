// The route of money without a result.

import type { Database } from '../../platform/db/database.ts';
import type { Handlers } from '../../platform/http/portal/handler.ts';
import { servicesSeenBy, type Catalogue } from '../../payments/catalogue/index.ts';
import { listAged, readAgedTotals } from './index.ts';

export function ageingHandlers({ database }: { database: Database }, catalogue: () => Catalogue) {
  return {
    async 'GET operator/aged-operations'({ query: { age, route }, caller: { membership } }) {
      const services = servicesSeenBy(membership, catalogue());
      const [totals, items] = await Promise.all([
        readAgedTotals(database, services),
        listAged(database, age ?? 'quarter', { services, route: route ?? null }),
      ]);
      return { ok: true, answer: { totals, items } };
    },
  } satisfies Partial<Handlers>;
}
