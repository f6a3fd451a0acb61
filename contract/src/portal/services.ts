// Routes of the services of an account: what there is, what it costs, what is active, and how more
// of it is asked for.

import { Type } from 'typebox';
import { amountField, closed, idField, nothing, timeField } from './fields.ts';
import { developerRoles, operatorRoles } from './roles.ts';
import type { RouteTable } from './route.ts';

/** In units of the currency; null: no bound. */
const amountOrNone = Type.Union([amountField, Type.Null()]);
const codeField = Type.String({ minLength: 1, maxLength: 100 });
const noteField = Type.String({ maxLength: 500, text: 'lines' });
const timeOrNone = Type.Union([timeField, Type.Null()]);
const askers = {
  side: 'developer',
  developer: ['owner', 'admin', 'developer'],
  secondFactor: 'done',
  stepUp: 0,
  countries: 'limited',
} as const;

const requestState = Type.Enum(['open', 'activated', 'refused']);

export const serviceRoutes = {
  /** The catalogue, in its order, as far as the seat reaches. */
  'GET services': {
    policy: {
      side: 'developer',
      developer: developerRoles,
      secondFactor: 'done',
      stepUp: 0,
      countries: 'limited',
    },
    answer: closed({
      services: Type.Array(
        closed({
          code: Type.String(),
          name: Type.String(),
          provider: Type.String(),
          typeService: Type.String(),
          direction: Type.Enum(['DEBIT', 'CREDIT']),
          /** ISO 3166-1 alpha-2; null: any. */
          country: Type.Union([Type.String(), Type.Null()]),
          currency: Type.String(),
          minimum: amountOrNone,
          maximum: amountOrNone,
          multipleOf: amountOrNone,
          /**
           * What one message costs, where it is messages: the amount of an operation that names
           * none.
           */
          messagePrice: amountOrNone,
          /** To one recipient within 24 hours, 7 and 30 days. */
          dailyMaximum: amountOrNone,
          weeklyMaximum: amountOrNone,
          monthlyMaximum: amountOrNone,
          /** The same amount to the same recipient is refused for so long; 0: never. */
          duplicateWindowSeconds: Type.Integer(),
          price: closed({
            /** Per cent. */
            percent: amountField,
            fixed: amountField,
            minimum: amountOrNone,
            maximum: amountOrNone,
            refundsCommission: Type.Boolean(),
            /**
             * A quote says what an operation costs: percentage, fixed part and bounds do not count.
             */
            quoted: Type.Boolean(),
            /** Agreed for this account alone. */
            own: Type.Boolean(),
          }),
          active: Type.Boolean(),
          /** The last time that it was asked for. */
          request: Type.Union([
            closed({
              state: requestState,
              askedAt: timeField,
              answer: Type.Union([Type.String(), Type.Null()]),
            }),
            Type.Null(),
          ]),
        }),
      ),
    }),
  },
  'POST services/ask': {
    policy: askers,
    body: closed({ code: codeField, note: noteField }),
    answer: nothing,
  },

  'GET service-requests': {
    policy: { side: 'operator', operator: operatorRoles, secondFactor: 'done', stepUp: 0 },
    query: closed({
      state: Type.Optional(requestState),
      after: Type.Optional(Type.String({ pattern: '^[1-9]\\d{0,8}$' })),
    }),
    answer: closed({
      items: Type.Array(
        closed({
          id: idField,
          accountId: idField,
          accountName: Type.String(),
          code: Type.String(),
          /** Null: the catalogue has it no more. */
          serviceName: Type.Union([Type.String(), Type.Null()]),
          note: Type.String(),
          askedBy: Type.String(),
          askedAt: timeField,
          state: requestState,
          decidedAt: timeOrNone,
          answer: Type.Union([Type.String(), Type.Null()]),
        }),
      ),
      next: Type.Union([Type.String(), Type.Null()]),
    }),
  },
  'POST service-requests/decide': {
    policy: {
      side: 'operator',
      operator: ['admin', 'support'],
      secondFactor: 'second-factor',
      stepUp: 5,
    },
    body: closed({ id: idField, activate: Type.Boolean(), answer: noteField }),
    answer: nothing,
  },
} as const satisfies RouteTable;
