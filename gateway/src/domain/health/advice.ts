// What should the operator do about what is known of nodes, tasks and database? Codes of a closed list; the portal has the words. Pure.

import type { DatabaseFacts } from './database.ts';
import type { NodeFacts } from './nodes.ts';
import type { TaskRun } from './task-runs.ts';

export const adviceCodes = [
  ...(['nodeGone', 'taskFailing', 'taskLate', 'connectionsFull', 'longTransaction', 'deadRows'] as const),
  ...(['archiveFailing', 'noArchive', 'diskLow'] as const),
] as const;
export type AdviceCode = (typeof adviceCodes)[number];

export interface Advice {
  code: AdviceCode;
  /** What it is about: a node, a task, a table. */
  about: string | null;
}

/** Of the disk that the node that answers writes to; null: not known. */
export type DiskFacts = { freeBytes: number; totalBytes: number } | null;

/** A task that rests longer than three times what it should, and than this, is late. */
const lateMsMin = 30_000;
const connectionsShareMax = 0.8;
const transactionSecondsMax = 60;
const deadRowsMax = 50_000;
const deadShareMax = 0.2;
const diskShareMin = 0.1;

export interface Known {
  nodes: readonly NodeFacts[];
  tasks: readonly TaskRun[];
  database: DatabaseFacts;
  disk: DiskFacts;
}

/** The most urgent first; nothing: all is well. */
export function adviceFor({ nodes, tasks, database, disk }: Known): Advice[] {
  const alive = new Set(nodes.filter((node) => node.alive).map(({ nodeId }) => nodeId));
  const ofLiving = tasks.filter(({ nodeId }) => alive.has(nodeId));
  const one = (code: AdviceCode, holds: boolean): Advice[] => (holds ? [{ code, about: null }] : []);
  return [
    ...one('diskLow', disk !== null && disk.freeBytes < disk.totalBytes * diskShareMin),
    ...nodes.filter((node) => !node.alive).map(({ nodeId }): Advice => ({ code: 'nodeGone', about: nodeId })),
    ...ofLiving.filter(({ failing }) => failing).map(({ nodeId, task }): Advice => ({ code: 'taskFailing', about: `${task} (${nodeId})` })),
    ...ofLiving.filter(isLate).map(({ nodeId, task }): Advice => ({ code: 'taskLate', about: `${task} (${nodeId})` })),
    ...one('connectionsFull', database.connections > database.connectionsMax * connectionsShareMax),
    ...one('longTransaction', (database.longestTransactionSeconds ?? 0) > transactionSecondsMax),
    ...database.tables
      .filter(({ deadRows, liveRows }) => deadRows > deadRowsMax && deadRows > (deadRows + liveRows) * deadShareMax)
      .map(({ name }): Advice => ({ code: 'deadRows', about: name })),
    ...one('archiveFailing', isFailing(database)),
    ...one('noArchive', !database.archiving && database.replicas === 0),
  ];
}

export const isLate = ({ lateMs, everyMs }: Pick<TaskRun, 'lateMs' | 'everyMs'>): boolean => lateMs > Math.max(lateMsMin, 3 * everyMs);

function isFailing({ archiving, archivedAt, archiveFailedAt }: DatabaseFacts): boolean {
  return archiving && archiveFailedAt !== null && archiveFailedAt.getTime() > (archivedAt?.getTime() ?? 0);
}
