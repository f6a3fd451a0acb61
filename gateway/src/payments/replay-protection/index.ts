// Entry point of signed requests: each signature is accepted once.

export { createReplayProtection, StillAnswering } from './once.ts';
export type { ReplayProtection } from './once.ts';
export { replayProtectionTasks } from './tasks.ts';
