// Routes of price plans: services with their prices under one name. A plan is given to developers
// by two users, who see what changes for them; changing it changes nothing for anybody.

import { Type } from 'typebox';
import {
  amountField,
  closed,
  idField,
  nameField,
  nothing,
  reasonField,
  timeField,
} from './fields.ts';
import { operatorRoles } from './roles.ts';
import type { RouteTable } from './route.ts';

const readers = {
  side: 'operator',
  operator: operatorRoles,
  secondFactor: 'done',
  stepUp: 0,
} as const;
const pricers = {
  side: 'operator',
  operator: ['admin', 'finance'],
  secondFactor: 'second-factor',
  stepUp: 5,
} as const;

/** Services of a plan at most. */
const servicesMax = 1_000;
/** As long as so many services with their prices can be. */
const bodyMaxBytes = 256 * 1024;
const pathId = Type.String({ pattern: '^[1-9]\\d{0,8}$' });
const priceText = Type.String({ pattern: '^\\d{1,12}(\\.\\d{1,4})?$' });
const orNone = <Schema extends Parameters<typeof Type.Union>[0][number]>(schema: Schema) =>
  Type.Union([schema, Type.Null()]);
const rateLimit = orNone(Type.Integer({ minimum: 0, maximum: 1_000_000 }));
const givenPrice = closed({
  percent: priceText,
  fixed: priceText,
  minimum: orNone(priceText),
  maximum: orNone(priceText),
});
/** What counts: per cent and units of the currency. */
export const shownPrice = closed({
  /** Not the catalogue's. */
  own: Type.Boolean(),
  percent: amountField,
  fixed: amountField,
  minimum: orNone(amountField),
  maximum: orNone(amountField),
  messagePrice: orNone(amountField),
  /** A quote says what an operation costs, not the price. */
  quoted: Type.Boolean(),
});
const service = { code: Type.String(), name: Type.String(), currency: Type.String() };
const content = {
  name: nameField,
  /** Calls a second; null: the plan leaves it as it is. */
  rateLimit,
  /** `price` null: the catalogue's. */
  services: Type.Array(closed({ code: nameField, price: orNone(givenPrice) }), {
    minItems: 1,
    maxItems: servicesMax,
  }),
};

/** All of the catalogue, in its order. */
const planServices = Type.Array(
  closed({
    ...service,
    included: Type.Boolean(),
    /** The plan's price where it is included, else the catalogue's. */
    price: shownPrice,
  }),
);

export const pricePlanRoutes = {
  /** By name. */
  'GET operator/price-plans': {
    policy: readers,
    answer: closed({
      items: Type.Array(
        closed({
          id: idField,
          name: Type.String(),
          services: Type.Integer(),
          /** Developers that have it; `behind`: as it was before its last change. */
          developers: Type.Integer(),
          behind: Type.Integer(),
          changedBy: Type.String(),
          changedAt: timeField,
        }),
      ),
    }),
  },
  /** What a new plan begins with. */
  'GET operator/price-plan-services': {
    policy: readers,
    answer: closed({ services: planServices }),
  },
  'GET operator/price-plans/:id': {
    policy: readers,
    params: closed({ id: pathId }),
    answer: closed({
      id: idField,
      name: Type.String(),
      version: Type.Integer(),
      rateLimit,
      changedBy: Type.String(),
      changedAt: timeField,
      services: planServices,
      /** The first 50: those that have it as it was before its last change, then the others. */
      developers: Type.Array(
        closed({ id: idField, name: Type.String(), behind: Type.Boolean(), appliedAt: timeField }),
      ),
      /** How many there are in all. */
      developerCount: Type.Integer(),
      behindCount: Type.Integer(),
    }),
  },
  'POST operator/price-plans': {
    policy: pricers,
    bodyMaxBytes,
    body: closed(content),
    answer: closed({ id: idField }),
  },
  /** `version`: the one that was read; a conflict when somebody else changed it since. */
  'POST operator/price-plans/save': {
    policy: pricers,
    bodyMaxBytes,
    body: closed({ id: idField, version: Type.Integer(), ...content }),
    answer: nothing,
  },
  /**
   * Asks to give it to one developer; without `accountId` to those that have it as it was before,
   * 50 at a time.
   */
  'POST operator/price-plans/apply': {
    policy: { ...pricers, approval: 'price-plan' },
    body: closed({ id: idField, accountId: Type.Optional(idField), reason: reasonField }),
    answer: closed({ approvalRequest: idField }),
  },
  /** What an approval request for a plan changes, by developer. */
  'GET operator/price-plan-requests/:id': {
    policy: readers,
    params: closed({ id: pathId }),
    answer: closed({
      plan: Type.String(),
      developers: Type.Array(
        closed({
          id: idField,
          name: Type.String(),
          /** `before` null: it does not have the service. */
          changes: Type.Array(
            closed({ ...service, before: orNone(shownPrice), after: shownPrice }),
          ),
          /** Null: it stays. */
          rateLimit: orNone(closed({ before: rateLimit, after: rateLimit })),
        }),
      ),
    }),
  },
  /** Gives or takes many services at once. */
  'POST operator/developers/services': {
    policy: { ...pricers, operator: ['admin'] },
    body: closed({
      id: idField,
      codes: Type.Array(nameField, { minItems: 1, maxItems: servicesMax, uniqueItems: true }),
      active: Type.Boolean(),
    }),
    answer: nothing,
  },
} as const satisfies RouteTable;
