// Entry point of health: nodes, their tasks, the database, and what to do about them.

export { adviceFor, isFault, isLate } from './advice.ts';
export type { Advice, DiskInfo } from './advice.ts';
export { isDown, isStuck, type CarrierState } from './carriers.ts';
export { endsSoon, isOurTrouble, type FloatLeft, type TroubledService } from './services.ts';
export { readDatabase, readDatabaseState } from './database.ts';
export { listNodes } from './nodes.ts';
export { noteNodeWarning } from './warnings.ts';
export { reasonsNotReady, type ReadinessCheck } from './readiness.ts';
export { createRounds, listTaskRuns, type Rounds, type TaskRun } from './task-runs.ts';
export { findPortalUrl, notePortalUrl } from './portal-url.ts';
