// Opens routes again after a recovery: from now on operations that waited are sent on them, and
// absence at the provider counts.

import { changeWithAudit, type Who, type AuditEntry } from '../../platform/audit/index.ts';
import type { Database } from '../../platform/db/database.ts';
import { openClosedRoute, readState } from './store.ts';

/** Null: all of them. Answers those that were closed. */
export async function openRoutes(
  database: Database,
  who: Who,
  route: string | null,
): Promise<string[]> {
  const { closedRoutes } = await readState(database);
  const opened: string[] = [];
  for (const each of closedRoutes.filter((closed) => route === null || closed === route))
    if (await openRoute(database, who, each)) opened.push(each);
  return opened;
}

/** Answers whether it was closed. */
const openRoute = (database: Database, who: Who, route: string): Promise<boolean> =>
  changeWithAudit(database, async (session) => {
    const epoch = await openClosedRoute(session, route);
    if (epoch === null) return { result: false, entry: null };
    const entry = {
      who,
      action: 'recovery.open',
      subject: `route/${route}`,
      old: { epoch },
    } satisfies AuditEntry;
    return { result: true, entry };
  });
