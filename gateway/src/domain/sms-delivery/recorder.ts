// Who records what became of messages? One writer per node, by group commit: answers, receipts and ends that came while the last commit ran
// are decided together and committed together, with the money that they give back.

import type { SmsReceipt } from '@jokko/connector-kit';
import type { Connection, Database } from '../../db/database.ts';
import { startGroupWriter, type Decision } from '../../db/group-commit.ts';
import { settleAll } from '../../db/settle-all.ts';
import type { Routing } from '../sms-routing/index.ts';
import type { Command } from './command.ts';
import { decideCommands, neededFor, type Changes } from './record.ts';
import { loadRows } from './record-load.ts';
import { storeChanges } from './record-store.ts';
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
    receipt: (link, receipt) => writer.submit({ type: 'receipt', link, receipt: cleaned(receipt) }),
    close: writer.close,
  };
}

/** Without control characters, which no id has and the database refuses. */
function cleaned(receipt: SmsReceipt): SmsReceipt {
  const clean = (text: string) => text.replace(/\p{Cc}/gu, '');
  const { id, alternatives, errorCode } = receipt;
  return { ...receipt, id: clean(id), alternatives: alternatives.map(clean), errorCode: errorCode === null ? null : clean(errorCode) };
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
