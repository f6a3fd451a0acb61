// Where is the catalogue kept, and which of its routes are in use?

import type { Session, Statement } from '../../db/database.ts';
import { versionsOf } from '../documents/index.ts';

export const catalogueVersions = versionsOf('catalogue');

const selectRoutesInUse: Statement = {
  name: 'select_catalogue_routes_in_use',
  text: `select distinct route from operation where next_step_at is not null and route <> all ($1)`,
};

/** Routes outside `known` on which operations are still under way. */
export async function loadRoutesInUse(session: Session, known: string[]): Promise<string[]> {
  const rows = await session.query<{ route: string }>(selectRoutesInUse, [known]);
  return rows.map((row) => row.route);
}
