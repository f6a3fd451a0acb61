// The route of the operator's page about the gateway itself.

import type { RouteAnswer } from '@jokko/contract/portal';
import type { Database } from '../../../db/database.ts';
import { adviceFor, isLate, listNodes, listTaskRuns, readDatabase, type DiskFacts, type TaskRun } from '../../../domain/health/index.ts';
import type { Handlers } from '../handler.ts';

type Task = RouteAnswer<'GET operator/health'>['tasks'][number];

const urgency: readonly Task['state'][] = ['failing', 'late', 'well'];
const iso = (at: Date | null): string | null => at?.toISOString() ?? null;

/** `disk`: of the node that answers. */
export function healthHandlers(database: Database, disk: () => Promise<DiskFacts>) {
  return {
    async 'GET operator/health'() {
      const [nodes, tasks, facts, room] = await Promise.all([listNodes(database), listTaskRuns(database), readDatabase(database), disk()]);
      const answer: RouteAnswer<'GET operator/health'> = {
        advice: adviceFor({ nodes, tasks, database: facts, disk: room }),
        nodes: nodes.map(({ nodeId, startedAt, leaseUntil, alive }) => ({
          ...{ nodeId, alive },
          ...{ startedAt: startedAt.toISOString(), leaseUntil: leaseUntil.toISOString() },
        })),
        tasks: tasks.map(taskOf).toSorted((one, other) => urgency.indexOf(one.state) - urgency.indexOf(other.state)),
        database: {
          ...facts,
          ...{ startedAt: facts.startedAt.toISOString(), archivedAt: iso(facts.archivedAt), archiveFailedAt: iso(facts.archiveFailedAt) },
          tables: facts.tables.map((table) => ({ ...table, vacuumedAt: iso(table.vacuumedAt) })),
        },
        disk: room,
      };
      return { ok: true, answer };
    },
  } satisfies Partial<Handlers>;
}

function taskOf({ failing, startedAt, failedAt, ...task }: TaskRun): Task {
  const state = failing ? 'failing' : isLate(task) ? 'late' : 'well';
  return { ...task, startedAt: startedAt.toISOString(), failedAt: iso(failedAt), state };
}
