// Rebases a draft on the version put in force after it was begun, by taking over the other
// changes. Where both changed one entry the draft stays as it is, and its author begins a new one.

import { comparisonOf, mergeDocuments } from '../../platform/documents/index.ts';
import { refusalOf, saveDraft, type DraftDeps, type Saved } from './edit.ts';
import { findDraft } from './store.ts';

/**
 * `outdated`: nothing was changed, since both changed one entry. A draft that is up to date stays
 * as it is.
 */
export async function rebaseDraft(
  deps: DraftDeps,
  { id, revision }: { id: number; revision: number },
): Promise<Saved | { ok: false; refusal: 'outdated' }> {
  const { database, document } = deps;
  const draft = await findDraft(database, document, id);
  if (draft === null) return { ok: false, refusal: 'notFound' };
  const newest = await document.versions.newest(database);
  const now = newest?.version ?? 0;
  if (draft.base === now) {
    const refusal = await refusalOf(database, document, id, revision);
    return refusal === null ? { ok: true, revision } : { ok: false, refusal };
  }
  const before = draft.base === 0 ? null : await document.versions.at(database, draft.base);
  const base = before === null ? document.empty : (JSON.parse(before) as object);
  const theirs = newest === null ? document.empty : (JSON.parse(newest.text) as object);
  const { parts, sources } = document;
  const merged = mergeDocuments(
    { base, mine: draft.document, theirs },
    parts,
    comparisonOf(sources),
  );
  if (merged === null) return { ok: false, refusal: 'outdated' };
  // What was merged is of the revision that was read: another one is refused.
  if (draft.revision !== revision) return { ok: false, refusal: 'conflict' };
  return saveDraft(deps, { id, revision, what: `base ${now}` }, () => ({
    document: merged,
    base: now,
  }));
}
