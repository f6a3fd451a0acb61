// Routes of the operator's page of routes: their breakers with who has opened them and why, and the
// payouts that wait for them.

import { Type } from 'typebox';
import { amountField, closed, idField, nameField, reasonField, timeField } from './fields.ts';
import { operatorRoles } from './roles.ts';
import type { RouteTable } from './route.ts';
import { hangingFields, healthLevelField } from './service-health.ts';

const readers = {
  side: 'operator',
  operator: operatorRoles,
  secondFactor: 'done',
  stepUp: 0,
} as const;
const proved = { side: 'operator', secondFactor: 'second-factor', stepUp: 5 } as const;
const timeOrNone = Type.Union([timeField, Type.Null()]);
const textOrNone = Type.Union([Type.String(), Type.Null()]);

/** `half_open`: a few operations are let through, whose fate decides. */
export const breakerStateField = Type.Enum(['closed', 'open', 'half_open']);

/** The numbers of a rule; absent: as is usual. */
const count = Type.Optional(Type.Integer({ minimum: 1 }));
const breakerRule = closed({
  failuresToOpen: count,
  sharePercentToOpen: count,
  windowSeconds: count,
  firstWaitSeconds: count,
  longestWaitSeconds: count,
  triesAtOnce: count,
  answersToClose: count,
  lossesToOpen: count,
  lossesInRecovery: count,
});
/** As the catalogue has them: what is absent is usual. */
const breakerSettings = closed({
  breaker: Type.Optional(Type.Enum(['automatic', 'by_hand'])),
  breakerRule: Type.Optional(breakerRule),
  parkedHours: count,
  parkedPerSecond: count,
});

export const breakerRoutes = {
  'GET operator/breakers': {
    policy: readers,
    answer: closed({
      /**
       * Those that take nothing first, then disturbed ones, then those that something waits for or
       * hangs on, then by name.
       */
      routes: Type.Array(
        closed({
          name: Type.String(),
          /** Disabled in the catalogue. */
          off: Type.Boolean(),
          /** Its health may open it. */
          automatic: Type.Boolean(),
          /** Null: the catalogue does not have the route any more. */
          settings: Type.Union([breakerSettings, Type.Null()]),
          state: breakerStateField,
          byHand: Type.Boolean(),
          /** In the user's language; a user's own as it was written. Null: it was never opened. */
          reason: textOrNone,
          since: timeOrNone,
          /** When a breaker that its health has opened is tried next. */
          triedAt: timeOrNone,
          /**
           * The health of the provider, whatever the breaker is set to; `troubles`: sentences in
           * the user's language.
           */
          health: healthLevelField,
          troubles: Type.Array(Type.String()),
          unhealthySince: timeOrNone,
          /** What hangs, the oldest first. */
          hanging: Type.Array(closed(hangingFields)),
          parked: Type.Array(
            closed({
              currency: Type.String(),
              count: Type.Integer(),
              amount: amountField,
              oldestAt: timeField,
            }),
          ),
        }),
      ),
      /** The bounds of each number that can be set. */
      bounds: Type.Record(
        Type.String(),
        closed({ usual: Type.Integer(), least: Type.Integer(), most: Type.Integer() }),
      ),
      /** What is meant where a route does not say whether its health opens it. */
      usuallyAutomatic: Type.Boolean(),
      /** The newest first. */
      events: Type.Array(
        closed({
          id: Type.String(),
          route: Type.String(),
          state: breakerStateField,
          /** Null: the gateway itself. */
          who: textOrNone,
          reason: Type.String(),
          at: timeField,
        }),
      ),
    }),
  },
  /** On all nodes. What a user has opened stays open until a user says otherwise. */
  'POST operator/breakers/set': {
    policy: { ...proved, operator: ['admin'] },
    body: closed({ name: nameField, state: breakerStateField, reason: reasonField }),
    /** False: it was so already. */
    answer: closed({ changed: Type.Boolean() }),
  },
  /**
   * At once, on all nodes. `was`: as the user has seen them; `conflict`: others have come into
   * force.
   */
  'POST operator/breakers/settings': {
    policy: { ...proved, operator: ['admin'] },
    body: closed({
      name: nameField,
      settings: breakerSettings,
      was: breakerSettings,
      reason: reasonField,
    }),
    /** The version of the catalogue; null: they were so already. */
    answer: closed({ version: Type.Union([Type.Integer(), Type.Null()]) }),
  },
  /** The first 200, the oldest first. */
  'GET operator/parked': {
    policy: readers,
    query: closed({ route: Type.Optional(Type.String({ maxLength: 100 })) }),
    answer: closed({
      items: Type.Array(
        closed({
          transactionId: Type.String(),
          accountId: idField,
          accountName: Type.String(),
          service: Type.String(),
          route: Type.String(),
          amount: amountField,
          currency: Type.String(),
          openedAt: timeField,
          /** Given up then. */
          expiresAt: timeField,
        }),
      ),
    }),
  },
  /**
   * Only what has not left: it never asks a provider, and moves no money. `conflict`: it waits no
   * more. `notNow`: its route is closed since a recovery.
   */
  'POST operator/parked/cancel': {
    policy: { ...proved, operator: ['admin', 'finance'] },
    body: closed({
      accountId: idField,
      id: Type.String({ pattern: '^\\d{1,16}$' }),
      reason: reasonField,
    }),
    answer: closed({}),
  },
} as const satisfies RouteTable;
