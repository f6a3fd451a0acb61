// Routes of the developers as the operator sees them: who they are, what they may use at which price, what they hold.

import { Type } from 'typebox';
import { amountField, closed, emailField, idField, languageField, nameField, nothing, reasonField, timeField } from './fields.ts';
import { developerRoles, operatorRoles } from './roles.ts';
import type { RouteTable } from './route.ts';

const readers = { side: 'operator', operator: operatorRoles, secondFactor: 'done', stepUp: 0 } as const;
const keepers = { side: 'operator', operator: ['admin'], secondFactor: 'second-factor', stepUp: 5 } as const;

/** ISO 4217. */
const currencyField = Type.String({ pattern: '^[A-Z]{3}$' });
const priceField = Type.String({ pattern: '^\\d{1,12}(\\.\\d{1,4})?$' });
const priceOrNone = Type.Union([priceField, Type.Null()]);
const pathId = Type.String({ pattern: '^[1-9]\\d{0,8}$' });

/** `wish`: what another person must approve before the link works; null: it works. */
const handedOver = closed({ link: Type.String(), wish: Type.Union([idField, Type.Null()]) });

const accountSchema = {
  id: idField,
  name: Type.String(),
  currency: Type.String(),
  suspended: Type.Boolean(),
  createdAt: timeField,
  services: Type.Integer(),
  members: Type.Integer(),
  balances: Type.Array(closed({ currency: Type.String(), available: amountField, held: amountField })),
};

/** How the account is served. */
const settings = {
  /** Calls a second on each node; 0: no limit; null: what the installation says. */
  rateLimit: Type.Union([Type.Integer({ minimum: 0, maximum: 1_000_000 }), Type.Null()]),
  /** How long a refused request waits before it is called back, so that its answer comes first. */
  callbackGraceMs: Type.Integer({ minimum: 0, maximum: 3_600_000 }),
  /** Of the interface's texts. */
  language: languageField,
  mirrorFields: Type.Boolean(),
  allowHttpCallbacks: Type.Boolean(),
  smsAcceptWithoutPlus: Type.Boolean(),
};

export const developersRoutes = {
  'GET operator/developers': {
    policy: readers,
    /** `q`: a part of the name, or the account's number. */
    query: closed({ q: Type.Optional(Type.String({ maxLength: 100 })), after: Type.Optional(pathId) }),
    answer: closed({ items: Type.Array(closed(accountSchema)), next: Type.Union([Type.String(), Type.Null()]) }),
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
          percent: Type.String(),
          fixed: Type.String(),
          minimum: priceOrNone,
          maximum: priceOrNone,
          /** What one message costs, where it is messages. */
          messagePrice: priceOrNone,
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
      /** Whether the next invitation needs no second person: nobody and no money is there yet. */
      invitesAlone: Type.Boolean(),
      settings: closed(settings),
    }),
  },
  /** Key and secret are shown once, to be handed over. */
  'POST operator/developers': {
    policy: keepers,
    body: closed({ name: nameField, currency: currencyField, language: languageField, allServices: Type.Boolean() }),
    answer: closed({ id: idField, apiKey: Type.String(), webhookSecret: Type.String() }),
  },
  /** Until then the session reads as the account, and changes nothing. */
  'POST operator/developers/view': {
    policy: { ...keepers, operator: ['admin', 'support'], stepUp: 0 },
    body: closed({ id: idField, reason: reasonField }),
    answer: closed({ until: timeField }),
  },
  'POST view/end': { policy: { side: 'person', secondFactor: 'done', stepUp: 0, whileViewing: true }, body: nothing, answer: nothing },
  'POST operator/developers/suspend': {
    policy: keepers,
    body: closed({ id: idField, suspended: Type.Boolean(), reason: reasonField }),
    answer: nothing,
  },
  'POST operator/developers/settings': { policy: keepers, body: closed({ id: idField, ...settings }), answer: nothing },
  'POST operator/developers/service': {
    policy: keepers,
    body: closed({ id: idField, code: nameField, active: Type.Boolean() }),
    answer: nothing,
  },
  /** A price of a service for this account alone, by two persons; null: the catalogue's. Of a service that the account has. */
  'POST operator/developers/price': {
    policy: { ...keepers, operator: ['admin', 'finance'], approval: 'own-price' },
    body: closed({
      id: idField,
      code: nameField,
      price: Type.Union([closed({ percent: priceField, fixed: priceField, minimum: priceOrNone, maximum: priceOrNone }), Type.Null()]),
      reason: reasonField,
    }),
    answer: closed({ wish: idField }),
  },
  /** The link is told once, to be handed over. An account that has people or money is opened to others by two persons, with a reason. */
  'POST operator/developers/invite': {
    policy: { ...keepers, approval: 'developer-invitation' },
    body: closed({ id: idField, email: emailField, role: Type.Enum([...developerRoles]), reason: Type.String({ maxLength: 500 }) }),
    answer: handedOver,
  },
  /** A link for a new password of a member (its id is the membership's), always by two persons. */
  'POST operator/developers/reset': {
    policy: { ...keepers, approval: 'developer-reset' },
    body: closed({ id: idField, member: idField, secondFactors: Type.Boolean(), reason: reasonField }),
    answer: handedOver,
  },
} as const satisfies RouteTable;
