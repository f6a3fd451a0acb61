// Publishes a draft: by one user where no money is concerned, otherwise by an approval request
// that another user approves. Only on top of the version that the draft is based on.

import type { Session } from '../../platform/db/database.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import { askIn, type ApprovalRequestKind, type ApprovalRequestKinds } from '../approvals/index.ts';
import { recordAudit, type Who } from '../../platform/audit/index.ts';
import {
  isRecord,
  putInForce,
  type Authorship,
  type DocumentProblem,
  type OperatorDocument,
} from '../../platform/documents/index.ts';
import { subjectOf, type DraftDeps, type LogRequest } from './edit.ts';
import { findDraft, lockDraft, markPublished, markRequested, type Draft } from './store.ts';
import { previewPublication, type PublishApprovalRequest } from './preview.ts';
import { viewDraft } from './view.ts';

/**
 * `outdated`: another version came into force. `faulty`: it has problems. `unchanged`: it is what
 * is in force. `requested`: it waits for approval.
 */
export type PublishRefusal = LogRequest | 'outdated' | 'faulty' | 'unchanged' | 'requested';
export type Published =
  | { ok: true; version: number }
  /** Asked for: another user must approve it. */
  | { ok: true; approvalRequestId: number }
  | { ok: false; refusal: PublishRefusal }
  | { ok: false; problems: DocumentProblem[] };

/** Puts it in force, or asks for it. */
export async function publishDraft(
  deps: DraftDeps & { kinds: ApprovalRequestKinds },
  { id, revision, reason }: { id: number; revision: number; reason: string },
): Promise<Published> {
  const { database, document, who, userId } = deps;
  const view = await viewDraft(database, document, id);
  const refusal = view === null ? 'notFound' : publishRefusal(view, revision);
  if (view === null || refusal !== null) return { ok: false, refusal: refusal ?? 'notFound' };
  const { draft, needsSecond } = view;
  if (!needsSecond) {
    const by = { who, madeBy: userId, approvedBy: null, approvalRequestId: null, reason };
    return inTransaction(database, (session) =>
      publishIn(session, document, { draft: id, revision, base: draft.base, title: '' }, by),
    );
  }
  return askToPublish(deps, { draft: id, revision, base: draft.base, title: draft.title }, reason);
}

/**
 * The approval request and the draft that it means, in one commit; who asks twice at once asks for
 * one.
 */
function askToPublish(
  { database, document, who, userId, kinds }: DraftDeps & { kinds: ApprovalRequestKinds },
  parameters: PublishApprovalRequest,
  reason: string,
): Promise<Published> {
  const { draft: id, revision } = parameters;
  return inTransaction(database, async (session): Promise<Published> => {
    if ((await lockDraft(session, document, id)) !== revision)
      return { ok: false, refusal: 'conflict' };
    if (isRequested((await findDraft(session, document, id))!))
      return { ok: false, refusal: 'requested' };
    const approvalRequestId = await askIn(session, kinds, who, {
      kind: document.name,
      accountId: null,
      parameters,
      reason,
      askedBy: userId,
    });
    await markRequested(session, document, id, { id: approvalRequestId, revision });
    return { ok: true, approvalRequestId };
  });
}

const isRequested = ({ approvalRequestState, requestedRevision, revision }: Draft): boolean =>
  approvalRequestState === 'open' && requestedRevision === revision;

function publishRefusal(
  { draft, inForce, problems, changes }: NonNullable<Awaited<ReturnType<typeof viewDraft>>>,
  revision: number,
) {
  if (draft.published !== null || draft.dropped || draft.revision !== revision) return 'conflict';
  if (draft.base !== inForce) return 'outdated';
  if (problems.length > 0) return 'faulty';
  if (changes.length === 0) return 'unchanged';
  return isRequested(draft) ? 'requested' : null;
}

/**
 * The approval request to put a draft of this kind in force, carried out in the transaction that
 * approves it.
 */
export function publishApprovalRequestKind(kind: OperatorDocument): ApprovalRequestKind {
  return {
    check(parameters) {
      const numbers =
        isRecord(parameters) &&
        ['draft', 'revision', 'base'].every((name) => Number.isInteger(parameters[name]));
      return numbers ? null : 'draft, revision and base must be whole numbers';
    },
    preview: (database, { parameters }) =>
      previewPublication(database, kind, parameters as PublishApprovalRequest),
    async within(
      session,
      { id: approvalRequestId, parameters, reason, askedBy: madeBy, decidedBy: approvedBy },
    ) {
      const by = {
        who: { kind: 'system' } as const,
        madeBy,
        approvedBy,
        approvalRequestId,
        reason,
      };
      const published = await publishIn(session, kind, parameters as PublishApprovalRequest, by);
      if (published.ok) return { done: true, result: { version: published.version } };
      return {
        done: false,
        result: {
          refusal:
            'problems' in published
              ? (published.problems[0]?.message ?? 'in use')
              : published.refusal,
        },
      };
    },
  };
}

async function publishIn(
  session: Session,
  kind: OperatorDocument,
  { draft: id, revision, base }: PublishApprovalRequest,
  by: { who: Who } & Authorship,
): Promise<
  | { ok: true; version: number }
  | { ok: false; refusal: LogRequest | 'outdated' }
  | { ok: false; problems: DocumentProblem[] }
> {
  const present = await lockDraft(session, kind, id);
  if (present !== revision) return { ok: false, refusal: 'conflict' };
  const draft = (await findDraft(session, kind, id))!;
  const put = await putInForce(session, kind, { document: draft.document, by, base });
  if (!put.ok) return put;
  await markPublished(session, kind, id, put.version);
  await recordAudit(session, {
    who: by.who,
    action: 'draft.publish',
    subject: subjectOf(kind, id),
    new: { version: put.version },
  });
  return put;
}
