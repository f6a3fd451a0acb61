// Routes that end a draft of an operator's document: published or dropped.

import type { Database } from '../../platform/db/database.ts';
import type { ApprovalRequestKinds } from '../approvals/index.ts';
import { dropDraft, publishDraft } from './index.ts';
import type { Handlers } from '../../platform/http/portal/handler.ts';
import type { Documents } from './http-document-entries.ts';
import { refuseField } from '../../platform/http/portal/refused.ts';
import { depsIn, refused } from './http-draft-messages.ts';

export function draftDecisionHandlers(
  { database }: { database: Database },
  documents: Documents,
  kinds: ApprovalRequestKinds,
) {
  const depsOf = depsIn(database, documents);
  return {
    async 'POST operator/drafts/publish'({
      body: { kind, id, revision, reason },
      caller: { session },
      visit,
    }) {
      const order = { id, revision, reason: reason.trim() };
      if (order.reason === '') return refuseField('reason', 'empty');
      return publishedOf(
        await publishDraft({ ...depsOf(kind, session.user, visit), kinds }, order),
      );
    },
    async 'POST operator/drafts/drop'({
      body: { kind, id, revision },
      caller: { session },
      visit,
    }) {
      const dropped = await dropDraft(
        { ...depsOf(kind, session.user, visit), kinds },
        id,
        revision,
      );
      return dropped.ok ? { ok: true, answer: {} } : refused(dropped);
    },
  } satisfies Partial<Handlers>;
}

function publishedOf(published: Awaited<ReturnType<typeof publishDraft>>) {
  const answer = { version: null, approvalRequestId: null, why: null };
  if (published.ok) return { ok: true as const, answer: { ...answer, ...published } };
  if ('problems' in published)
    return { ok: true as const, answer: { ...answer, why: 'faulty' as const } };
  const { refusal } = published;
  if (refusal === 'notFound' || refusal === 'conflict' || refusal === 'taken')
    return refused({ ok: false, refusal });
  return { ok: true as const, answer: { ...answer, why: refusal } };
}
