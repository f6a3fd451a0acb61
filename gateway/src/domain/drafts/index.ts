// The door of drafts: documents of the operator that are worked on before they are put in force.

export { openDraft, openDraftOfText, replaceText, type OpenedDraft } from './open.ts';
export { dropDraft, replaceEntry, type DraftDeps, type Saved, type SaveRefusal } from './edit.ts';
export { lookAtDraft, secretKeptElsewhere, type DraftView, type ViewedProblem } from './view.ts';
export { rebaseDraft, type Rebased } from './rebase.ts';
export { publishDraft, publishWishKind, type Published } from './publish.ts';
export { listOpenDrafts, type Draft } from './store.ts';
