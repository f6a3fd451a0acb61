// Routes of the request inspector: calls of the account that were refused and made no transaction, with what was asked and what was answered.

import { Type } from 'typebox';
import { closed, instant, timeField } from './fields.ts';
import { developerRoles } from './roles.ts';
import type { RouteTable } from './route.ts';

const policy = {
  side: 'developer',
  developer: developerRoles,
  secondFactor: 'done',
  stepUp: 0,
  countries: 'limited',
} as const;
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

export const requestRoutes = {
  'GET request-log': {
    policy,
    query: closed({
      endpoint: Type.Optional(Type.String({ maxLength: 100 })),
      code: Type.Optional(Type.String({ pattern: '^\\d{3,4}$' })),
      key: Type.Optional(Type.String({ maxLength: 40 })),
      requestId: Type.Optional(Type.String({ maxLength: 60 })),
      from: Type.Optional(instant),
      until: Type.Optional(instant),
      after: Type.Optional(Type.String({ pattern: '^\\d{1,18}$' })),
    }),
    /** Newest first. */
    answer: closed({
      items: Type.Array(closed(listed)),
      next: textOrNull,
      /** All that there are, to choose from. */
      endpoints: Type.Array(Type.String()),
    }),
  },
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
