// Rebases a draft on the version put in force after it was begun, by taking over the other
// changes. Where both changed the same field, the author chooses which value counts.

import { comparisonOf, mergeDocuments, type Conflict } from '../../platform/documents/index.ts';
import { refusalOf, saveDraft, type DraftDeps, type Saved } from './edit.ts';
import { findDraft } from './store.ts';

/** `conflicts`: nothing was changed; call again and say whose word counts. */
export type Rebased = Saved | { ok: false; conflicts: Conflict[] };

/** `take` null: only without conflicts. A draft that is up to date stays as it is. */
export async function rebaseDraft(
  deps: DraftDeps,
  { id, revision, take }: { id: number; revision: number; take: 'mine' | 'theirs' | null },
): Promise<Rebased> {
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
  const how = {
    parts: document.parts,
    comparison: comparisonOf(document.sources),
    take: take ?? 'mine',
  };
  const merged = mergeDocuments({ base, mine: draft.document, theirs }, how);
  if (take === null && merged.conflicts.length > 0)
    return { ok: false, conflicts: merged.conflicts };
  // What was merged is of the revision that was read: another one is refused.
  if (draft.revision !== revision) return { ok: false, refusal: 'conflict' };
  return saveDraft(deps, { id, revision, what: `base ${now}` }, () => ({
    document: merged.document,
    base: now,
  }));
}
