// Routes of the status page: which services work, as the gateway sees it. For whoever is signed in; for everybody where the installation says so.

import { Type } from 'typebox';
import { closed, timeField } from './fields.ts';
import { developerRoles, operatorRoles } from './roles.ts';
import type { RouteTable } from './route.ts';

const states = ['works', 'failing', 'slow', 'quiet', 'off'] as const;

const answer = closed({
  at: timeField,
  services: Type.Array(
    closed({
      code: Type.String(),
      name: Type.String(),
      /** ISO 3166; null: of no country. */
      country: Type.Union([Type.String(), Type.Null()]),
      /** `quiet`: nothing was tried in the last hour, so that nobody knows. */
      state: Type.Enum([...states]),
    }),
  ),
});

export const statusRoutes = {
  'GET status': {
    policy: {
      ...{ side: 'both', developer: developerRoles, operator: operatorRoles },
      ...{ secondFactor: 'done', stepUp: 0, countries: 'limited' },
    },
    answer,
  },
  /** Not found where the installation keeps it to itself. */
  'GET public-status': { policy: { side: 'public' }, answer },
} as const satisfies RouteTable;
