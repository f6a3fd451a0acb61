// Stores versions of a document, as rows of a table of its own. The newest is in force, and its
// text is stored as it is exported.

import type { Session, Statement } from '../db/database.ts';

/** Who put a version in force, and why; all null: a command did. */
export interface Authorship {
  madeBy: number | null;
  approvedBy: number | null;
  approvalRequestId: number | null;
  reason: string | null;
}
export interface ListedVersion extends Omit<Authorship, 'madeBy' | 'approvedBy'> {
  version: number;
  at: Date;
  madeBy: string | null;
  approvedBy: string | null;
}

export interface Versions {
  table: 'catalogue' | 'sms_routing';
  /** Nodes listen here for a new version; the payload is the version. */
  channel: string;
  /** Stores a version and tells all nodes, in one transaction. Returns its number. */
  store(session: Session, text: string, by?: Authorship): Promise<number>;
  /** Stores the first version; false when there is one. */
  storeFirst(session: Session, text: string): Promise<boolean>;
  newest(session: Session): Promise<{ version: number; text: string } | null>;
  /** The text of one version; null: there is none. */
  at(session: Session, version: number): Promise<string | null>;
  /** Newest first; `before`: those with smaller numbers alone. */
  list(session: Session, page: { before: number | null; limit: number }): Promise<ListedVersion[]>;
}

const nobody: Authorship = {
  madeBy: null,
  approvedBy: null,
  approvalRequestId: null,
  reason: null,
};
const versionMax = 2_147_483_647;

/** `table` has columns `version` (identity), `document` (json), and those of its authors. */
export function versionsOf(table: Versions['table']): Versions {
  const channel = `jokko_${table}`;
  const statements = statementsOf(table, channel);
  return {
    table,
    channel,
    async store(session, text, { madeBy, approvedBy, approvalRequestId, reason } = nobody) {
      const [row] = await session.query<{ version: number }>(statements.insert, [
        text,
        madeBy,
        approvedBy,
        approvalRequestId,
        reason,
      ]);
      if (row === undefined) throw new Error(`the document of ${table} was not stored`);
      return row.version;
    },
    storeFirst: async (session, text) =>
      (await session.query(statements.insertFirst, [text])).length > 0,
    newest: async (session) =>
      (await session.query<{ version: number; text: string }>(statements.selectNewest))[0] ?? null,
    at: async (session, version) =>
      (await session.query<{ text: string }>(statements.selectOne, [version]))[0]?.text ?? null,
    list: (session, { before, limit }) =>
      session.query<ListedVersion>(statements.selectPage, [before ?? versionMax, limit]),
  };
}

function statementsOf(
  table: string,
  channel: string,
): { [name in 'insert' | 'insertFirst' | 'selectNewest' | 'selectOne' | 'selectPage']: Statement } {
  const notify = `select version, pg_notify('${channel}', version::text) from added`;
  return {
    insert: {
      name: `insert_${table}`,
      text: `with added as (
               insert into ${table} (document, made_by, approved_by, approval_request_id, reason)
                 values ($1, $2, $3, $4, $5) returning version
             ) ${notify}`,
    },
    insertFirst: {
      name: `insert_first_${table}`,
      text: `with added as (
               insert into ${table} (document) select $1::json
                 where not exists (select from ${table}) returning version
             ) ${notify}`,
    },
    selectNewest: {
      name: `select_${table}`,
      text: `select version, document::text as text from ${table} order by version desc limit 1`,
    },
    selectOne: {
      name: `select_${table}_version`,
      text: `select document::text as text from ${table} where version = $1`,
    },
    selectPage: {
      name: `select_${table}_versions`,
      text: `select v.version, v.created_at as at, m.name as "madeBy", a.name as "approvedBy",
        v.approval_request_id as "approvalRequestId", v.reason
               from ${table} v left join portal_user m on m.id = v.made_by left join portal_user a
                 on a.id = v.approved_by
               where v.version < $1 order by v.version desc limit $2`,
    },
  };
}

/**
 * Until the transaction ends nothing new begins that goes by a document: whoever opens an operation
 * or takes a batch locks its account first and then compares the document's version. So nothing
 * begins on a route between the question whether it is in use and its removal. Throws when a writer
 * does not end within the connection's limit of waiting for a lock.
 */
export async function holdOpenings(session: Session): Promise<void> {
  await session.query({ name: 'hold_openings', text: 'lock table account in exclusive mode' });
}
