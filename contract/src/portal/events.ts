// Route of what happens while a page is open: server-sent events of the developer's account, for
// operators of all accounts together.

import { Type } from 'typebox';
import { closed } from './fields.ts';
import { developerRoles, operatorSeatRoles } from './roles.ts';
import type { RouteTable } from './route.ts';

export const eventRoutes = {
  /**
   * `metrics` is for operators, whose figures of all accounts have changed. The event's data; its
   * name is `kind`, too. `begin` comes first and after every reconnection: read the page's data
   * anew.
   */
  'GET events': {
    policy: {
      side: 'both',
      developer: developerRoles,
      operator: operatorSeatRoles,
      secondFactor: 'done',
      stepUp: 0,
      countries: 'limited',
    },
    form: 'events',
    answer: closed({
      kind: Type.Enum(['begin', 'operation', 'callback', 'payout', 'account', 'metrics']),
    }),
  },
} as const satisfies RouteTable;
