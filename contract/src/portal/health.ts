// The route of the operator's page about the gateway itself: nodes, background tasks, the database, and what to do about them.

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
  tables: Type.Array(closed({ name: Type.String(), totalBytes: number, liveRows: number, deadRows: number, vacuumedAt: timeOrNull })),
});

export const healthRoutes = {
  'GET operator/health': {
    policy: { side: 'operator', operator: operatorRoles, secondFactor: 'done', stepUp: 0 },
    answer: closed({
      /** The most urgent first. */
      advice: Type.Array(
        closed({
          code: Type.Enum([
            ...(['nodeGone', 'taskFailing', 'taskLate', 'connectionsFull', 'longTransaction', 'deadRows'] as const),
            ...(['archiveFailing', 'noArchive', 'diskLow'] as const),
          ]),
          /** A node, a task or a table. */
          about: textOrNull,
        }),
      ),
      nodes: Type.Array(closed({ nodeId: Type.String(), startedAt: timeField, leaseUntil: timeField, alive: Type.Boolean() })),
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
      disk: Type.Union([closed({ freeBytes: number, totalBytes: number }), Type.Null()]),
    }),
  },
} as const satisfies RouteTable;
