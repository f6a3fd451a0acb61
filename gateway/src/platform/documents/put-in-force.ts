// Publishes a document in the caller's transaction, while no operation that depends on it can
// start, with an entry in the audit log. Refused when there is an objection.

import type { AuditAction, AuditSubject } from '@jokko/contract/portal';
import type { Database, Session } from '../db/database.ts';
import { inTransaction } from '../db/transaction.ts';
import { recordAudit, type Who } from '../audit/index.ts';
import { formatDocument } from './format.ts';
import type { DocumentKind, OperatorDocument } from './operator-document.ts';
import type { DocumentProblem } from './review.ts';
import { holdOpenings, type Authorship } from './versions.ts';

const byCommand: { who: Who } & Authorship = {
  who: { kind: 'command' },
  madeBy: null,
  approvedBy: null,
  approvalRequestId: null,
  reason: null,
};

/** `problems`: what stands against it; nothing was stored. */
export type PutInForce = { ok: true; version: number } | { ok: false; problems: DocumentProblem[] };
/** Another version came into force meanwhile. */
type Outdated = { ok: false; refusal: 'outdated' };

interface Put {
  /** It was checked, and its secrets are sealed. */
  document: object;
  /** Absent: the command line. */
  by?: { who: Who } & Authorship;
}

/** `base`: only when this version is in force. */
export async function putInForce(
  session: Session,
  kind: OperatorDocument,
  put: Put,
): Promise<PutInForce>;
export async function putInForce(
  session: Session,
  kind: OperatorDocument,
  put: Put & { base: number },
): Promise<PutInForce | Outdated>;
export async function putInForce(
  session: Session,
  kind: OperatorDocument,
  { document, by = byCommand, base }: Put & { base?: number },
): Promise<PutInForce | Outdated> {
  await holdOpenings(session);
  if (base !== undefined && ((await kind.versions.newest(session))?.version ?? 0) !== base)
    return { ok: false, refusal: 'outdated' };
  const problems = await kind.obstacles(session, document);
  if (problems.length > 0) return { ok: false, problems };
  const version = await kind.versions.store(session, formatDocument(document), by);
  await recordAudit(session, {
    who: by.who,
    action: `${kind.name}.put-in-force`,
    accountId: null,
    subject: `${kind.name}/${version}`,
    new: { reason: by.reason, approvalRequest: by.approvalRequestId },
  });
  return { ok: true, version };
}

/** A small change of what is in force; `old` and `new` are for the audit log. */
export interface SmallChange {
  document: object;
  old: object;
  new: object;
}

/**
 * Changes what is in force by one step that moves no money: in the order of the steps, so that none
 * undoes another. `change` answers null when there is nothing to do; then `version` is null too.
 * `none`: nothing is in force.
 */
export async function changeInForce(
  database: Database,
  kind: DocumentKind,
  step: {
    who: Who;
    userId: number | null;
    reason: string | null;
    action: AuditAction;
    subject: AuditSubject;
    change(document: object): SmallChange | null;
    /** What follows from the change, in its transaction. */
    beside?(session: Session, document: object): Promise<void>;
  },
): Promise<'none' | { version: number | null }> {
  return inTransaction(database, async (session) => {
    await holdOpenings(session);
    const newest = await kind.versions.newest(session);
    if (newest === null) return 'none';
    const changed = step.change(JSON.parse(newest.text) as object);
    if (changed === null) return { version: null };
    const by = {
      madeBy: step.userId,
      approvedBy: null,
      approvalRequestId: null,
      reason: step.reason ?? step.subject,
    };
    const version = await kind.versions.store(session, formatDocument(changed.document), by);
    await step.beside?.(session, changed.document);
    const { who, action, subject } = step;
    await recordAudit(session, {
      who,
      action,
      accountId: null,
      subject,
      old: changed.old,
      new: { ...changed.new, version },
    });
    return { version };
  });
}
