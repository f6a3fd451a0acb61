// The route of the operator's page about the gateway itself.

import type { RouteAnswer } from '@jokko/contract/portal';
import type { Database } from '../../../db/database.ts';
import { adviceFor, isLate, listNodes, listTaskRuns, readDatabase, type DiskFacts } from '../../../domain/health/index.ts';
import type { Handlers } from '../handler.ts';

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
        tasks: tasks.map(({ failing, ...task }) => ({
          ...task,
          startedAt: task.startedAt.toISOString(),
          failedAt: iso(task.failedAt),
          state: failing ? 'failing' : isLate(task) ? 'late' : 'well',
        })),
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
