// Routes of the days whose statement could not be fetched from a provider.

import { Type } from 'typebox';
import { closed, nothing } from './fields.ts';
import { operatorSeatRoles } from './roles.ts';
import type { RouteTable } from './route.ts';

/** Readers of all countries: who is limited to some is refused. Statements have no country. */
export const readers = {
  side: 'operator',
  operator: operatorSeatRoles,
  secondFactor: 'done',
  stepUp: 0,
} as const;
export const workers = {
  ...readers,
  operator: ['admin', 'finance'],
  secondFactor: 'second-factor',
} as const;

const dayField = Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$' });

export const statementDayRoutes = {
  /** Days whose statement could not be fetched yet, or is to be fetched again; newest first. */
  'GET operator/statement-days': {
    policy: readers,
    answer: closed({
      items: Type.Array(
        closed({
          route: Type.String(),
          day: dayField,
          state: Type.Enum(['asked', 'pulling', 'pulled', 'failed']),
          problem: Type.Union([Type.String(), Type.Null()]),
          tries: Type.Integer(),
          /** It is not tried any more by itself. */
          isGivenUp: Type.Boolean(),
        }),
      ),
    }),
  },
  /** Fetches the statement of a day once more. `conflict`: it is no day that is over. */
  'POST operator/statement-days/fetch': {
    policy: workers,
    body: closed({ route: Type.String({ minLength: 1, maxLength: 100 }), day: dayField }),
    answer: nothing,
  },
} as const satisfies RouteTable;
