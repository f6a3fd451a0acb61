// Publishes the home database's catalogue to a cell, under the same version number. A cell that is
// behind goes on with the version that it has, and refuses what that does not know.

import type { Session, Statement } from '../../platform/db/database.ts';
import { catalogueChannel } from '../../payments/catalogue/index.ts';

const selectNewest: Statement = {
  name: 'select_catalogue_to_publish',
  text: `select version, document::text as document, created_at, reason from catalogue
    where version > $1 order by version desc limit 1`,
};
// Who made and approved it is known at home; a cell has no users.
const insertVersion: Statement = {
  name: 'insert_published_catalogue',
  text: `with told as (select pg_notify('${catalogueChannel}', ''))
    insert into catalogue (version, document, created_at, reason) overriding system value
    select $1, $2::json, $3, $4 from told on conflict do nothing`,
};

interface VersionRow {
  version: number;
  document: string;
  created_at: Date;
  reason: string | null;
}

/**
 * Brings the newest version to the cell where it has an older one than `known`. Answers the version
 * that it has then.
 */
export async function publishCatalogue(
  home: Session,
  cell: Session,
  known: number,
): Promise<number> {
  const [newest] = await home.query<VersionRow>(selectNewest, [known]);
  if (newest === undefined) return known;
  const { version, document, created_at, reason } = newest;
  await cell.query(insertVersion, [version, document, created_at, reason]);
  return version;
}
