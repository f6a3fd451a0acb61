// Opens what stands between this node's commits and the first byte that leaves for a provider: the
// send journal, and the guard that knows whether the database is the one that it was.

import { environment } from '../../platform/environment.ts';
import { findForgotten, handIn, retryForgotten } from '../../backoffice/recovery/index.ts';
import { noteAudit } from '../../platform/audit/index.ts';
import type {
  OperationTerms,
  Sends,
  SentAttempt,
  Writer,
} from '../../payments/operations/index.ts';
import {
  journalsDirectory,
  nodeDirectory,
  openSendJournal,
  readNewest,
  removeOldSegments,
  type SendJournal,
} from '../../payments/send-journal/index.ts';
import { startAgainExitCode } from '../../cli/errors.ts';
import { openDatabaseGuard, type DatabaseGuard } from './database-guard.ts';
import { endRun, whatFollows } from './fresh-run.ts';
import type { GatewayOptions } from './options.ts';

export interface NodeSends extends Sends {
  guard: DatabaseGuard;
  /** Why nothing is sent at all; null: it is. */
  fault(): string | null;
  /** The same for the portal. `mustRecover`: it is the database, not the journal. */
  stopped(): { reason: string; mustRecover: boolean } | null;
  /** One round: moves the high-water mark on, and tries the journal again after a fault. */
  runOnce(): Promise<void>;
  /** Before anything is begun: hands in what this DATA_DIR knows of the epoch before a recovery. */
  handIn(writer: Writer): Promise<void>;
  /** One round: tries again what a recovery could not make again so far. */
  retryForgotten(writer: Writer): Promise<void>;
  /** Removes journal segments whose time is over. */
  purge(): Promise<void>;
  close(): Promise<void>;
}

const dayMs = 86_400_000;
/** So many entries of each node are compared; as many as one group of its writer may have sent. */
const comparedEntries = 64;

export async function openSends({
  config,
  database,
  secrets,
  log,
  end = endRun,
}: GatewayOptions): Promise<NodeSends> {
  const [installation] = await database.query<{ id: string }>({
    name: 'select_installation_id',
    text: 'select id from installation',
  });
  const journals = journalsDirectory(config.dataDir, installation!.id);
  const directory = nodeDirectory(journals, config.nodeId);
  const journal = openSendJournal({ directory, secrets });
  const guard = await openDatabaseGuard({
    database,
    nodeId: config.nodeId,
    journals,
    directory,
    log,
    newest: () => journal.newest,
    readNewest: (of) => readNewest(of, secrets, comparedEntries),
    onOtherEpoch() {
      log.fatal(`the installation was recovered while this node was away; ${whatFollows()}`);
      end(startAgainExitCode);
    },
  });
  const fault = (): string | null =>
    guard.reason ??
    (journal.fault === null ? null : `the send journal cannot be written: ${journal.fault}`);
  return {
    guard,
    fault,
    stopped() {
      const reason = fault();
      return reason === null ? null : { reason, mustRecover: guard.reason !== null };
    },
    isForgotten: guard.isForgotten,
    refusal: (route) =>
      fault() ?? (guard.closedRoutes.has(route) ? 'the route is not open since a recovery' : null),
    note: (terms, attempt) => noteSend({ guard, journal, log }, terms, attempt),
    async runOnce() {
      if (journal.fault !== null) await journal.probe();
      await guard.runOnce();
    },
    handIn: (writer) =>
      handInJournals({ config, database, secrets, log }, { guard, journals }, writer),
    async retryForgotten(writer) {
      await retryForgotten({ database, writer });
    },
    purge() {
      const days = config.sendJournalDays;
      removeOldSegments(journals, new Date(environment.now() - days * dayMs));
      return Promise.resolve();
    },
    close: journal.close,
  };
}

async function noteSend(
  {
    guard,
    journal,
    log,
  }: { guard: DatabaseGuard; journal: SendJournal } & Pick<GatewayOptions, 'log'>,
  terms: OperationTerms,
  { number, purpose, route, prepared, sentAt }: SentAttempt,
): Promise<boolean> {
  if (guard.reason !== null) return false;
  try {
    await journal.append({ terms, attempt: { number, purpose, route, prepared, sentAt } });
    return true;
  } catch (error) {
    log.error({ reason: String(error), transaction: terms.id }, 'send journal not written');
    return false;
  }
}

async function handInJournals(
  {
    config,
    database,
    secrets,
    log,
  }: Pick<GatewayOptions, 'config' | 'database' | 'secrets' | 'log'>,
  { guard, journals }: { guard: DatabaseGuard; journals: string },
  writer: Writer,
): Promise<void> {
  if (!guard.mustHandIn || guard.reason !== null) return;
  const counts = await handIn(
    { database, writer },
    await findForgotten(database, journals, secrets),
  );
  log.warn(counts, 'handed in what was sent before the recovery');
  await noteAudit(database, {
    who: { kind: 'system' },
    action: 'recovery.hand-in',
    new: { nodeId: config.nodeId, ...counts },
  });
  guard.handedIn();
}
