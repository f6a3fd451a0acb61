// Group commit: turns many small transactions into one. A writer gathers the commands that arrived
// while its last commit ran (no timer, no added delay when idle), decides them together and
// commits them together. Each command gets its own result; an invalid one never fails the others,
// and one whose account somebody else holds leaves the group and waits apart.

import type { Marker } from './commit-fate.ts';
import { createCommitWait } from './commit-wait.ts';
import type { Database } from './database.ts';
import { createGatherer, type Gathered, type Weight } from './gather.ts';
import { Held, type Decide } from './group-decision.ts';
import { openLane, type Lane } from './group-lane.ts';
import { createWaitingAccounts } from './waiting-accounts.ts';

export {
  AccountBusy,
  CommitUnknown,
  Held,
  Undecided,
  type Decision,
  type WaitFor,
} from './group-decision.ts';

/** An account that a frozen node holds is free again after 3 s (connection-settings.ts). */
const accountWaitMs = 3_500;

export interface GroupWriterDeps<Command, Result> extends Marker {
  database: Database;
  /** Above this many commands the statements grow without making a commit cheaper. */
  commandsMax: number;
  /** Told how long each commit took, from its first lock. */
  onCommit?: ((tookMs: number) => void) | undefined;
  /** For commands that write many rows each. */
  weight?: Weight<Command>;
  /**
   * The account of a command that is so large that nobody is to wait for it; null: of another. It
   * is written alone, on a connection of its own.
   */
  accountOfLarge?(command: Command): number | null;
  decide: Decide<Command, Result>;
  /** How long a command may wait for its account before it is refused; 3.5 s unless told. */
  accountWaitMs?(command: Command): number;
}

export interface GroupWriter<Command, Result> {
  /**
   * Rejects with CommitUnknown when its fate cannot be determined, and with AccountBusy when its
   * account was held for too long.
   */
  submit(command: Command): Promise<Result>;
  /** Commands waiting for the next transaction, or for their account. */
  readonly waiting: number;
  /**
   * How long commands wait for their commit, in ms (commit-wait.ts); those that wait for their
   * account do not count.
   */
  waitMs(): number;
  /** Resolves when everything submitted before is written. */
  close(): Promise<void>;
}

export function startGroupWriter<Command, Result>(
  deps: GroupWriterDeps<Command, Result>,
): GroupWriter<Command, Result> {
  const lane = openLane(deps);
  const gatherer = createGatherer<Command, Result | Held>(
    deps.commandsMax,
    (group) => writeGroup(group, lane),
    deps.weight,
  );
  const waitMaxMs = (command: Command): number =>
    (deps.accountWaitMs?.(command) ?? accountWaitMs) * (deps.database.patience ?? 1);
  const waitingLane = openLane({ ...deps, writer: `${deps.writer}-waiting` });
  const waiting = createWaitingAccounts({
    write: waitingLane.write,
    waitMaxMs,
    commandsMax: deps.commandsMax,
    weight: deps.weight,
  });
  const largeLane = openLane({ ...deps, writer: `${deps.writer}-large`, purpose: 'large' });
  const large = createWaitingAccounts({
    write: largeLane.write,
    waitMaxMs,
    commandsMax: 1,
    weight: undefined,
  });
  const wait = createCommitWait();
  return {
    async submit(command) {
      const ofLarge = deps.accountOfLarge?.(command) ?? null;
      if (ofLarge !== null) return large.submit(command, ofLarge);
      const result = await wait.watch(gatherer.submit(command));
      return result instanceof Held ? waiting.submit(command, result.accountId) : result;
    },
    get waiting() {
      return gatherer.waiting + waiting.count + large.count;
    },
    waitMs: wait.waitMs,
    async close() {
      await gatherer.drain();
      await waiting.drain();
      await large.drain();
      await lane.close();
      await waitingLane.close();
      await largeLane.close();
    },
  };
}

async function writeGroup<Command, Result>(
  group: Gathered<Command, Result | Held>[],
  lane: Lane<Command, Result>,
): Promise<void> {
  const outcomes = await lane.write(
    group.map(({ item }) => item),
    null,
  );
  group.forEach((entry, index) => {
    const outcome = outcomes[index]!;
    if ('error' in outcome) entry.reject(outcome.error);
    else entry.resolve(outcome.result);
  });
}
