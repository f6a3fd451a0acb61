// The route of the operator's page about the gateway itself.

import type { RouteResult } from '@jokko/contract/portal';
import type { Database } from '../db/database.ts';
import { readShownClock } from '../db/now.ts';
import { environment } from '../environment.ts';
import {
  adviceFor,
  isLate,
  listNodes,
  listTaskRuns,
  readDatabase,
  type CarrierState,
  type DiskInfo,
  type TaskRun,
} from './index.ts';
import type { Handlers } from '../http/portal/handler.ts';

type Task = RouteResult<'GET operator/health'>['tasks'][number];

const urgency: readonly Task['state'][] = ['failing', 'late', 'well'];
interface HealthDeps {
  database: Database;
  /** The disk of the node that answers. */
  disk(): Promise<DiskInfo>;
  carrierStates(): Promise<CarrierState[]>;
  expiringSecrets(): string[];
}

export function healthHandlers({ database, disk, carrierStates, expiringSecrets }: HealthDeps) {
  return {
    async 'GET operator/health'() {
      const [nodes, tasks, { state, details }, room, carriers] = await Promise.all([
        listNodes(database),
        listTaskRuns(database),
        readDatabase(database),
        disk(),
        carrierStates(),
      ]);
      const shown = await readShownClock(database);
      // This tells how long binds are away: they are stamped in real time.
      const nowMs = environment.now();
      const answer: RouteResult<'GET operator/health'> = {
        advice: adviceFor({
          nodes,
          tasks,
          database: state,
          disk: room,
          carriers,
          nowMs,
          expiringSecrets: expiringSecrets(),
        }),
        nodes: nodes.map(({ nodeId, startedAt, leaseUntil, alive, clockSkewMs }) => ({
          nodeId,
          alive,
          startedAt,
          leaseUntil,
          clockSkewMs,
        })),
        tasks: tasks
          .map(taskOf)
          .toSorted((one, other) => urgency.indexOf(one.state) - urgency.indexOf(other.state)),
        database: {
          ...details,
          startedAt: details.startedAt,
          archivedAt: details.archivedAt,
          archiveFailedAt: details.archiveFailedAt,
          tables: details.tables.map((table) => ({ ...table, vacuumedAt: table.vacuumedAt })),
        },
        disk: room,
        carriers: carriers.map((carrier) => ({ ...carrier })),
      };
      return { ok: true, answer: shown(answer) };
    },
  } satisfies Partial<Handlers>;
}

function taskOf({ failing, startedAt, failedAt, ...task }: TaskRun): Task {
  const state = failing ? 'failing' : isLate(task) ? 'late' : 'well';
  return { ...task, startedAt, failedAt, state };
}
