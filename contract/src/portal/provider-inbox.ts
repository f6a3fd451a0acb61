// Routes of the provider inbox: genuine notices of providers that lead to no transaction yet.

import { Type } from 'typebox';
import { amountField, closed, idField, nothing, reasonField, timeField } from './fields.ts';
import { operatorRoles } from './roles.ts';
import type { RouteTable } from './route.ts';

const textOrNull = Type.Union([Type.String(), Type.Null()]);
const idText = Type.String({ pattern: '^[1-9]\\d{0,17}$' });

export const providerInboxRoutes = {
  /** `waiting`: the oldest first. `decided`: the latest first. */
  'GET operator/provider-inbox': {
    policy: {
      side: 'operator',
      operator: operatorRoles,
      secondFactor: 'done',
      stepUp: 0,
    },
    query: closed({
      of: Type.Optional(Type.Enum(['waiting', 'decided'])),
      after: Type.Optional(idText),
    }),
    answer: closed({
      items: Type.Array(
        closed({
          id: Type.String(),
          route: Type.String(),
          /** Our reference, as the notice repeats it. */
          ours: textOrNull,
          /** The provider's own reference. */
          theirs: textOrNull,
          /** What the notice says of the result; null: it only says that there is news. */
          outcome: textOrNull,
          amount: Type.Union([amountField, Type.Null()]),
          currency: textOrNull,
          state: Type.Enum(['waiting', 'matched', 'ignored']),
          receivedAt: timeField,
          /** How often the same came again. */
          repeats: Type.Integer(),
          /** The ids of what it was matched to. */
          transactionId: textOrNull,
          accountId: Type.Union([idField, Type.Null()]),
          reason: textOrNull,
        }),
      ),
      next: textOrNull,
    }),
  },
  /** A notice that needs nothing more, and why. */
  'POST operator/provider-inbox/ignore': {
    policy: {
      side: 'operator',
      operator: ['admin', 'finance'],
      secondFactor: 'second-factor',
      stepUp: 5,
    },
    body: closed({ id: idText, reason: reasonField }),
    answer: nothing,
  },
} as const satisfies RouteTable;
