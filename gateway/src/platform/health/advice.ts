// Derives advice for the operator from the state of nodes, tasks and database. Codes of a closed
// list; the portal has the texts. Pure.

import type { Mode } from '../db/mode.ts';
import { isDown, isStuck, type CarrierState } from './carriers.ts';
import type { DatabaseState } from './database.ts';
import type { NodeInfo } from './nodes.ts';
import type { TaskRun } from './task-runs.ts';
import { nodeWarnings, readNodeWarning } from './warnings.ts';

export const adviceCodes = [
  ...(['recoveryNeeded', 'routesClosed'] as const),
  ...([
    'nodeGone',
    'nodePaused',
    'taskFailing',
    'taskLate',
    'connectionsFull',
    'longTransaction',
    'deadRows',
  ] as const),
  ...(['archiveFailing', 'noArchive', 'diskLow', 'clockSkew', ...nodeWarnings] as const),
  ...(['carrierDown', 'smsStuck', 'secretExpires'] as const),
] as const;
export type AdviceCode = (typeof adviceCodes)[number];

export interface Advice {
  code: AdviceCode;
  /**
   * What it is about: a node, a task, a table, a carrier connection, closed routes, the reason of a
   * recovery, a route with a secret and its last day.
   */
  about: string | null;
  /** The length of a pause. */
  seconds?: number;
}

/** The disk that the node that answers writes to; null: not known. */
export type DiskInfo = { freeBytes: number; totalBytes: number } | null;

/** A task that rests longer than three times what it should, and than this, is late. */
const lateMsMin = 30_000;
/** Fewer tasks that are late at once may each have a reason of their own. */
const pausedTasksMin = 4;
const connectionsShareMax = 0.8;
const transactionSecondsMax = 60;
const deadRowsMax = 50_000;
const deadShareMax = 0.2;
const diskShareMin = 0.1;
const clockSkewMsMax = 1_000;

export interface Known {
  nodes: readonly NodeInfo[];
  tasks: readonly TaskRun[];
  database: DatabaseState;
  disk: DiskInfo;
  carriers: readonly CarrierState[];
  /** Secrets and certificates of routes that expire soon, or have; absent: none. */
  expiringSecrets?: readonly string[];
  /** ms since 1970. */
  nowMs: number;
}

/** The most urgent first; nothing: all is well. */
export function adviceFor({
  nodes,
  tasks,
  database,
  disk,
  carriers,
  expiringSecrets = [],
  nowMs,
}: Known): Advice[] {
  const alive = new Set(nodes.filter((node) => node.alive).map(({ nodeId }) => nodeId));
  const living = tasks.filter(({ nodeId }) => alive.has(nodeId));
  const paused = pausedNodes(living);
  // What a pause made late or fail is said by the pause.
  const ofLiving = living.filter(({ nodeId }) => !paused.has(nodeId));
  const one = (code: AdviceCode, holds: boolean): Advice[] =>
    holds ? [{ code, about: null }] : [];
  const { recoveryReason, closedRoutes } = database;
  return [
    ...(recoveryReason === null
      ? []
      : [{ code: 'recoveryNeeded', about: recoveryReason } as const]),
    ...(closedRoutes.length === 0
      ? []
      : [{ code: 'routesClosed', about: closedRoutes.join(', ') } as const]),
    ...one('diskLow', disk !== null && disk.freeBytes < disk.totalBytes * diskShareMin),
    ...nodes
      .filter((node) => !node.alive)
      .map(({ nodeId }): Advice => ({ code: 'nodeGone', about: nodeId })),
    ...nodes
      .filter(({ alive, clockSkewMs }) => alive && Math.abs(clockSkewMs) > clockSkewMsMax)
      .map(({ nodeId }): Advice => ({ code: 'clockSkew', about: nodeId })),
    ...nodes.filter(({ alive }) => alive).flatMap(warningsOf),
    ...[...paused].map(([about, seconds]): Advice => ({ code: 'nodePaused', about, seconds })),
    ...carriers
      .filter((carrier) => isDown(carrier, nowMs))
      .map(({ name }): Advice => ({ code: 'carrierDown', about: name })),
    ...carriers.filter(isStuck).map(({ name }): Advice => ({ code: 'smsStuck', about: name })),
    ...expiringSecrets.map((about): Advice => ({ code: 'secretExpires', about })),
    ...ofLiving
      .filter(({ failing }) => failing)
      .map(({ nodeId, task }): Advice => ({ code: 'taskFailing', about: `${task} (${nodeId})` })),
    ...ofLiving
      .filter(isLate)
      .map(({ nodeId, task }): Advice => ({ code: 'taskLate', about: `${task} (${nodeId})` })),
    ...one('connectionsFull', database.connections > database.connectionsMax * connectionsShareMax),
    ...one('longTransaction', (database.longestTransactionSeconds ?? 0) > transactionSecondsMax),
    ...database.mostDead
      .filter(
        ({ deadRows, liveRows }) =>
          deadRows > deadRowsMax && deadRows > (deadRows + liveRows) * deadShareMax,
      )
      .map(({ name }): Advice => ({ code: 'deadRows', about: name })),
    ...one('archiveFailing', isFailing(database)),
    ...one('noArchive', !database.archiving && database.replicas === 0),
  ];
}

/** What a machine of one's own needs not have: an archive, listed proxies, a user of its own. */
const hintsInSandbox: readonly AdviceCode[] = ['noArchive', ...nodeWarnings];

/** Whether the advice is about a fault; some is a hint in the sandbox. */
export const isFault = ({ code }: Advice, mode: Mode): boolean =>
  mode !== 'sandbox' || !hintsInSandbox.includes(code);

const warningsOf = ({ nodeId, warnings }: NodeInfo): Advice[] =>
  warnings.flatMap((stored) => {
    const read = readNodeWarning(stored);
    if (read === null) return [];
    return [
      { code: read.warning, about: read.about === null ? nodeId : `${read.about} (${nodeId})` },
    ];
  });

export const isLate = ({ lateMs, everyMs }: Pick<TaskRun, 'lateMs' | 'everyMs'>): boolean =>
  lateMs > Math.max(lateMsMin, 3 * everyMs);

/**
 * Nodes on which everything stood still, such as a virtual machine that was frozen: of the tasks
 * with short rests most are late at once. With how long: as most of them say, lest one that hung
 * before counts for all.
 */
function pausedNodes(tasks: readonly TaskRun[]): Map<string, number> {
  const short = Map.groupBy(
    tasks.filter(({ everyMs }) => 3 * everyMs <= lateMsMin),
    ({ nodeId }) => nodeId,
  );
  return new Map(
    [...short].flatMap(([nodeId, all]) => {
      const late = all.filter(isLate).map(({ lateMs }) => lateMs);
      if (late.length < pausedTasksMin || 2 * late.length < all.length) return [];
      const median = late.toSorted((one, other) => one - other)[Math.floor(late.length / 2)]!;
      return [[nodeId, Math.round(median / 1_000)] as const];
    }),
  );
}

function isFailing({ archiving, archivedAt, archiveFailedAt }: DatabaseState): boolean {
  return (
    archiving &&
    archiveFailedAt !== null &&
    archiveFailedAt.getTime() > (archivedAt?.getTime() ?? 0)
  );
}
