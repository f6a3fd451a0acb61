// Where is the catalogue kept? The newest row of table `catalogue` is in force; its text is stored as it is exported.

import type { Session, Statement } from '../../db/database.ts';

/** Nodes listen here for a new version; the payload is the version. */
export const catalogueChannel = 'jokko_catalogue';

const insertVersion: Statement = {
  name: 'insert_catalogue',
  text: `with added as (insert into catalogue (document) values ($1) returning version)
         select version, pg_notify('${catalogueChannel}', version::text) from added`,
};

const insertFirstVersion: Statement = {
  name: 'insert_first_catalogue',
  text: `with added as (
           insert into catalogue (document) select $1::json where not exists (select from catalogue) returning version
         )
         select version, pg_notify('${catalogueChannel}', version::text) from added`,
};

const selectNewest: Statement = {
  name: 'select_catalogue',
  text: `select version, document::text as text from catalogue order by version desc limit 1`,
};

const selectRoutesInUse: Statement = {
  name: 'select_catalogue_routes_in_use',
  text: `select distinct route from operation where next_step_at is not null and route <> all ($1)`,
};

/**
 * Until the transaction ends nobody opens an operation: whoever does locks its account first and then compares the catalogue's version. So
 * none is opened on a route between the question whether it is in use and its removal. Throws when a writer does not end in time.
 */
export async function holdOpenings(session: Session): Promise<void> {
  await session.query({ name: 'limit_lock_wait', text: `set local lock_timeout = '3s'` });
  await session.query({ name: 'hold_openings', text: 'lock table account in exclusive mode' });
}

/** Stores a version and tells all nodes, in one transaction. Returns its number. */
export async function storeVersion(session: Session, text: string): Promise<number> {
  const [row] = await session.query<{ version: number }>(insertVersion, [text]);
  if (row === undefined) throw new Error('the catalogue was not stored');
  return row.version;
}

/** Stores the first version, or returns null when there is one. */
export async function storeFirstVersion(session: Session, text: string): Promise<number | null> {
  const [row] = await session.query<{ version: number }>(insertFirstVersion, [text]);
  return row?.version ?? null;
}

export async function loadNewest(session: Session): Promise<{ version: number; text: string } | null> {
  const [row] = await session.query<{ version: number; text: string }>(selectNewest);
  return row ?? null;
}

/** Routes outside `known` on which operations are still under way. */
export async function loadRoutesInUse(session: Session, known: string[]): Promise<string[]> {
  const rows = await session.query<{ route: string }>(selectRoutesInUse, [known]);
  return rows.map((row) => row.route);
}
