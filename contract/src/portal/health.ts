// The route of the operator's page about the gateway itself: nodes, background tasks, the database,
// and what to do about them.

import { Type } from 'typebox';
import { closed, timeField } from './fields.ts';
import { operatorRoles } from './roles.ts';
import type { RouteTable } from './route.ts';

const number = Type.Number();
const numberOrNull = Type.Union([Type.Number(), Type.Null()]);
const textOrNull = Type.Union([Type.String(), Type.Null()]);
const timeOrNull = Type.Union([timeField, Type.Null()]);

const database = closed({
  version: Type.String(),
  startedAt: timeField,
  sizeBytes: number,
  connections: number,
  connectionsMax: number,
  longestTransactionSeconds: numberOrNull,
  /** What it runs, without values. */
  longestTransaction: textOrNull,
  deadlocks: number,
  cacheHitShare: numberOrNull,
  archiving: Type.Boolean(),
  archivedAt: timeOrNull,
  archiveFailedAt: timeOrNull,
  replicas: number,
  /** Null: this database role may not know. */
  walBytes: numberOrNull,
  /** The biggest ones. */
  tables: Type.Array(
    closed({
      name: Type.String(),
      totalBytes: number,
      liveRows: number,
      deadRows: number,
      vacuumedAt: timeOrNull,
    }),
  ),
});

export const healthRoutes = {
  'GET operator/health': {
    policy: { side: 'operator', operator: operatorRoles, secondFactor: 'done', stepUp: 0 },
    answer: closed({
      /** The most urgent first. */
      advice: Type.Array(
        closed({
          code: Type.Enum([
            ...(['recoveryNeeded', 'routesClosed'] as const),
            ...([
              'nodeGone',
              'nodePaused',
              'taskFailing',
              'taskLate',
              'connectionsFull',
              'longTransaction',
              'deadRows',
            ] as const),
            ...(['archiveFailing', 'noArchive', 'diskLow', 'clockSkew'] as const),
            ...(['unlistedProxy', 'runsAsRoot'] as const),
            ...(['carrierDown', 'smsStuck', 'secretExpires'] as const),
          ]),
          /**
           * A node, a task, a table, a carrier connection, closed routes, the reason of a recovery,
           * or a route with a secret and its last day.
           */
          about: textOrNull,
          /** The length of a pause. */
          seconds: Type.Optional(Type.Integer({ minimum: 0 })),
        }),
      ),
      nodes: Type.Array(
        closed({
          nodeId: Type.String(),
          startedAt: timeField,
          leaseUntil: timeField,
          alive: Type.Boolean(),
          /** How far its machine's clock is ahead of the database's; negative: behind. */
          clockSkewMs: number,
        }),
      ),
      tasks: Type.Array(
        closed({
          nodeId: Type.String(),
          task: Type.String(),
          everyMs: number,
          startedAt: timeField,
          durationMs: number,
          rounds: number,
          failures: number,
          failedAt: timeOrNull,
          error: textOrNull,
          lateMs: number,
          state: Type.Enum(['well', 'late', 'failing']),
        }),
      ),
      database,
      /** Where the node that answers keeps its files. */
      /** How the carrier connections of SMS stand, on all nodes. */
      carriers: Type.Array(
        closed({
          name: Type.String(),
          /** `busy`: bound, and its carrier takes nothing; `unusable`: it cannot even be tried. */
          state: Type.Enum(['bound', 'busy', 'down', 'unusable']),
          binds: number,
          bound: number,
          /** Since when it has been bound, or has not. */
          since: timeOrNull,
          lastError: textOrNull,
          lastErrorAt: timeOrNull,
          waiting: number,
          oldestSec: number,
        }),
      ),
      disk: Type.Union([closed({ freeBytes: number, totalBytes: number }), Type.Null()]),
    }),
  },
} as const satisfies RouteTable;
