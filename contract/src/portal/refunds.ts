// Routes of refunds that persons make: above the limit another person of the same side approves first. One of the account's developers asks with
// `POST transactions/refund`.

import { Type } from 'typebox';
import { amountField, closed, idField, nothing, reasonField, timeField } from './fields.ts';
import { developerRoles, operatorRoles } from './roles.ts';
import type { RouteTable } from './route.ts';

const proved = { secondFactor: 'second-factor', stepUp: 5, countries: 'limited' } as const;
const deciders = { side: 'developer', developer: ['owner', 'admin', 'finance'], ...proved } as const;
const textOrNull = Type.Union([Type.String(), Type.Null()]);
const amountOrNull = Type.Union([amountField, Type.Null()]);
const accountText = Type.String({ pattern: '^[1-9]\\d{0,8}$' });
const noteField = Type.String({ maxLength: 500 });

/** What came of it at once. `waiting`: another person must approve wish `wishId`. `pending`: the provider has not answered yet. */
export const refundedAnswer = closed({
  outcome: Type.Enum([
    ...(['canceled', 'refunded', 'pending', 'alreadyCanceled', 'alreadyRefunded', 'failedOperation', 'notPossible'] as const),
    ...(['balanceTooLow', 'waiting'] as const),
  ]),
  wishId: Type.Union([idField, Type.Null()]),
});

export const refundRoutes = {
  /** Refunds of the account that were asked for above the limit; the newest first. */
  'GET refunds': {
    policy: { side: 'developer', developer: developerRoles, secondFactor: 'done', stepUp: 0, countries: 'limited' },
    query: closed({ after: Type.Optional(Type.String({ pattern: '^[1-9]\\d{0,8}$' })) }),
    answer: closed({
      items: Type.Array(
        closed({
          id: idField,
          transactionId: Type.String(),
          amount: amountField,
          currency: Type.String(),
          reason: Type.String(),
          state: Type.Enum(['open', 'approved', 'done', 'failed', 'refused', 'withdrawn', 'expired']),
          askedBy: Type.String(),
          askedAt: timeField,
          expiresAt: timeField,
          decidedBy: textOrNull,
          decidedAt: Type.Union([timeField, Type.Null()]),
          note: textOrNull,
          failure: textOrNull,
          own: Type.Boolean(),
        }),
      ),
      next: textOrNull,
    }),
  },
  'POST refunds/approve': {
    policy: deciders,
    body: closed({ id: idField, note: noteField }),
    answer: closed({ state: Type.Enum(['done', 'failed', 'approved']), failure: textOrNull }),
  },
  'POST refunds/refuse': { policy: { ...deciders, whileSuspended: true }, body: closed({ id: idField, note: noteField }), answer: nothing },
  /** By the person who asked. */
  'POST refunds/withdraw': { policy: { ...deciders, whileSuspended: true }, body: closed({ id: idField }), answer: nothing },

  /** Cancels or refunds a transaction of any account. */
  'POST operator/refund': {
    policy: { side: 'operator', operator: ['admin', 'finance'], ...proved, approval: 'refund' },
    body: closed({
      accountId: idField,
      id: Type.String({ pattern: '^\\d{1,16}$' }),
      reason: reasonField,
    }),
    answer: refundedAnswer,
  },
  'GET operator/refund-limit': {
    policy: { side: 'operator', operator: operatorRoles, secondFactor: 'done', stepUp: 0 },
    query: closed({ account: Type.Optional(accountText) }),
    /** Units of whatever currency; null: none is set. The account's counts before the installation's. */
    answer: closed({ account: amountOrNull, installation: amountOrNull }),
  },
  /** `accountId` null: the installation's. `limit` null: takes it away. What lets one person refund more than before waits for another person. */
  'POST operator/refund-limit': {
    policy: { side: 'operator', operator: ['admin'], secondFactor: 'second-factor', stepUp: 5, approval: 'refund-limit' },
    body: closed({
      accountId: Type.Union([idField, Type.Null()]),
      limit: Type.Union([Type.String({ pattern: '^\\d{1,12}(\\.\\d{1,4})?$' }), Type.Null()]),
      /** Needed where another person must approve. */
      reason: noteField,
    }),
    /** Null: it counts already. */
    answer: closed({ wishId: Type.Union([idField, Type.Null()]) }),
  },
} as const satisfies RouteTable;
