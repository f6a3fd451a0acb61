// Routes of the SMS of all developers, for the operator.

import { Type } from 'typebox';
import { smsStates } from '../sms/states.ts';
import { amountField, closed, idField, orNull, timeField } from './fields.ts';
import { operatorRoles } from './roles.ts';
import type { RouteTable } from './route.ts';

const stateField = Type.Enum([...smsStates]);

export const messageOfAll = {
  batchId: Type.String(),
  position: Type.Integer(),
  accountId: idField,
  accountName: Type.String(),
  sender: Type.String(),
  msisdn: Type.String(),
  country: Type.String(),
  operator: Type.String(),
  connection: Type.String(),
  state: stateField,
  reason: orNull(Type.String()),
  parts: Type.Integer(),
  partsDelivered: Type.Integer(),
  price: amountField,
  currency: Type.String(),
  refunded: Type.Boolean(),
  acceptedAt: timeField,
  scheduledAt: orNull(timeField),
  sentAt: orNull(timeField),
  updatedAt: timeField,
} as const;

export const operatorSmsRoutes = {
  /**
   * Messages of all developers, without their texts, the newest first. `number`: with or without
   * country code; `account`: a developer's number or a part of the name.
   */
  'GET operator/sms': {
    policy: { side: 'operator', operator: operatorRoles, secondFactor: 'done', stepUp: 0 },
    query: closed({
      number: Type.Optional(Type.String({ maxLength: 40 })),
      account: Type.Optional(Type.String({ maxLength: 100 })),
      state: Type.Optional(stateField),
      connection: Type.Optional(Type.String({ maxLength: 100 })),
      after: Type.Optional(Type.String({ pattern: '^\\d{1,17}-\\d{1,18}-\\d{1,10}$' })),
    }),
    answer: closed({
      items: Type.Array(closed(messageOfAll)),
      /** What comes after these; null: nothing. */
      next: orNull(Type.String()),
      /**
       * The page is not full although there is a `next`: it was looked no further back than this.
       */
      searchedUntil: orNull(timeField),
      /** Names of the connections to carriers. */
      connections: Type.Array(Type.String()),
    }),
  },
  /** What became of the messages of the last 30 days, by mobile operator and day of the reader. */
  'GET operator/sms/delivery': {
    policy: { side: 'operator', operator: operatorRoles, secondFactor: 'done', stepUp: 0 },
    answer: closed({
      days: Type.Array(
        closed({
          /** When the day begins, ms since 1970. */
          at: Type.Number(),
          country: Type.String(),
          operator: Type.String(),
          delivered: Type.Integer(),
          failed: Type.Integer(),
          /** Sent, and nothing came back, or not yet. */
          unreported: Type.Integer(),
        }),
      ),
    }),
  },
} as const satisfies RouteTable;
