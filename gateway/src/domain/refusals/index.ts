// The door of refused calls: what developers asked for that was refused and left nothing else behind.

export { createRefusalRecorder, type Member, type RefusalRecorder, type RefusedCall } from './recorder.ts';
export { findRefusal, listRefusals, type StoredRefusal } from './store.ts';
