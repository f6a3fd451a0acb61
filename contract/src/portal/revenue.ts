// Routes of what the operator earns: what was charged, what providers keep of it, and what is left.

import { Type } from 'typebox';
import { amountField, closed, instant, timeField } from './fields.ts';
import type { RouteTable } from './route.ts';

/** Readers of all countries: who is limited to some is refused. */
const readers = {
  side: 'operator',
  operator: ['admin', 'finance'],
  secondFactor: 'done',
  stepUp: 0,
} as const;

/**
 * Days and months are those of the reader's time zone. `until` is not included; without both: the
 * last 30 days.
 */
const period = {
  by: Type.Optional(Type.Enum(['service', 'route', 'developer', 'day', 'month'])),
  from: Type.Optional(instant),
  until: Type.Optional(instant),
};

export const revenueRoutes = {
  'GET operator/revenue': {
    policy: readers,
    query: closed({ ...period, after: Type.Optional(Type.String({ pattern: '^[1-9]\\d{0,6}$' })) }),
    answer: closed({
      from: timeField,
      until: timeField,
      /** By currency, then the largest margin first; days and months in their order. */
      items: Type.Array(
        closed({
          /**
           * A service, a route, a developer's name, a day or a month; "": settlements and SMS have
           * no service or route.
           */
          name: Type.String(),
          /** What the catalogue calls a service. */
          title: Type.Union([Type.String(), Type.Null()]),
          currency: Type.String(),
          charged: amountField,
          /** Fees and commissions that were given back. */
          returned: amountField,
          providerFees: amountField,
          margin: amountField,
        }),
      ),
      /** The totals of each currency, on the first page. */
      totals: Type.Array(
        closed({
          currency: Type.String(),
          charged: amountField,
          returned: amountField,
          providerFees: amountField,
          margin: amountField,
          /** The margin of the period of the same length before; null: nothing was earned in it. */
          marginBefore: Type.Union([amountField, Type.Null()]),
        }),
      ),
      /** How many come before the next page; null: there is none. */
      next: Type.Union([Type.String(), Type.Null()]),
    }),
  },
  'GET operator/revenue/export': {
    policy: readers,
    query: closed({ ...period, form: Type.Optional(Type.Enum(['pdf', 'xlsx', 'excel', 'plain'])) }),
    form: 'file',
    answer: Type.String(),
  },
} as const satisfies RouteTable;
