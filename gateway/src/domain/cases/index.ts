// The door of cases: outcomes that nobody tells and news that contradict a final state, decided by two persons.

export { askToClose, askToResolve, type Asked } from './ask.ts';
export { closeCaseIn } from './close.ts';
export { findWaitingWish, listCasesOf, readCorrected } from './case.ts';
export type { Bearer } from './bookings.ts';
export type { Case, CaseKind, Corrected } from './case.ts';
export { closeRefusal } from './close.ts';
export { findContested, type Contested } from './contested.ts';
export { listCases, type CasePage, type ListedCase } from './list.ts';
export { readStanding, resolveOutcome } from './resolve.ts';
