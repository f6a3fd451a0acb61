// Puts a restored database right: a new epoch, in which all routes are closed; what the send
// journals know exists again with an unknown outcome; what waited to be sent waits on. No byte
// leaves for a provider here.

import { changeWithAudit, type Who, type AuditEntry } from '../../platform/audit/index.ts';
import type { Database } from '../../platform/db/database.ts';
import { releaseOperations, type Writer } from '../../payments/operations/index.ts';
import { loseStrays } from '../../payments/provider-files/index.ts';
import {
  describeMissing,
  type Sealing,
  type WrittenEntry,
} from '../../payments/send-journal/index.ts';
import { findForgotten, handIn, type HandInDeps, type HandedIn } from './hand-in.ts';
import {
  beginNextEpoch,
  finishRecovery,
  livingNodes,
  readState,
  releaseOldLeases,
  type InstallationState,
} from './store.ts';

export interface RecoverDeps extends HandInDeps {
  database: Database;
  secrets: Sealing;
  writer: Pick<Writer, 'restore' | 'advance'>;
  /** Below this machine's DATA_DIR. */
  journals: string;
  who: Who;
  /** The routes of the catalogue in force. */
  routes: readonly string[];
}

/** What a recovery would do, and what is known of the gap. */
export interface RecoveryPlan {
  state: InstallationState;
  /** Nodes whose lease lives: they must be stopped first. */
  livingNodes: string[];
  /** What was sent and is forgotten, the oldest first. */
  forgotten: WrittenEntry[];
}

export async function planRecovery({
  database,
  journals,
  secrets,
}: Pick<RecoverDeps, 'database' | 'journals' | 'secrets'>): Promise<RecoveryPlan> {
  const [state, living, forgotten] = await Promise.all([
    readState(database),
    livingNodes(database),
    findForgotten(database, journals, secrets),
  ]);
  return { state, livingNodes: living.map(({ nodeId }) => nodeId), forgotten };
}

export interface Recovered extends HandedIn {
  epoch: number;
  closedRoutes: readonly string[];
}

/**
 * How a plan that was made anew differs from the one that a user has agreed to, in a sentence;
 * null: in nothing.
 */
export function changeOfPlan(agreed: RecoveryPlan, present: RecoveryPlan): string | null {
  if (present.livingNodes.length > 0)
    return `these nodes have started meanwhile: ${present.livingNodes.join(', ')}`;
  if (present.state.epoch !== agreed.state.epoch) return 'another recovery has run meanwhile';
  const known = new Set(agreed.forgotten.map(describeMissing));
  const added = present.forgotten.find((entry) => !known.has(describeMissing(entry)));
  if (added !== undefined) return describeMissing(added);
  const fewer = agreed.forgotten.length - present.forgotten.length;
  return fewer === 0 ? null : `${fewer} attempts are in the database meanwhile`;
}

/**
 * Carries a plan out; null when it does not hold any more, and then nothing was changed.
 * Interrupted, it leaves the installation marked, and is simply run again; the mark goes in the
 * commit of the one audit entry.
 */
export async function recover(deps: RecoverDeps, plan: RecoveryPlan): Promise<Recovered | null> {
  const { database, who, routes } = deps;
  const epoch = await beginNextEpoch(database, plan.state.epoch, routes);
  if (epoch === null) return null;
  await releaseOperations(database);
  await releaseOldLeases(database);
  await loseStrays(deps, routes);
  const counts = await handIn(deps, plan.forgotten);
  const { recoveryReason: reason, recoveryFoundBy: foundBy } = plan.state;
  return changeWithAudit(database, async (session) => {
    await finishRecovery(session);
    const entry = {
      who,
      action: 'recovery.run',
      old: { epoch: plan.state.epoch, reason, foundBy },
      new: { epoch, ...counts, closedRoutes: routes },
    } satisfies AuditEntry;
    return { result: { epoch, closedRoutes: routes, ...counts }, entry };
  });
}
