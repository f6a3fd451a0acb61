// Public API of cases: unknown outcomes and provider events that contradict a final state, decided
// by two users.

export { askToClose, askToResolve, type Asked } from './ask.ts';
export { closeCaseIn } from './close.ts';
export { findWaitingApprovalRequest, readCorrected } from './case.ts';
export type { LiableParty } from './bookings.ts';
export type { Case, CaseKind, Corrected } from './case.ts';
export { closeRefusal } from './close.ts';
export { findContested, type Contested } from './contested.ts';
export { listCases, type CasePage, type ListedCase } from './list.ts';
export { previewClose, previewResolve } from './preview.ts';
export { readStanding, resolveOutcome } from './resolve.ts';
