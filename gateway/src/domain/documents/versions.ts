// Where are versions of a document kept? Rows of a table of its own; the newest is in force, and its text is stored as it is exported.

import type { Session, Statement } from '../../db/database.ts';

export interface Versions {
  /** Nodes listen here for a new version; the payload is the version. */
  channel: string;
  /** Stores a version and tells all nodes, in one transaction. Returns its number. */
  store(session: Session, text: string): Promise<number>;
  /** Stores the first version; false when there is one. */
  storeFirst(session: Session, text: string): Promise<boolean>;
  newest(session: Session): Promise<{ version: number; text: string } | null>;
}

/** `table` has columns `version` (identity) and `document` (json). */
export function versionsOf(table: 'catalogue' | 'sms_routing'): Versions {
  const channel = `jokko_${table}`;
  const notify = `select version, pg_notify('${channel}', version::text) from added`;
  const insert: Statement = {
    name: `insert_${table}`,
    text: `with added as (insert into ${table} (document) values ($1) returning version) ${notify}`,
  };
  const insertFirst: Statement = {
    name: `insert_first_${table}`,
    text: `with added as (
             insert into ${table} (document) select $1::json where not exists (select from ${table}) returning version
           ) ${notify}`,
  };
  const selectNewest: Statement = {
    name: `select_${table}`,
    text: `select version, document::text as text from ${table} order by version desc limit 1`,
  };
  return {
    channel,
    async store(session, text) {
      const [row] = await session.query<{ version: number }>(insert, [text]);
      if (row === undefined) throw new Error(`the document of ${table} was not stored`);
      return row.version;
    },
    storeFirst: async (session, text) => (await session.query(insertFirst, [text])).length > 0,
    newest: async (session) => (await session.query<{ version: number; text: string }>(selectNewest))[0] ?? null,
  };
}

/**
 * Until the transaction ends nothing new begins that goes by a document: whoever opens an operation or takes a batch locks its account first
 * and then compares the document's version. So nothing begins on a route between the question whether it is in use and its removal. Throws
 * when a writer does not end in time.
 */
export async function holdOpenings(session: Session): Promise<void> {
  await session.query({ name: 'limit_lock_wait', text: `set local lock_timeout = '3s'` });
  await session.query({ name: 'hold_openings', text: 'lock table account in exclusive mode' });
}
