// Records the outcomes of messages, with one writer per node, by group commit: answers, receipts
// and ends that came while the last commit ran are decided and committed together, with the money
// that they refund.

import { isPartId, type SmsReceipt } from '@jokko/connectors/kit';
import type { Connection, Database } from '../../platform/db/database.ts';
import {
  Held,
  startGroupWriter,
  type Decision,
  type WaitFor,
} from '../../platform/db/group-commit.ts';
import { settleAll } from '../../platform/db/settle-all.ts';
import type { Routing } from '../routing/index.ts';
import type { Command } from './command.ts';
import { messageKey } from './message.ts';
import { neededFor, neededOfLate } from './needed-rows.ts';
import { decideCommands, type Changes, type DecideDeps } from './record.ts';
import { keysOfReceipt } from './parts.ts';
import { loadRows, partKey, type Loaded } from './record-load.ts';
import { removeLeases, storeChanges } from './record-store.ts';
import { lateAnswer } from './our-reference.ts';
import { isPermanent } from './until-recorded.ts';
import { makeRefunds, storeRefunds, type Refunds } from './refund.ts';

const commandsMax = 512;
/** Nobody waits for an answer to these. */
const accountWaitMs = 15_000;

/**
 * What hinders a receipt: its id is not known yet, or another message has it than the one that our
 * reference names.
 */
type Hindrance = 'unmatched' | 'misplaced' | null;

export interface Recorder {
  /** Resolves once it is committed. */
  record(command: Command): Promise<void>;
  receipt(connection: string, receipt: SmsReceipt): Promise<void>;
  close(): Promise<void>;
}

export interface RecorderDeps {
  database: Database;
  /** Incarnation of this node. */
  node: number;
  routing(): Routing;
  traitsOf: DecideDeps['traitsOf'];
  /** ms since 1970 on the database's clock. */
  now(): number;
  /** Told after the commit: messages went back to these connections' queues. */
  onQueued(connections: Iterable<string>): void;
  /**
   * A receipt of this connection can never be stored: it is acknowledged all the same, as it would
   * only come again.
   */
  onUnreadable(connection: string): void;
  /** Told after the commit: a receipt of this connection waits, as its id is not known. */
  onUnmatched(connection: string): void;
  /** Told after the commit how many contradictions it noticed. */
  onContradictions(count: number): void;
}

export function startRecorder(deps: RecorderDeps): Recorder {
  const writer = startGroupWriter<Command, Hindrance>({
    database: deps.database,
    node: deps.node,
    writer: 'sms-delivery',
    commandsMax,
    accountWaitMs: () => accountWaitMs,
    async decide(connection, commands, waitFor) {
      const decided = await decideUnlocked(connection, commands, deps, waitFor);
      const { changes, refunds, held } = decided;
      const results = commands.map((command) => held.get(command) ?? hindranceOf(command, changes));
      const committed = () => {
        const left = noteRecorded(changes);
        // Nobody waits for it, and what it misses a sweep finds (lost-leases.ts).
        if (left.length > 0) void removeLeases(deps.database, left).catch(() => {});
        if (changes.contradictions > 0) deps.onContradictions(changes.contradictions);
        for (const connection of changes.unmatched.values()) deps.onUnmatched(connection);
        if (changes.queued.size > 0) deps.onQueued(changes.queued);
      };
      if (!hasChanges(changes)) return { results, store: null, committed };
      return {
        results,
        store: (leaveMark) => store(connection, changes, refunds, leaveMark),
        committed,
      } satisfies Decision<Hindrance>;
    },
  });
  return {
    record: async (command) => void (await writer.submit(command)),
    async receipt(connection, given) {
      const receipt = readable(given);
      if (receipt === null) return deps.onUnreadable(connection);
      try {
        const hindrance = await writer.submit({ type: 'receipt', connection, receipt });
        // The reference says whose it is where the answer, with the id, is lost or still to come.
        const late =
          hindrance === null ? null : lateAnswer(connection, receipt.ourRef ?? '', receipt.id);
        if (late === null) return;
        if (hindrance === 'unmatched') return void (await writer.submit(late));
        await writer.submit({ ...late, isNamed: true });
        await writer.submit({ type: 'receipt', connection, receipt });
      } catch (error) {
        if (!isPermanent(error)) throw error;
        // It would come again and again and never be stored.
        deps.onUnreadable(connection);
      }
    },
    close: writer.close,
  };
}

const hindranceOf = (command: Command, { unmatched, misplaced }: Changes): Hindrance =>
  unmatched.has(command) ? 'unmatched' : misplaced.has(command) ? 'misplaced' : null;

const errorCodeMax = 40;

/** As it can be stored; null when none of its ids can. */
function readable({ id, alternatives, errorCode, ...rest }: SmsReceipt): SmsReceipt | null {
  const [first, ...others] = [id, ...alternatives].filter(isPartId);
  if (first === undefined) return null;
  const code = errorCode?.replace(/\p{Cc}/gu, '').slice(0, errorCodeMax) ?? null;
  return { ...rest, id: first, alternatives: others, errorCode: code };
}

interface Decided {
  changes: Changes;
  refunds: Refunds | null;
  /** Commands of accounts that somebody else has, left out of the rest. */
  held: ReadonlyMap<Command, Held>;
}

/** Decides the commands but those whose refund would have to wait for its account. */
async function decideUnlocked(
  connection: Connection,
  commands: readonly Command[],
  deps: RecorderDeps,
  waitFor: WaitFor,
): Promise<Decided> {
  const held = new Map<Command, Held>();
  const begun = connection.query({ name: 'begin', text: 'begin' });
  for (;;) {
    const present = commands.filter((command) => !held.has(command));
    const { keys, ids } = neededFor(present);
    const [, loaded] = await settleAll([begun, loadRows(connection, keys, ids)] as const);
    const { parts } = await loadRows(connection, [], neededOfLate(present, loaded));
    for (const [key, part] of parts) loaded.parts.set(key, part);
    const changes = decideCommands(present, loaded, {
      routing: deps.routing(),
      now: new Date(deps.now()),
      traitsOf: deps.traitsOf,
    });
    if (changes.refunds.length === 0) return { changes, refunds: null, held };
    // Before any row is written, as everywhere: the accounts' locks come first.
    const refunds = await makeRefunds(connection, changes.refunds, waitFor);
    if (!('held' in refunds)) return { changes, refunds, held };
    const before = held.size;
    for (const command of present) {
      const accounts = [accountOf(command, loaded), changes.otherAccounts.get(command)];
      const accountId = accounts.find((each) => each != null && refunds.held.has(each));
      if (accountId != null) held.set(command, new Held(accountId));
    }
    if (held.size === before) throw new Error('a refund belongs to no command');
  }
}

/** Null: the receipt of a part, or the late answer of a message, that is not known. */
function accountOf(command: Command, { messages, parts }: Loaded): number | null {
  if (command.type !== 'receipt') return messages.get(messageKey(command.key))?.accountId ?? null;
  const owners = keysOfReceipt(command.receipt).map(
    (id) => parts.get(partKey(command.connection, id))?.owner,
  );
  return owners.find((owner) => owner != null)?.accountId ?? null;
}

const hasChanges = ({ messages, changed, removed, endedLeases }: Changes): boolean =>
  messages.size + changed.size + removed.size + endedLeases.length > 0;

/**
 * Answers the leases that are over and still have their row: two commits at the same time each
 * recorded a part, and neither knew of the other's.
 */
function noteRecorded({ recorded, endedLeases }: Changes): bigint[] {
  for (const [lease, count] of recorded) lease.open -= count;
  return [...recorded.keys()]
    .filter(({ id, open }) => open <= 0 && !endedLeases.includes(id))
    .map(({ id }) => id);
}

async function store(
  connection: Connection,
  changes: Changes,
  refunds: Refunds | null,
  leaveMark: () => Promise<unknown>,
): Promise<void> {
  await settleAll([
    leaveMark(),
    ...storeChanges(connection, changes),
    ...(refunds === null ? [] : storeRefunds(connection, refunds)),
    connection.query({ name: 'commit', text: 'commit' }),
  ]);
}
