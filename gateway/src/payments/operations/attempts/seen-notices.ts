// Remembers that a provider's notices reach a route: without them results come by status queries
// alone, and nobody would see why.

import type { Database, Statement } from '../../../platform/db/database.ts';
import type { Provider } from './providers.ts';

const insertNotice: Statement = {
  name: 'insert_route_notice',
  text: 'insert into route_notice (route, counterparty) values ($1, $2) on conflict do nothing',
};

export interface SeenNotices {
  /** One write for each route and process; never throws. */
  note(provider: Pick<Provider, 'route' | 'counterparty'>): void;
}

export function createSeenNotices(database: Database): SeenNotices {
  const known = new Set<string>();
  return {
    note({ route, counterparty }) {
      const key = `${route} ${counterparty}`;
      if (known.has(key)) return;
      known.add(key);
      // The next notice tries again.
      database.query(insertNotice, [route, counterparty]).catch(() => known.delete(key));
    },
  };
}
