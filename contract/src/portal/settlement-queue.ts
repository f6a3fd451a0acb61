// Routes of settlements and floats, for the operator: what waits for two users, what the bank is to
// pay, and our own money at the providers.

import { Type } from 'typebox';
import { throughBank } from './bank-accounts.ts';
import {
  amountField,
  askedOnce,
  closed,
  idField,
  nothing,
  onceField,
  reasonField,
  timeField,
} from './fields.ts';
import { operatorSeatRoles } from './roles.ts';
import type { RouteTable } from './route.ts';
import { adviceSchema, afterField, destinationSchema, settlementFields } from './settlements.ts';

const readers = {
  side: 'operator',
  operator: operatorSeatRoles,
  secondFactor: 'done',
  stepUp: 0,
} as const;
const money = {
  side: 'operator',
  operator: ['admin', 'finance'],
  secondFactor: 'second-factor',
  stepUp: 5,
} as const;
const textOrNull = Type.Union([Type.String(), Type.Null()]);
const referenceField = Type.String({ minLength: 1, maxLength: 100 });
const dayField = Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$' });
const routeField = Type.String({ minLength: 1, maxLength: 100 });

export const settlementQueueRoutes = {
  'GET operator/settlements': {
    policy: readers,
    query: closed({
      state: Type.Optional(
        Type.Enum(['REQUESTED', 'APPROVED', 'PAID', 'REFUSED', 'WITHDRAWN', 'RETURNED']),
      ),
      after: afterField,
    }),
    answer: closed({
      items: Type.Array(
        closed({
          ...settlementFields,
          accountId: idField,
          accountName: Type.String(),
          /** The two who agreed. */
          approvedBy: Type.Union([Type.Array(Type.String()), Type.Null()]),
          /** The payment file that it is in. */
          file: Type.Union([idField, Type.Null()]),
          /** What another user is to decide about it. */
          approvalRequest: Type.Union([
            closed({
              id: idField,
              kind: Type.Enum(['settle', 'settle-return']),
              askedBy: Type.String(),
              own: Type.Boolean(),
            }),
            Type.Null(),
          ]),
        }),
      ),
      next: textOrNull,
      /**
       * What was paid in each of the last weeks, oldest first without a gap, in the currency of
       * most settlements; with the first page alone. `at`: Monday (UTC) in ms since 1970.
       */
      weeks: Type.Array(
        closed({ at: Type.Number(), currency: Type.String(), amount: amountField }),
      ),
    }),
  },
  'GET operator/settlements/:id': {
    policy: readers,
    params: closed({ id: Type.String({ pattern: '^[1-9]\\d{0,8}$' }) }),
    answer: adviceSchema,
  },
  /**
   * All that are approved and in no payment file yet become one. `file` null: there is nothing to
   * pay.
   */
  'POST operator/settlements/files': {
    policy: money,
    body: nothing,
    answer: closed({ file: Type.Union([idField, Type.Null()]), count: Type.Integer() }),
  },
  /** CSV for the bank: of the file what is still to be paid. */
  'GET operator/settlements/files/:file': {
    policy: {
      side: 'operator',
      operator: ['admin', 'finance'],
      secondFactor: 'second-factor',
      stepUp: 0,
    },
    form: 'file',
    params: closed({ file: Type.String({ pattern: '^[1-9]\\d{0,8}$' }) }),
    query: closed({ form: Type.Optional(Type.Enum(['excel', 'plain'])) }),
    answer: closed({}),
  },
  'POST operator/settlements/approve': {
    policy: { ...money, approval: 'settle' },
    body: closed({ id: idField, reason: reasonField }),
    answer: closed({ id: idField }),
  },
  /** The bank has not paid an approved one, or has sent it back. */
  'POST operator/settlements/return': {
    policy: { ...money, approval: 'settle-return' },
    body: closed({ id: idField, reason: reasonField }),
    answer: closed({ id: idField }),
  },
  'POST operator/settlements/pay': {
    policy: money,
    body: closed({
      id: idField,
      reference: referenceField,
      valueDate: dayField,
      bankAccountId: throughBank,
    }),
    answer: nothing,
  },
  /** Before it is approved. */
  'POST operator/settlements/refuse': {
    policy: money,
    body: closed({ id: idField, reason: reasonField }),
    answer: nothing,
  },

  /** Unconfirmed destinations. */
  'GET operator/destinations': {
    policy: readers,
    answer: closed({
      items: Type.Array(
        closed({ accountId: idField, accountName: Type.String(), destination: destinationSchema }),
      ),
    }),
  },
  'POST operator/destinations/confirm': {
    policy: money,
    body: closed({ id: idField }),
    answer: nothing,
  },

  'GET operator/floats': {
    policy: readers,
    query: closed({ after: afterField }),
    answer: closed({
      floats: Type.Array(
        closed({
          route: Type.String(),
          currency: Type.String(),
          amount: amountField,
          /**
           * By what operations took in the last weeks at the same hours of the week. Null: less
           * than two weeks are known.
           */
          forecast: Type.Union([
            closed({
              /** Null: longer than two weeks. */
              hoursLeft: Type.Union([Type.Integer(), Type.Null()]),
              /** What is missing for the next seven days; null: nothing. */
              missing: Type.Union([amountField, Type.Null()]),
            }),
            Type.Null(),
          ]),
          /**
           * What is left in the next seven days by the forecast; empty without one. `at` in ms
           * since 1970.
           */
          course: Type.Array(closed({ at: Type.Number(), amount: amountField })),
        }),
      ),
      /**
       * What providers say that we have with them, where their protocol tells it; the largest
       * difference first.
       */
      reported: Type.Array(
        closed({
          /** All routes that lead to this account of ours. */
          routes: Type.Array(Type.String()),
          currency: Type.String(),
          available: amountField,
          /** What our books said when it was read. */
          booked: amountField,
          /** Below zero: less is there than we booked. */
          difference: amountField,
          readAt: timeField,
        }),
      ),
      /** Names of the catalogue. */
      routes: Type.Array(Type.String()),
      moves: Type.Array(
        closed({
          id: idField,
          approvalRequestId: idField,
          route: Type.String(),
          currency: Type.String(),
          /** Below zero: back from the provider. */
          amount: amountField,
          reference: Type.String(),
          valueDate: Type.String(),
          madeAt: timeField,
        }),
      ),
      next: textOrNull,
    }),
  },
  /** `amount` is below zero when it comes back from the provider. */
  'POST operator/floats': {
    policy: { ...money, approval: 'float' },
    body: closed({
      key: onceField,
      route: routeField,
      currency: Type.String({ pattern: '^[A-Z]{3}$' }),
      amount: Type.String({ pattern: '^-?\\d{1,12}(\\.\\d{1,4})?$' }),
      reference: referenceField,
      valueDate: dayField,
      bankAccountId: throughBank,
      reason: reasonField,
    }),
    answer: askedOnce,
  },
} as const satisfies RouteTable;
