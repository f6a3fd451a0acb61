// Route of what happens while a page is open: server-sent events of the developer's account.

import { Type } from 'typebox';
import { closed } from './fields.ts';
import { developerRoles } from './roles.ts';
import type { RouteTable } from './route.ts';

export const eventRoutes = {
  /** The event's data; its name is `kind`, too. `begin` comes first and after every reconnection: read the page's data anew. */
  'GET events': {
    policy: { side: 'developer', developer: developerRoles, secondFactor: 'done', stepUp: 0, countries: 'limited' },
    form: 'events',
    answer: closed({ kind: Type.Enum(['begin', 'operation', 'callback', 'payout', 'account']) }),
  },
} as const satisfies RouteTable;
