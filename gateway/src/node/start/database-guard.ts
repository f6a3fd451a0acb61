// Watches that the database is the one that it was. What a node knows of it outside of it (its
// high-water mark and its send journal) is compared at the start, on every new connection of a
// writer before its first statement, and each second. A restored, rolled-back or copied database
// is marked for all nodes to see, and nothing is initiated on it until `jokko recover` (decision
// 0040).

import { mkdirSync } from 'node:fs';
import type { Connection, OpenDatabase, Session } from '../../platform/db/database.ts';
import type { ScatteredIds } from '../../platform/db/scattered-ids.ts';
import { noteAudit } from '../../platform/audit/index.ts';
import {
  advanceMark,
  demandRecovery,
  describeMissingBlock,
  differenceOf,
  findMissingBlocks,
  readStanding,
  relocationOf,
  settleInstallation,
  writeMark,
  type HighWaterMark,
  type DatabaseStanding,
} from '../../platform/high-water-mark/index.ts';
import {
  describeMissing,
  findForgottenEntries,
  type SentKey,
} from '../../payments/send-journal/index.ts';
import type { Log } from '../../platform/log.ts';
import {
  differenceFromOthers,
  markFile,
  readEpoch,
  readMarkIn,
  writeEpoch,
} from './journal-files.ts';

const ownerOnlyDirectory = 0o700;

/** Thrown to whoever would begin something on a database that must be recovered first. */
export class RecoveryNeeded extends Error {
  override name = 'RecoveryNeeded';
}

export interface DatabaseGuard {
  /** Why nothing may be begun on this database; null: it is the one that it was. */
  readonly reason: string | null;
  /** Routes that `jokko recover` has not opened again yet. */
  readonly closedRoutes: ReadonlySet<string>;
  isForgotten(accountId: number, externalId: string): boolean;
  /**
   * Whether the installation was recovered without what this DATA_DIR knows: it is to be handed in
   * before anything is begun.
   */
  readonly mustHandIn: boolean;
  /** The same database; a connection of its own is compared before it is given out. */
  guard(database: OpenDatabase): OpenDatabase;
  /** What the database certainly knows of this node, for statements that compare it themselves. */
  readonly mark: { nodeId: string; mark: number };
  /** The blocks of these are part of the mark. */
  watchIds(ids: readonly WatchedIds[]): void;
  /** One round: moves the mark on. */
  runOnce(): Promise<void>;
  /** What this DATA_DIR knows is in the database. */
  handedIn(): void;
}

export interface GuardDeps {
  database: OpenDatabase;
  nodeId: string;
  /** The folder of this installation, below DATA_DIR. */
  journals: string;
  /** This node's own below it. */
  directory: string;
  /** What this node sent last. */
  newest(): readonly SentKey[];
  /** What each node that has written below `journals` sent last. */
  readNewest(directory: string): Promise<SentKey[]>;
  log: Log;
  /**
   * The installation was recovered while this node ran: what it has in memory is of the epoch
   * before.
   */
  onOtherEpoch(): void;
}

type WatchedIds = Pick<ScatteredIds, 'kind' | 'lastBlock'>;

/** What the guard has in memory. */
interface Watch {
  installationId: string;
  epoch: number;
  /** Null: nothing is known of this epoch. */
  known: HighWaterMark | null;
  mark: number;
  reason: string | null;
  closedRoutes: ReadonlySet<string>;
  forgotten: ReadonlySet<string>;
  ids: readonly WatchedIds[];
}

export async function openDatabaseGuard(deps: GuardDeps): Promise<DatabaseGuard> {
  const { database, nodeId, journals, directory } = deps;
  mkdirSync(directory, { recursive: true, mode: ownerOnlyDirectory });
  const began = await readStanding(database, nodeId);
  const epochBefore = readEpoch(journals);
  const watch = beginWatch(began, await readMarkIn(directory));
  const mustHandIn = epochBefore !== null && epochBefore < began.epoch;
  await settle(deps, watch, database, watch.known, began);
  if (watch.reason === null) {
    const found = await differenceFromOthers(deps, began, epochBefore);
    if (found !== null) await closeOn(deps, watch, database, found);
  }
  if (watch.reason === null) {
    await settleInstallation(database, began.here);
    if (!mustHandIn) writeEpoch(journals, began.epoch);
    await advance(deps, watch);
  }
  return {
    get reason() {
      return watch.reason;
    },
    get closedRoutes() {
      return watch.closedRoutes;
    },
    isForgotten: (accountId, externalId) => watch.forgotten.has(`${accountId} ${externalId}`),
    mustHandIn,
    guard: (given) => ({
      ...given,
      connect: (purpose) => connectGuarded(deps, watch, () => given.connect(purpose)),
    }),
    get mark() {
      return { nodeId, mark: watch.mark };
    },
    watchIds(given) {
      watch.ids = given;
    },
    runOnce: () => advance(deps, watch),
    handedIn: () => writeEpoch(journals, began.epoch),
  };
}

function beginWatch(began: DatabaseStanding, stored: HighWaterMark | null): Watch {
  const { installationId, epoch, closedRoutes, forgotten } = began;
  // What was known before a recovery is handed in, not compared.
  const known = stored !== null && stored.epoch < epoch ? null : stored;
  return {
    installationId,
    epoch,
    known,
    mark: known?.mark ?? began.mark ?? 0,
    reason: null,
    closedRoutes: new Set(closedRoutes),
    forgotten: new Set(forgotten),
    ids: [],
  };
}

async function connectGuarded(
  deps: GuardDeps,
  watch: Watch,
  connect: () => Promise<Connection>,
): Promise<Connection> {
  const connection = await connect();
  // From before the question: another round may move the mark on while this answer is on its way.
  const { known } = watch;
  try {
    await settle(deps, watch, connection, known, await readStanding(connection, deps.nodeId));
    if (watch.reason !== null) throw new RecoveryNeeded(watch.reason);
    return connection;
  } catch (error) {
    connection.drop();
    throw error;
  }
}

/**
 * Moves the mark on, and keeps what was learned in the file; while the database is not in order,
 * looks whether it is again.
 */
async function advance(deps: GuardDeps, watch: Watch): Promise<void> {
  const { database, nodeId, directory } = deps;
  const { epoch, known } = watch;
  if (watch.reason !== null)
    return settle(deps, watch, database, known, await readStanding(database, nodeId));
  // Before the mark: what is committed after it may be missing where it is not.
  const blocks = Object.fromEntries(
    watch.ids.flatMap(({ kind, lastBlock }) => (lastBlock === null ? [] : [[kind, lastBlock]])),
  );
  const standing = await advanceMark(database, { nodeId, mark: watch.mark, epoch });
  await settle(deps, watch, database, known, standing);
  if (watch.reason !== null || standing.mark === null) return;
  const { systemIdentifier, movedFrom, timeline, position, mark } = standing;
  const moves = movedFrom.length;
  watch.mark = mark;
  watch.known = { nodeId, epoch, systemIdentifier, moves, timeline, position, mark, blocks };
  await writeMark(markFile(directory), watch.known);
}

/** Draws the conclusion from a standing. `known`: before it was asked for. */
async function settle(
  deps: GuardDeps,
  watch: Watch,
  session: Session,
  known: HighWaterMark | null,
  standing: DatabaseStanding,
): Promise<void> {
  if (standing.epoch > watch.epoch) deps.onOtherEpoch();
  const found = await compare(deps, { ...watch, known }, session, standing);
  watch.closedRoutes = new Set(standing.closedRoutes);
  watch.forgotten = new Set(standing.forgotten);
  if (found === null) watch.reason = null;
  else await closeOn(deps, watch, session, found);
}

async function compare(
  { newest }: GuardDeps,
  { installationId, known }: Watch,
  session: Session,
  standing: DatabaseStanding,
): Promise<string | null> {
  if (standing.installationId !== installationId)
    return `the database is of installation ${standing.installationId}, it was ${installationId}`;
  const difference = known === null ? null : differenceOf(known, standing);
  const found = standing.recoveryReason ?? relocationOf(standing) ?? difference;
  if (found !== null) return found;
  const [block] = await findMissingBlocks(session, known?.blocks ?? {});
  if (block !== undefined) return describeMissingBlock(block);
  const [entry] = await findForgottenEntries(session, newest());
  return entry === undefined ? null : describeMissing(entry);
}

/** Nothing is begun from now on; all nodes are to see it. */
async function closeOn(
  { database, nodeId, log }: GuardDeps,
  watch: Watch,
  session: Session,
  reason: string,
): Promise<void> {
  const isNew = watch.reason === null;
  watch.reason = reason;
  if (!isNew) return;
  log.fatal({ reason }, 'the database must be recovered: nothing is initiated or sent');
  try {
    if (await demandRecovery(session, reason, nodeId))
      await noteAudit(database, {
        who: { kind: 'system' },
        action: 'recovery.demand',
        new: { reason, nodeId },
      });
  } catch (error) {
    log.warn({ reason: String(error) }, 'the need of a recovery is not marked');
  }
}
