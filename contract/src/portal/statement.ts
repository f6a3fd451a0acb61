// Routes of money that an account has: its balances now, and each entry that made them.

import { Type } from 'typebox';
import { amountField, closed, instant, timeField } from './fields.ts';
import { developerRoles } from './roles.ts';
import type { RouteTable } from './route.ts';

/** Readers of the whole account: who is limited to countries is refused. */
const readers = {
  side: 'developer',
  developer: developerRoles,
  secondFactor: 'done',
  stepUp: 0,
} as const;
const textOrNull = Type.Union([Type.String(), Type.Null()]);

/** `until` is not included. Without `currency`: the first of the balances. */
const period = {
  currency: Type.Optional(Type.String({ pattern: '^[A-Z]{3}$' })),
  from: Type.Optional(instant),
  until: Type.Optional(instant),
};

export const statementRoutes = {
  'GET balance': {
    policy: readers,
    answer: closed({
      /** By currency. */
      balances: Type.Array(
        closed({ currency: Type.String(), available: amountField, held: amountField }),
      ),
    }),
  },
  'GET statement': {
    policy: readers,
    query: closed({ ...period, after: Type.Optional(Type.String({ maxLength: 30 })) }),
    answer: closed({
      currency: Type.String(),
      /** Available before the first and after the last entry of the period. */
      opening: amountField,
      closing: amountField,
      /** Newest first. */
      items: Type.Array(
        closed({
          id: Type.String(),
          at: timeField,
          verb: Type.String(),
          /** The verb, or `fee`, `fee_back`. */
          kind: Type.String(),
          transactionId: textOrNull,
          smsBatchId: textOrNull,
          settlementId: Type.Union([Type.Integer(), Type.Null()]),
          amount: amountField,
          /**
           * What it did to the available and to the held balance: negative where money left, "0"
           * where nothing changed.
           */
          available: amountField,
          held: amountField,
          availableAfter: amountField,
          note: textOrNull,
        }),
      ),
      next: textOrNull,
    }),
  },
  /** Oldest first. */
  'GET statement/export': {
    policy: readers,
    query: closed({ ...period, form: Type.Optional(Type.Enum(['excel', 'plain', 'xlsx', 'pdf'])) }),
    form: 'file',
    answer: Type.String(),
  },
} as const satisfies RouteTable;
