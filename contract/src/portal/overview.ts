// Routes of the operator's overview: how much goes through and how well, providers, floats, what
// waits, and the health of the database.

import { Type } from 'typebox';
import { amountField, closed, nothing, timeField } from './fields.ts';
import { hangingFields, healthLevelField, troubledField } from './service-health.ts';
import { operatorRoles } from './roles.ts';
import type { RouteTable } from './route.ts';

const policy = {
  side: 'operator',
  operator: operatorRoles,
  secondFactor: 'done',
  stepUp: 0,
} as const;
const count = Type.Integer();
/** Milliseconds; null where nothing is known. */
const tookField = Type.Union([Type.Number(), Type.Null()]);

export const overviewRoutes = {
  'GET operator/overview': {
    policy,
    answer: closed({
      /** The last 24 hours, oldest first; `at` in ms since 1970. */
      hours: Type.Array(
        closed({
          at: Type.Number(),
          opened: count,
          succeeded: count,
          failed: count,
          canceled: count,
          /** Without a result that is overdue, or unknown. */
          hanging: count,
          p50Ms: tookField,
          p95Ms: tookField,
          /** In the same hour a week before. */
          openedWeekBefore: count,
        }),
      ),
      routes: Type.Array(
        closed({
          route: Type.String(),
          connector: Type.String(),
          /** Operations in the hands of the node that answers. */
          queued: count,
          active: count,
          /** These four are of the last 60 minutes. */
          opened: count,
          succeeded: count,
          failed: count,
          hanging: count,
          p95Ms: tookField,
          lastErrorAt: Type.Union([timeField, Type.Null()]),
          lastError: Type.Union([Type.String(), Type.Null()]),
          health: healthLevelField,
        }),
      ),
      floats: Type.Array(
        closed({ route: Type.String(), currency: Type.String(), amount: amountField }),
      ),
      /** `lateMs`: how long the one that is most overdue waits for its next attempt. */
      callbacks: closed({
        due: count,
        lateMs: Type.Number(),
        abandoned: count,
        destinationsAway: count,
      }),
      /** SMS that wait, and carrier connections that are down or on which messages are stuck. */
      sms: closed({
        waiting: count,
        oldestSec: Type.Number(),
        troubled: Type.Array(Type.String()),
      }),
      /** Routes, carrier connections and receivers that are not healthy, the worst first. */
      troubled: Type.Array(troubledField),
      /** By currency, in the order of their codes: all that `hanging` has. */
      hangingSums: Type.Array(closed({ currency: Type.String(), count, amount: amountField })),
      /** At present, whenever it was opened; the oldest first. */
      hanging: Type.Array(closed({ route: Type.String(), ...hangingFields })),
      operationCases: count,
      nodes: count,
    }),
  },
  /** Money of the reader's day so far, and where it could run out. */
  'GET operator/overview/money': {
    policy: { ...policy, operator: ['admin', 'finance'] },
    answer: closed({
      /**
       * In which something was processed in the last 24 hours or a week before, in the order of
       * their codes.
       */
      currencies: Type.Array(
        closed({
          currency: Type.String(),
          /** The amount of payments that were opened today and succeeded. */
          amount: amountField,
          /** What developers were charged for them. */
          fees: amountField,
          /** On the same day a week before, up to the same time. */
          weekBefore: closed({ amount: amountField, fees: amountField }),
          /** The last 24, oldest first; `at` in ms since 1970. */
          hours: Type.Array(
            closed({ at: Type.Number(), amount: amountField, weekBefore: amountField }),
          ),
        }),
      ),
      /** On all accounts, for payments without a result. */
      held: Type.Array(closed({ currency: Type.String(), amount: amountField })),
      floats: Type.Array(
        closed({
          route: Type.String(),
          currency: Type.String(),
          amount: amountField,
          /** Null: longer than two weeks, or too little is known. */
          hoursLeft: Type.Union([Type.Integer(), Type.Null()]),
          /** Below which an alert tells; null: none is set. */
          minimum: Type.Union([amountField, Type.Null()]),
        }),
      ),
    }),
  },
  /**
   * What was opened in each of the last 24 hours, by route or developer, or failed, by error: the
   * ten largest, and the others together.
   */
  'GET operator/overview/shares': {
    policy,
    query: closed({ by: Type.Enum(['route', 'account', 'error']) }),
    answer: closed({
      times: Type.Array(Type.Number()),
      /**
       * `key`: a route's name, an account's number, an error's id (`0`: none of the catalogue);
       * `opened` for each of `times`.
       */
      lines: Type.Array(
        closed({ key: Type.String(), name: Type.String(), opened: Type.Array(count) }),
      ),
      others: Type.Union([Type.Array(count), Type.Null()]),
    }),
  },
  /** The last finding of the node that answers. */
  'GET operator/doctor': {
    policy,
    answer: closed({
      running: Type.Boolean(),
      last: Type.Union([
        closed({
          at: timeField,
          /** Null: it could not be made. */
          ok: Type.Union([Type.Boolean(), Type.Null()]),
          checks: Type.Array(
            closed({
              id: Type.String(),
              statement: Type.String(),
              violations: count,
              examples: Type.Array(Type.String()),
              applicable: Type.Boolean(),
            }),
          ),
        }),
        Type.Null(),
      ]),
    }),
  },
  'POST operator/doctor': {
    policy: { ...policy, operator: ['admin', 'support'] },
    answer: nothing,
  },
} as const satisfies RouteTable;
