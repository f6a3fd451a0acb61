// Routes of what a developer looks up: which digits choose which outcome in the sandbox, and what every error says here.

import { Type } from 'typebox';
import { closed } from './fields.ts';
import { developerRoles, operatorRoles } from './roles.ts';
import type { RouteTable } from './route.ts';

const inBoth = closed({ fr: Type.String(), en: Type.String() });

export const sandboxRoutes = {
  'GET sandbox': {
    policy: {
      side: 'both',
      developer: developerRoles,
      operator: operatorRoles,
      secondFactor: 'done',
      stepUp: 0,
      countries: 'limited',
    },
    answer: closed({
      /** The members whose last four digits decide, in this order. */
      members: Type.Array(Type.String()),
      outcomes: Type.Array(closed({ digits: Type.String(), outcome: inBoth })),
      /** Of the catalogue, with the operator's own texts where there are some. Without id: what is known to be an error and no more. */
      errors: Type.Array(
        closed({
          id: Type.Union([Type.Integer(), Type.Null()]),
          code: Type.String(),
          message: inBoth,
        }),
      ),
    }),
  },
} as const satisfies RouteTable;
