// Routes of drafts of the operator's documents: they are begun, looked at, edited entry by entry,
// brought up to date and put in force.

import type { Database } from '../../platform/db/database.ts';
import { formatDocument } from '../../platform/documents/index.ts';
import { viewDraft, openDraft, openDraftOfText } from './index.ts';
import type { Handlers } from '../../platform/http/portal/handler.ts';
import { connectorsOf, currenciesOf, servicesOf, type Documents } from './http-document-entries.ts';
import { headOf } from './http-documents.ts';
import { notFound } from '../../platform/http/portal/refused.ts';
import { depsIn, reported } from './http-draft-messages.ts';

export function draftHandlers({ database }: { database: Database }, documents: Documents) {
  const depsOf = depsIn(database, documents);
  return {
    async 'POST operator/drafts'({ body: { kind, title, from }, caller: { session }, visit }) {
      const id = await openDraft(depsOf(kind, session.user, visit), {
        title: title.trim() || kind,
        from,
      });
      return id === null ? notFound : { ok: true, answer: { id } };
    },
    async 'POST operator/drafts/import'({
      body: { kind, title, text },
      caller: { session },
      visit,
    }) {
      const opened = await openDraftOfText(depsOf(kind, session.user, visit), {
        title: title.trim() || kind,
        text,
      });
      return {
        ok: true,
        answer: opened.ok
          ? { id: opened.id, problems: [] }
          : { id: null, problems: reported(opened.problems) },
      };
    },
    async 'GET operator/drafts/:kind/:id'({ params: { kind, id } }) {
      const document = documents[kind];
      const view = await viewDraft(database, document, Number(id));
      if (view === null) return notFound;
      const { draft, ...rest } = view;
      const entries = {
        services: servicesOf(draft.document),
        currencies: currenciesOf(draft.document),
        connectors: connectorsOf(document, draft.document),
      };
      return {
        ok: true,
        answer: {
          ...headOf(draft),
          published: draft.published,
          dropped: draft.dropped,
          ...rest,
          ...entries,
        },
      };
    },
    async 'GET operator/drafts/:kind/:id/text'({ params: { kind, id } }) {
      const view = await viewDraft(database, documents[kind], Number(id));
      if (view === null) return notFound;
      return {
        ok: true,
        answer: { text: formatDocument(view.draft.document), revision: view.draft.revision },
      };
    },
  } satisfies Partial<Handlers>;
}
