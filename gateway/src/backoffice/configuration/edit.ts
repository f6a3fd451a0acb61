// Edits a draft, one entry at a time, against the revision that its author saw. An author who saw
// an older revision is notified, and nothing is lost.

import type { AuditSubject } from '@jokko/contract/portal';
import type { Database, Session } from '../../platform/db/database.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import { lockApprovalRequest, withdrawIn, type ApprovalRequestKinds } from '../approvals/index.ts';
import { recordAudit, type Who } from '../../platform/audit/index.ts';
import { formatDocument, type OperatorDocument } from '../../platform/documents/index.ts';
import { findDraft, lockDraft, markDropped, updateDraft, type Draft } from './store.ts';

export interface DraftDeps {
  database: Database;
  /** The document that the draft is one of. */
  document: OperatorDocument;
  who: Who;
  userId: number;
}

/**
 * `conflict`: it was changed, published or dropped meanwhile. `taken`: another entry has that name.
 */
export type LogRequest = 'notFound' | 'conflict' | 'taken';
export type Saved = { ok: true; revision: number } | { ok: false; refusal: LogRequest };

type Entry = { [member: string]: unknown };

/**
 * Puts `entry` where the one called `name` stands, or at the end of the part when `name` is null;
 * `entry` null takes it away. Its secrets are sealed.
 */
export function replaceEntry(
  deps: DraftDeps,
  {
    id,
    revision,
    part,
    name,
    entry,
  }: { id: number; revision: number; part: string; name: string | null; entry: Entry | null },
): Promise<Saved> {
  const nameOf = deps.document.parts[part];
  if (typeof nameOf !== 'function') throw new Error(`${part} has no named entries`);
  return saveDraft(
    deps,
    { id, revision, what: `${part}/${name ?? (entry === null ? '' : nameOf(entry))}` },
    (draft) => {
      const entries = (draft.document as { [part: string]: Entry[] | undefined })[part] ?? [];
      const at = name === null ? -1 : entries.findIndex((each) => nameOf(each) === name);
      if (name !== null && at === -1) return 'notFound';
      if (
        entry !== null &&
        entries.some((each, index) => index !== at && nameOf(each) === nameOf(entry))
      )
        return 'taken';
      const next = [...entries];
      if (entry === null) next.splice(at, 1);
      else if (name === null) next.push(entry);
      else next[at] = entry;
      return {
        document: deps.document.sealed({ ...draft.document, [part]: next }),
        base: draft.base,
      };
    },
  );
}

/** `change` answers what the draft is to be; `what` goes to the audit log. */
export function saveDraft(
  { database, document, who, userId }: DraftDeps,
  { id, revision, what }: { id: number; revision: number; what: string },
  change: (draft: Draft) => { document: object; base: number } | LogRequest,
): Promise<Saved> {
  return inTransaction(database, async (session): Promise<Saved> => {
    const refusal = await refusalOf(session, document, id, revision);
    if (refusal !== null) return { ok: false, refusal };
    const changed = change((await findDraft(session, document, id))!);
    if (typeof changed === 'string') return { ok: false, refusal: changed };
    const saved = { id, text: formatDocument(changed.document), base: changed.base, userId };
    const next = await updateDraft(session, document, saved);
    await recordAudit(session, {
      who,
      action: 'draft.change',
      subject: subjectOf(document, id),
      new: { revision: next, what },
    });
    return { ok: true, revision: next };
  });
}

/**
 * Nobody works on it any more; it stays as a row. The approval request to put it in force goes with
 * it.
 */
export function dropDraft(
  { database, document, who, userId, kinds }: DraftDeps & { kinds: ApprovalRequestKinds },
  id: number,
  revision: number,
): Promise<Saved> {
  return inTransaction(database, async (session): Promise<Saved> => {
    const approvalRequestId = (await findDraft(session, document, id))?.approvalRequestId ?? null;
    // Approval request and draft are locked in the order in which an approval locks them.
    if (approvalRequestId !== null) await lockApprovalRequest(session, approvalRequestId);
    const refusal = await refusalOf(session, document, id, revision);
    if (refusal !== null) return { ok: false, refusal };
    // Asked for meanwhile.
    if ((await findDraft(session, document, id))!.approvalRequestId !== approvalRequestId)
      return { ok: false, refusal: 'conflict' };
    if (approvalRequestId !== null)
      await withdrawIn(session, kinds, { who, userId }, approvalRequestId);
    await markDropped(session, document, id);
    await recordAudit(session, { who, action: 'draft.drop', subject: subjectOf(document, id) });
    return { ok: true, revision };
  });
}

/** The draft's row is locked until the transaction ends where nothing stands against it. */
export async function refusalOf(
  session: Session,
  kind: OperatorDocument,
  id: number,
  revision: number,
): Promise<LogRequest | null> {
  const present = await lockDraft(session, kind, id);
  if (present === null)
    return (await findDraft(session, kind, id)) === null ? 'notFound' : 'conflict';
  return present === revision ? null : 'conflict';
}

export const subjectOf = ({ name }: Pick<OperatorDocument, 'name'>, id: number): AuditSubject =>
  `${name}-draft/${id}`;
