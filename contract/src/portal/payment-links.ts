// Routes of payment links: made, listed with what each has earned, paused and resumed by users of
// the account.

import { Type } from 'typebox';
import { paymentLinkStatus, paymentLinkUses } from '../states.ts';
import { amountField, closed, notBlank, timeField } from './fields.ts';
import { developerRoles } from './roles.ts';
import type { RouteTable } from './route.ts';

const readers = {
  side: 'developer',
  developer: developerRoles,
  secondFactor: 'done',
  stepUp: 0,
} as const;
/** A link sends no money: it collects some. */
const makers = { ...readers, developer: ['owner', 'admin', 'finance'] } as const;
const linkIdField = Type.String({ pattern: '^[A-Za-z0-9_:@-][A-Za-z0-9._:@-]{0,79}$' });
const textOrNone = Type.Union([Type.String(), Type.Null()]);
const amountOrNone = Type.Union([amountField, Type.Null()]);
const amountText = Type.String({ pattern: '^\\d{1,12}(\\.\\d{1,4})?$' });
const moveBody = closed({ id: linkIdField });

const linkSchema = closed({
  id: linkIdField,
  /** Absolute where the installation knows its address; else below this host. */
  url: Type.String(),
  status: Type.Enum(Object.values(paymentLinkStatus)),
  uses: Type.Enum(Object.values(paymentLinkUses)),
  /** Null: the payer chooses, from minimum to maximum. */
  amount: amountOrNone,
  minimum: amountOrNone,
  maximum: amountOrNone,
  currency: Type.String(),
  description: Type.String(),
  /** Payments that succeeded and were not refunded, and their sum. */
  payments: Type.Integer(),
  earned: amountField,
  createdAt: timeField,
  expiresAt: Type.Union([timeField, Type.Null()]),
});

export const paymentLinkRoutes = {
  /** The newest first. */
  'GET payment-links': {
    policy: readers,
    query: closed({ after: Type.Optional(linkIdField) }),
    answer: closed({ items: Type.Array(linkSchema), next: textOrNone }),
  },
  /** The same id with the same body answers the same link. */
  'POST payment-links': {
    policy: makers,
    body: closed({
      id: linkIdField,
      uses: Type.Enum(Object.values(paymentLinkUses)),
      /** Null: `minimum` and `maximum` are given. */
      amount: Type.Union([amountText, Type.Null()]),
      minimum: Type.Union([amountText, Type.Null()]),
      maximum: Type.Union([amountText, Type.Null()]),
      description: Type.String({ minLength: 1, maxLength: 200, pattern: notBlank }),
      expiresInMinutes: Type.Union([Type.Integer({ minimum: 5, maximum: 527_040 }), Type.Null()]),
      /** Empty: no callback. */
      callbackUrl: Type.String({ maxLength: 2_048 }),
    }),
    answer: linkSchema,
  },
  'POST payment-links/pause': {
    policy: { ...makers, whileSuspended: true },
    body: moveBody,
    answer: linkSchema,
  },
  'POST payment-links/resume': { policy: makers, body: moveBody, answer: linkSchema },
} as const satisfies RouteTable;
