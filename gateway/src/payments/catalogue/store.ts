// Stores the catalogue, and determines which of its routes are in use.

import type { Session, Statement } from '../../platform/db/database.ts';
import { versionsOf } from '../../platform/documents/index.ts';

export const catalogueVersions = versionsOf('catalogue');

const selectRoutesInUse: Statement = {
  name: 'select_catalogue_routes_in_use',
  text: `select distinct route from operation where next_step_at is not null`,
};

/** Routes on which operations are still under way. */
export async function loadRoutesInUse(session: Session): Promise<string[]> {
  const rows = await session.query<{ route: string }>(selectRoutesInUse);
  return rows.map((row) => row.route);
}
