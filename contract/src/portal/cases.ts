// Routes of cases: unknown outcomes, and provider events that contradict a final state. One user of
// the operator says what is to be done, another one approves (`operator/approval-requests`). What
// proves what is the transaction's own page (`operator/transactions/:account/:id`).

import { Type } from 'typebox';
import { amountField, closed, idField, reasonField, timeField } from './fields.ts';
import { operatorRoles } from './roles.ts';
import type { RouteTable } from './route.ts';

const readers = {
  side: 'operator',
  operator: operatorRoles,
  secondFactor: 'done',
  stepUp: 0,
  countries: 'limited',
} as const;
const money = {
  side: 'operator',
  operator: ['admin', 'finance'],
  secondFactor: 'second-factor',
  stepUp: 5,
  countries: 'limited',
} as const;

const kindField = Type.Enum([
  'unknown_outcome',
  'overdue_result',
  'mismatched_result',
  'late_success',
  'late_failure',
  'reversal_without_cover',
]);
const resolutionField = Type.Union([
  Type.Enum(['executed', 'not_executed', 'booked', 'explained', 'settled']),
  Type.Null(),
]);
const textOrNull = Type.Union([Type.String(), Type.Null()]);
const timeOrNull = Type.Union([timeField, Type.Null()]);
const accountText = Type.String({ pattern: '^[1-9]\\d{0,8}$' });
const transaction = { accountId: idField, id: Type.String({ pattern: '^\\d{1,16}$' }) };
const caseIdField = Type.String({ pattern: '^[1-9]\\d{0,17}$' });
/**
 * Why an approval request could not even be asked for; null: it is asked for, and `id` is its
 * number.
 */
const asked = closed({
  id: Type.Union([idField, Type.Null()]),
  refusal: Type.Union([
    Type.Enum([
      ...([
        'settled',
        'waiting',
        'closed meanwhile',
        'still on suspense',
        'outcome unknown',
      ] as const),
      ...(['nothing to book', 'already booked', 'state changed'] as const),
    ]),
    Type.Null(),
  ]),
});

const agedSum = { count: Type.Integer(), amount: amountField };

export const caseRoutes = {
  /**
   * What hangs: unknown outcomes, and results that are overdue on their route; `age` narrows it. At
   * most 200 `items`, the oldest first.
   */
  'GET operator/aged-operations': {
    policy: readers,
    query: closed({
      age: Type.Optional(Type.Enum(['any', 'hour', 'day'])),
      route: Type.Optional(Type.String({ maxLength: 100 })),
    }),
    answer: closed({
      /** Those of an hour and a day are among them. The oldest first. */
      totals: Type.Array(
        closed({
          route: Type.String(),
          currency: Type.String(),
          ...agedSum,
          oldestAt: timeField,
          hourCount: Type.Integer(),
          hourAmount: amountField,
          dayCount: Type.Integer(),
          dayAmount: amountField,
        }),
      ),
      items: Type.Array(
        closed({
          accountId: idField,
          accountName: Type.String(),
          transactionId: Type.String(),
          route: Type.String(),
          amount: amountField,
          currency: Type.String(),
          state: Type.String(),
          openedAt: timeField,
        }),
      ),
    }),
  },
  /**
   * `open`: the oldest first. `closed`: the last one first. `unknown`: outcomes that the look-ups
   * may still find out.
   */
  'GET operator/cases': {
    policy: readers,
    query: closed({
      of: Type.Optional(Type.Enum(['open', 'closed', 'unknown'])),
      kind: Type.Optional(kindField),
      account: Type.Optional(accountText),
      after: Type.Optional(Type.String({ pattern: '^\\d{1,18}-\\d{1,9}-\\d{1,18}$' })),
    }),
    answer: closed({
      items: Type.Array(
        closed({
          /** Null: no case yet. */
          caseId: textOrNull,
          kind: kindField,
          accountId: idField,
          accountName: Type.String(),
          transactionId: Type.String(),
          serviceName: Type.String(),
          direction: Type.Enum(['DEBIT', 'CREDIT']),
          route: Type.String(),
          amount: amountField,
          currency: Type.String(),
          state: Type.String(),
          openedAt: timeField,
          closedAt: timeOrNull,
          resolution: resolutionField,
        }),
      ),
      next: textOrNull,
    }),
  },
  'GET operator/cases/:account/:id': {
    policy: readers,
    params: closed({ account: accountText, id: Type.String({ pattern: '^\\d{1,16}$' }) }),
    answer: closed({
      cases: Type.Array(
        closed({
          caseId: Type.String(),
          kind: kindField,
          /** What the gateway saw, in English. */
          evidence: Type.String(),
          openedAt: timeField,
          closedAt: timeOrNull,
          resolution: resolutionField,
          note: textOrNull,
          approvalRequestId: Type.Union([idField, Type.Null()]),
          /** Whether it may be booked or explained now. */
          mayBook: Type.Boolean(),
          mayExplain: Type.Boolean(),
        }),
      ),
      /** The sending whose outcome two users may decide; null: none. */
      undecided: Type.Union([
        closed({
          purpose: Type.Enum(['execute', 'refund']),
          attempt: Type.Integer(),
          sentAt: timeField,
          ours: Type.String(),
        }),
        Type.Null(),
      ]),
      /** Balance on suspense: a positive amount is a liability, a negative one a claim. */
      suspense: amountField,
      currency: Type.String(),
      /** The approval request about it that waits for another user. */
      waiting: Type.Union([idField, Type.Null()]),
    }),
  },
  /** `executed` names the provider's reference; `not_executed` by what it is known. */
  'POST operator/cases/resolve': {
    policy: { ...money, approval: 'resolve' },
    body: closed({
      ...transaction,
      outcome: Type.Enum(['executed', 'not_executed']),
      reference: Type.Optional(Type.String({ maxLength: 100 })),
      evidence: Type.Optional(
        Type.Enum(['provider_refused', 'provider_failed', 'provider_canceled', 'absent']),
      ),
      reason: reasonField,
    }),
    answer: asked,
  },
  /** `liableParty` of the booking: the developer's balance, the operator, or not decided yet. */
  'POST operator/cases/close': {
    policy: { ...money, approval: 'close-case' },
    body: closed({
      ...transaction,
      caseId: caseIdField,
      how: Type.Enum(['booked', 'explained']),
      liableParty: Type.Optional(Type.Enum(['developer', 'operator', 'suspense'])),
      reason: reasonField,
    }),
    answer: asked,
  },
} as const satisfies RouteTable;
