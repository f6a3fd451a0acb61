// Routes of the request inspector: rejected requests with what was asked and what was answered,
// accepted ones by their transaction, and counts of those that made none.

import { Type } from 'typebox';
import { amountField, closed, instant, timeField } from './fields.ts';
import { developerRoles } from './roles.ts';
import type { RouteTable } from './route.ts';
import { transactionStatus } from './transactions.ts';

const ofAll = {
  side: 'developer',
  developer: developerRoles,
  secondFactor: 'done',
  stepUp: 0,
} as const;
const policy = { ...ofAll, countries: 'limited' } as const;
const textOrNull = Type.Union([Type.String(), Type.Null()]);

const listed = {
  id: Type.String(),
  at: timeField,
  /** Method and path, as in the reference. */
  endpoint: Type.String(),
  code: Type.Integer(),
  /** An entry of the error catalogue. */
  error: textOrNull,
  /** As answered; numbers and keys are masked. */
  message: Type.String(),
  service: textOrNull,
  /** The part of the key that may be shown; `keyValid`: the full key was valid. */
  keyName: Type.String(),
  keyValid: Type.Boolean(),
  requestId: Type.String(),
  durationMs: Type.Integer(),
};

/**
 * A rejected request, or one that became a transaction: of that, what the transaction does not hold
 * is null.
 */
const row = {
  /** `r` and the number of a rejected request, `t` and that of the transaction. */
  id: Type.String(),
  outcome: Type.Enum(['rejected', 'transaction']),
  at: timeField,
  /** Null: no request of its own made it, see `origin`. */
  endpoint: textOrNull,
  origin: Type.Enum(['api', 'payout', 'checkout']),
  /**
   * Null where the transaction does not tell it: it failed while its answer may have waited for the
   * provider.
   */
  code: Type.Union([Type.Integer(), Type.Null()]),
  error: textOrNull,
  message: textOrNull,
  service: textOrNull,
  keyName: textOrNull,
  requestId: textOrNull,
  durationMs: Type.Union([Type.Integer(), Type.Null()]),
  transaction: Type.Union([
    closed({
      id: Type.String(),
      externalId: Type.String(),
      amount: amountField,
      currency: Type.String(),
      status: transactionStatus,
    }),
    Type.Null(),
  ]),
};

export const requestRoutes = {
  'GET request-log': {
    policy,
    query: closed({
      outcome: Type.Optional(Type.Enum(['rejected', 'transaction'])),
      endpoint: Type.Optional(Type.String({ maxLength: 100 })),
      code: Type.Optional(Type.String({ pattern: '^\\d{3,4}$' })),
      key: Type.Optional(Type.String({ maxLength: 40 })),
      /** The ID of a request or a transaction, the caller's or ours. */
      q: Type.Optional(Type.String({ maxLength: 120 })),
      from: Type.Optional(instant),
      until: Type.Optional(instant),
      after: Type.Optional(Type.String({ pattern: '^[rt]\\d{1,18}\\.\\d{1,14}$' })),
    }),
    /** Newest first. */
    answer: closed({
      items: Type.Array(closed(row)),
      next: textOrNull,
      /**
       * The page is not full although there is a `next`: it was looked no further back than this.
       */
      searchedUntil: Type.Union([timeField, Type.Null()]),
      /** All that there are, to choose from. */
      endpoints: Type.Array(Type.String()),
    }),
  },
  /**
   * Accepted requests that made no transaction, by minute: of the last hour, as the node that
   * answers has counted them.
   */
  'GET request-log/accepted': {
    policy: ofAll,
    answer: closed({
      since: timeField,
      /** ms since 1970. */
      minutes: Type.Array(Type.Integer()),
      endpoints: Type.Array(
        closed({ endpoint: Type.String(), counts: Type.Array(Type.Integer()) }),
      ),
    }),
  },
  /** A rejected one. */
  'GET request-log/:id': {
    policy,
    params: closed({ id: Type.String({ pattern: '^\\d{1,18}$' }) }),
    answer: closed({
      ...listed,
      address: textOrNull,
      fields: Type.Array(closed({ field: Type.String(), message: Type.String() })),
      /** As they came; the value is null where it is not kept, `type` is that of its JSON. */
      members: Type.Array(
        closed({
          name: Type.String(),
          value: textOrNull,
          type: Type.Optional(
            Type.Enum(['string', 'number', 'boolean', 'object', 'array', 'null']),
          ),
        }),
      ),
    }),
  },
} as const satisfies RouteTable;
