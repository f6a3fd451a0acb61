// Routes of the sandbox: which digits choose which outcome, what every error says here, and the
// phone of a payer.

import { Type } from 'typebox';
import { amountField, closed, nothing, timeField } from './fields.ts';
import { developerRoles, operatorRoles } from './roles.ts';
import type { RouteTable } from './route.ts';
import { transactionStatus } from './transactions.ts';

const payers = {
  side: 'developer',
  developer: ['owner', 'admin', 'developer'],
  secondFactor: 'done',
  stepUp: 0,
  countries: 'limited',
} as const;
const phone = Type.String({ minLength: 1, maxLength: 40 });

const inBoth = closed({ fr: Type.String(), en: Type.String() });

export const sandboxRoutes = {
  'GET sandbox': {
    policy: {
      side: 'both',
      developer: developerRoles,
      operator: operatorRoles,
      secondFactor: 'done',
      stepUp: 0,
      countries: 'limited',
    },
    answer: closed({
      /** The members whose last four digits decide, in this order. */
      members: Type.Array(Type.String()),
      outcomes: Type.Array(closed({ digits: Type.String(), outcome: inBoth })),
      /**
       * The errors of the catalogue, with the operator's own texts where there are some. Without
       * id: what is known to be an error and no more.
       */
      errors: Type.Array(
        closed({
          id: Type.Union([Type.Integer(), Type.Null()]),
          code: Type.String(),
          message: inBoth,
        }),
      ),
    }),
  },
  /**
   * Holds the phone of a payer for ten seconds: collections from it wait there meanwhile. Answers
   * what the account's payments and SMS show there.
   */
  'POST sandbox/phone': {
    policy: payers,
    body: closed({ phone }),
    answer: closed({
      /** E.164. */
      phone: Type.String(),
      /** Every other PIN is wrong. */
      pin: Type.String(),
      /** The newest first. */
      payments: Type.Array(
        closed({
          id: Type.String(),
          externalId: Type.String(),
          /** As payers know it. */
          service: Type.String(),
          /** `DEBIT`: the phone was paid. */
          direction: Type.Enum(['DEBIT', 'CREDIT']),
          amount: amountField,
          currency: Type.String(),
          status: transactionStatus,
          at: timeField,
          /** Path of the page that the payer was sent; null: none. */
          link: Type.Union([Type.String(), Type.Null()]),
          /** Until when the payer may answer on the phone; null: nothing is asked. */
          askedUntil: Type.Union([timeField, Type.Null()]),
        }),
      ),
      /** SMS that arrived, the newest first. Without `text`: it was removed since. */
      messages: Type.Array(
        closed({
          id: Type.String(),
          sender: Type.String(),
          text: Type.Union([Type.String(), Type.Null()]),
          at: timeField,
        }),
      ),
    }),
  },
  /**
   * The payer's answer to what is asked. `approve` with a PIN; `expire`: as if the time was over.
   */
  'POST sandbox/phone/decide': {
    policy: payers,
    body: closed({
      phone,
      id: Type.String({ pattern: '^\\d{1,16}$' }),
      choice: Type.Enum(['approve', 'refuse', 'expire']),
      pin: Type.Optional(Type.String({ maxLength: 10 })),
    }),
    answer: nothing,
  },
} as const satisfies RouteTable;
