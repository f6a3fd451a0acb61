// Routes of the developers as the operator sees them: who they are, what they may use at which
// price, what they hold.

import { Type } from 'typebox';
import {
  amountField,
  closed,
  emailField,
  idField,
  languageField,
  nameField,
  nothing,
  reasonField,
  timeField,
} from './fields.ts';
import { scopeField } from './keys.ts';
import { developerRoles, operatorRoles } from './roles.ts';
import type { RouteTable } from './route.ts';
import { accountVolume, transactionStatus } from './transactions.ts';

const readers = {
  side: 'operator',
  operator: operatorRoles,
  secondFactor: 'done',
  stepUp: 0,
} as const;
const keyManagers = {
  side: 'operator',
  operator: ['admin'],
  secondFactor: 'second-factor',
  stepUp: 5,
} as const;

/** ISO 4217. */
const currencyField = Type.String({ pattern: '^[A-Z]{3}$' });
const priceField = Type.String({ pattern: '^\\d{1,12}(\\.\\d{1,4})?$' });
const priceOrNone = Type.Union([priceField, Type.Null()]);
const amountOrNone = Type.Union([amountField, Type.Null()]);
const timeOrNone = Type.Union([timeField, Type.Null()]);
const pathId = Type.String({ pattern: '^[1-9]\\d{0,8}$' });

/** `approvalRequest`: what another user must approve before the link works; null: it works. */
const handedOver = closed({
  /** Null: it is sent by e-mail. */
  link: Type.Union([Type.String(), Type.Null()]),
  approvalRequest: Type.Union([idField, Type.Null()]),
});

const accountSchema = {
  id: idField,
  name: Type.String(),
  currency: Type.String(),
  suspended: Type.Boolean(),
  createdAt: timeField,
  services: Type.Integer(),
  members: Type.Integer(),
  balances: Type.Array(
    closed({ currency: Type.String(), available: amountField, held: amountField }),
  ),
};

/** Whole units of any currency: as ten-thousandths still an integer that every client reads. */
export const operationMaxMax = 900_000_000_000;

/** How the account is served. */
const settings = {
  /** Calls a second on each node; 0: no limit; null: what the installation says. */
  rateLimit: Type.Union([Type.Integer({ minimum: 0, maximum: 1_000_000 }), Type.Null()]),
  /** How long a refused request waits before it is called back, so that its answer comes first. */
  callbackGraceMs: Type.Integer({ minimum: 0, maximum: 3_600_000 }),
  /** The language of the interface's texts. */
  language: languageField,
  mirrorFields: Type.Boolean(),
  allowHttpCallbacks: Type.Boolean(),
  smsAcceptWithoutPlus: Type.Boolean(),
  /** Payouts wait while their operator is down; otherwise they are refused. */
  parksPayouts: Type.Boolean(),
  /**
   * The largest amount of one operation in the account's currency, in whole units; null: what the
   * service says.
   */
  operationMax: Type.Union([Type.Integer({ minimum: 1, maximum: operationMaxMax }), Type.Null()]),
};

export const developersRoutes = {
  'GET operator/developers': {
    policy: readers,
    /** `q`: a part of the name, or the account's number. */
    query: closed({
      q: Type.Optional(Type.String({ maxLength: 100 })),
      after: Type.Optional(pathId),
    }),
    answer: closed({
      items: Type.Array(closed(accountSchema)),
      next: Type.Union([Type.String(), Type.Null()]),
    }),
  },
  'GET operator/developers/:id': {
    policy: readers,
    params: closed({ id: pathId }),
    answer: closed({
      ...accountSchema,
      services: Type.Array(
        closed({
          code: Type.String(),
          name: Type.String(),
          currency: Type.String(),
          active: Type.Boolean(),
          /** What counts: per cent and units of the currency. */
          percent: amountField,
          fixed: amountField,
          minimum: amountOrNone,
          maximum: amountOrNone,
          /** What one message costs, where it is messages. */
          messagePrice: amountOrNone,
          /** A quote says what an operation costs, not the price. */
          quoted: Type.Boolean(),
          /** Agreed for this account alone. */
          own: Type.Boolean(),
        }),
      ),
      members: Type.Array(
        closed({
          id: idField,
          name: Type.String(),
          email: Type.String(),
          role: Type.Enum([...developerRoles]),
          secondFactor: Type.Boolean(),
          seenAt: Type.Union([timeField, Type.Null()]),
        }),
      ),
      /**
       * Whether the next invitation needs no second user: the account has no members and no money
       * yet.
       */
      invitesAlone: Type.Boolean(),
      settings: closed(settings),
      /**
       * When its integration passed the test of the sandbox, by its newest certificate here; null:
       * it has none.
       */
      integrationTestedAt: Type.Union([timeField, Type.Null()]),
    }),
  },
  /** How its business goes. The figures are of the last 30 days. */
  'GET operator/developers/:id/activity': {
    policy: readers,
    params: closed({ id: pathId }),
    answer: closed({
      volume: accountVolume,
      /** The newest payments. */
      payments: Type.Array(
        closed({
          id: Type.String(),
          serviceName: Type.String(),
          amount: amountField,
          currency: Type.String(),
          status: transactionStatus,
          createdAt: timeField,
        }),
      ),
      /** Without an answer yet, the oldest first; `count`: of all of them. */
      claims: closed({
        count: Type.Integer(),
        first: Type.Array(
          closed({
            reference: Type.String(),
            subject: Type.String(),
            status: Type.Enum(['OPENED', 'IN_PROGRESS', 'RESOLVED', 'REJECTED', 'CLOSED']),
            openedAt: timeField,
          }),
        ),
      }),
      /** Those that are valid, the newest first. */
      keys: closed({
        count: Type.Integer(),
        newest: Type.Array(
          closed({
            keyId: Type.String(),
            name: Type.String(),
            scope: scopeField,
            createdAt: timeField,
            expiresAt: timeOrNone,
            usedAt: timeOrNone,
          }),
        ),
      }),
      /** Internal, the newest first. Developers never see them. */
      notes: Type.Array(closed({ author: Type.String(), text: Type.String(), at: timeField })),
    }),
  },
  /** Adds an internal note. Notes are neither changed nor removed. */
  'POST operator/developers/note': {
    policy: { ...readers, operator: ['admin', 'finance', 'support'] },
    body: closed({ id: idField, text: reasonField }),
    answer: nothing,
  },
  /** Without a key: the first member makes it. */
  'POST operator/developers': {
    policy: keyManagers,
    body: closed({
      name: nameField,
      currency: currencyField,
      language: languageField,
      allServices: Type.Boolean(),
    }),
    answer: closed({ id: idField }),
  },
  /** Until then the session reads as the account, and changes nothing. */
  'POST operator/developers/view': {
    policy: { ...keyManagers, operator: ['admin', 'support'], stepUp: 0 },
    body: closed({ id: idField, reason: reasonField }),
    answer: closed({ until: timeField }),
  },
  'POST view/end': {
    policy: { side: 'user', secondFactor: 'done', stepUp: 0, whileViewing: true },
    body: nothing,
    answer: nothing,
  },
  'POST operator/developers/suspend': {
    policy: keyManagers,
    body: closed({ id: idField, suspended: Type.Boolean(), reason: reasonField }),
    answer: nothing,
  },
  'POST operator/developers/settings': {
    policy: keyManagers,
    /** What is absent stays as it is. */
    body: closed({ id: idField, ...Type.Partial(closed(settings)).properties }),
    answer: nothing,
  },
  'POST operator/developers/service': {
    policy: keyManagers,
    body: closed({ id: idField, code: nameField, active: Type.Boolean() }),
    answer: nothing,
  },
  /**
   * A price of a service for this account alone, by two users; null: the catalogue's. For a service
   * that the account has.
   */
  'POST operator/developers/price': {
    policy: { ...keyManagers, operator: ['admin', 'finance'], approval: 'own-price' },
    body: closed({
      id: idField,
      code: nameField,
      price: Type.Union([
        closed({
          percent: priceField,
          fixed: priceField,
          minimum: priceOrNone,
          maximum: priceOrNone,
        }),
        Type.Null(),
      ]),
      reason: reasonField,
    }),
    answer: closed({ approvalRequest: idField }),
  },
  /**
   * The link is shown once. Access to an account that has members or money needs a second user and
   * a reason.
   */
  'POST operator/developers/invite': {
    policy: { ...keyManagers, approval: 'developer-invitation' },
    body: closed({
      id: idField,
      email: emailField,
      role: Type.Enum([...developerRoles]),
      reason: Type.String({ maxLength: 500, text: 'lines' }),
    }),
    answer: handedOver,
  },
  /** A link for a new password of a member (its id is the membership's), always by two users. */
  'POST operator/developers/reset': {
    policy: { ...keyManagers, approval: 'developer-reset' },
    body: closed({
      id: idField,
      member: idField,
      secondFactors: Type.Boolean(),
      reason: reasonField,
    }),
    answer: handedOver,
  },
} as const satisfies RouteTable;
