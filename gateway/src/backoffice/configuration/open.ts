// Opens a draft from what is in force, from an earlier version, or from a file.

import type { Session } from '../../platform/db/database.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import { recordAudit } from '../../platform/audit/index.ts';
import {
  formatDocument,
  lengthProblem,
  type DocumentProblem,
} from '../../platform/documents/index.ts';
import { saveDraft, subjectOf, type DraftDeps, type Saved } from './edit.ts';
import { storeDraft } from './store.ts';
import { foreignSecrets, viewDraft } from './view.ts';

export type OpenedDraft = { ok: true; id: number } | { ok: false; problems: DocumentProblem[] };

/**
 * `from` null: what is in force; else a version, which is to be gone back to. Null: there is no
 * such version.
 */
export function openDraft(
  deps: DraftDeps,
  { title, from }: { title: string; from: number | null },
): Promise<number | null> {
  const { versions, empty } = deps.document;
  return inTransaction(deps.database, async (session) => {
    const newest = await versions.newest(session);
    const text =
      from === null ? (newest?.text ?? formatDocument(empty)) : await versions.at(session, from);
    return text === null
      ? null
      : store(session, deps, { title, text, base: newest?.version ?? 0, from });
  });
}

/** `text`: a file as an export writes it. With any problem no draft begins. */
export async function openDraftOfText(
  deps: DraftDeps,
  { title, text }: { title: string; text: string },
): Promise<OpenedDraft> {
  const read = readWithin(deps, text);
  if (!read.ok) return read;
  return inTransaction(deps.database, async (session): Promise<OpenedDraft> => {
    const newest = await deps.document.versions.newest(session);
    const problems = foreignSecrets(
      deps.document,
      newest === null ? [] : [JSON.parse(newest.text) as object],
      read.document,
    );
    if (problems.length > 0) return { ok: false, problems };
    const draft = {
      title,
      text: formatDocument(deps.document.sealed(read.document)),
      base: newest?.version ?? 0,
      from: null,
    };
    return { ok: true, id: await store(session, deps, draft) };
  });
}

/** Exchanges the whole text of a draft; with any problem nothing changes. */
export async function replaceText(
  deps: DraftDeps,
  { id, revision, text }: { id: number; revision: number; text: string },
): Promise<Saved | { ok: false; problems: DocumentProblem[] }> {
  const read = readWithin(deps, text);
  if (!read.ok) return read;
  const view = await viewDraft(deps.database, deps.document, id);
  if (view === null) return { ok: false, refusal: 'notFound' };
  const problems = foreignSecrets(deps.document, [view.draft.document], read.document);
  if (problems.length > 0) return { ok: false, problems };
  const document = deps.document.sealed(read.document);
  return saveDraft(deps, { id, revision, what: 'text' }, ({ base }) => ({ document, base }));
}

/** A node reads it while others wait. */
function readWithin(
  { document }: DraftDeps,
  text: string,
): ReturnType<DraftDeps['document']['read']> {
  const long = lengthProblem(text);
  return long === null
    ? document.read(text)
    : { ok: false, problems: [{ line: long.line, field: '', message: long.message }] };
}

async function store(
  session: Session,
  { document, who, userId }: DraftDeps,
  { title, text, base, from }: { title: string; text: string; base: number; from: number | null },
): Promise<number> {
  const id = await storeDraft(session, document, { title, text, base, userId });
  await recordAudit(session, {
    who,
    action: 'draft.open',
    subject: subjectOf(document, id),
    new: { title, base, from },
  });
  return id;
}
