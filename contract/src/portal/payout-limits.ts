// Routes of the payout limit of API keys: up to which amount a batch by API needs no approval. One
// user of the account lowers it; raising it needs another one.

import { Type } from 'typebox';
import { amountField, closed, idField, nothing, reasonField, timeField } from './fields.ts';
import { developerRoles } from './roles.ts';
import type { RouteTable } from './route.ts';

const seats = { side: 'developer', secondFactor: 'second-factor', stepUp: 5 } as const;
const payers = { ...seats, developer: ['owner', 'admin', 'finance'] } as const;
const noteField = Type.String({ maxLength: 500, text: 'lines' });
const decisionBody = closed({ id: idField, note: noteField });

export const payoutLimitRoutes = {
  /** What a batch of this key may come to without approval, in units of whatever currency. */
  'GET payout-limits': {
    policy: { side: 'developer', developer: developerRoles, secondFactor: 'done', stepUp: 0 },
    query: closed({ key: Type.String({ pattern: '^[1-9]\\d{0,8}$' }) }),
    answer: closed({ limit: amountField }),
  },
  /** What waits for another user, or expired so, the newest first. */
  'GET payout-limits/requests': {
    policy: { side: 'developer', developer: developerRoles, secondFactor: 'done', stepUp: 0 },
    answer: closed({
      items: Type.Array(
        closed({
          id: idField,
          /** `jk_test_7`. */
          keyId: Type.String(),
          /** The name of the key; may be empty. */
          name: Type.String(),
          limit: Type.String(),
          /** What counted when it was asked for. */
          inForce: Type.String(),
          askedBy: Type.String(),
          askedAt: timeField,
          reason: Type.String(),
          /** Asked by the caller: another user must approve it. */
          own: Type.Boolean(),
          expired: Type.Boolean(),
        }),
      ),
    }),
  },
  /** A higher limit waits for another user; a lower one counts at once. */
  'POST payout-limits': {
    policy: { ...payers, approval: 'payout-limit' },
    body: closed({
      key: idField,
      limit: Type.String({ pattern: '^\\d{1,12}(\\.\\d{1,4})?$' }),
      reason: reasonField,
    }),
    /** Null: it counts already. */
    answer: closed({ approvalRequestId: Type.Union([idField, Type.Null()]) }),
  },
  /** `failed`: the key has ended, or its limit has changed meanwhile. */
  'POST payout-limits/approve': {
    policy: payers,
    body: decisionBody,
    answer: closed({ state: Type.Enum(['approved', 'done', 'failed']) }),
  },
  'POST payout-limits/refuse': {
    policy: { ...payers, whileSuspended: true },
    body: decisionBody,
    answer: nothing,
  },
  /** By the user who asked. */
  'POST payout-limits/withdraw': {
    policy: { ...payers, stepUp: 0, whileSuspended: true },
    body: closed({ id: idField }),
    answer: nothing,
  },
} as const satisfies RouteTable;
