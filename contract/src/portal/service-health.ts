// Routes of the operator's page of health: routes to providers, carrier connections and receivers
// of callbacks over the last five minutes, and over a day.

import { Type } from 'typebox';
import { amountField, closed, timeField } from './fields.ts';
import { operatorRoles } from './roles.ts';
import type { RouteTable } from './route.ts';

const policy = {
  side: 'operator',
  operator: operatorRoles,
  secondFactor: 'done',
  stepUp: 0,
} as const;
const count = Type.Integer();
const tookField = Type.Union([Type.Number(), Type.Null()]);
/** What hangs on a route in a currency: unknown outcomes, and results that are overdue. */
export const hangingFields = {
  currency: Type.String(),
  count,
  amount: amountField,
  oldestAt: timeField,
};
const kindField = Type.Enum(['route', 'sms-link', 'receiver']);

export const healthLevelField = Type.Enum(['healthy', 'degraded', 'down']);

const subject = {
  kind: kindField,
  /** The name of a receiver: account id and scheme://host:port. */
  name: Type.String(),
  /** Whose receiver it is; null: nobody's. */
  accountName: Type.Union([Type.String(), Type.Null()]),
  state: healthLevelField,
  since: timeField,
  /** Sentences in the user's language, the weightiest first. */
  reasons: Type.Array(Type.String()),
};

export const troubledField = closed(subject);

export const serviceHealthRoutes = {
  'GET operator/service-health': {
    policy,
    answer: closed({
      /** The worst first. */
      subjects: Type.Array(
        closed({
          ...subject,
          /** The counts of the last five minutes. */
          succeeded: count,
          accepted: count,
          refused: count,
          faulted: count,
          unknown: count,
          unsent: count,
          p50Ms: tookField,
          p95Ms: tookField,
          /** At this hour of the last days. */
          usualP95Ms: tookField,
          unresolved: count,
          agedPending: count,
          queued: count,
          queueAgeSec: count,
          /** The oldest first. */
          hanging: Type.Array(closed(hangingFields)),
          floats: Type.Array(
            closed({
              currency: Type.String(),
              amount: amountField,
              /**
               * Whole hours that it lasts at its usual pace; null: longer than two weeks, or too
               * little is known.
               */
              hoursLeft: Type.Union([Type.Integer(), Type.Null()]),
            }),
          ),
        }),
      ),
      /** The newest first. */
      changes: Type.Array(
        closed({
          id: Type.String(),
          kind: kindField,
          name: Type.String(),
          accountName: subject.accountName,
          from: healthLevelField,
          state: healthLevelField,
          at: timeField,
        }),
      ),
    }),
  },
  /**
   * Points oldest first: `recent` of the last five minutes, `day` of the last 24 hours; of a
   * receiver none.
   */
  'GET operator/service-health/history': {
    policy,
    query: closed({ kind: kindField, name: Type.String({ maxLength: 300 }) }),
    answer: closed({
      recent: Type.Array(point()),
      day: Type.Array(point()),
    }),
  },
} as const satisfies RouteTable;

function point() {
  return closed({
    /** ms since 1970. */
    at: Type.Number(),
    good: count,
    trouble: count,
    p95Ms: tookField,
  });
}
