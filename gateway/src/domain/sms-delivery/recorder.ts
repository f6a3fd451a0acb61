// Who records what became of messages? One writer per node, by group commit: answers, receipts and ends that came while the last commit ran
// are decided together and committed together, with the money that they give back.

import { isPartId, type SmsReceipt } from '@jokko/connector-kit';
import type { Connection, Database } from '../../db/database.ts';
import { startGroupWriter, type Decision } from '../../db/group-commit.ts';
import { settleAll } from '../../db/settle-all.ts';
import type { Routing } from '../sms-routing/index.ts';
import type { Command } from './command.ts';
import { decideCommands, neededFor, type Changes } from './record.ts';
import { loadRows } from './record-load.ts';
import { storeChanges } from './record-store.ts';
import { isPermanent } from './until-recorded.ts';
import { makeRefunds, storeRefunds, type Refunds } from './refund.ts';

const commandsMax = 512;

export interface Recorder {
  /** Resolves once it is committed. */
  record(command: Command): Promise<void>;
  receipt(link: string, receipt: SmsReceipt): Promise<void>;
  close(): Promise<void>;
}

export interface RecorderDeps {
  database: Database;
  /** Incarnation of this node. */
  node: number;
  routing(): Routing;
  /** ms since 1970 on the database's clock. */
  now(): number;
  /** Told after the commit: messages went back to these links' queues. */
  onQueued(links: Iterable<string>): void;
  /** A receipt of this link can never be stored: it is acknowledged all the same, as it would only come again. */
  onUnreadable(link: string): void;
  /** Told after the commit: a receipt of this link waits, as its id is not known. */
  onUnmatched(link: string): void;
  /** Told after the commit how many contradictions it noticed. */
  onContradictions(count: number): void;
}

export function startRecorder(deps: RecorderDeps): Recorder {
  const writer = startGroupWriter<Command, void>({
    database: deps.database,
    node: deps.node,
    writer: 'sms-delivery',
    commandsMax,
    async decide(connection, commands) {
      const [, loaded] = await settleAll([connection.query({ name: 'begin', text: 'begin' }), loadNeeded(connection, commands)] as const);
      const changes = decideCommands(commands, loaded, { routing: deps.routing(), now: new Date(deps.now()) });
      const results = commands.map(() => undefined);
      const committed = () => {
        noteRecorded(changes);
        if (changes.contradictions > 0) deps.onContradictions(changes.contradictions);
        for (const link of changes.unmatched) deps.onUnmatched(link);
        if (changes.queued.size > 0) deps.onQueued(changes.queued);
      };
      if (!hasChanges(changes)) return { results, store: null, committed };
      // Before any row is written, as everywhere: the accounts' locks come first.
      const refunds = changes.refunds.length === 0 ? null : await makeRefunds(connection, changes.refunds);
      return {
        results,
        store: (leaveMark) => store(connection, changes, refunds, leaveMark),
        committed,
      } satisfies Decision<undefined>;
    },
  });
  return {
    record: writer.submit,
    async receipt(link, given) {
      const receipt = readable(given);
      if (receipt === null) return deps.onUnreadable(link);
      try {
        await writer.submit({ type: 'receipt', link, receipt });
      } catch (error) {
        if (!isPermanent(error)) throw error;
        // It would come again and again and never be stored.
        deps.onUnreadable(link);
      }
    },
    close: writer.close,
  };
}

const errorCodeMax = 40;

/** As it can be stored; null when none of its ids can. */
function readable({ id, alternatives, errorCode, ...rest }: SmsReceipt): SmsReceipt | null {
  const [first, ...others] = [id, ...alternatives].filter(isPartId);
  if (first === undefined) return null;
  const code = errorCode?.replace(/\p{Cc}/gu, '').slice(0, errorCodeMax) ?? null;
  return { ...rest, id: first, alternatives: others, errorCode: code };
}

function loadNeeded(connection: Connection, commands: readonly Command[]) {
  const { keys, ids } = neededFor(commands);
  return loadRows(connection, keys, ids);
}

const hasChanges = ({ messages, changed, removed, endedClaims }: Changes): boolean =>
  messages.size + changed.size + removed.size + endedClaims.length > 0;

function noteRecorded({ recorded }: Changes): void {
  for (const [claim, count] of recorded) claim.open -= count;
}

async function store(connection: Connection, changes: Changes, refunds: Refunds | null, leaveMark: () => Promise<unknown>): Promise<void> {
  await settleAll([
    leaveMark(),
    ...storeChanges(connection, changes),
    ...(refunds === null ? [] : storeRefunds(connection, refunds)),
    connection.query({ name: 'commit', text: 'commit' }),
  ]);
}
