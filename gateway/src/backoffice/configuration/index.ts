// Entry point of drafts: documents of the operator that are worked on before they are put in force.

export { openDraft, openDraftOfText, replaceText, type OpenedDraft } from './open.ts';
export { dropDraft, replaceEntry, type DraftDeps, type Saved, type LogRequest } from './edit.ts';
export { viewDraft, secretKeptElsewhere, type DraftView, type ViewedProblem } from './view.ts';
export { rebaseDraft } from './rebase.ts';
export { publishDraft, publishApprovalRequestKind, type Published } from './publish.ts';
export { listOpenDrafts, type Draft } from './store.ts';
