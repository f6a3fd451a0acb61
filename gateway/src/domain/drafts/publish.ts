// How does a draft come into force? By one person where no money is concerned, else by a wish that another one approves. Only upon the version
// that the draft goes out from.

import type { Session } from '../../db/database.ts';
import { inTransaction } from '../../db/transaction.ts';
import { askIn, type WishKind, type WishKinds } from '../approvals/index.ts';
import { recordAudit, type Who } from '../audit/index.ts';
import { isRecord, putInForce, type Authorship, type DocumentProblem, type OperatorDocument } from '../documents/index.ts';
import { subjectOf, type DraftDeps, type SaveRefusal } from './edit.ts';
import { findDraft, lockDraft, markPublished, markWished, type Draft } from './store.ts';
import { lookAtDraft } from './view.ts';

/** `outdated`: another version came into force. `faulty`: it has problems. `unchanged`: it is what is in force. `wished`: it waits for approval. */
export type PublishRefusal = SaveRefusal | 'outdated' | 'faulty' | 'unchanged' | 'wished';
export type Published =
  | { ok: true; version: number }
  /** Asked for: another person must approve it. */
  | { ok: true; wishId: number }
  | { ok: false; refusal: PublishRefusal }
  | { ok: false; problems: DocumentProblem[] };

interface PublishWish {
  draft: number;
  revision: number;
  base: number;
  title: string;
}

/** Puts it in force, or asks for it. */
export async function publishDraft(
  deps: DraftDeps & { kinds: WishKinds },
  { id, revision, reason }: { id: number; revision: number; reason: string },
): Promise<Published> {
  const { database, document, who, personId } = deps;
  const view = await lookAtDraft(database, document, id);
  const refusal = view === null ? 'notFound' : publishRefusal(view, revision);
  if (view === null || refusal !== null) return { ok: false, refusal: refusal ?? 'notFound' };
  const { draft, needsSecond } = view;
  if (!needsSecond) {
    const by = { who, madeBy: personId, approvedBy: null, wishId: null, reason };
    return inTransaction(database, (session) => publishIn(session, document, { draft: id, revision, base: draft.base, title: '' }, by));
  }
  return askToPublish(deps, { draft: id, revision, base: draft.base, title: draft.title }, reason);
}

/** The wish and the draft that it means, in one commit; who asks twice at once asks for one. */
function askToPublish(
  { database, document, who, personId, kinds }: DraftDeps & { kinds: WishKinds },
  parameters: PublishWish,
  reason: string,
): Promise<Published> {
  const { draft: id, revision } = parameters;
  return inTransaction(database, async (session): Promise<Published> => {
    if ((await lockDraft(session, document, id)) !== revision) return { ok: false, refusal: 'conflict' };
    if (isWished((await findDraft(session, document, id))!)) return { ok: false, refusal: 'wished' };
    const wishId = await askIn(session, kinds, who, { kind: document.name, accountId: null, parameters, reason, askedBy: personId });
    await markWished(session, document, id, { id: wishId, revision });
    return { ok: true, wishId };
  });
}

const isWished = ({ wishState, wishedRevision, revision }: Draft): boolean => wishState === 'open' && wishedRevision === revision;

function publishRefusal({ draft, inForce, problems, changes }: NonNullable<Awaited<ReturnType<typeof lookAtDraft>>>, revision: number) {
  if (draft.published !== null || draft.dropped || draft.revision !== revision) return 'conflict';
  if (draft.base !== inForce) return 'outdated';
  if (problems.length > 0) return 'faulty';
  if (changes.length === 0) return 'unchanged';
  return isWished(draft) ? 'wished' : null;
}

/** The wish to put a draft of this kind in force, carried out in the transaction that approves it. */
export function publishWishKind(kind: OperatorDocument): WishKind {
  return {
    check(parameters) {
      const numbers = isRecord(parameters) && ['draft', 'revision', 'base'].every((name) => Number.isInteger(parameters[name]));
      return numbers ? null : 'draft, revision and base must be whole numbers';
    },
    async within(session, { id: wishId, parameters, reason, askedBy: madeBy, decidedBy: approvedBy }) {
      const by = { who: { kind: 'system' } as const, madeBy, approvedBy, wishId, reason };
      const published = await publishIn(session, kind, parameters as PublishWish, by);
      if (published.ok) return { done: true, result: { version: published.version } };
      return {
        done: false,
        result: { refusal: 'problems' in published ? (published.problems[0]?.message ?? 'in use') : published.refusal },
      };
    },
  };
}

async function publishIn(
  session: Session,
  kind: OperatorDocument,
  { draft: id, revision, base }: PublishWish,
  by: { who: Who } & Authorship,
): Promise<{ ok: true; version: number } | { ok: false; refusal: SaveRefusal | 'outdated' } | { ok: false; problems: DocumentProblem[] }> {
  const present = await lockDraft(session, kind, id);
  if (present !== revision) return { ok: false, refusal: 'conflict' };
  const draft = (await findDraft(session, kind, id))!;
  const put = await putInForce(session, kind, { document: draft.document, by, base });
  if (!put.ok) return put;
  await markPublished(session, kind, id, put.version);
  await recordAudit(session, { who: by.who, action: 'draft.publish', subject: subjectOf(kind, id), new: { version: put.version } });
  return put;
}
