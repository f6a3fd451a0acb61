// The door of health: nodes, their tasks, the database, and what to do about them.

export { adviceFor, isLate } from './advice.ts';
export type { Advice, DiskFacts } from './advice.ts';
export { readDatabase } from './database.ts';
export { listNodes } from './nodes.ts';
export { createRounds, listTaskRuns, type Rounds, type TaskRun } from './task-runs.ts';
export { findPortalUrl, notePortalUrl } from './portal-url.ts';
