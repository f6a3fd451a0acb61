// Stores drafts, in a table beside that of each document's versions, with the same columns.

import type { Session, Statement } from '../../platform/db/database.ts';
import type { DocumentKind } from '../../platform/documents/index.ts';

export interface Draft {
  id: number;
  title: string;
  document: object;
  /** The version that it goes out from; 0: none was in force. */
  base: number;
  /** Grows with each change. */
  revision: number;
  madeBy: string;
  madeAt: Date;
  changedBy: string;
  changedAt: Date;
  approvalRequestId: number | null;
  requestedRevision: number | null;
  /** `expired`: not decided in time. */
  approvalRequestState: string | null;
  published: number | null;
  dropped: boolean;
}

const tables = ['catalogue', 'sms_routing'] as const;
type Table = (typeof tables)[number];

const columns = `d.id, d.title, d.document, d.base, d.revision, m.name as "madeBy",
  d.made_at as "madeAt", c.name as "changedBy",
  d.changed_at as "changedAt", d.approval_request_id as "approvalRequestId",
    d.requested_revision as "requestedRevision", d.published, d.dropped_at is not null as dropped,
  case when w.state = 'open' and w.expires_at <= jokko_now() then 'expired'
    else w.state end as "approvalRequestState"`;
const open = 'published is null and dropped_at is null';
/** Nobody works on more at one time. */
const listedMax = 100;

function statementsOf(table: Table) {
  const from = `from ${table}_draft d join portal_user m on m.id = d.made_by join portal_user c
    on c.id = d.changed_by left join approval_request w on w.id = d.approval_request_id`;
  return {
    insert: {
      name: `insert_${table}_draft`,
      text: `insert into ${table}_draft (title, document, base, made_by, changed_by)
        values ($1, $2, $3, $4, $4) returning id`,
    },
    select: { name: `select_${table}_draft`, text: `select ${columns} ${from} where d.id = $1` },
    list: {
      name: `list_${table}_drafts`,
      text: `select ${columns.replace(
        'd.document',
        `'{}'::json
        as document`,
      )} ${from} where ${open} order by d.id desc limit ${listedMax}`,
    },
    lock: {
      name: `lock_${table}_draft`,
      text: `select revision from ${table}_draft where id = $1 and ${open} for update`,
    },
    update: {
      name: `update_${table}_draft`,
      text: `update ${table}_draft set document = $2, base = $3, revision = revision + 1,
        changed_by = $4, changed_at = jokko_now()
               where id = $1 returning revision`,
    },
    drop: {
      name: `drop_${table}_draft`,
      text: `update ${table}_draft set dropped_at = jokko_now() where id = $1`,
    },
    publish: {
      name: `publish_${table}_draft`,
      text: `update ${table}_draft set published = $2 where id = $1`,
    },
    approvalRequest: {
      name: `approval_request_${table}_draft`,
      text: `update ${table}_draft set approval_request_id = $2, requested_revision = $3
        where id = $1`,
    },
  } satisfies { [name: string]: Statement };
}
const statements = {
  catalogue: statementsOf('catalogue'),
  sms_routing: statementsOf('sms_routing'),
};
const of = ({ versions }: DocumentKind) => statements[versions.table];

export async function storeDraft(
  session: Session,
  kind: DocumentKind,
  { title, text, base, userId }: { title: string; text: string; base: number; userId: number },
): Promise<number> {
  return (await session.query<{ id: number }>(of(kind).insert, [title, text, base, userId]))[0]!.id;
}

/** Null: there is none. Published and dropped ones are found too. */
export async function findDraft(
  session: Session,
  kind: DocumentKind,
  id: number,
): Promise<Draft | null> {
  return (await session.query<Draft>(of(kind).select, [id]))[0] ?? null;
}

/** Without their documents, newest first. */
export function listOpenDrafts(session: Session, kind: DocumentKind): Promise<Draft[]> {
  return session.query<Draft>(of(kind).list);
}

/**
 * The revision of an open draft, whose row stays locked until the transaction ends; null: it is not
 * open.
 */
export async function lockDraft(
  session: Session,
  kind: DocumentKind,
  id: number,
): Promise<number | null> {
  return (await session.query<{ revision: number }>(of(kind).lock, [id]))[0]?.revision ?? null;
}

/** The new revision. */
export async function updateDraft(
  session: Session,
  kind: DocumentKind,
  { id, text, base, userId }: { id: number; text: string; base: number; userId: number },
): Promise<number> {
  return (await session.query<{ revision: number }>(of(kind).update, [id, text, base, userId]))[0]!
    .revision;
}

export async function markDropped(session: Session, kind: DocumentKind, id: number): Promise<void> {
  await session.query(of(kind).drop, [id]);
}

export async function markPublished(
  session: Session,
  kind: DocumentKind,
  id: number,
  version: number,
): Promise<void> {
  await session.query(of(kind).publish, [id, version]);
}

export async function markRequested(
  session: Session,
  kind: DocumentKind,
  id: number,
  approvalRequest: { id: number; revision: number },
): Promise<void> {
  await session.query(of(kind).approvalRequest, [id, approvalRequest.id, approvalRequest.revision]);
}
