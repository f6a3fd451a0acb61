// Routes of a developer's home: progress of the integration, today's activity, and the command to
// try it with.

import { Type } from 'typebox';
import { amountField, closed, timeField } from './fields.ts';
import { developerRoles, operatorSeatRoles } from './roles.ts';
import type { RouteTable } from './route.ts';
import { accountVolume } from './transactions.ts';

export const homeRoutes = {
  'GET home': {
    policy: {
      side: 'developer',
      developer: developerRoles,
      secondFactor: 'done',
      stepUp: 0,
      countries: 'limited',
    },
    answer: closed({
      steps: closed({
        /** A key that is valid now. */
        key: Type.Boolean(),
        call: Type.Boolean(),
        /** A callback was answered with 200. */
        callback: Type.Boolean(),
        /** Requests are signed. */
        hmac: Type.Boolean(),
        services: Type.Integer(),
      }),
      today: closed({
        /**
         * Midnight of the user's day, or later on a day with more results than are counted here:
         * since when the figures count.
         */
        since: timeField,
        whole: Type.Boolean(),
        succeeded: Type.Integer(),
        failed: Type.Integer(),
        /** The volume of what succeeded, in units of the currency. */
        volumes: Type.Array(closed({ currency: Type.String(), amount: amountField })),
      }),
      /** Null, as `callbacks`, for who is limited to countries: they are of the whole account. */
      balances: Type.Union([
        Type.Array(closed({ currency: Type.String(), available: amountField, held: amountField })),
        Type.Null(),
      ]),
      callbacks: Type.Union([
        closed({
          /** Refused or unanswered at least once, and tried again; counted up to `countedMax`. */
          failing: Type.Integer(),
          /** Given up. */
          abandoned: Type.Integer(),
          countedMax: Type.Integer(),
        }),
        Type.Null(),
      ]),
      /**
       * Whom the operator has let into the account in the last 30 days, by a seat or a new password
       * (`reset`), or means to (`waits`); not the caller.
       */
      letIn: Type.Array(
        closed({
          email: Type.String(),
          role: Type.Union([Type.Enum([...developerRoles]), Type.Null()]),
          what: Type.Enum(['waits', 'invited', 'joined', 'reset']),
          at: timeField,
        }),
      ),
      /**
       * When the operator looked at this portal in the last 30 days, newest first: who, until when
       * at the latest, why.
       */
      views: Type.Array(
        closed({
          name: Type.String(),
          role: Type.Enum([...operatorSeatRoles]),
          at: timeField,
          until: timeField,
          reason: Type.String(),
        }),
      ),
    }),
  },
  /** The volume of the whole account. */
  'GET home/volume': {
    policy: { side: 'developer', developer: developerRoles, secondFactor: 'done', stepUp: 0 },
    answer: accountVolume,
  },
  /**
   * A line to try with. Keys: null in live mode, where they are shown once; `appKey` is of the
   * first SMS app, null without one. Order: null without a service that fits.
   */
  'GET home/first-call': {
    policy: {
      side: 'developer',
      developer: ['owner', 'admin', 'developer'],
      secondFactor: 'done',
      stepUp: 0,
    },
    answer: closed({
      apiKey: Type.Union([Type.String(), Type.Null()]),
      appKey: Type.Union([Type.String(), Type.Null()]),
      order: Type.Union([
        closed({
          codeService: Type.String(),
          name: Type.String(),
          phone: Type.String(),
          amount: Type.Number(),
          currency: Type.String(),
        }),
        Type.Null(),
      ]),
    }),
  },
} as const satisfies RouteTable;
