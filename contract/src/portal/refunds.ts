// Routes of refunds that users make: above the limit another user of the same side approves first.
// One of the account's developers asks with `POST transactions/refund`.

import { Type } from 'typebox';
import { approvalPreview } from './approval-preview.ts';
import { amountField, closed, idField, nothing, reasonField, timeField } from './fields.ts';
import { developerRoles, operatorRoles } from './roles.ts';
import type { RouteTable } from './route.ts';

const proved = { secondFactor: 'second-factor', stepUp: 5, countries: 'limited' } as const;
const deciders = {
  side: 'developer',
  developer: ['owner', 'admin', 'finance'],
  ...proved,
} as const;
const readers = {
  side: 'developer',
  developer: developerRoles,
  secondFactor: 'done',
  stepUp: 0,
  countries: 'limited',
} as const;
const textOrNull = Type.Union([Type.String(), Type.Null()]);
const amountOrNull = Type.Union([amountField, Type.Null()]);
const idText = Type.String({ pattern: '^[1-9]\\d{0,8}$' });
const noteField = Type.String({ maxLength: 500, text: 'lines' });

/**
 * What came of it at once. `waiting`: another user must approve approval request
 * `approvalRequestId`. `pending`: the provider has not answered yet. `closed`: nothing may be sent
 * at present; ask again later.
 */
export const refundedAnswer = closed({
  outcome: Type.Enum([
    ...([
      'canceled',
      'refunded',
      'pending',
      'alreadyCanceled',
      'alreadyRefunded',
      'failedOperation',
      'notPossible',
    ] as const),
    ...(['balanceTooLow', 'waiting', 'closed'] as const),
  ]),
  approvalRequestId: Type.Union([idField, Type.Null()]),
});

export const refundRoutes = {
  /** Refunds of the account that were asked for above the limit; the newest first. */
  'GET refunds': {
    policy: readers,
    query: closed({ after: Type.Optional(Type.String({ pattern: '^[1-9]\\d{0,8}$' })) }),
    answer: closed({
      items: Type.Array(
        closed({
          id: idField,
          transactionId: Type.String(),
          amount: amountField,
          currency: Type.String(),
          reason: Type.String(),
          state: Type.Enum([
            'open',
            'approved',
            'done',
            'failed',
            'refused',
            'withdrawn',
            'expired',
          ]),
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
  /**
   * What is so now and what would be so after approval; without balances for who is limited to
   * countries.
   */
  'GET refunds/:id/preview': {
    policy: readers,
    params: closed({ id: idText }),
    answer: approvalPreview,
  },
  'POST refunds/approve': {
    policy: deciders,
    body: closed({ id: idField, note: noteField }),
    answer: closed({ state: Type.Enum(['done', 'failed', 'approved']), failure: textOrNull }),
  },
  'POST refunds/refuse': {
    policy: { ...deciders, whileSuspended: true },
    body: closed({ id: idField, note: noteField }),
    answer: nothing,
  },
  /** By the user who asked. */
  'POST refunds/withdraw': {
    policy: { ...deciders, whileSuspended: true },
    body: closed({ id: idField }),
    answer: nothing,
  },

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
    query: closed({ account: Type.Optional(idText) }),
    /**
     * Units of whatever currency; null: none is set. The account's counts before the
     * installation's.
     */
    answer: closed({ account: amountOrNull, installation: amountOrNull }),
  },
  /**
   * `accountId` null: the installation's. `limit` null: takes it away. What lets one user refund
   * more than before waits for another user.
   */
  'POST operator/refund-limit': {
    policy: {
      side: 'operator',
      operator: ['admin'],
      secondFactor: 'second-factor',
      stepUp: 5,
      approval: 'refund-limit',
    },
    body: closed({
      accountId: Type.Union([idField, Type.Null()]),
      limit: Type.Union([Type.String({ pattern: '^\\d{1,12}(\\.\\d{1,4})?$' }), Type.Null()]),
      /** Needed where another user must approve. */
      reason: noteField,
    }),
    /** Null: it counts already. */
    answer: closed({ approvalRequestId: Type.Union([idField, Type.Null()]) }),
  },
} as const satisfies RouteTable;
